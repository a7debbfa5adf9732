// Functions of all pages: add to the seed, close notices, keep details open, and report a lost connection.
"use strict";

function ownSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (x) => x.toString(16).padStart(2, "0")).join("");
}

// Open details stay open when the panel or form around them is replaced.
const AROUND = ":is(#panel, #new-table, .waiting-room)";
const unfolded = new Set();

function nameOf(details) {
  return details.querySelector("summary")?.textContent.trim() ?? "";
}

// Listens to the click, since the toggle event comes too late if an answer arrives in between.
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
    window.htmx?.process(form); // otherwise a new form would load a whole page
    form.requestSubmit();
  }
}

function closeHint() {
  document.getElementById("hint-answer").replaceChildren();
  document.querySelector(".hint button")?.focus({ preventScroll: true });
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !document.querySelector("#hint-answer > *")) return;
  event.stopImmediatePropagation();
  closeHint();
}, true);

// A refusal stays until the visitor acts again or closes it.
document.addEventListener("click", (event) => {
  if (event.target.closest("button.close-hint")) closeHint();
  if (event.target.closest("button.dismiss")) document.getElementById("notice").textContent = "";
});

// Clocks with minutes and seconds count down between two answers of the server.
const deadlines = new WeakMap();

function deadlineOf(clock) {
  if (!deadlines.has(clock)) {
    const parts = /^(\d+):(\d\d)$/.exec(clock.textContent.trim());
    deadlines.set(clock, parts && Date.now() + 1000 * (60 * Number(parts[1]) + Number(parts[2])));
  }
  return deadlines.get(clock);
}

function tick() {
  for (const clock of document.querySelectorAll(".seat .clock:not(.still), .players .clock:not(.still)")) {
    const deadline = deadlineOf(clock);
    if (deadline === null) continue;
    const left = Math.max(0, Math.ceil((deadline - Date.now()) / 1000));
    const words = window.upcard.minutes(left);
    if (clock.textContent !== words) clock.textContent = words;
  }
}

// One answer may overtake another: ignore an answer that is older than the page. Show an answer of the same version,
// since tables and results of a class can change without a new version.
function keepNewest(event) {
  const page = document.querySelector("[data-version]");
  const version = event.detail.xhr.getResponseHeader("Upcard-Version");
  if (!page || version === null || !event.detail.shouldSwap) return;
  if (Number(version) < Number(page.dataset.version)) event.detail.shouldSwap = false;
  else page.dataset.version = version;
}

// The answer to an action contains the new table. While the page waits for this answer, it stores the events of changes
// instead of requesting the table, unless the answer takes too long.
const LONG = 1000;
let unanswered = 0;
const heard = [];

function hearAgain(isLate) {
  const part = document.getElementById("at-table");
  for (const version of heard.splice(0)) window.htmx.trigger(part, "sse:change", { data: version, isLate });
}

function countAnswers(event) {
  const { requestConfig: request, xhr } = event.detail;
  if (request.verb === "get") return;
  unanswered += 1;
  xhr.addEventListener("loadend", () => {
    unanswered -= 1;
    if (!unanswered) hearAgain(false);
  });
}

function passOver(event) {
  const { elt, triggeringEvent: trigger } = event.detail.requestConfig;
  if (trigger?.type !== "sse:change") return;
  const { data: version, isLate } = trigger.detail;
  const waits = unanswered && !isLate;
  if (waits) {
    heard.push(version);
    setTimeout(hearAgain, LONG, true);
  }
  if (waits || Number(version) <= Number(elt.closest(".table-page").dataset.version)) event.preventDefault();
}

// Show a refusal above the table, even if the element that sent the request was replaced.
function showRefusal(event) {
  const notice = document.getElementById("notice");
  if (!event.detail.isError) return;
  const { elt, verb } = event.detail.requestConfig;
  if (verb === "get" && elt.getAttribute("hx-swap") === "none") return; // a sign of the page, which it gives again
  event.detail.selectOverride = "unset";
  if (notice) event.detail.target = notice;
  else event.detail.shouldSwap = false;
}

// A page that requests itself while something is computed is redrawn only when there is something new, so that what is
// open in it stays open, and the focus where it is.
function keepIfSame(event) {
  const { requestConfig: request, serverResponse, shouldSwap, isError } = event.detail;
  if (!request.elt.matches("[data-if-changed]") || !shouldSwap || isError) return;
  const select = request.elt.getAttribute("hx-select");
  const fresh = new DOMParser().parseFromString(serverResponse, "text/html").querySelector(select);
  if (fresh?.textContent === request.elt.closest(select)?.textContent) event.detail.shouldSwap = false;
}

// Redrawing between the press and the release of a button would lose the click: wait until then.
let pressed = null;
const awaited = new Set();

function press(event) {
  pressed = event.target.closest?.("button:not(.card), a, summary") ?? null;
}

function release() {
  pressed = null;
  setTimeout(() => { // after the click
    for (const part of awaited) if (part.isConnected) window.htmx.ajax("GET", part.getAttribute("hx-get"), { source: part });
    awaited.clear();
  });
}

function waitForRelease(event) {
  const { requestConfig: request, isError } = event.detail;
  if (!pressed || isError || request.verb !== "get" || !request.elt.matches("[hx-trigger^='sse:']")) return;
  event.detail.shouldSwap = false;
  awaited.add(request.elt);
}

document.addEventListener("pointerdown", press, true);
document.addEventListener("pointerup", release, true);
document.addEventListener("pointercancel", release, true);

// In the form for a new table, show only the answer to the last change, which includes those before. The form itself
// listens: once it is replaced, nobody listens to earlier answers that arrive late.
let lastChange = null;

function keepLastChange(event) {
  if (event.detail.xhr !== lastChange) event.detail.shouldSwap = false;
}

document.body.addEventListener("htmx:beforeSend", (event) => {
  const { pathInfo, target, xhr } = event.detail;
  if (!pathInfo.requestPath.startsWith("/new/")) return;
  lastChange = xhr;
  target.addEventListener("htmx:beforeSwap", keepLastChange);
});

// A page that follows a table or a class reports when it has not heard from the server for some seconds. When the
// connection is back, it requests the current state.
const SECONDS_LOST = 3;
const silent = new Set();
let silentSince = 0;

function loseStream(event) {
  if (!silent.size) silentSince = Date.now();
  silent.add(event.target);
}

function findStream(event) {
  if (!silent.delete(event.target)) return;
  for (const part of event.target.querySelectorAll("[hx-trigger^='sse:']")) {
    window.htmx.ajax("GET", part.getAttribute("hx-get"), { source: part });
  }
}

function showConnection() {
  for (const stream of silent) if (!stream.isConnected) silent.delete(stream);
  const line = document.getElementById("connection");
  const words = silent.size && Date.now() - silentSince > 1000 * SECONDS_LOST ? document.body.dataset.lost : "";
  if (line.textContent !== words) line.textContent = words;
}

document.body.addEventListener("htmx:sseError", loseStream);
document.body.addEventListener("htmx:sseOpen", findStream);
document.body.addEventListener("htmx:beforeRequest", passOver);
document.body.addEventListener("htmx:beforeSend", countAnswers);
document.body.addEventListener("htmx:beforeSwap", waitForRelease);
document.body.addEventListener("htmx:beforeSwap", keepNewest);
document.body.addEventListener("htmx:beforeSwap", keepIfSame);
document.body.addEventListener("htmx:beforeSwap", showRefusal);
setInterval(tick, 250);
setInterval(showConnection, 250);
new MutationObserver(() => prepare(document)).observe(document.body, { childList: true, subtree: true });
prepare(document);
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/offline_worker.js").catch(() => {});
