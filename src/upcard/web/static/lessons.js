// Chapters: sliders beside numbers, and experiments in which readers repeat a chance. Without it the numbers work.
"use strict";
(() => {
  const Z = 1.96, FEWEST_STEPS = 3, MOST_STEPS = 1000, DOTS = 400, AREA = { left: 50, right: 396, top: 12, bottom: 190 };
  const NS = "http://www.w3.org/2000/svg";

  // --- sliders

  function slide(input) {
    const steps = input.max - input.min;
    if (!input.min || !input.max || steps < FEWEST_STEPS || steps > MOST_STEPS) return;
    const range = Object.assign(document.createElement("input"), { type: "range", min: input.min, max: input.max, value: input.value });
    range.setAttribute("aria-label", `${input.labels[0].textContent}, slider`);
    input.after(range);
    range.addEventListener("input", () => { input.value = range.value; });
    input.addEventListener("input", () => { range.value = input.value; });
  }

  // --- experiments

  const wilson = (wins, n) => {
    const p = wins / n, below = 1 + Z * Z / n, middle = p + Z * Z / (2 * n);
    const half = Z * Math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n));
    return [(middle - half) / below, (middle + half) / below];
  };
  const percent = (x) => `${(100 * x).toFixed(1)} %`;
  const wins = (n, chance) => {
    let count = 0;
    for (let k = 0; k < n; k += 1) count += Math.random() < chance;
    return count;
  };
  const y = (share) => AREA.bottom - share * (AREA.bottom - AREA.top);

  function draw(svg, tag, attributes, text = "") {
    const shape = document.createElementNS(NS, tag);
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
    shape.textContent = text;
    svg.append(shape);
  }

  function frame(svg, chance, ticks) {
    svg.replaceChildren();
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      draw(svg, "line", { class: "grid", x1: AREA.left, x2: AREA.right, y1: y(share), y2: y(share) });
      draw(svg, "text", { class: "up", x: AREA.left - 6, y: y(share) + 4 }, `${100 * share} %`);
    }
    for (const [x, text] of ticks) draw(svg, "text", { class: "across", x, y: AREA.bottom + 18 }, text);
    draw(svg, "line", { class: "truth", x1: AREA.left, x2: AREA.right, y1: y(chance), y2: y(chance) });
  }

  const path = (points) => points.map(([x, at], k) => `${k ? "L" : "M"}${x.toFixed(1)} ${at.toFixed(1)}`).join("");

  class Share {
    constructor() { this.n = 0; this.won = 0; this.course = []; }

    play(count, { chance }) {
      for (let k = 0; k < count; k += 1) {
        this.n += 1;
        this.won += wins(1, chance);
        const last = this.course.at(-1)?.n ?? 0;
        if (this.n <= 50 || this.n >= last * 1.03) this.course.push({ n: this.n, won: this.won });
      }
    }

    show(svg, { chance }) {
      const most = Math.max(100, 10 ** Math.ceil(Math.log10(this.n || 1)));
      const x = (n) => AREA.left + (AREA.right - AREA.left) * Math.log10(n) / Math.log10(most);
      const ticks = [];
      for (let n = 1; n <= most; n *= 10) ticks.push([x(n), n.toLocaleString("en")]);
      frame(svg, chance, ticks);
      const points = [...this.course, ...(this.n ? [{ n: this.n, won: this.won }] : [])];
      if (!points.length) return "Nothing was played yet.";
      const ends = points.map((p) => [x(p.n), ...wilson(p.won, p.n)]);
      draw(svg, "path", { class: "band", d: `${path(ends.map((e) => [e[0], y(e[2])]))}${path(ends.reverse().map((e) => [e[0], y(e[1])])).replace("M", "L")}Z` });
      draw(svg, "path", { class: "course", d: path(points.map((p) => [x(p.n), y(p.won / p.n)])) });
      const [low, high] = wilson(this.won, this.n);
      const hits = low <= chance && chance <= high ? "It contains" : "It misses";
      return `${this.won.toLocaleString("en")} of ${this.n.toLocaleString("en")} games won: ${percent(this.won / this.n)}. The 95 % interval is ${percent(low)} to ${percent(high)}, ${(100 * (high - low)).toFixed(1)} points wide. ${hits} the true ${percent(chance)}.`;
    }
  }

  class Best {
    constructor() { this.times = 0; this.first = 0; this.again = 0; this.shares = []; }

    play(count, { chance, many, tries }) {
      for (let k = 0; k < count; k += 1) {
        this.shares = Array.from({ length: many }, () => wins(tries, chance) / tries);
        this.best = Math.max(...this.shares);
        this.last = wins(tries, chance) / tries;
        this.times += 1;
        this.first += this.best;
        this.again += this.last;
      }
    }

    show(svg, { chance }) {
      const column = (k) => AREA.left + (AREA.right - AREA.left) * k / 4;
      frame(svg, chance, [[column(1), "all strategies"], [column(2.4), "the best"], [column(3.4), "again"]]);
      if (!this.times) return "Nothing was played yet.";
      const shown = this.shares.slice(0, DOTS);
      shown.forEach((share, k) => draw(svg, "circle", { class: "dot", cx: column(0.3) + (column(1.7) - column(0.3)) * (k + 0.5) / shown.length, cy: y(share), r: 3 }));
      draw(svg, "circle", { class: "dot first", cx: column(2.4), cy: y(this.best), r: 6 });
      draw(svg, "circle", { class: "dot again", cx: column(3.4), cy: y(this.last), r: 6 });
      const mean = this.times > 1 ? ` On average over ${this.times.toLocaleString("en")} times: ${percent(this.first / this.times)} at first and ${percent(this.again / this.times)} again.` : "";
      return `The best won ${percent(this.best)}. The same strategy, played again: ${percent(this.last)}.${mean} All have the true chance ${percent(chance)}.`;
    }
  }

  function run(section) {
    const form = section.querySelector("form"), svg = section.querySelector("svg"), tally = section.querySelector(".tally");
    const kind = section.dataset.experiment === "best" ? Best : Share;
    let state = new kind();
    const inputs = [...form.querySelectorAll("input[type=number]")];
    const read = (name) => Number(form.elements[name]?.value ?? 1);
    const values = () => ({ chance: read("chance") / 100, many: read("many"), tries: read("tries") });
    // Nothing is played with a number that cannot be used: the first of them says what to type.
    const refuse = () => {
      for (const x of inputs) x.setAttribute("aria-invalid", String(!x.checkValidity()));
      const wrong = inputs.find((x) => !x.checkValidity());
      tally.classList.toggle("fault", Boolean(wrong));
      if (wrong) tally.textContent = `${wrong.labels[0].textContent}: ${wrong.dataset.wrong}`;
      return Boolean(wrong);
    };
    const show = () => { if (!refuse()) tally.textContent = state.show(svg, values()); };
    const restart = () => { state = new kind(); show(); };
    section.querySelector(".experiment-body").hidden = false;
    form.addEventListener("input", restart);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button || refuse()) return;
      if (button.dataset.more) state.play(Number(button.dataset.more), values());
      else state = new kind();
      show();
    });
    show();
  }

  for (const input of document.querySelectorAll(".cell input[type=number]")) slide(input);
  for (const section of document.querySelectorAll("[data-experiment]")) run(section);
})();
