// Moving cards. The server names every card that moved and the zone it left (data-from), and every card that was turned up
// (data-turned); nothing else moves. Positions are those on the screen before, relative to the felt.
"use strict";
(() => {
  const { isStill, time } = window.upcard;
  const MOVE = 420, TURN = 420, DEAL = 260, COUNT = 450, STAGGER = 45, FLOW = "cubic-bezier(.2,.7,.2,1)";
  let places = new Map(), numbers = new Map(), table = null;

  const all = (selector, root = table) => (root ? [...root.querySelectorAll(selector)] : []);
  const felt = () => table?.querySelector(".felt");

  function nameOf(zone) {
    return `${zone.closest("[data-plate]")?.dataset.plate ?? ""}:${zone.dataset.where}`;
  }

  function boxOf(element) {
    const origin = felt().getBoundingClientRect(), box = element.getBoundingClientRect();
    return { x: box.left + box.width / 2 - origin.left, y: box.top + box.height / 2 - origin.top, width: Math.min(box.width, box.height * 63 / 88) };
  }

  // A zone is where its last card lies: there the next one is taken from.
  function remember() {
    places = new Map();
    if (!felt()) return;
    for (const plate of all("[data-plate]")) places.set(`seat ${plate.dataset.plate}`, boxOf(plate));
    for (const zone of all("[data-where]:not(.middle, .ended *)")) places.set(`zone ${nameOf(zone)}`, boxOf(all(".line > .place", zone).at(-1) ?? zone));
    for (const number of all(".felt .number")) places.set(`number ${numberName(number)}`, boxOf(number));
    numbers = shownNumbers();
    for (const card of all("[data-key]")) if (!card.closest(".below")) places.set(`card ${card.dataset.key}`, boxOf(card));
  }

  function sourceOf(card, old) {
    const { key, from } = card.dataset, at = (name) => { const box = old.get(name); return box?.width ? box : null; };
    return at(`card ${key}`) ?? at(`zone ${from}`) ?? at(`seat ${from.split(":")[0]}`);
  }

  // Each animation has an id that says which card moves from where: tests compare it with the server's words.
  function animate(element, frames, duration, name, delay = 0) {
    const animation = element.animate(frames, { duration: time(duration), delay: time(delay), easing: FLOW, fill: "backwards", composite: "replace" });
    animation.id = name;
    return animation;
  }

  function move(card, old) {
    const place = card.closest(".place"), source = sourceOf(card, old), zone = card.closest("[data-where]");
    const isAtHome = card.dataset.from === nameOf(zone);
    if (!place || !source || (isAtHome && "turned" in card.dataset)) return;
    const name = `move ${card.dataset.key ?? ""} ${card.dataset.from} ${nameOf(zone)}`;
    if (zone.matches(".cross") && isAtHome) {
      const turn = place.matches(":nth-child(2)") ? "-90deg" : "90deg";
      animate(card, [{ rotate: turn }, { rotate: "0deg" }], MOVE, name);
      return;
    }
    const to = boxOf(card), x = source.x - to.x, y = source.y - to.y;
    if (Math.abs(x) + Math.abs(y) < 2) return;
    const start = { translate: `${x}px ${y}px`, scale: source.width / to.width, zIndex: 9, position: "relative" };
    animate(card, [start, { translate: "0 0", scale: 1, zIndex: 9, position: "relative" }], MOVE, name);
  }

  function turnUp(card, delay = 0) {
    const place = card.closest(".place");
    if (!place) return;
    const back = Object.assign(document.createElement("img"), { src: "/art/back.svg", alt: "", className: "turning-back" });
    card.append(back);
    const name = `turn ${card.dataset.key ?? ""}`;
    animate(back, [{ transform: "perspective(40rem) rotateY(0deg)" }, { transform: "perspective(40rem) rotateY(-180deg)" }], TURN, name, delay).finished
      .then(() => back.remove(), () => back.remove());
    animate(card.querySelector("img"), [{ transform: "perspective(40rem) rotateY(180deg)" }, { transform: "perspective(40rem) rotateY(0deg)" }], TURN, name, delay);
  }

  const numberName = (number) => `${number.closest("[data-plate]")?.dataset.plate ?? ""}:${number.dataset.number}`;
  const shownNumbers = () => new Map(all(".felt .number").map((x) => [numberName(x), x.querySelector("dd > span:last-child:not(.tokens)")?.textContent]));
  const asNumber = (text) => (/^[-\u2212]?\d+$/.test(text ?? "") ? Number(text.replace("\u2212", "-")) : null);

  // A number that has changed counts to its new value.
  function count(number, was) {
    const field = number.querySelector("dd > span:last-child:not(.tokens)"), text = field?.textContent;
    const from = asNumber(was), to = asNumber(text), begun = performance.now();
    if (from === null || to === null || from === to) return;
    const step = (now) => {
      const share = Math.min(1, (now - begun) / time(COUNT));
      field.textContent = share < 1 ? String(Math.round(from + share * (to - from))).replace("-", "\u2212") : text;
      if (share < 1 && field.isConnected) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  // Coins slide from the number that the server names.
  function pay(coin, old) {
    const from = old.get(`number ${coin.dataset.from}`), to = boxOf(coin);
    if (!from?.width || !to.width) return;
    const start = { translate: `${from.x - to.x}px ${from.y - to.y}px` };
    animate(coin, [start, { translate: "0 0" }], MOVE, `slide ${coin.dataset.from} ${numberName(coin.closest(".number"))}`);
  }

  // A new round: its cards appear one after the other, and none comes from the table of the last round.
  function deal() {
    for (const zone of all(".seat .held .zone")) {
      const frames = [{ opacity: 0, translate: "0 -1.5rem" }, { opacity: 1, translate: "0 0" }];
      all(".place .card", zone).forEach((card, i) => animate(card, frames, DEAL, "deal", Math.min(i, 12) * STAGGER));
    }
  }

  // Only a screen that shows the moment from which the server counts may move cards from there.
  function show({ before, table: now }) {
    const old = places, oldNumbers = numbers, isChanged = before && before.dataset.turn !== now.dataset.turn;
    table = now;
    remember();
    if (!isChanged || now.dataset.since !== before.dataset.turn || !felt() || isStill() || document.querySelector(".round-end")) return;
    if ("dealt" in now.dataset) deal();
    for (const card of all(".felt .card[data-from]")) if (!card.closest(".below")) move(card, old);
    for (const card of all(".felt .card[data-turned]")) if (!card.closest(".below")) turnUp(card);
    for (const coin of all(".felt .tokens [data-from]")) pay(coin, old);
    for (const thing of all(".felt .tokens [data-turned]")) animate(thing, [{ scale: 0.3, rotate: "-90deg" }, { scale: 1, rotate: "0deg" }], TURN, "uncover");
    for (const number of all(".felt .number")) count(number, oldNumbers.get(numberName(number)));
  }

  window.upcardMotion = { turnUp };
  document.addEventListener("upcard:table", (event) => show(event.detail));
  document.addEventListener("upcard:round-closed", () => { if (!isStill()) deal(); });
  document.body.addEventListener("htmx:configRequest", (event) => {
    if (table?.isConnected && table.dataset.turn !== undefined) event.detail.headers["Upcard-Turn"] = table.dataset.turn;
  });
  document.body.addEventListener("htmx:beforeSwap", remember);
  addEventListener("resize", remember);
  table = document.getElementById("table");
  remember();
})();
