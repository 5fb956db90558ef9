/* Keeps the site on a device that has visited it: the shell at once, and each book whole when one of its pages is first read, or where it is
   the only one (`ONLY_BOOK`) at once too.
   What is kept is shown from the device; anything else is asked for where it came from. A group (`GROUPS`, by name: version and files)
   is kept under its version and taken anew when the build's version is another. */
"use strict";

/* the list of the build */

var SHELL = "shell", HOME = new URL("./", self.location).href, PREFIX = "rulewright " + HOME + " ";

function nameOf(group) { return PREFIX + group + " " + GROUPS[group].version; }
function groupOf(cacheName) { return cacheName.slice(PREFIX.length).split(" ")[0]; }

/* Take a group whole, or nothing of it: a page never meets the script of another version. */
async function keep(group) {
  if (!Object.hasOwn(GROUPS, group) || (await caches.has(nameOf(group)))) { return; }
  const unfinished = nameOf(group) + " unfinished";
  await caches.delete(unfinished);
  const taking = await caches.open(unfinished);
  await taking.addAll(GROUPS[group].files.map((file) => new Request(HOME + file, { cache: "no-cache" })));
  const whole = await caches.open(nameOf(group));
  for (const request of await taking.keys()) { await whole.put(request, await taking.match(request)); }
  await caches.delete(unfinished);
}

async function ours() { return (await caches.keys()).filter((name) => name.startsWith(PREFIX)); }

/* The groups that the device had are taken in their new versions before the old ones go. */
async function renew() {
  const names = await ours(), had = new Set(names.map(groupOf));
  await Promise.all([...had].map((group) => keep(group).catch(() => undefined)));
  const current = new Set(Object.keys(GROUPS).map(nameOf));
  await Promise.all(names.filter((name) => !current.has(name)).map((name) => caches.delete(name)));
}

function fileOf(address) {
  const url = new URL(address);
  url.search = url.hash = "";
  return url.href.endsWith("/") ? url.href + "index.html" : url.href;
}

async function answer(request) {
  const address = fileOf(request.url), path = address.slice(HOME.length), folder = path.split("/")[0];
  const group = Object.hasOwn(GROUPS, folder) && path.includes("/") ? folder : SHELL;
  if (await caches.has(nameOf(group))) {
    const kept = await (await caches.open(nameOf(group))).match(address);
    if (kept) { return kept; }
  }
  return fetch(request);
}

self.addEventListener("install", (event) => { event.waitUntil(keep(SHELL).then(() => self.skipWaiting())); });
self.addEventListener("activate", (event) => { event.waitUntil(renew().then(() => self.clients.claim())); });
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(HOME)) { event.respondWith(answer(event.request)); }
});
self.addEventListener("message", (event) => {
  const group = event.data && (event.data.keep || ONLY_BOOK); // the opening page of a site of one book is the book's
  if (group && typeof group === "string") {
    event.waitUntil(keep(group).then(
      () => event.source && event.source.postMessage({ kept: group }),
      () => undefined, // no room or no network: the next visit tries again
    ));
  }
});
