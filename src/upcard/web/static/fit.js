// The table fits the window: the largest scale at which opponents, centre, hand and choices are all visible. Opponents
// become chips where room is short. Without this script the page scrolls. It runs before table.js looks at the cards.
"use strict";
(() => {
  const LEAST = 0.4, STEPS = 6, ENOUGH = 0.72, DOT = 1, GROWS = 1.2;
  const REGIONS = { "--head-room": ".board-head", "--own-room": ".own", "--seats-room": ".seats" };
  let seen = null, size = "", best = null;

  const most = () => (document.documentElement.classList.contains("projector") ? 2.6 : 1.7);

  function fits(stage) {
    const felt = stage.querySelector(".felt");
    const isInside = (x) => x.scrollHeight <= x.clientHeight + DOT && x.scrollWidth <= x.clientWidth + DOT;
    return isInside(stage) && isInside(felt);
  }

  function apply(stage, { scale, isShort, rooms }) {
    stage.dataset.seats = isShort ? "chips" : "plates";
    stage.style.setProperty("--fit", scale);
    for (const name of Object.keys(REGIONS)) stage.style.setProperty(name, `${rooms?.[name] ?? 0}px`);
  }

  function largest(stage, isShort) {
    let low = LEAST, high = most();
    const works = (scale) => { apply(stage, { scale, isShort }); return fits(stage); };
    if (works(high)) return high;
    if (!works(low)) return 0;
    for (let i = 0; i < STEPS; i += 1) {
      const middle = (low + high) / 2;
      if (works(middle)) low = middle; else high = middle;
    }
    return low;
  }

  function search(stage) {
    const whole = largest(stage, false), chips = whole < ENOUGH ? largest(stage, true) : 0;
    return { scale: Math.max(whole, chips) || LEAST, isShort: whole < ENOUGH && chips >= whole, works: whole + chips > 0, rooms: null };
  }

  // Regions keep their greatest heights, so that nothing moves from turn to turn.
  function keepRooms(stage) {
    const rooms = {};
    for (const [name, selector] of Object.entries(REGIONS)) {
      rooms[name] = Math.max(best.rooms?.[name] ?? 0, Math.round(stage.querySelector(selector)?.getBoundingClientRect().height ?? 0));
    }
    apply(stage, { ...best, rooms });
    if (fits(stage)) best.rooms = rooms; else apply(stage, best);
  }

  function fit() {
    const stage = document.querySelector(".at-a-table .stage");
    seen = stage;
    if (!stage) return;
    const above = document.querySelector(".at-a-table #at-table").getBoundingClientRect().top + scrollY;
    document.documentElement.style.setProperty("--above", `${Math.round(above)}px`);
    const now = `${innerWidth} ${innerHeight} ${above} ${most()} ${stage.closest("#table").dataset.round ?? ""}`;
    stage.classList.add("fits");
    if (best && now === size) apply(stage, best);
    if (!best || now !== size || !fits(stage)) {
      const before = now.split(" ", 4).join() === size.split(" ", 4).join() ? best : null;
      best = search(stage);
      if (before && before.isShort === best.isShort && best.scale > before.scale && best.scale < before.scale * GROWS) best = before;
      apply(stage, best);
      if (!fits(stage)) { best = search(stage); apply(stage, best); }
    }
    size = now;
    stage.classList.toggle("fits", best.works);
    if (best.works) keepRooms(stage);
  }

  // A result that was closed stays closed when the table is redrawn.
  let closed = "";
  document.addEventListener("click", (event) => {
    const finale = event.target.closest?.("summary")?.parentElement;
    if (finale?.matches(".finale")) closed = finale.open ? location.pathname : "";
  });

  function look() {
    const finale = document.querySelector(".finale[open]:not([data-seen])");
    if (finale && closed === location.pathname) finale.open = false;
    if (finale) finale.dataset.seen = "yes";
    for (const button of document.querySelectorAll(".finale [data-needs-script][hidden]")) button.hidden = false;
    if (document.querySelector(".at-a-table .stage") !== seen) fit();
  }

  document.addEventListener("change", (event) => {
    if (event.target.dataset?.setting !== "screen") return;
    document.documentElement.classList.toggle("projector", event.target.value === "projector");
    fit();
  });
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  addEventListener("resize", fit);
  look();
})();
