// Forms are updated when others change something: the strategy of a group, the teacher's choice of groups, the answers to a
// poll. An update never overwrites what the user has entered.
"use strict";

function isWritten(field) {
  if (field.type === "hidden") return false;
  if (field.type === "checkbox") return field.checked !== field.defaultChecked;
  if (field.options) return field.selectedIndex !== Math.max(0, Array.from(field.options).findIndex((x) => x.defaultSelected));
  return field.value !== field.defaultValue;
}

function take(field, sent) {
  if (field.type === "checkbox") field.checked = field.defaultChecked = sent.checked;
  else if (field.options) {
    for (const [i, x] of Array.from(field.options).entries()) x.defaultSelected = i === sent.selectedIndex;
    field.selectedIndex = sent.selectedIndex;
  }
  else field.value = field.defaultValue = sent.value;
}

// The form element stays, and so does the text cursor.
function keepWriting(event) {
  const { requestConfig: request, serverResponse, isError } = event.detail;
  const form = document.querySelector("#place form.write");
  if (!form || isError || request.verb !== "get" || !event.detail.shouldSwap) return;
  const sent = new DOMParser().parseFromString(serverResponse, "text/html").querySelector("form.write");
  if (sent?.dataset.at !== form.dataset.at) return;
  event.detail.shouldSwap = false;
  document.querySelector("#place .whoami").replaceWith(sent.ownerDocument.querySelector(".whoami"));
  document.querySelector("#place .trial")?.replaceWith(sent.ownerDocument.querySelector(".trial"));
  htmx.process(document.querySelector("#place .trial"));
  if (sent.elements.seen.value === form.elements.seen.value) return;
  const writes = Array.from(form.elements).some((x) => x.name && isWritten(x));
  const saved = sent.querySelector(".kept");
  saved.querySelector(".as-kept").hidden = writes;
  saved.querySelector(".instead").hidden = !writes;
  for (const field of form.elements) {
    if (field.name && (!writes || field.name === "seen")) take(field, sent.elements[field.name]);
  }
  form.querySelector(".kept").replaceWith(saved);
}

// Choosing something in the menus of a rule ticks its box. If somebody removes the tick, the old menu values are not
// sent: without scripts, the server compares them with the new ones to see that a rule was chosen.
function tickRule(event) {
  const fields = event.target.form?.elements;
  if (event.target.matches("form.write .menus select")) fields["with-rule"].checked = true;
  else if (event.target.matches("form.write [name=with-rule]")) fields.menus.disabled = true;
}

// If the groups have not changed, nothing is redrawn; otherwise the teacher's choices are restored.
let chosen = [];

function keepChoosing(event) {
  const part = document.querySelector("#together .who");
  const { requestConfig: request, serverResponse, isError } = event.detail;
  if (!part || isError || request.verb !== "get" || !event.detail.shouldSwap) return;
  const sent = new DOMParser().parseFromString(serverResponse, "text/html").querySelector(".who");
  if (sent?.dataset.at === part.dataset.at) event.detail.shouldSwap = false;
  else chosen = Array.from(part.querySelectorAll("select")).filter((x) => x.value !== x.dataset.group).map((x) => [x.id, isNew(x) ? null : x.value]);
}

// The last choice means a new group, whatever its number: other groups may have been added meanwhile.
function isNew(menu) {
  return menu.selectedIndex === menu.options.length - 1;
}

function chooseAgain() {
  for (const [id, value] of chosen.splice(0)) {
    const menu = document.getElementById(id);
    if (menu && value === null) menu.selectedIndex = menu.options.length - 1;
    else if (menu && Array.from(menu.options).some((x) => x.value === value)) menu.value = value;
  }
}

// Answers that a pupil has written but not sent yet are entered again in the new forms of the poll.
let drafts = [];

function keepDrafts(event) {
  const sent = event.detail.requestConfig?.elt?.elements?.question?.value;
  drafts = Array.from(document.querySelectorAll("#place form.poll")).filter((x) => x.elements.question.value !== sent).flatMap((form) => {
    const field = form.querySelector("textarea, input:not([type=hidden])");
    return field && isWritten(field) ? [[form.elements.at.value, form.elements.question.value, field.value]] : [];
  });
}

function writeDrafts() {
  for (const form of document.querySelectorAll("#place form.poll")) {
    const draft = drafts.find(([at, question]) => at === form.elements.at.value && question === form.elements.question.value);
    if (draft) form.querySelector("textarea, input:not([type=hidden])").value = draft[2];
  }
  drafts = [];
}

document.body.addEventListener("htmx:beforeSwap", keepWriting);
document.body.addEventListener("htmx:beforeSwap", keepDrafts);
document.body.addEventListener("htmx:afterSwap", writeDrafts);
document.body.addEventListener("htmx:beforeSwap", keepChoosing);
document.body.addEventListener("htmx:afterSwap", chooseAgain);
document.body.addEventListener("change", tickRule);
