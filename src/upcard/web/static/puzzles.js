// Solved puzzles and the streak of days, kept in this browser only.
"use strict";
(() => {
  const KEY = "upcard-puzzles";
  const DAY = 86400000;
  const read = () => {
    try { return JSON.parse(localStorage.getItem(KEY)) || {}; } catch { return {}; }
  };
  const write = (state) => {
    try { localStorage.setItem(KEY, JSON.stringify(state)); } catch { /* private windows may refuse */ }
  };
  const today = () => new Date().toISOString().slice(0, 10);
  const yesterday = () => new Date(Date.now() - DAY).toISOString().slice(0, 10);
  const PLURAL = new Intl.PluralRules(document.documentElement.lang);
  const filled = (words, n) => words.replace("{n}", n);
  const counted = (words, name, n) => filled(words[name + (PLURAL.select(n) === "one" ? "One" : "Many")], n);

  function note(article) {
    const state = read(), name = article.dataset.puzzle, how = article.dataset.tried;
    state.failed ||= {};
    state.solved ||= {};
    if (how === "wrong" || how === "shown") {
      if (!state.solved[name]) state.failed[name] = 1;
      state.row = 0;
    } else if (how === "right" && !state.solved[name]) {
      state.solved[name] = state.failed[name] ? 2 : 1; // 1: at the first try
      if (!state.failed[name]) state.row = (state.row || 0) + 1;
      if (state.day !== today()) state.days = state.day === yesterday() ? (state.days || 0) + 1 : 1;
      state.day = today();
    } else return;
    write(state);
    show();
  }

  function show() {
    const state = read(), solved = Object.keys(state.solved || {}), streak = document.getElementById("streak");
    const isAlive = state.day === today() || state.day === yesterday();
    const days = isAlive ? state.days || 0 : 0;
    if (streak && solved.length) {
      const words = streak.dataset, parts = [counted(words, "solved", solved.length), counted(words, "days", days)];
      if (state.row) parts.push(filled(words.row, state.row));
      streak.textContent = parts.join(" · ");
    }
    for (const place of document.querySelectorAll("[data-solved]")) {
      const n = solved.filter((x) => x.startsWith(`${place.dataset.solved}/`)).length;
      place.textContent = n ? filled(place.dataset.words, n) : "";
    }
  }

  // The end of a match leads to the day's puzzle of its game, or to the next one that this browser has not solved.
  function skipSolved(article) {
    const { puzzle, count, stride } = article.dataset, [game, day] = puzzle.split("/"), solved = read().solved || {};
    let number = Number(day);
    do {
      if (!solved[`${game}/${number}`]) break;
      number = (number - 1 + Number(stride)) % Number(count) + 1;
    } while (number !== Number(day));
    if (number !== Number(day)) location.replace(`/puzzles/${game}/${number}`);
  }

  const shown = document.querySelector(".puzzle");
  if (shown && new URLSearchParams(location.search).has("unsolved")) skipSolved(shown);
  const first = document.querySelector(".puzzle[data-tried]");
  if (first) note(first);
  show();
  document.addEventListener("htmx:load", (event) => {
    if (event.detail.elt.matches?.(".puzzle[data-tried]")) note(event.detail.elt);
  });
})();
