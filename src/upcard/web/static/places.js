// The editor of positions: a click takes along what was typed, also before it is applied.
"use strict";
document.addEventListener("click", (event) => {
  const link = event.target.closest("main a[href]");
  if (!link) return;
  const url = new URL(link.href);
  for (const field of document.querySelectorAll("form.sizes input[type=number]"))
    if (field.value !== field.defaultValue) url.searchParams.set(field.name, field.value);
  link.href = url.href;
});
