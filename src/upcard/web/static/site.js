// What pages do beside the table: each browser adds its own part to the seed, links are copied, notices are
// closed, and what was folded out stays so.
"use strict";

function ownSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (x) => x.toString(16).padStart(2, "0")).join("");
}

// What somebody has folded out stays so when the panel or the form around it is sent anew.
const AROUND = ":is(#panel, #new-table)";
const unfolded = new Set();

function nameOf(details) {
  return details.querySelector("summary")?.textContent.trim() ?? "";
}

// The click is noted, and not the event after it, which comes too late where an answer comes in between.
document.addEventListener("click", (event) => {
  const details = event.target.closest?.("summary")?.parentElement;
  if (!details?.closest(AROUND)) return;
  if (details.open) unfolded.delete(nameOf(details));
  else unfolded.add(nameOf(details));
});

function prepare(root) {
  for (const details of root.querySelectorAll(`${AROUND} details:not([open])`)) {
    if (!details.dataset.seen && unfolded.has(nameOf(details))) details.open = true;
    details.dataset.seen = "yes";
  }
  for (const field of root.querySelectorAll("input.own-seed")) {
    if (field.value) continue;
    field.value = ownSeed();
    const form = field.closest("form.shuffle");
    if (!form) continue;
    window.htmx?.process(form); // what has just been put into the page would else be sent as a new page
    form.requestSubmit();
  }
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button.copy");
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = "Copied";
  } catch {
    const field = button.parentElement.querySelector("input.link");
    field.focus();
    field.select();
  }
});

// What was refused stays until the person acts again, or has read it.
document.addEventListener("click", (event) => {
  if (event.target.closest("button.dismiss")) document.getElementById("notice").textContent = "";
});

// Clocks that count minutes and seconds go on between two tables that the server sends.
const deadlines = new WeakMap();

function deadlineOf(clock) {
  if (!deadlines.has(clock)) {
    const told = /^(\d+):(\d\d)$/.exec(clock.textContent.trim());
    deadlines.set(clock, told && Date.now() + 1000 * (60 * Number(told[1]) + Number(told[2])));
  }
  return deadlines.get(clock);
}

function tick() {
  for (const clock of document.querySelectorAll(".seat .clock")) {
    const deadline = deadlineOf(clock);
    if (deadline === null) continue;
    const left = Math.max(0, Math.ceil((deadline - Date.now()) / 1000));
    const words = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (clock.textContent !== words) clock.textContent = words;
  }
}

// One answer may overtake another: a table that is older than the one that is shown is not shown any more.
function keepNewest(event) {
  const page = document.querySelector(".table-page");
  const version = event.detail.xhr.getResponseHeader("Upcard-Version");
  if (!page || version === null) return;
  if (Number(version) < Number(page.dataset.version)) event.detail.shouldSwap = false;
  else page.dataset.version = version;
}

// A refusal is told above the table, also when what asked has meanwhile made room for something newer.
function tellRefusal(event) {
  const notice = document.getElementById("notice");
  if (!event.detail.isError) return;
  event.detail.selectOverride = "unset";
  if (notice) event.detail.target = notice;
  else event.detail.shouldSwap = false;
}

// Of the form for a table only the answer to the last change is shown, which knows of those before.
let lastChange = null;
const isForm = (event) => event.detail.pathInfo.requestPath.startsWith("/new/");

document.body.addEventListener("htmx:beforeSend", (event) => {
  if (isForm(event)) lastChange = event.detail.xhr;
});
document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (isForm(event) && event.detail.xhr !== lastChange) event.detail.shouldSwap = false;
});
document.body.addEventListener("htmx:beforeSwap", keepNewest);
document.body.addEventListener("htmx:beforeSwap", tellRefusal);
setInterval(tick, 250);
new MutationObserver(() => prepare(document)).observe(document.body, { childList: true, subtree: true });
prepare(document);
