// Functions that several scripts share: settings in cookies, the speed of movement, clocks, texts with values, and buttons that copy a text.
"use strict";
window.upcard = (() => {
  const STILL = matchMedia("(prefers-reduced-motion: reduce)");
  const cookie = (name) => document.cookie.split("; ").find((c) => c.startsWith(`${name}=`))?.slice(name.length + 1);
  const isStill = () => STILL.matches || document.hidden || cookie("speed") === "off";
  const time = (milliseconds) => (cookie("speed") === "fast" ? milliseconds / 2 : milliseconds);
  const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (hole, name) => values[name] ?? hole);

  // Buttons with a text copy it, others the address of the page. Where the browser refuses, the visitor copies by hand.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button.copy");
    if (!button) return;
    try {
      await navigator.clipboard.writeText(button.dataset.copy ?? location.href);
      button.textContent = document.body.dataset.copied;
    } catch {
      const field = button.parentElement.querySelector("input.link");
      if (!field) button.textContent = document.body.dataset.byHand;
      field?.focus();
      field?.select();
    }
  });
  return { cookie, filled, isStill, minutes, time };
})();
