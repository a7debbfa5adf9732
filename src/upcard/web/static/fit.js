// The table fits the window: the largest scale at which opponents, centre, hand and choices are all visible. Opponents
// become chips where room is short. Without this script the page scrolls. It runs before table.js looks at the cards.
"use strict";
(() => {
  const LEAST = 0.4, STEPS = 6, ENOUGH = 0.72, ENOUGH_YET = 0.5, BEGINS = 0.9, KEEPS = 0.5, PHONE = 640, DOT = 1, GROWS = 1.35;
  const SPARE = 0.95, TIGHT = 0.97, WIDEST = 1.5;
  // Regions with the names of their heights, and of those on the felt the share of free room and the name of the scale.
  const REGIONS = {
    "--head-room": ".board-head", "--own-room": ".own", "--seats-room": ".seats", "--middle-room": ".middle", "--acts-room": ".acts-room",
    "--sides-room": ".seats .side-1, .seats .side-3",
  };
  const SHARES = { "--seats-room": 0.4, "--middle-room": 0.4, "--own-room": 0.2 }, MOST_SHARE = 0.4;
  const PARTS = { "--seats-fit": ".seats", "--middle-fit": ".middle", "--own-fit": ".own" };
  let seen = null, size = "", round = "", best = null;

  const most = () => (document.documentElement.classList.contains("projector") ? 2.6 : 1.7);
  const isCompass = (stage) => Boolean(stage.querySelector(".compass"));
  const isInside = (x) => x.scrollHeight <= x.clientHeight + DOT && x.scrollWidth <= x.clientWidth + DOT;
  const fits = (stage) => isInside(stage) && isInside(stage.querySelector(".felt"));

  // Rows of seats are equally long, so that none of them stands alone in a row of its own.
  function setColumns(stage) {
    const seats = stage.querySelector(".seats"), n = seats?.children.length ?? 0;
    if (!n || isCompass(stage)) return;
    const em = parseFloat(getComputedStyle(seats).fontSize), isShort = stage.dataset.seats === "chips";
    const least = (isShort ? (innerWidth > PHONE ? 9.5 : 7) : innerWidth <= PHONE ? (n > 1 ? 10 : 20) : n > 3 ? 12.5 : 15) * em;
    const abreast = Math.max(1, Math.floor((seats.clientWidth + 4) / (least + 4)));
    stage.style.setProperty("--columns", Math.ceil(n / Math.ceil(n / abreast)));
  }

  // Before the heights are settled, regions are as high as what they hold; later they have exactly these heights.
  function apply(stage, { scale, isShort, rooms, parts }, isSettled = false) {
    stage.dataset.seats = isShort ? "chips" : "plates";
    stage.classList.toggle("settled", isSettled);
    stage.style.setProperty("--fit", scale);
    for (const name of Object.keys(PARTS)) stage.style.setProperty(name, scale * (isSettled ? (parts?.[name] ?? 1) : 1));
    for (const name of Object.keys(REGIONS)) stage.style.setProperty(name, `${rooms?.[name] ?? 0}px`);
    setColumns(stage);
  }

  // The largest scale from `low` to `high` that works, 0 if none does.
  function bisect(low, high, works) {
    if (works(high)) return high;
    if (!works(low)) return 0;
    for (let i = 0; i < STEPS; i += 1) {
      const middle = (low + high) / 2;
      if (works(middle)) low = middle; else high = middle;
    }
    return low;
  }

  const largest = (stage, isShort, high, rooms) =>
    bisect(LEAST, high, (scale) => { apply(stage, { scale, isShort, rooms }); return fits(stage); });

  // The least scale of plates. On phones it is larger at first than later, so that plates do not become chips within a match.
  const least = (before) => (innerWidth > PHONE ? ENOUGH : before ? KEEPS : BEGINS);

  // With room for what may come, if there is enough: .roomy stands for much, .reserving for what most tables need.
  function search(stage, before) {
    let found = null;
    for (const [names, enough] of [["reserving roomy", ENOUGH], ["reserving", ENOUGH_YET], ["", 0]]) {
      for (const name of ["reserving", "roomy"]) stage.classList.toggle(name, names.includes(name));
      found = searchAsItIs(stage, before);
      if (found.scale >= enough) break;
    }
    if (before && found.scale < before.scale) { // not again at the next turn, and each time by more
      found.shrinks = (before.shrinks ?? 0) + 1;
      found.scale = Math.max(LEAST, SPARE ** (2 * found.shrinks - 1) * found.scale);
    } else if (before) found.shrinks = before.shrinks;
    else if (found.scale < most()) found.scale = Math.max(LEAST, TIGHT * found.scale);
    apply(stage, found);
    found.rooms = withSpare(stage, heights(stage, found.rooms));
    stage.classList.remove("reserving", "roomy");
    found.parts = {};
    if (isCompass(stage)) enlargeMiddle(stage, found);
    found.atFirst = { ...found.parts };
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
      const boxes = [...stage.querySelectorAll(selector)];
      if (name === "--seats-room" && isCompass(stage)) boxes.splice(0, 1, ...stage.querySelectorAll(innerWidth > PHONE ? ".seats .side-2" : ".seats .seat"));
      rooms[name] = Math.max(least?.[name] ?? 0, ...boxes.map((x) => Math.max(x.getBoundingClientRect().height, x.scrollHeight)));
    }
    return rooms;
  }

  // The free part of the felt belongs to its regions, so that they can grow without moving each other.
  function withSpare(stage, rooms) {
    const felt = stage.querySelector(".felt"), boxes = Object.keys(SHARES).map((name) => stage.querySelector(REGIONS[name])?.getBoundingClientRect());
    if (boxes.includes(undefined) || isCompass(stage)) return rooms;
    const [seats, middle, own] = boxes, gap = parseFloat(getComputedStyle(felt).rowGap) || 0;
    const spare = Math.max(0, middle.top - seats.bottom - gap) + Math.max(0, own.top - middle.bottom - gap) - DOT;
    if (spare <= 0) return rooms;
    const grown = Object.entries(SHARES).map(([name, share]) => [name, rooms[name] + Math.min(share * spare, MOST_SHARE * rooms[name])]);
    return { ...rooms, ...Object.fromEntries(grown) };
  }

  // The middle of a square takes what the seats around it leave free.
  function enlargeMiddle(stage, found) {
    const works = (part) => {
      apply(stage, { ...found, parts: { "--middle-fit": part } }, true);
      return fits(stage) && isInside(stage.querySelector(".middle"));
    };
    found.parts["--middle-fit"] = bisect(1, Math.max(1, Math.min(WIDEST, most() / found.scale)), works) * TIGHT || 1;
  }

  const crowded = (stage, selector) => [stage.querySelector(selector), ...stage.querySelectorAll(`${selector} .seat`)].filter(
    (x) => x && x.clientHeight && !isInside(x));

  // A region that outgrows its height becomes smaller by itself: nothing else on the table moves.
  function settle(stage) {
    apply(stage, best, true);
    for (const [name, selector] of Object.entries(PARTS)) {
      if (!crowded(stage, selector).length) continue;
      const now = best.parts[name] ?? 1, low = Math.min(now, LEAST / best.scale);
      const part = bisect(low, now, (x) => {
        apply(stage, { ...best, parts: { ...best.parts, [name]: x } }, true);
        return !crowded(stage, selector).length;
      });
      if (!part) return false;
      best.parts[name] = Math.max(low, SPARE * part);
      apply(stage, best, true);
    }
    return fits(stage);
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
    else if (now !== round) {
      const other = search(stage, { ...best, mayGrow: true });
      if (other.scale > best.scale * GROWS) best = other;
      else best.parts = { ...best.atFirst }; // what was crowded in the last round may have room again
    }
    [size, round] = [place, now];
    if (!settle(stage)) best = search(stage, best);
    if (best.works && !settle(stage)) apply(stage, { ...best, rooms: null });
    if (!best.works) apply(stage, { ...best, rooms: null });
    stage.classList.toggle("fits", best.works);
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
