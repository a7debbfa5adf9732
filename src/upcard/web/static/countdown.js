// Countdowns of a class: each new one says how many seconds are left, so the clock of the device does not matter.
"use strict";
(() => {
  const ends = new WeakMap();

  function tick() {
    for (const timer of document.querySelectorAll(".countdown")) {
      if (!ends.has(timer)) ends.set(timer, performance.now() + 1000 * Number(timer.dataset.left));
      const left = Math.max(0, Math.ceil((ends.get(timer) - performance.now()) / 1000));
      const text = window.upcard.minutes(left);
      const clock = timer.querySelector(".clock");
      if (clock.textContent !== text) clock.textContent = text;
    }
  }

  setInterval(tick, 200);
  tick();
})();
