/* The steps of a turn, ticked off. Ticks and the number of the turn are kept on the device for each book and edition, notes for each book;
   nothing is sent. What is kept may be anything, and is set as text. Without this script the boxes can be ticked, and are empty after a reload. */
(function () {
  "use strict";

  var bar = document.querySelector("[data-rw-turn-bar]"), banner = document.querySelector("[data-rw-book]");
  if (!bar || !banner) { return; }
  var LAST = 9999, LONGEST = 2000;
  var steps = Array.prototype.slice.call(document.querySelectorAll("[data-rw-turn] > li"));
  var number = bar.querySelector("[data-rw-turn-number]"), done = bar.querySelector("[data-rw-turn-done]"), undo = bar.querySelector("[data-rw-turn-undo]");
  var before = null; // the state before the last change of the turn

  function read(key) {
    var kept = null;
    try { kept = JSON.parse(localStorage.getItem(key)); } catch (_) { /* nothing is kept, or not by us */ }
    return kept !== null && typeof kept === "object" ? kept : {};
  }
  function write(key, value) { try { localStorage.setItem(key, JSON.stringify(value)); } catch (_) { /* a device that keeps nothing */ } }

  /* ---- ticks -------------------------------------------------------------------------------------------------------------------- */

  function key() { return "rulewright-turn-" + banner.dataset.rwBook + " " + (banner.dataset.rwReads || banner.dataset.rwNow); }
  function box(step) { return step.querySelector("input"); }
  function state() {
    return { turn: Number(number.textContent), ticked: steps.filter(function (step) { return box(step).checked; }).map(function (step) { return step.id; }) };
  }

  function show(kept) {
    var ticked = Array.isArray(kept.ticked) ? kept.ticked : [];
    number.textContent = Number.isInteger(kept.turn) && kept.turn > 0 && kept.turn <= LAST ? kept.turn : 1;
    steps.forEach(function (step) { box(step).checked = ticked.indexOf(step.id) >= 0; });
    count();
  }

  function count() {
    var here = steps.filter(function (step) { return !step.hidden; }), ticked = here.filter(function (step) { return box(step).checked; });
    var next = here.filter(function (step) { return !box(step).checked; })[0];
    done.textContent = ticked.length + " of " + here.length + " done";
    steps.forEach(function (step) {
      if (step === next && ticked.length) { box(step).setAttribute("aria-current", "step"); } else { box(step).removeAttribute("aria-current"); }
    });
    undo.hidden = before === null;
  }

  function go(turn) {
    before = state();
    show({ turn: turn, ticked: [] });
    write(key(), state());
  }

  steps.forEach(function (step) {
    box(step).addEventListener("change", function () {
      before = null;
      count();
      write(key(), state());
    });
  });
  bar.querySelector("[data-rw-turn-next]").addEventListener("click", function () { go(Math.min(Number(number.textContent) + 1, LAST)); });
  bar.querySelector("[data-rw-turn-first]").addEventListener("click", function () { go(1); });
  undo.addEventListener("click", function () {
    show(before);
    before = null;
    count();
    write(key(), state());
    bar.querySelector("[data-rw-turn-next]").focus();
  });

  /* ---- notes -------------------------------------------------------------------------------------------------------------------- */

  var notesKey = "rulewright-turn-notes-" + banner.dataset.rwBook;

  function fit(area) { area.rows = Math.min(20, Math.max(2, area.value.split("\n").length)); }

  steps.forEach(function (step) {
    var fold = step.querySelector("[data-rw-house]"), area = fold.querySelector("textarea"), note = read(notesKey)[step.id];
    area.value = typeof note === "string" ? note.slice(0, LONGEST) : "";
    fold.open = area.value !== "";
    fold.hidden = false;
    fit(area);
    area.addEventListener("input", function () {
      var notes = read(notesKey);
      notes[step.id] = area.value;
      if (!area.value) { delete notes[step.id]; }
      write(notesKey, notes);
      fit(area);
    });
  });

  var editions = document.querySelector("[data-rw-editions]");
  if (editions) {
    editions.addEventListener("change", function () { // after `editions.js`, which says which edition is read
      before = null;
      show(read(key()));
    });
  }
  bar.hidden = false;
  var kept = read(key()), early = state().ticked; // ticked before this script was there
  if (early.length) {
    kept.ticked = early.concat(Array.isArray(kept.ticked) ? kept.ticked : []);
    show(kept);
    write(key(), state());
  } else { show(kept); }
})();
