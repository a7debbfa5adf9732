// Studies: named lists of positions with comments. They stay in this browser; a file or the server takes them elsewhere.
"use strict";
(() => {
  const STORE = "upcard-studies", MOST = 200, LONGEST = 2000;
  const words = document.querySelector(".studies, .add-to-study")?.dataset ?? {};
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);

  // Only addresses of the analysis board of this server are kept: a file or a link may contain anything.
  function cleaned(study) {
    const positions = (Array.isArray(study?.positions) ? study.positions : []).slice(0, MOST).flatMap((x) => {
      const url = new URL(String(x?.address ?? ""), location.origin);
      if (url.origin !== location.origin || !url.pathname.startsWith("/analysis/")) return [];
      return [{ address: url.pathname + url.search, title: String(x.title ?? "").slice(0, 100), comment: String(x.comment ?? "").slice(0, LONGEST) }];
    });
    const { id, version } = study?.shared ?? {}, isShared = /^[a-z0-9]{10}$/.test(id) && Number.isInteger(version);
    return { name: String(study?.name ?? "").trim().slice(0, 100) || words.untitled, positions, ...(isShared && { shared: { id, version } }) };
  }

  function load() {
    try { return JSON.parse(localStorage.getItem(STORE) ?? "[]").map(cleaned); } catch { return []; }
  }

  const save = (studies) => localStorage.setItem(STORE, JSON.stringify(studies));

  function named(studies, name) {
    const wanted = name.trim() || words.usual;
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
      adding.querySelector("[role=status]").textContent = filled(words.added, { name: into.name, n: into.positions.length });
    });
  }

  // Copies a study of the server into this browser.
  const copying = document.querySelector(".copy-study");
  copying?.addEventListener("click", async () => {
    const outcome = document.querySelector(".shared-study .outcome"), { study: id, mine } = document.querySelector(".shared-study").dataset;
    try {
      const answer = await fetch(`/api/v1/studies/${id}`), content = await answer.json();
      if (!answer.ok) throw new Error(content.detail);
      const isMine = mine === "1", studies = load().filter((x) => !isMine || x.shared?.id !== id);
      const study = cleaned(isMine ? { ...content, shared: { id, version: content.version } } : content);
      rename(study, studies);
      save([study, ...studies]);
      outcome.textContent = filled(words.stored, study);
    } catch (fault) { outcome.textContent = filled(words.notStored, { fault: fault.message }); }
  });

  function rename(study, studies) {
    const taken = new Set(studies.map((x) => x.name)), name = study.name;
    for (let i = 2; taken.has(study.name); i += 1) study.name = `${name} (${i})`;
  }

  const page = document.querySelector(".studies:not(.shared-study)");
  if (!page) return;
  const list = page.querySelector(".study-list"), status = page.querySelector("[role=status]");
  let studies = load();

  function change(edit) {
    edit();
    save(studies);
    draw();
  }

  function positionItem(study, x, i) {
    const comment = element("textarea", { rows: 2, maxLength: LONGEST, value: x.comment, ariaLabel: filled(words.comment, { number: i + 1 }) });
    comment.addEventListener("change", () => { x.comment = comment.value; save(studies); });
    const button = (textContent, act, isOff = false) => element("button", { type: "button", textContent, disabled: isOff, onclick: () => change(act) });
    const swap = (a, b) => () => { [study.positions[a], study.positions[b]] = [study.positions[b], study.positions[a]]; };
    return element("li", {}, element("a", { href: x.address, textContent: `${i + 1}. ${x.title || words.position}` }), comment,
      element("p", { className: "buttons" }, button(words.up, swap(i, i - 1), i === 0), button(words.down, swap(i, i + 1), i === study.positions.length - 1),
        button(words.remove, () => study.positions.splice(i, 1))));
  }

  // Stores a study on the server: as a new one, or in place of the one that this browser has stored before.
  async function share(study) {
    const form = new FormData(), { name, positions, shared } = study;
    form.append("csrf", page.dataset.csrf);
    form.append("study", JSON.stringify({ name, positions }));
    if (shared) for (const [key, value] of Object.entries(shared)) form.append(key, value);
    status.textContent = words.sharing;
    try {
      const answer = await fetch("/study", { method: "POST", body: form, headers: { "HX-Request": "true" } });
      if (answer.status === 404 && shared) { delete study.shared; save(studies); return share(study); } // deleted there
      if (answer.status === 409) throw new Error(words.changed);
      if (!answer.ok) throw new Error(await answer.text());
      study.shared = await answer.json();
      save(studies);
      location.assign(`/study/${study.shared.id}`);
    } catch (fault) { status.textContent = filled(words.unshared, { fault: fault.message }); }
  }

  function download(study) {
    const url = URL.createObjectURL(new Blob([JSON.stringify({ name: study.name, positions: study.positions }, null, 1)], { type: "application/json" }));
    element("a", { href: url, download: `${study.name}.study.json` }).click();
    URL.revokeObjectURL(url);
  }

  function studyItem(study) {
    const button = (textContent, act) => element("button", { type: "button", textContent, onclick: act });
    return element("section", { className: "sheet" }, element("h2", { textContent: study.name }),
      element("ol", { className: "positions" }, ...study.positions.map((x, i) => positionItem(study, x, i))),
      element("p", { className: "buttons" }, button(study.shared ? words.shareChanges : words.share, () => share(study)), button(words.save, () => download(study)),
        button(words.delete, () => change(() => { studies = studies.filter((x) => x !== study); }))));
  }

  function draw() {
    list.replaceChildren(...studies.map(studyItem));
    page.querySelector(".none").hidden = studies.length > 0;
  }

  function receive(text) {
    try {
      const { name, positions } = cleaned(JSON.parse(text)), study = { name, positions };
      if (studies.some((x) => x.name === name && JSON.stringify(x.positions) === JSON.stringify(positions))) return;
      rename(study, studies);
      change(() => studies.unshift(study));
      status.textContent = filled(words.received, study);
    } catch {
      status.textContent = words.noStudy;
    }
  }

  page.querySelector("input[type=file]").addEventListener("change", async (event) => {
    for (const file of event.target.files) receive(await file.text());
    event.target.value = "";
  });
  page.querySelector(".with-scripts").hidden = false;
  draw();
  if (location.hash.length > 1) {
    try { receive(decodeURIComponent(location.hash.slice(1))); } catch { status.textContent = words.damaged; }
    history.replaceState(null, "", "/study");
  }
})();
