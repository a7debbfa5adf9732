// Sounds, off by default: a few short tones that the browser makes itself. Nothing is loaded.
"use strict";
(() => {
  const TONES = {
    card: [[520, 0, 0.05]], turn: [[880, 0, 0.09], [1175, 0.1, 0.14]],
    round: [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.22]], call: [[392, 0, 0.1], [392, 0.14, 0.22]],
  };
  const LOUDNESS = 0.06;
  let context = null;

  const isOn = () => window.upcard.cookie("sound") === "yes";

  function play(name) {
    if (!isOn() || !TONES[name]) return;
    context ??= new AudioContext();
    for (const [pitch, after, length] of TONES[name]) {
      const tone = context.createOscillator(), gain = context.createGain(), at = context.currentTime + after;
      tone.type = "triangle";
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(LOUDNESS, at);
      gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
      tone.connect(gain).connect(context.destination);
      tone.start(at);
      tone.stop(at + length);
    }
  }

  document.addEventListener("upcard:sound", (event) => play(event.detail));
  document.addEventListener("upcard:table", ({ detail: { before, table } }) => {
    if (!before || before.dataset.turn === table.dataset.turn) return;
    if (table.querySelector(".turn.mine") && !before.querySelector(".turn.mine")) play("turn");
    else if (table.querySelector("[data-from]")) play("card");
  });
  document.addEventListener("change", (event) => { if (event.target.matches?.("[data-setting=sound]")) setTimeout(play, 0, "turn"); });
})();
