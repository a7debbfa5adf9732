// Service worker: without a connection, opens the pages to read that were seen before, or says what works. It also shows the
// notifications of phones; a press on one opens its table, whose path is the tag.
"use strict";
const CACHE = "upcard-pages-1";
const OFFLINE = "/offline";
const FIRST = [OFFLINE, "/static/base.css", "/static/site.css", "/static/app-icon.svg", "/art/back.svg"];
const READABLE = /^\/(learn|static|art|cards)(\/|$)/;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FIRST)));
});

self.addEventListener("activate", (event) => {
  const old = (names) => Promise.all(names.filter((x) => x !== CACHE).map((x) => caches.delete(x)));
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});

async function fromNetwork(request, isReadable) {
  try {
    const answer = await fetch(request);
    if (answer.ok && isReadable) (await caches.open(CACHE)).put(request, answer.clone());
    return answer;
  } catch (fault) {
    const stored = await caches.match(request);
    if (stored) return stored;
    if (request.mode === "navigate") return (await caches.match(OFFLINE)) || Response.error();
    throw fault;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.headers.has("HX-Request")) return; // a part of a page: it must not be stored in place of the page
  const isReadable = READABLE.test(url.pathname);
  if (isReadable || request.mode === "navigate") event.respondWith(fromNetwork(request, isReadable));
});

self.addEventListener("notificationclick", (event) => {
  const { notification } = event, isShown = (page) => new URL(page.url).pathname === notification.tag;
  notification.close();
  const open = (pages) => pages.find(isShown)?.focus() ?? self.clients.openWindow(notification.tag);
  event.waitUntil(self.clients.matchAll({ type: "window" }).then(open));
});
