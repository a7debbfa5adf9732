// The table in a browser: taps and keys, moves for screen readers; drag.js reports drags, motion.js moves cards. Without this script the
// buttons still work. It handles every new #table, whatever puts it there (htmx, events, a whole page).
"use strict";
(() => {
  const PATIENCE = 700, SHOWN = 4200, WAIT = 6000, LATE = 1000;
  const title = document.title;
  let table = null, lastMove = -1, typed = "", timer = 0, enteredAt = 0, menu = null, focused = null;

  const one = (selector, root = table) => (root ? root.querySelector(selector) : null);
  const all = (selector, root = table) => (root ? [...root.querySelectorAll(selector)] : []);
  const actionsOf = (element) => (element?.dataset.actions || "").split(" ").filter(Boolean);
  const zoneOf = (element) => element.closest("[data-where]")?.dataset.where;
  const choiceOf = (action) => one(`.choice[value="${CSS.escape(action)}"]`);
  const wordsOf = (action) => one(".words", choiceOf(action))?.textContent || action;
  const { cookie, filled } = window.upcard;

  function make(tag, look, text = "") {
    const element = document.createElement(tag);
    if (look) element.className = look;
    element.textContent = text;
    return element;
  }

  // --- messages for screen readers

  const spoken = make("div", "visually-hidden");
  spoken.setAttribute("role", "status");
  const shown = make("div", "toast");
  shown.setAttribute("aria-hidden", "true");
  let hiding = 0;

  function say(text, isShown) {
    spoken.textContent = "";
    requestAnimationFrame(() => { spoken.textContent = text; });
    if (!isShown) return;
    shown.textContent = text;
    clearTimeout(hiding);
    hiding = setTimeout(() => { shown.textContent = ""; }, SHOWN);
  }

  function announceMoves() {
    const news = all(".moves [data-move]").filter((li) => Number(li.dataset.move) > lastMove);
    const messages = news.map((li) => li.textContent.trim().replace(/\s+/g, " "));
    const moves = all(".moves [data-move]").map((li) => Number(li.dataset.move));
    const isFirst = lastMove < 0;
    lastMove = Math.max(0, ...moves, lastMove);
    const calls = all(".call").map((x) => x.textContent);
    if (!isFirst) say([...messages, ...calls, one(".turn")?.textContent || ""].join(". "), false);
    document.title = (one(".turn.mine") ? "\u25cf " : "") + title;
  }

  document.addEventListener("upcard:say", (event) => say([event.detail, one(".turn")?.textContent || ""].join(" "), false));

  // --- actions

  function act(action) {
    const button = choiceOf(action);
    if (button) button.click();
  }

  function isWaiting(form) {
    if (form.dataset.sent && Date.now() - Number(form.dataset.sent) < WAIT) return true;
    form.dataset.sent = String(Date.now());
    return false;
  }

  function choose(button) {
    takeBack();
    const action = button.value, bar = make("div", "confirm");
    const question = make("p", "", `${wordsOf(action)}?`), yes = make("button", "yes", table.dataset.yes), no = make("button", "no quiet", table.dataset.no);
    Object.assign(yes, { type: "submit", name: "action", value: action });
    no.type = "button";
    no.addEventListener("click", takeBack);
    const sure = Object.assign(make("input"), { type: "hidden", name: "confirmed", value: "1" });
    bar.append(question, yes, no, sure);
    ask(bar);
    say(filled(table.dataset.sure, { action: wordsOf(action) }), false);
    yes.focus();
  }

  function ask(bar) {
    const action = one(".yes", bar).value;
    one("#acts").append(bar);
    one(".choices").hidden = true;
    for (const card of all(".can")) card.classList.toggle("chosen", actionsOf(card).includes(action));
  }

  // A question stays until somebody acts, even if the table is redrawn; a sent action closes it.
  function askAgain(old) {
    const bar = one("#acts:not([data-sent]) > .confirm", old), yes = one(".yes", bar);
    if (yes && one(".choices") && choiceOf(yes.value)) ask(bar);
  }

  function takeBack() {
    const bar = one("#acts > .confirm");
    if (!bar || !one(".choices")) return;
    const action = one(".yes", bar).value;
    bar.remove();
    one(".choices").hidden = false;
    for (const card of all(".chosen")) card.classList.remove("chosen");
    choiceOf(action)?.focus();
  }

  function openMenu(from, actions) {
    closeMenu();
    menu = make("div", "menu");
    menu.setAttribute("role", "group");
    menu.setAttribute("aria-label", table.dataset.possible);
    for (const action of actions) {
      const item = make("button", "", wordsOf(action));
      item.type = "button";
      item.addEventListener("click", () => { closeMenu(); act(action); });
      menu.append(item);
    }
    document.body.append(menu);
    menu.from = from;
    placeMenu();
    menu.firstElementChild.focus();
  }

  function placeMenu() {
    const box = menu.from.getBoundingClientRect(), size = menu.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.left + box.width / 2 - size.width / 2), innerWidth - size.width - 8);
    const above = box.top - size.height - 8;
    menu.style.left = `${left + scrollX}px`;
    menu.style.top = `${(above > 8 ? above : box.bottom + 8) + scrollY}px`;
  }

  // A menu stays if the same card or place of a redrawn table still has the same actions.
  function keepMenu() {
    const { key, actions } = menu.from.dataset, zone = zoneOf(menu.from);
    const same = all(".can:not(.choice)").find((x) => x.dataset.key === key && x.dataset.actions === actions && zoneOf(x) === zone);
    if (!same) return closeMenu();
    menu.from = same;
    placeMenu();
  }

  function closeMenu() {
    if (!menu) return;
    const { from } = menu;
    menu.remove();
    menu = null;
    if (from.isConnected) from.focus();
  }

  document.addEventListener("click", (event) => {
    if (menu && !menu.contains(event.target)) closeMenu();
    if (!table || !table.contains(event.target)) return;
    const button = event.target.closest("button");
    if (!button) {
      const card = event.target.closest(".card.open, .card.back");
      if (card && one("#acts")) say(table.dataset.idle, true);
    } else if (button.dataset.why) {
      say(button.dataset.why, true);
    } else if (button.name === "action") {
      const isSure = button.classList.contains("yes");
      if (table.dataset.confirm && !isSure) {
        event.preventDefault();
        event.stopImmediatePropagation();
        choose(button);
      } else if (isWaiting(one("#acts"))) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    } else if (actionsOf(button).length > 1) {
      openMenu(button, actionsOf(button));
    }
  }, true);

  // --- drops, reported by drag.js

  document.addEventListener("upcard:drop", (event) => {
    const { card, actions } = event.detail;
    if (!table?.contains(card)) return;
    if (actions.length === 1) act(actions[0]); else openMenu(card, actions);
  });

  // --- keys

  const reachable = () => all("button.card, button.touch").filter((b) => b.offsetParent);

  function reach(button) {
    if (!button) return;
    for (const other of reachable()) other.tabIndex = other === button || other.closest("[data-where]") !== button.closest("[data-where]") ? other.tabIndex : -1;
    button.tabIndex = 0;
    button.focus();
  }

  function walk(key, button) {
    const group = reachable().filter((b) => b.closest("[data-where]") === button.closest("[data-where]"));
    const i = group.indexOf(button), last = group.length - 1;
    if (key === "ArrowRight") return reach(group[Math.min(i + 1, last)]);
    if (key === "ArrowLeft") return reach(group[Math.max(i - 1, 0)]);
    if (key === "Home") return reach(group[0]);
    if (key === "End") return reach(group[last]);
    const firsts = reachable().filter((b) => b.tabIndex === 0);
    return reach(firsts[firsts.indexOf(group.find((b) => b.tabIndex === 0)) + (key === "ArrowDown" ? 1 : -1)]);
  }

  function digit(key) {
    clearTimeout(timer);
    typed += key;
    const fits = all(".choice").filter((c) => c.dataset.number.startsWith(typed));
    if (!fits.length) {
      say(filled(table.dataset.unknown, { n: typed }), true);
      typed = "";
    } else if (fits.length === 1 && fits[0].dataset.number === typed) {
      enterTyped();
    } else {
      timer = setTimeout(enterLate, PATIENCE);
    }
  }

  function enterTyped() {
    const choice = all(".choice").find((c) => c.dataset.number === typed);
    forgetTyped();
    choice?.click();
  }

  function enterLate() {
    enteredAt = Date.now();
    enterTyped();
  }

  // Enter just after a number was accepted automatically belongs to that number, not to the element with the focus.
  function isTooLate(key) {
    if (key !== "Enter") enteredAt = 0;
    return Date.now() - enteredAt < LATE;
  }

  function forgetTyped() {
    clearTimeout(timer);
    typed = "";
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !table) return;
    if (isTooLate(event.key)) return event.preventDefault();
    const at = document.activeElement;
    if (event.key === "Escape") {
      if (menu) closeMenu(); else takeBack();
      return;
    }
    if (menu?.contains(at) && /^Arrow(Up|Down)$/.test(event.key)) {
      event.preventDefault();
      (event.key === "ArrowDown" ? at.nextElementSibling : at.previousElementSibling)?.focus();
      return;
    }
    if (/^(input|select|textarea)$/i.test(at?.tagName) || at?.isContentEditable) return;
    if (event.key === "Enter" && typed) {
      event.preventDefault();
      enterTyped();
      return;
    }
    if (/^(Arrow(Left|Right|Up|Down)|Home|End)$/.test(event.key) && at?.matches("#table button.card, #table button.touch")) {
      event.preventDefault();
      walk(event.key, at);
    } else if (/^\d$/.test(event.key) && cookie("digits") !== "no" && one(".choices:not([hidden])")) {
      event.preventDefault();
      digit(event.key);
    }
  });

  // --- every new table

  function oneStopPerZone() {
    const seen = new Set();
    for (const button of reachable()) {
      const zone = button.closest("[data-where]");
      const isFirst = !seen.has(zone) && (button.matches(".can") || !one(".can", zone));
      button.tabIndex = isFirst ? 0 : -1;
      if (isFirst) seen.add(zone);
    }
  }

  // Restore the focus after redrawing; if its element is gone, focus a possible action.
  function keepFocus() {
    if (!focused || (document.activeElement && document.activeElement !== document.body)) return;
    const element = focused.element.isConnected ? focused.element : focused.isBeside ? sameBeside() : sameAtTable();
    element?.focus({ preventScroll: true });
  }

  function sameBeside() {
    const { textContent } = focused.element;
    return all("#panel :is(button, summary, a)", document).find((x) => x.textContent === textContent);
  }

  // The card itself, or one that is equal to it: the number before the dot.
  function sameAtTable() {
    const turn = one(".turn"), { key = "" } = focused.element.dataset, zone = zoneOf(focused.element);
    if (turn) turn.tabIndex = -1;
    const alike = all("button[data-key]").filter((x) => parseInt(x.dataset.key) === parseInt(key));
    const there = alike.filter((x) => zoneOf(x) === zone), same = there.find((x) => x.dataset.key === key) || there[0] || alike[0];
    return same || one(".card.can") || one(".touch.can") || one(".choice") || one(".yes") || turn;
  }

  // Highlight the choices in the list that a card or a place would select.
  function light(element) {
    const asked = one("#acts > .confirm .yes")?.value, button = element?.closest?.("button[data-actions], .choice");
    const actions = asked ? [asked] : [...actionsOf(button), button?.value].filter(Boolean);
    for (const choice of all(".choice")) choice.classList.toggle("lit", actions.includes(choice.value));
    for (const place of all("[data-leads]")) {
      const isReached = actions.some((a) => place.dataset.leads.split(" ").includes(a));
      place.classList.toggle("lit", isReached);
      place.classList.toggle("beside", Boolean(actions.length) && !isReached);
    }
  }

  document.addEventListener("focusin", (event) => {
    const { target } = event, isBeside = Boolean(target.closest("#panel"));
    focused = isBeside || table?.contains(target) ? { element: target, isBeside } : null;
    light(event.target);
  });
  document.addEventListener("pointerover", (event) => light(event.target));

  function start() {
    const section = document.getElementById("table");
    if (section === table) return;
    const wasIn = focused, before = table;
    const isSame = ["turn", "seat"].every((x) => before?.dataset[x] === section?.dataset[x]);
    if (!isSame) {
      forgetTyped();
      shown.textContent = ""; // the reason may be out of date
    }
    table = section;
    if (menu && isSame && table) keepMenu(); else closeMenu();
    if (!table) return;
    one("[role=log]")?.setAttribute("aria-live", "off");
    const wanted = cookie("confirm");
    if (wanted === "yes") table.dataset.confirm = "yes";
    if (wanted === "no") delete table.dataset.confirm;
    if (isSame) askAgain(before);
    oneStopPerZone();
    focused = wasIn;
    keepFocus();
    announceMoves();
    document.dispatchEvent(new CustomEvent("upcard:table", { detail: { before, table } }));
  }

  // --- settings

  function setting(event) {
    const input = event.target.closest?.("[data-setting]");
    if (!input) return;
    const name = input.dataset.setting, value = input.type === "checkbox" ? (input.checked ? "yes" : "no") : input.value;
    document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
    if (name === "theme") {
      document.documentElement.classList.remove("theme-light", "theme-dark", "theme-auto");
      document.documentElement.classList.add(`theme-${value}`);
    } else if (name === "cards") {
      for (const image of document.querySelectorAll("img[src*='/cards/']")) image.src = image.getAttribute("src").replace(/(\/cards\/)[^/]+/, `$1${value}`);
    } else if (name === "language") {
      location.reload();
    } else if (name === "confirm" && table) {
      takeBack();
      if (value === "yes") table.dataset.confirm = "yes"; else delete table.dataset.confirm;
    }
  }

  document.body.append(spoken, shown);
  document.addEventListener("change", setting);
  for (const hidden of document.querySelectorAll("[data-needs-script]")) hidden.hidden = false;
  new MutationObserver(start).observe(document.body, { childList: true, subtree: true });
  document.body.addEventListener("htmx:responseError", () => { const form = one("#acts"); if (form) delete form.dataset.sent; });
  document.body.addEventListener("htmx:sendError", () => {
    const form = one("#acts");
    if (form) delete form.dataset.sent;
    say(document.body.dataset.unsent, true);
  });
  addEventListener("pageshow", () => { for (const form of all("form")) delete form.dataset.sent; });
  start();
})();
