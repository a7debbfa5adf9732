// The analysis board: marks the best move on the table, shows the move of a line of the list, and shares the link.
"use strict";
(() => {
  const actionsOf = (x) => (x.dataset.actions ?? x.value ?? "").split(" ");
  const toPlay = () => [...document.querySelectorAll("#table [data-actions], #table .choice")];

  function mark(name, actions) {
    for (const x of toPlay()) x.classList.toggle(name, actionsOf(x).some((a) => actions.includes(a)));
  }

  function markBest() {
    mark("best-move", [...document.querySelectorAll(".choices-worth .best")].map((row) => row.dataset.action));
  }

  const point = (event) => {
    const row = event.target.closest?.(".choices-worth tr[data-action]");
    mark("pointed", row && !/out$/.test(event.type) ? [row.dataset.action] : []);
  };
  for (const type of ["mouseover", "mouseout", "focusin", "focusout"]) document.addEventListener(type, point);
  document.addEventListener("htmx:afterSwap", markBest);
  markBest();

  const share = document.querySelector(".analysis .share");
  share.hidden = !navigator.share;
  share.addEventListener("click", () => navigator.share({ title: document.title, url: location.href }).catch(() => {}));
})();
