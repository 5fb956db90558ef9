/* Where the site is served, it becomes an app that works without a network: the book that is read is kept whole on the device.
   From a disk nothing is done. */
(function () {
  "use strict";

  var root = new URL("..", document.currentScript.src).href, workers = navigator.serviceWorker;
  if (!/^https?:$/.test(location.protocol)) { return; }

  var manifest = document.createElement("link"); // a page on a disk may not ask for one
  manifest.rel = "manifest";
  manifest.href = root + "manifest.webmanifest";
  document.head.appendChild(manifest);
  if (!workers) { return; } // a host without https

  workers.addEventListener("message", function (event) {
    if (event.data && event.data.kept) { document.documentElement.dataset.rwKept = event.data.kept; }
  });
  window.addEventListener("load", function () {
    workers.register(root + "offline.js", { scope: root }).then(function () { return workers.ready; }).then(function (registration) {
      var folder = location.href.slice(root.length).split("/");
      registration.active.postMessage({ keep: folder.length > 1 ? folder[0] : "" });
    }).catch(function () { /* the reader allows no storage: the site is read as ever */ });
  });
})();
