// The projector page uses all the space: letters grow until the page would no longer fit.
"use strict";

const LEAST = 1.5, STEP = 0.05, STEPS = 26; // in hundredths of the width

function fits() {
  const { scrollHeight, scrollWidth, clientWidth } = document.documentElement;
  return scrollHeight <= innerHeight && scrollWidth <= clientWidth;
}

function grow() {
  const wall = document.querySelector("main.wall");
  let step = innerWidth > 700 ? STEPS : 0;
  do wall.style.setProperty("--letters", `${LEAST + step * STEP}vw`); while (!fits() && step-- > 0);
}

document.body.addEventListener("htmx:afterSettle", grow);
addEventListener("resize", grow);
addEventListener("load", grow); // pictures have loaded by then
grow();
