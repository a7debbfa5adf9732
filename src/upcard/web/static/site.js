// What pages do beside the table: each browser adds its own part to the seed, links are copied, notices are
// closed, what was folded out stays so, and a lost connection is told.
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

// One answer may overtake another: a table or a class older than what is shown is not shown any more. Of the same
// version it is, since tables of a class and what is found out for it change without one.
function keepNewest(event) {
  const page = document.querySelector("[data-version]");
  const version = event.detail.xhr.getResponseHeader("Upcard-Version");
  if (!page || version === null || !event.detail.shouldSwap) return;
  if (Number(version) < Number(page.dataset.version)) event.detail.shouldSwap = false;
  else page.dataset.version = version;
}

// Who does something is answered with the table as it is then, and needs not ask for it when he hears of the change:
// as long as he waits for the answer, and that is not too long, he only notes what he hears.
const LONG = 1000;
let unanswered = 0;
const heard = [];

function hearAgain(isLate) {
  const part = document.getElementById("at-table");
  for (const version of heard.splice(0)) window.htmx.trigger(part, "sse:change", { data: version, isLate });
}

function countAnswers(event) {
  const { requestConfig: asked, xhr } = event.detail;
  if (asked.verb === "get") return;
  unanswered += 1;
  xhr.addEventListener("loadend", () => {
    unanswered -= 1;
    if (!unanswered) hearAgain(false);
  });
}

function passOver(event) {
  const { elt, triggeringEvent: told } = event.detail.requestConfig;
  if (told?.type !== "sse:change") return;
  const { data: version, isLate } = told.detail;
  const waits = unanswered && !isLate;
  if (waits) {
    heard.push(version);
    setTimeout(hearAgain, LONG, true);
  }
  if (waits || Number(version) <= Number(elt.closest(".table-page").dataset.version)) event.preventDefault();
}

// A refusal is told above the table, also when what asked has meanwhile made room for something newer.
function tellRefusal(event) {
  const notice = document.getElementById("notice");
  if (!event.detail.isError) return;
  event.detail.selectOverride = "unset";
  if (notice) event.detail.target = notice;
  else event.detail.shouldSwap = false;
}

// What is drawn anew between the press of a button and its release would lose the click: it waits until then.
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
  const { requestConfig: asked, isError } = event.detail;
  if (!pressed || isError || asked.verb !== "get" || !asked.elt.matches("[hx-trigger^='sse:']")) return;
  event.detail.shouldSwap = false;
  awaited.add(asked.elt);
}

document.addEventListener("pointerdown", press, true);
document.addEventListener("pointerup", release, true);
document.addEventListener("pointercancel", release, true);

// Of the form for a table only the answer to the last change is shown, which knows of those before. The form itself
// listens: where that answer has taken its place, an earlier one that comes later is told to nobody else.
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
// A page that follows a table or a class says when it has heard nothing of the server for some seconds, until it hears
// again; then it asks for what happened meanwhile.
const LOST = "Connection lost. Reconnecting …", SECONDS_LOST = 3;
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

function tellConnection() {
  for (const stream of silent) if (!stream.isConnected) silent.delete(stream);
  const line = document.getElementById("connection");
  const words = silent.size && Date.now() - silentSince > 1000 * SECONDS_LOST ? LOST : "";
  if (line.textContent !== words) line.textContent = words;
}

document.body.addEventListener("htmx:sseError", loseStream);
document.body.addEventListener("htmx:sseOpen", findStream);
document.body.addEventListener("htmx:beforeRequest", passOver);
document.body.addEventListener("htmx:beforeSend", countAnswers);
document.body.addEventListener("htmx:beforeSwap", waitForRelease);
document.body.addEventListener("htmx:beforeSwap", keepNewest);
document.body.addEventListener("htmx:beforeSwap", tellRefusal);
setInterval(tick, 250);
setInterval(tellConnection, 250);
new MutationObserver(() => prepare(document)).observe(document.body, { childList: true, subtree: true });
prepare(document);
