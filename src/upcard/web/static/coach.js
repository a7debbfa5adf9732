// After each step of a first game the focus goes to the coach, so that screen readers read it and Enter goes on.
"use strict";
document.body.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target?.id !== "at-table") return;
  (document.querySelector("#coach .next") ?? document.getElementById("coach"))?.focus({ preventScroll: true });
});
