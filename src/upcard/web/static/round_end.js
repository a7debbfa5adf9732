// The end of a round: what everybody was left with, what it cost, and what decided it, over the table until "Next round" is
// pressed or some seconds have passed, as set. In a class it stays until everybody in the group has pressed, or for as long as the teacher
// allows. A coach says this in words of their own. New tables appear beneath; their cards do not move while it is open.
"use strict";
(() => {
  const { cookie, filled, isStill, time } = window.upcard;
  const SECONDS = 2, STEP = 180, COUNT = 500, CALL = 1800, LEAST = 190, GAP = 6, SMALL = 0.7, SMALLEST = 0.6, SHRINK = 0.05;
  let panel = null, turn = 0, last = "", timer = 0, called = { words: "", until: 0 };

  const tell = (name) => document.dispatchEvent(new CustomEvent("upcard:sound", { detail: name }));

  // Watchers never wait for a press, except in a class: there the group waits for everybody, whatever they have set.
  function pause(table) {
    const chosen = cookie("pause") ?? "short";
    if (group() && !table.classList.contains("over")) return "wait";
    return chosen === "wait" && !table.classList.contains("seated") ? "short" : chosen;
  }

  // --- a group of a class: the form above the table names those who still read

  const group = () => document.getElementById("go-on");
  const readers = () => JSON.parse(group()?.dataset.readers ?? "[]").filter(([, pressed]) => pressed < turn).map(([name]) => name);

  function press() {
    const form = group(), next = panel?.querySelector(".next-round");
    if (!form || !next || !panel.dataset.group) { close(); return; }
    if (next.disabled) return;
    send(form, turn);
    next.disabled = true;
    waitForReaders();
  }

  // Presses, and does not wait for the others.
  function leave() {
    press();
    close();
  }

  function send(form, number) {
    form.elements.turn.value = String(number);
    window.htmx.trigger(form, "submit");
  }

  function waitForReaders() {
    const next = panel?.querySelector(".next-round");
    if (!panel?.dataset.group) return;
    if (Number(group()?.dataset.pressed ?? -1) >= turn) next.disabled = true; // perhaps in another tab
    if (!next.disabled) return;
    const names = readers();
    if (names.length) next.textContent = filled(panel.dataset.waits, { names: names.join(", ") });
    else close();
  }

  function button(table) {
    const next = document.createElement("button");
    next.type = "button";
    next.className = "main next-round";
    next.textContent = table.classList.contains("over") ? table.dataset.result : table.dataset.nextRound;
    next.addEventListener("click", press);
    return next;
  }

  // It is a dialog with the focus where it waits for a press, and else a message that takes nothing from the player's hands.
  function open(ended, table) {
    close();
    const waits = pause(table) === "wait", form = table.classList.contains("over") ? null : group();
    turn = Number(table.dataset.round);
    panel = document.createElement(waits ? "dialog" : "div");
    panel.className = "round-end";
    panel.dataset.waits = table.dataset.waits;
    if (form) panel.dataset.group = "yes";
    const body = ended.cloneNode(true), bar = document.createElement("p");
    const title = body.querySelector(".ended-title");
    title.id = "round-end-title";
    body.id = "round-end-body";
    body.removeAttribute("tabindex");
    for (const x of body.querySelectorAll("[data-where]")) x.removeAttribute("data-where");
    panel.setAttribute("role", waits ? "dialog" : "group");
    panel.setAttribute("aria-labelledby", title.id);
    panel.setAttribute("aria-describedby", body.id);
    bar.className = "round-end-bar";
    bar.setAttribute("aria-live", "polite"); // says for whom the group waits
    bar.append(button(table));
    panel.append(body, bar);
    document.body.append(panel);
    const opened = panel;
    panel.addEventListener("close", () => { if (panel === opened) leave(); }); // such as by the back gesture of a phone
    if (waits) panel.showModal();
    else document.dispatchEvent(new CustomEvent("upcard:say", { detail: wordsOf(body) }));
    place(table);
    requestAnimationFrame(() => place(table)); // the table may fit itself to the window only now
    const shown = reveal(panel);
    if (form) countDown(shown, Number(form.dataset.reading), true);
    else if (!waits) countDown(shown, SECONDS, false);
  }

  // In the middle of the table, above the player's hand and choices: both stay visible, unless it would become too small.
  // All of it is visible without scrolling.
  function place(table) {
    const felt = table.querySelector(".felt")?.getBoundingClientRect(), stage = table.querySelector(".stage")?.getBoundingClientRect();
    if (!panel || !felt) return;
    const own = table.querySelector(".own")?.getBoundingClientRect();
    const top = Math.max(stage.top, 0), room = Math.min(own?.top ?? felt.bottom, innerHeight) - top - GAP;
    panel.classList.toggle("placed", room >= LEAST);
    panel.style.setProperty("--room", `${room}px`);
    panel.style.setProperty("--middle", `${felt.left + felt.width / 2}px`);
    if (shrink() < SMALL && panel.classList.contains("placed")) {
      panel.classList.remove("placed");
      shrink();
    }
    panel.style.setProperty("--top", `${top + Math.max(0, room - panel.offsetHeight) / 2}px`);
  }

  // Sets the largest scale at which nothing has to be scrolled, and returns it.
  function shrink() {
    let scale = 1;
    const fits = () => {
      panel.style.setProperty("--scale", scale);
      return panel.scrollHeight <= panel.clientHeight + 1 && panel.scrollWidth <= panel.clientWidth + 1;
    };
    while (!fits() && scale > SMALLEST) scale -= SHRINK;
    return scale;
  }

  function wordsOf(body) {
    const lines = [...body.querySelectorAll(".ended-title, .ended-seat > p:first-child")];
    return lines.map((x) => x.textContent.trim().replace(/\s+/g, " ")).join(" ");
  }

  function countDown(milliseconds, seconds, isGroup) {
    const pane = panel;
    if (!seconds) return;
    pane.style.setProperty("--rest", `${seconds}s`);
    const stop = () => { clearTimeout(timer); delete pane.dataset.counts; };
    timer = setTimeout(() => {
      pane.dataset.counts = "yes";
      timer = setTimeout(isGroup ? leave : close, 1000 * seconds);
    }, milliseconds);
    if (!isGroup) for (const event of ["pointerenter", "pointerdown", "focusin"]) pane.addEventListener(event, stop);
  }

  function close() {
    if (!panel) return;
    const old = panel, hadFocus = old.contains(document.activeElement);
    panel = null;
    clearTimeout(timer);
    if (old.open) old.close?.();
    old.remove();
    const table = document.getElementById("table");
    if (hadFocus) (table?.querySelector(".can, .choice") ?? focusable(table?.querySelector(".turn")))?.focus({ preventScroll: true });
    document.dispatchEvent(new CustomEvent("upcard:round-closed"));
  }

  function focusable(heading) {
    if (heading) heading.tabIndex = -1;
    return heading;
  }

  // --- the moment itself: fists open, cards turn, sums count up, coins slide; gives the milliseconds that it takes

  function reveal(root) {
    if (isStill()) return 0;
    let at = 0;
    for (const seat of root.querySelectorAll(".ended-seat")) {
      for (const card of seat.querySelectorAll("[data-turned]")) window.upcardMotion.turnUp(card, at += STEP);
      for (const amount of seat.querySelectorAll(".amount.fact")) openFist(amount, at);
      for (const number of seat.querySelectorAll(".amount.fact .count")) countUp(number, 0, at);
    }
    at += COUNT;
    for (const coin of root.querySelectorAll(".amount.won [data-from]")) slide(root, coin, at += STEP / 3);
    return time(at + COUNT);
  }

  function openFist(amount, delay) {
    const fist = amount.querySelector("img[src*='fist']"), coins = [...amount.querySelectorAll("img:not([src*='fist'])")];
    if (!fist) return;
    const from = fist.getBoundingClientRect();
    named(fist, [{ scale: 1.25, rotate: "-8deg" }, { scale: 1, rotate: "0deg" }], "fist", delay);
    for (const coin of coins) {
      const x = from.left - coin.getBoundingClientRect().left;
      named(coin, [{ translate: `${x}px 0`, scale: 0.2, opacity: 0 }, { translate: "0 0", scale: 1, opacity: 1 }], "open", delay + STEP);
    }
  }

  function slide(root, coin, delay) {
    const seat = root.querySelector(`.ended-seat[data-seat="${coin.dataset.from.split(":")[0]}"]`);
    if (!seat) return;
    const from = seat.getBoundingClientRect(), to = coin.getBoundingClientRect();
    const start = `${from.left + from.width / 2 - to.left}px ${from.top + from.height / 2 - to.top}px`;
    named(coin, [{ translate: start }, { translate: "0 0" }], `slide ${coin.dataset.from} ${coin.closest(".ended-seat").dataset.seat}:`, delay);
  }

  function named(element, frames, name, delay) {
    const options = { duration: time(COUNT), delay: time(delay), easing: "cubic-bezier(.2,.7,.2,1)", fill: "backwards" };
    element.animate(frames, options).id = name;
  }

  function countUp(element, from, delay) {
    const text = element.textContent, end = Number(text);
    if (!Number.isInteger(end)) return;
    const begun = performance.now() + time(delay);
    element.textContent = String(from);
    const step = (now) => {
      const share = Math.min(1, Math.max(0, (now - begun) / time(COUNT)));
      element.textContent = share < 1 ? String(Math.round(from + share * (end - from))) : text;
      if (share < 1 && element.isConnected) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  // --- a call, such as "Stopper!", stays for a moment though others go on

  function call(table) {
    const words = [...table.querySelectorAll(".call")].map((x) => x.textContent).join(" ");
    if (words) {
      called = { words, until: Date.now() + CALL };
      tell("call");
    } else if (called.until > Date.now()) {
      const again = document.createElement("p");
      again.className = "call again";
      again.textContent = called.words;
      table.querySelector(".felt")?.append(again);
      setTimeout(() => again.remove(), called.until - Date.now());
    }
  }

  function follow({ before, table }) {
    const ended = table.querySelector(".ended"), round = ended?.dataset.ended ?? "";
    if (before && before.dataset.turn !== table.dataset.turn) {
      call(table);
      if (ended && round !== last && pause(table) !== "no" && !document.getElementById("coach")) {
        tell("round");
        open(ended, table);
      } else if (ended && round !== last && group()) send(group(), Number(table.dataset.round)); // nobody waits for them
    }
    if (round) last = round;
  }

  addEventListener("resize", () => { if (panel) place(document.getElementById("table")); });
  document.addEventListener("upcard:table", (event) => follow(event.detail));
  document.addEventListener("keydown", (event) => {
    if (!panel || !["Escape", "Enter"].includes(event.key)) return;
    const at = document.activeElement;
    if (event.key === "Enter" && at && at !== document.body && !panel.contains(at)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    press();
  }, true);
  document.body.addEventListener("htmx:beforeRequest", (event) => {
    if (panel && event.detail.elt.id === "acts") leave();
  });
  document.body.addEventListener("htmx:oobAfterSwap", waitForReaders);
  const table = document.getElementById("table"), ended = table?.querySelector(".ended");
  last = ended?.dataset.ended ?? "";
  // A player who loads the page again while the group reads can read on.
  const pressed = Number(group()?.dataset.pressed ?? Infinity);
  if (ended && pressed < Number(table.dataset.round)) {
    addEventListener("load", () => pause(table) === "wait" ? open(ended, table) : send(group(), Number(table.dataset.round)));
  }
})();
