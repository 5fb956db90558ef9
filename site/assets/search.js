/* The one box of a page: *Ask or find*, or *Find in the manual*, as its button says. What it shows is loaded when it is first opened: `find/box.js`. */
(function () {
  "use strict";

  var LONGEST = 300; // characters of what is typed
  var dialog, input, list, status, kinds, box = (window.rulewrightDialog = { made: made });
  var leaving = false; // for a result: whoever comes back finds the list again

  function made(name, className, text) {
    var element = document.createElement(name);
    if (className) { element.className = className; }
    if (text) { element.textContent = text; }
    return element;
  }

  function build() {
    dialog = made("dialog", "rw-search");
    var name = document.querySelector("[data-rw-search]"), label = name && name.getAttribute("aria-label") || "Ask or find";
    dialog.setAttribute("aria-label", label);
    var form = made("form");
    form.method = "dialog";
    input = made("input");
    input.type = "search";
    box.isManual = Boolean(name && name.dataset.rwSearch === "manual");
    input.placeholder = box.isManual ? "A word, a check, a message" : "A question, a number, or words";
    input.setAttribute("aria-label", label + ": " + input.placeholder.toLowerCase());
    input.autocomplete = "off";
    input.maxLength = LONGEST;
    input.spellcheck = false;
    var close = made("button", "rw-search-close", "Close");
    close.type = "button";
    close.addEventListener("click", function () { dialog.close(); });
    form.append(input, close);
    status = made("p", "rw-search-status");
    status.setAttribute("role", "status");
    kinds = made("div", "rw-search-kinds");
    kinds.setAttribute("role", "group");
    kinds.setAttribute("aria-label", "Go to");
    list = made("div", "rw-search-results");
    dialog.append(form, status, kinds, list);
    document.body.appendChild(dialog);
    Object.assign(box, { input: input, list: list, status: status, kinds: kinds });
    form.addEventListener("submit", function (event) {
      event.preventDefault();
      if (window.rulewright.isReady()) { box.enter(); }
    });
    input.addEventListener("input", function () { if (window.rulewright.isReady()) { box.edited(); } });
    dialog.addEventListener("keydown", move);
    dialog.addEventListener("click", function (event) {
      if (event.target === dialog) { dialog.close(); }
    });
    list.addEventListener("click", function (event) {
      if (!event.target.closest("a")) { return; }
      leaving = !(event.ctrlKey || event.metaKey || event.shiftKey);
      if (leaving) { history.replaceState({ rwSearch: input.value }, ""); }
      dialog.close();
    });
    dialog.addEventListener("close", function () {
      if (!leaving && wasAsked(history.state) !== null) { history.replaceState(null, ""); }
      leaving = false;
    });
  }

  /* What was asked for on a page that was left for a result. */
  function wasAsked(state) { return state && typeof state.rwSearch === "string" ? state.rwSearch : null; }

  function again() {
    var text = wasAsked(history.state);
    if (text === null) { return; }
    open();
    input.value = text; // `open` shows it
  }

  function move(event) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") { return; }
    var links = Array.prototype.slice.call(list.querySelectorAll("a:not(.rw-search-ask)"));
    var at = links.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    event.preventDefault();
    (at < 0 ? input : links[Math.min(at, links.length - 1)] || input).focus();
  }

  function show() { if (box.show) { box.show(); } }

  function open() {
    if (!dialog) { build(); }
    if (!dialog.open) { dialog.showModal(); }
    input.select();
    window.rulewright.load(show).then(show, function () { status.textContent = "The search could not be loaded."; });
  }

  document.addEventListener("click", function (event) {
    if (event.target.closest("[data-rw-search]")) {
      event.preventDefault(); // it is a link to the index of cases, for who has no scripts
      open();
    }
  });
  document.addEventListener("keydown", function (event) {
    var typing = /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable;
    if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey && event.key === "/" && document.documentElement.dataset.rwKeys !== "off" && !document.querySelector("[data-md-component='search']")) {
      event.preventDefault();
      event.stopPropagation();
      open();
    }
  }, true);
  window.addEventListener("popstate", again);
  document.addEventListener("DOMContentLoaded", again);
})();
