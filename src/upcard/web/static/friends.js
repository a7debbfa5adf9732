// Notifications that it is one's turn: off until the player turns them on, and only while the page is hidden.
"use strict";

(() => {
  const WISH = "upcard-notify";
  let wasMine = true;

  function isOn() {
    return "Notification" in window && Notification.permission === "granted" && localStorage.getItem(WISH) === "yes";
  }

  function draw(button) {
    button.hidden = !("Notification" in window);
    button.setAttribute("aria-pressed", String(isOn()));
    const words = isOn() ? button.dataset.on : button.dataset.off;
    if (button.textContent !== words) button.textContent = words;
  }

  // Phones refuse notifications of pages: there the service worker shows them.
  async function notify() {
    const title = document.querySelector("button.notify").dataset.news, options = { body: document.querySelector(".table-title")?.textContent, tag: location.pathname };
    try {
      const note = new Notification(title, options);
      note.addEventListener("click", () => { window.focus(); note.close(); });
    } catch {
      const worker = await navigator.serviceWorker?.ready;
      worker?.showNotification(title, options);
    }
  }

  function look() {
    for (const button of document.querySelectorAll("button.notify")) draw(button);
    const isMine = Boolean(document.querySelector("#table .turn.mine")), isNew = isMine && !wasMine;
    wasMine = isMine;
    if (isNew && document.hidden && isOn()) notify();
  }

  // Everybody whose page shows the end of a hand goes to the next hand of the series; a page that is opened later stays.
  const nextOf = () => document.querySelector("[data-next]")?.dataset.next ?? "";
  let after = nextOf();

  function follow() {
    const next = nextOf();
    if (!next || next === after) return;
    after = next;
    location.assign(next);
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("button.notify");
    if (!button) return;
    if (isOn()) localStorage.removeItem(WISH);
    else if ((await Notification.requestPermission()) === "granted") localStorage.setItem(WISH, "yes");
    draw(button);
  });
  new MutationObserver(follow).observe(document.body, { childList: true, subtree: true });
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  look();
})();
