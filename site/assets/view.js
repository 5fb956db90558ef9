/* The page as players read it or, if asked for, as editors do, with ledger items and sources. It is remembered on the device. */
(function () {
  "use strict";

  var KEY = "rulewright-view", root = document.documentElement;

  function kept() { try { return localStorage.getItem(KEY); } catch (_) { return null; } }
  function keep(value) { try { localStorage.setItem(KEY, value); } catch (_) { /* a device that keeps nothing */ } }

  function set(editor) {
    root.dataset.rwView = editor ? "editor" : "player";
    document.querySelectorAll("[data-rw-view]").forEach(function (button) {
      if (button.tagName === "BUTTON") { button.setAttribute("aria-pressed", String(editor)); }
    });
  }

  root.classList.replace("no-js", "js");
  set(kept() === "editor");
  document.addEventListener("DOMContentLoaded", function () {
    set(root.dataset.rwView === "editor");
    document.querySelectorAll(".rw-switches").forEach(function (one) { one.hidden = false; });
  });
  document.addEventListener("click", function (event) {
    if (event.target.closest && event.target.closest("button[data-rw-view]")) {
      var editor = root.dataset.rwView !== "editor";
      set(editor);
      keep(editor ? "editor" : "player");
    }
  });
})();
