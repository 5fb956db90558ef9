/* The page as players read it or, if asked for, as editors do, with ledger items and sources. It is remembered on the device. */
(function () {
  "use strict";

  var KEY = "rulewright-view", root = document.documentElement, script = document.currentScript.src;

  function kept() { try { return localStorage.getItem(KEY); } catch (_) { return null; } }
  function keep(value) { try { localStorage.setItem(KEY, value); } catch (_) { /* a device that keeps nothing */ } }

  function set(editor) {
    root.dataset.rwView = editor ? "editor" : "player";
    document.querySelectorAll("[data-rw-view]").forEach(function (button) {
      if (button.tagName === "BUTTON") { button.setAttribute("aria-pressed", String(editor)); }
    });
  }

  root.classList.replace("no-js", "js");
  var inFrame = document.currentScript.parentNode === document.head; // in another frame than ours the letters are those of the site
  if (inFrame && /^https?:$/.test(location.protocol)) { ["serif-4", "sans-3"].forEach(early); } // from a disk they are there at once

  /* The letters are asked for before the text that needs them, so that it does not move. */
  function early(name) {
    var link = document.createElement("link");
    link.rel = "preload";
    link.as = "font";
    link.type = "font/woff2";
    link.crossOrigin = "";
    link.href = new URL("fonts/source-" + name + "-latin-wght-normal.woff2", script).href;
    document.head.appendChild(link);
  }

  set(kept() === "editor");
  document.addEventListener("DOMContentLoaded", function () {
    set(root.dataset.rwView === "editor");
    document.querySelectorAll(".rw-switches, [data-rw-more]").forEach(function (one) { one.hidden = false; });
  });
  document.addEventListener("click", function (event) {
    if (event.target.closest && event.target.closest("button[data-rw-view]")) {
      var editor = root.dataset.rwView !== "editor";
      set(editor);
      keep(editor ? "editor" : "player");
    }
    /* on a small screen, where the line over a page shows the edition alone */
    var more = event.target.closest && event.target.closest("[data-rw-more]");
    if (more) { more.setAttribute("aria-expanded", String(more.parentNode.classList.toggle("rw-open-banner"))); }
  });
})();
