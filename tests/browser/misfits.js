// What of a table is not visible without scrolling, or lies over something else; see fits.py.
() => {
  const wrong = [], dot = 1.5;
  const box = (x) => x.getBoundingClientRect();
  const isClipped = (x) => Boolean(x) && (getComputedStyle(x).clipPath === "inset(50%)" || isClipped(x.parentElement)); // only for screen readers
  const isSeen = (x) => x.checkVisibility({ visibilityProperty: true }) && box(x).width > 2 && !isClipped(x);
  const name = (x) => `${x.className.split(" ")[0]} ${(x.dataset.where ?? x.textContent.trim().slice(0, 20))}`;
  const inside = (x, outer, what) => {
    const a = box(x);
    if (a.left < outer.left - dot || a.top < outer.top - dot || a.right > outer.right + dot || a.bottom > outer.bottom + dot)
      wrong.push(`${name(x)} outside ${what}: ${[a.left, a.top, a.right, a.bottom].map(Math.round)}`);
  };
  const apart = (x, y) => {
    const a = box(x), b = box(y);
    if (a.left < b.right - dot && b.left < a.right - dot && a.top < b.bottom - dot && b.top < a.bottom - dot)
      wrong.push(`${name(x)} overlaps ${name(y)}`);
  };
  const all = (selector) => [...document.querySelectorAll(`#table ${selector}`)].filter(isSeen);
  const view = { left: 0, top: 0, right: document.documentElement.clientWidth, bottom: innerHeight };
  const regions = [".board-head", ".seats", ".compass .seats .seat", ".middle", ".own", ".acts-room"].flatMap((x) => all(x)).filter((x) => box(x).height > 2);
  for (const region of regions) {
    inside(region, view, "the window");
    for (const part of region.querySelectorAll(".seat, .card, .zone-name, .number, .choice, .turn, .caption, .note, .said, h3, .amount"))
      if (isSeen(part) && !part.closest("li")?.matches(":has(> .on-card)")) inside(part, box(region), name(region));
  }
  for (const choice of all(".choice, .confirm, .finale")) if (!choice.matches(".on-card")) inside(choice, view, "the window");
  regions.forEach((x, i) => regions.slice(i + 1).forEach((y) => apart(x, y)));
  for (const list of [all(".seat"), all(".middle .zone"), all(".own .zone"), all(".choice:not(.on-card)")])
    list.forEach((x, i) => list.slice(i + 1).forEach((y) => apart(x, y)));
  for (const words of all(":is(h3, .caption, .said, .badge, .zone-name, .note, dt, dd, .prizes, .turn, .says, .choice)"))
    if (parseFloat(getComputedStyle(words).fontSize) < 12) wrong.push(`${name(words)} has letters of less than 12 px`);
  for (const card of all(".own .held .place"))
    if (box(card).width < 16) wrong.push(`a card of the hand shows only ${Math.round(box(card).width)} px`);
  if (document.documentElement.scrollWidth > view.right) wrong.push("the page is wider than the window");
  return wrong;
}
