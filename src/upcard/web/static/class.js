// Where a group writes its strategy: what another one keeps comes into the form, unless somebody is just writing there.
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

// The form itself stays, with the place where somebody has put his finger.
function keepWriting(event) {
  const { requestConfig: asked, serverResponse, isError } = event.detail;
  const form = document.querySelector("#place form.write");
  if (!form || isError || asked.verb !== "get" || !event.detail.shouldSwap) return;
  const sent = new DOMParser().parseFromString(serverResponse, "text/html").querySelector("form.write");
  if (sent?.dataset.at !== form.dataset.at) return;
  event.detail.shouldSwap = false;
  document.querySelector("#place .whoami").replaceWith(sent.ownerDocument.querySelector(".whoami"));
  if (sent.elements.seen.value === form.elements.seen.value) return;
  const writes = Array.from(form.elements).some((x) => x.name && isWritten(x));
  const kept = sent.querySelector(".kept");
  kept.querySelector(".as-kept").hidden = writes;
  kept.querySelector(".instead").hidden = !writes;
  for (const field of form.elements) {
    if (field.name && (!writes || field.name === "seen")) take(field, sent.elements[field.name]);
  }
  form.querySelector(".kept").replaceWith(kept);
}

document.body.addEventListener("htmx:beforeSwap", keepWriting);
