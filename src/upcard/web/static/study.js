// Studies: named lists of positions with comments. They stay in this browser; a file or a link takes them elsewhere.
"use strict";
(() => {
  const STORE = "upcard-studies", MOST = 200, LONGEST = 2000;

  // Only addresses of the analysis board of this server are kept: a file or a link may contain anything.
  function cleaned(study) {
    const positions = (Array.isArray(study?.positions) ? study.positions : []).slice(0, MOST).flatMap((x) => {
      const url = new URL(String(x?.address ?? ""), location.origin);
      if (url.origin !== location.origin || !url.pathname.startsWith("/analysis/")) return [];
      return [{ address: url.pathname + url.search, title: String(x.title ?? "").slice(0, 100), comment: String(x.comment ?? "").slice(0, LONGEST) }];
    });
    return { name: String(study?.name ?? "").trim().slice(0, 100) || "Study", positions };
  }

  function load() {
    try { return JSON.parse(localStorage.getItem(STORE) ?? "[]").map(cleaned); } catch { return []; }
  }

  const save = (studies) => localStorage.setItem(STORE, JSON.stringify(studies));

  function named(studies, name) {
    const wanted = name.trim() || "My study";
    let study = studies.find((x) => x.name === wanted);
    if (!study) studies.push(study = { name: wanted, positions: [] });
    return study;
  }

  function element(tag, properties = {}, ...children) {
    const x = Object.assign(document.createElement(tag), properties);
    x.append(...children);
    return x;
  }

  const adding = document.querySelector(".add-to-study");
  if (adding) {
    adding.hidden = false;
    for (const study of load()) adding.querySelector("datalist").append(element("option", { value: study.name }));
    adding.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      const studies = load(), { study, comment } = event.target.elements;
      const into = named(studies, study.value);
      const added = { address: location.pathname + location.search, title: adding.dataset.title, comment: comment.value };
      into.positions.push(cleaned({ positions: [added] }).positions[0]);
      save(studies);
      comment.value = "";
      adding.querySelector("[role=status]").textContent = `Added to “${into.name}”, ${into.positions.length} in all.`;
    });
  }

  const page = document.querySelector(".studies");
  if (!page) return;
  const list = page.querySelector(".study-list"), status = page.querySelector("[role=status]");
  let studies = load();

  function change(edit) {
    edit();
    save(studies);
    draw();
  }

  function positionItem(study, x, i) {
    const comment = element("textarea", { rows: 2, maxLength: LONGEST, value: x.comment, ariaLabel: `Comment on position ${i + 1}` });
    comment.addEventListener("change", () => { x.comment = comment.value; save(studies); });
    const button = (words, act, isOff = false) => element("button", { type: "button", textContent: words, disabled: isOff, onclick: () => change(act) });
    const swap = (a, b) => () => { [study.positions[a], study.positions[b]] = [study.positions[b], study.positions[a]]; };
    return element("li", {}, element("a", { href: x.address, textContent: `${i + 1}. ${x.title || "Position"}` }), comment,
      element("p", { className: "buttons" }, button("Up", swap(i, i - 1), i === 0), button("Down", swap(i, i + 1), i === study.positions.length - 1),
        button("Remove", () => study.positions.splice(i, 1))));
  }

  const linkOf = (study) => `${location.origin}/study#${encodeURIComponent(JSON.stringify(study))}`;

  function download(study) {
    const url = URL.createObjectURL(new Blob([JSON.stringify(study, null, 1)], { type: "application/json" }));
    element("a", { href: url, download: `${study.name}.study.json` }).click();
    URL.revokeObjectURL(url);
  }

  function studyItem(study) {
    const button = (words, act) => element("button", { type: "button", textContent: words, onclick: act });
    const copy = async () => {
      try { await navigator.clipboard.writeText(linkOf(study)); status.textContent = "The link is copied. It contains the whole study."; }
      catch { location.hash = encodeURIComponent(JSON.stringify(study)); status.textContent = "Copy the address of this page."; }
    };
    return element("section", { className: "sheet" }, element("h2", { textContent: study.name }),
      element("ol", { className: "positions" }, ...study.positions.map((x, i) => positionItem(study, x, i))),
      element("p", { className: "buttons" }, button("Copy the link", copy), button("Save as a file", () => download(study)),
        button("Delete the study", () => change(() => { studies = studies.filter((x) => x !== study); }))));
  }

  function draw() {
    list.replaceChildren(...studies.map(studyItem));
    page.querySelector(".none").hidden = studies.length > 0;
  }

  function receive(text) {
    try {
      const study = cleaned(JSON.parse(text));
      const taken = new Set(studies.map((x) => x.name)), name = study.name;
      if (studies.some((x) => JSON.stringify(x) === JSON.stringify(study))) return;
      for (let i = 2; taken.has(study.name); i += 1) study.name = `${name} (${i})`;
      change(() => studies.unshift(study));
      status.textContent = `“${study.name}” is now in this browser.`;
    } catch {
      status.textContent = "This is not a study; choose a file that this page has saved.";
    }
  }

  page.querySelector("input[type=file]").addEventListener("change", async (event) => {
    for (const file of event.target.files) receive(await file.text());
    event.target.value = "";
  });
  page.querySelector(".with-scripts").hidden = false;
  draw();
  if (location.hash.length > 1) {
    try { receive(decodeURIComponent(location.hash.slice(1))); } catch { status.textContent = "The link of the study is damaged; copy all of it."; }
    history.replaceState(null, "", "/study");
  }
})();
