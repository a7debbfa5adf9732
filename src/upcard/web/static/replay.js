// A replay: steps by arrow keys, slider, list, chart and swipe; plays by itself; follows or leads. Without it the links work.
"use strict";
(() => {
  const PACE = 1400, MOST = 80, FAR = 50;
  const pages = new Map();
  let wanted = -1, timer = 0, stream = null, sending = false, isLeaving = false, asked = 0;

  const box = () => document.getElementById("replay");
  const one = (selector, root = box()) => root?.querySelector(selector);
  const all = (selector) => [...(box()?.querySelectorAll(selector) || [])];
  const last = () => Number(box().dataset.moves);
  const here = () => Number(box().dataset.at);
  const shared = () => document.getElementById("shared");
  const leads = () => shared()?.dataset.leads === "yes";

  function page(at) {
    if (!pages.has(at)) {
      if (pages.size > MOST) pages.clear();
      const text = fetch(`${box().dataset.path}/board?at=${at}`).then((answer) => {
        if (!answer.ok) throw new Error(answer.statusText);
        return answer.text();
      });
      text.catch(() => pages.delete(at));
      pages.set(at, text);
    }
    return pages.get(at);
  }

  // Only the position that was wanted last is shown, whichever answer comes last.
  async function go(to, isOwn = true) {
    const at = Math.min(Math.max(to, 0), last());
    wanted = at;
    mark(at);
    if (isOwn) tell(at);
    try {
      const text = await page(at);
      if (wanted !== at) return;
      document.getElementById("replay-step").innerHTML = text;
      if (at < last()) page(at + 1);
      if (at > 0) page(at - 1);
    } catch {
      stop();
      if (wanted === at) showFault();
    }
  }

  // Never leaves the board of another position under the number of this one.
  function showFault() {
    const fault = Object.assign(document.createElement("p"), { className: "fault", textContent: box().dataset.failed });
    fault.setAttribute("role", "alert");
    document.getElementById("replay-step").replaceChildren(fault);
  }

  function mark(at) {
    const root = box();
    root.dataset.at = at;
    one("input[type=range]").value = at;
    one(".where").textContent = `${at} / ${last()}`;
    const link = (rel, target, isOff) => {
      const a = one(`[rel=${rel}]`);
      a.href = `${root.dataset.path}?at=${target}`;
      if (isOff) a.setAttribute("aria-disabled", "true"); else a.removeAttribute("aria-disabled");
    };
    link("first", 0, at === 0);
    link("prev", Math.max(0, at - 1), at === 0);
    link("next", Math.min(last(), at + 1), at === last());
    link("last", last(), at === last());
    show(at);
    const address = new URL(location.href);
    address.searchParams.set("at", at);
    history.replaceState(null, "", address);
    for (const input of document.querySelectorAll("#shared input[name=at]")) input.value = at;
  }

  // The cursor of the chart and the current line of the list.
  function show(at) {
    for (const a of all(".move-list [aria-current]")) a.removeAttribute("aria-current");
    const line = one(`.move-list [data-at="${at}"]`), list = one(".move-list");
    if (line) {
      line.setAttribute("aria-current", "step");
      list.scrollTop = line.offsetTop - list.clientHeight / 2;
    }
    const chart = one(".replay-chart"), cursor = one(".cursor");
    if (!cursor) return;
    const { left, right } = chart.dataset;
    const x = Number(left) + (Number(right) - Number(left)) * (at + 1) / (last() + 1);
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
  }

  function start() {
    if (here() >= last()) go(0);
    timer = setInterval(() => (here() < last() ? go(here() + 1) : stop()), PACE);
    playing(true);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    playing(false);
  }

  function playing(isOn) {
    const button = one("[data-autoplay]");
    button.setAttribute("aria-pressed", String(isOn));
    button.textContent = isOn ? box().dataset.pause : box().dataset.play;
  }

  function step(to) {
    if (timer) stop();
    unfollow();
    go(to);
  }

  document.addEventListener("click", (event) => {
    if (!box() || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest("a[data-at], a[data-step]");
    const chart = event.target.closest(".replay-chart svg");
    if (event.target.closest("[data-autoplay]")) {
      if (timer) stop(); else { unfollow(); start(); }
    } else if (link) {
      event.preventDefault();
      if (link.getAttribute("aria-disabled")) return;
      step(link.dataset.step ? here() + Number(link.dataset.step) : Number(link.dataset.at));
      if (!box().contains(link)) box().scrollIntoView({ block: "start" });
    } else if (chart) {
      const area = chart.getBoundingClientRect(), { left, right } = one(".replay-chart").dataset;
      const x = (event.clientX - area.left) / area.width * chart.viewBox.baseVal.width;
      step(Math.round((x - left) / (right - left) * (last() + 1)) - 1);
    }
  });

  document.addEventListener("input", (event) => {
    if (event.target.matches("#replay input[type=range]")) step(Number(event.target.value));
    if (event.target.matches("[data-follow]") && event.target.checked) catchUp();
  });

  document.addEventListener("keydown", (event) => {
    if (!box() || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const at = document.activeElement;
    if (at?.closest("input, select, textarea, [contenteditable], .menu, .scroll")) return;
    const moves = { ArrowLeft: here() - 1, ArrowRight: here() + 1, Home: 0, End: last() };
    if (event.key in moves) {
      event.preventDefault();
      step(moves[event.key]);
    } else if (event.key === " " && !at?.closest("button, a, summary")) {
      event.preventDefault();
      if (timer) stop(); else { unfollow(); start(); }
    }
  });

  // --- swipes

  let touch = null;
  document.addEventListener("touchstart", (event) => {
    touch = event.touches.length === 1 && event.target.closest("#replay-step") ? event.touches[0] : null;
  }, { passive: true });
  document.addEventListener("touchend", (event) => {
    const end = event.changedTouches[0];
    if (!touch || !end) return;
    const x = end.clientX - touch.clientX, y = end.clientY - touch.clientY;
    touch = null;
    if (Math.abs(x) > FAR && Math.abs(x) > 2 * Math.abs(y)) step(here() + (x < 0 ? 1 : -1));
  }, { passive: true });

  // --- together

  // The last position wins if the leader moves faster than the server answers.
  async function tell(at) {
    if (!leads() || sending) return;
    sending = true;
    const form = one("form", shared()), body = new URLSearchParams({ csrf: one("[name=csrf]", form).value, at });
    const isSent = await fetch(`${box().dataset.path}/show`, { method: "POST", body }).then((answer) => answer.ok, () => false);
    sending = false;
    one(".following", shared()).textContent = isSent ? shared().dataset.leading : shared().dataset.unsent;
    if (here() !== at) tell(here());
  }

  const follow = () => one("[data-follow]", shared());

  function unfollow() {
    if (follow()) follow().checked = false;
  }

  // Only the answer to the last question counts, whichever comes last.
  async function catchUp() {
    const number = ++asked;
    const answer = await fetch(`${box().dataset.path}/shared`);
    if (!answer.ok) return;
    const news = await answer.json();
    if (isLeaving || number !== asked) return;
    if (news.is_mine !== leads()) return location.reload();
    announce(news);
    if (news.at !== null && !news.is_mine && follow()?.checked && news.at !== here()) go(news.at, false);
  }

  // While its own form loads a new page, news of the same change must not reload the old one.
  document.addEventListener("submit", (event) => { isLeaving = Boolean(event.target.closest("#shared")); });

  function announce(news) {
    if (leads()) return;
    one(".following", shared()).textContent = news.at === null ? "" : shared().dataset.led.replace("{name}", () => news.name);
    if (news.at === null) follow()?.closest("label").remove();
    else if (!follow()) {
      const label = document.createElement("label"), input = Object.assign(document.createElement("input"), { type: "checkbox", checked: true });
      label.className = "check";
      input.dataset.follow = "";
      label.append(input, ` ${shared().dataset.followWords}`);
      one(".following", shared()).after(label);
    }
  }

  function begin() {
    if (!box()) return;
    for (const hidden of all("[data-autoplay]")) hidden.hidden = false;
    show(here());
    const events = document.querySelector("[data-events]")?.dataset.events;
    if (events) {
      stream = new EventSource(events);
      stream.addEventListener("beside", catchUp);
      stream.addEventListener("open", catchUp);
      addEventListener("pagehide", () => stream.close());
    }
  }

  // A review that has learnt more replaces the chart and the list; the positions then show more, too.
  document.body.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.detail.target?.id !== "replay-side" || !box()) return;
    pages.clear();
    show(here());
    go(here(), false);
  });
  begin();
})();
