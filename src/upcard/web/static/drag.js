// Dragging of cards by mouse, pen or finger. A drop sends the event upcard:drop, with the card and the actions that it
// can mean. Without this script, cards are tapped.
"use strict";
(() => {
  const NEAR = 8;
  let drag = null;

  const actionsOf = (element) => (element?.dataset.actions || "").split(" ").filter(Boolean);
  const common = (zone) => actionsOf(zone).filter((a) => actionsOf(drag.card).includes(a));

  function lift() {
    const image = drag.card.querySelector("img"), box = image.getBoundingClientRect();
    drag.ghost = image.cloneNode();
    drag.ghost.className = "flying";
    drag.ghost.alt = "";
    Object.assign(drag.ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    document.body.append(drag.ghost);
    drag.card.classList.add("dragged");
  }

  // If the table was redrawn during the drag, use the same card of the new table, if it can still be played.
  function isThere() {
    if (!drag.card.isConnected) {
      const { key } = drag.card.dataset, same = key && document.querySelector(`#table .can[data-key="${CSS.escape(key)}"]`);
      if (!same || same.dataset.actions !== drag.card.dataset.actions) return false;
      drag.card = same;
      if (drag.ghost) same.classList.add("dragged");
    }
    return true;
  }

  function targetAt(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const zone = under?.closest("#table [data-where], #table [data-plate]");
    if (!zone || zone.contains(drag.card) || drag.card.contains(zone)) return null;
    if (common(zone).length || zone.dataset.where === "middle" || zone.dataset.plate) return zone;
    return zone.closest("[data-plate], .middle");
  }

  function end() {
    drag.ghost?.remove();
    drag.card.classList.remove("dragged");
    drag.target?.classList.remove("target");
    drag = null;
  }

  document.addEventListener("pointerdown", (event) => {
    if (drag) end();
    const card = event.target.closest?.("#table .can:not(.choice)");
    if (card && event.button === 0 && event.isPrimary) drag = { card, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null, target: null };
  });

  document.addEventListener("pointermove", (event) => {
    if (event.pointerId !== drag?.id) return;
    const x = event.clientX - drag.x, y = event.clientY - drag.y;
    if (!drag.ghost && Math.hypot(x, y) < NEAR) return;
    if (!isThere()) return end();
    if (!drag.ghost) lift();
    drag.ghost.style.transform = `translate(${x}px, ${y}px) rotate(${Math.max(-8, Math.min(8, x / 20))}deg)`;
    const target = targetAt(event);
    if (target === drag.target) return;
    drag.target?.classList.remove("target");
    drag.target = target;
    target?.classList.add("target");
  });

  // Ignore the click at the end of a drag; a mouse sends one, a finger does not.
  function swallow(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  // A card that is redrawn between press and release gets no mouse click: send it to the card in its place.
  function pressAnew(event) {
    const isLost = event.pointerType === "mouse" && !drag.card.isConnected && isThere();
    const { card } = drag;
    end();
    if (isLost && card.contains(document.elementFromPoint(event.clientX, event.clientY))) card.click();
  }

  document.addEventListener("pointerup", (event) => {
    if (event.pointerId !== drag?.id) return;
    if (!drag.ghost) return pressAnew(event);
    const target = isThere() ? targetAt(event) : null;
    const { card } = drag, both = target ? common(target) : [];
    end();
    document.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => {
      document.removeEventListener("click", swallow, { capture: true });
      const detail = { card, actions: both.length ? both : actionsOf(card) };
      if (target) document.dispatchEvent(new CustomEvent("upcard:drop", { detail }));
    }, 1);
  });

  document.addEventListener("pointercancel", (event) => { if (event.pointerId === drag?.id) end(); });
  document.addEventListener("dragstart", (event) => { if (event.target.closest?.("#table")) event.preventDefault(); });
})();
