// The table fits the window: the largest scale at which opponents, centre, hand and choices are all visible. Opponents
// become chips where room is short. Without this script the page scrolls. It runs before table.js looks at the cards.
"use strict";
(() => {
  const LEAST = 0.4, STEPS = 6, ENOUGH = 0.72, BEGINS = 0.9, KEEPS = 0.5, PHONE = 640, DOT = 1, GROWS = 1.35, SPARE = 0.95;
  const REGIONS = {
    "--head-room": ".board-head", "--own-room": ".own", "--seats-room": ".seats", "--middle-room": ".middle", "--acts-room": ".acts-room",
  };
  const SHARES = { "--seats-room": 0.4, "--middle-room": 0.4, "--own-room": 0.2 };
  let seen = null, size = "", round = "", best = null;

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

  function largest(stage, isShort, high, rooms) {
    let low = LEAST;
    const works = (scale) => { apply(stage, { scale, isShort, rooms }); return fits(stage); };
    if (works(high)) return high;
    if (!works(low)) return 0;
    for (let i = 0; i < STEPS; i += 1) {
      const middle = (low + high) / 2;
      if (works(middle)) low = middle; else high = middle;
    }
    return low;
  }

  // The least scale of plates. On phones it is larger at first than later, so that plates do not become chips within a match.
  const least = (before) => (innerWidth > PHONE ? ENOUGH : before ? KEEPS : BEGINS);

  // With room for what may come, such as what players say, if there is enough: .reserving stands for it.
  function search(stage, before) {
    stage.classList.add("reserving");
    let found = searchAsItIs(stage, before);
    if (found.scale < ENOUGH) {
      stage.classList.remove("reserving");
      found = searchAsItIs(stage, before);
    }
    if (before && found.scale < before.scale) { // not again at the next turn, and each time by more
      found.shrinks = (before.shrinks ?? 0) + 1;
      found.scale = Math.max(LEAST, SPARE ** (2 * found.shrinks - 1) * found.scale);
    } else if (before) found.shrinks = before.shrinks;
    apply(stage, found);
    found.rooms = heights(stage, found.rooms);
    stage.classList.remove("reserving");
    return found;
  }

  // Within a match chips stay chips, and the scale grows only after a round and only by much. The heights above
  // and below the felt do not depend on the scale.
  function searchAsItIs(stage, before) {
    const top = before && !before.mayGrow ? Math.min(before.scale, most()) : most(), { rooms: old } = before ?? {};
    const rooms = old && { "--head-room": old["--head-room"], "--acts-room": old["--acts-room"] };
    const whole = before?.isShort ? 0 : largest(stage, false, top, rooms);
    const chips = whole < least(before) ? largest(stage, true, before?.isShort ? top : most(), rooms) : 0;
    return { scale: Math.max(whole, chips) || LEAST, isShort: whole < least(before) && chips >= whole, works: whole + chips > 0, rooms };
  }

  function heights(stage, least) {
    const rooms = {};
    for (const [name, selector] of Object.entries(REGIONS)) {
      rooms[name] = Math.max(least?.[name] ?? 0, stage.querySelector(selector)?.getBoundingClientRect().height ?? 0);
    }
    return rooms;
  }

  // The free part of the felt belongs to its regions, so that they can grow without moving each other.
  function withSpare(stage, rooms) {
    const felt = stage.querySelector(".felt"), boxes = Object.keys(SHARES).map((name) => stage.querySelector(REGIONS[name])?.getBoundingClientRect());
    if (boxes.includes(undefined) || stage.querySelector(".compass")) return rooms;
    const [seats, middle, own] = boxes, gap = parseFloat(getComputedStyle(felt).rowGap) || 0;
    const spare = Math.max(0, middle.top - seats.bottom - gap) + Math.max(0, own.top - middle.bottom - gap) - DOT;
    if (spare <= 0) return rooms;
    const grown = Object.entries(SHARES).map(([name, share]) => [name, rooms[name] + share * spare]);
    return { ...rooms, ...Object.fromEntries(grown) };
  }

  const greatest = (rooms, others) => Object.fromEntries(Object.keys(rooms).map((x) => [x, Math.max(rooms[x], others?.[x] ?? 0)]));

  // Regions keep their greatest heights and their shares of what is free, so that nothing moves from turn to turn.
  function keepRooms(stage) {
    const rooms = heights(stage, best.rooms);
    if (best.shared) {
      apply(stage, { ...best, rooms: greatest(rooms, best.shared) });
      if (fits(stage)) { best.rooms = rooms; return; }
    }
    apply(stage, { ...best, rooms });
    if (fits(stage)) {
      best.rooms = rooms;
      best.shared = withSpare(stage, rooms);
      apply(stage, { ...best, rooms: best.shared });
      if (!fits(stage)) { best.shared = null; apply(stage, best); }
      return;
    }
    best = search(stage, best);
    apply(stage, best);
    if (!fits(stage)) apply(stage, { ...best, rooms: null });
  }

  function fit() {
    const stage = document.querySelector(".at-a-table .stage");
    seen = stage;
    if (!stage) return;
    const table = stage.closest("#table"), now = table.dataset.round ?? "";
    const above = Math.round(document.querySelector(".at-a-table #at-table").getBoundingClientRect().top + scrollY);
    document.documentElement.style.setProperty("--above", `${above}px`);
    const place = `${innerWidth} ${innerHeight} ${above} ${most()} ${table.classList.contains("over")}`;
    stage.classList.add("fits");
    if (!best || place !== size) best = search(stage, null);
    else {
      apply(stage, best);
      if (!fits(stage)) best = search(stage, best);
      else if (now !== round) {
        const other = search(stage, { ...best, mayGrow: true });
        if (other.scale > best.scale * GROWS) best = other;
      }
    }
    apply(stage, best);
    if (!fits(stage)) apply(stage, { ...best, rooms: null });
    [size, round] = [place, now];
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
