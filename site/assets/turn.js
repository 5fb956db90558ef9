/* The steps of a turn, ticked off. The turn, and the ticks of each edition, are part of the state of the table (`played.js`); notes are kept for
   each book. What is kept may be anything, and is set as text. Without this script the boxes can be ticked, and are empty after a reload. */
(function () {
  "use strict";

  var bar = document.querySelector("[data-rw-turn-bar]"), banner = document.querySelector("[data-rw-book]"), table = window.rulewrightTable;
  if (!bar || !banner) { return; }
  var LONGEST = 2000, folder = banner.dataset.rwBook;
  var steps = Array.prototype.slice.call(document.querySelectorAll("[data-rw-turn] > li"));
  var number = bar.querySelector("[data-rw-turn-number]"), done = bar.querySelector("[data-rw-turn-done]"), undo = bar.querySelector("[data-rw-turn-undo]");

  /* ---- ticks -------------------------------------------------------------------------------------------------------------------- */

  function edition() { return banner.dataset.rwReads || banner.dataset.rwNow; }
  function box(step) { return step.querySelector("input"); }
  function ticked() { return steps.filter(function (step) { return box(step).checked; }).map(function (step) { return step.id; }); }

  /* Keeps a turn with the steps that are ticked in it, and the turn before it, which can be taken back, also after a reload. */
  function keep(turn, steps, before) {
    var kept = table.read(folder).ticked;
    kept[edition()] = steps;
    table.keep(folder, { turn: turn, ticked: kept, before: before });
  }

  /* The turn before the last change of it, if it is one of the edition that is read. */
  function before() {
    var kept = table.read(folder).before;
    return table.turnOf(kept.turn) && kept.edition === edition() && Array.isArray(kept.ticked) ? kept : null;
  }

  function show() {
    var kept = table.read(folder), here = kept.ticked[edition()] || [];
    number.textContent = kept.turn || 1;
    steps.forEach(function (step) { box(step).checked = here.indexOf(step.id) >= 0; });
    count();
  }

  function count() {
    var here = steps.filter(function (step) { return !step.hidden; }), some = here.filter(function (step) { return box(step).checked; });
    var next = here.filter(function (step) { return !box(step).checked; })[0], last = before();
    done.textContent = some.length + " of " + here.length + " done";
    steps.forEach(function (step) {
      if (step === next && some.length) { box(step).setAttribute("aria-current", "step"); } else { box(step).removeAttribute("aria-current"); }
    });
    undo.hidden = last === null;
    undo.textContent = last === null ? "" : "Back to turn " + last.turn;
  }

  function go(turn) {
    var now = Number(number.textContent), some = ticked();
    if (turn !== now || some.length) { keep(turn, [], { turn: now, ticked: some, edition: edition() }); }
  }

  steps.forEach(function (step) {
    box(step).addEventListener("change", function () { keep(Number(number.textContent), ticked(), table.read(folder).before); });
  });
  bar.querySelector("[data-rw-turn-next]").addEventListener("click", function () { go(Math.min(Number(number.textContent) + 1, table.LAST)); });
  bar.querySelector("[data-rw-turn-first]").addEventListener("click", function () { go(1); });
  undo.addEventListener("click", function () {
    var last = before();
    keep(last.turn, last.ticked, {});
    bar.querySelector("[data-rw-turn-next]").focus();
  });

  /* ---- notes -------------------------------------------------------------------------------------------------------------------- */

  var notesKey = "rulewright-turn-notes-" + folder;

  function notes() {
    var kept = null;
    try { kept = JSON.parse(localStorage.getItem(notesKey)); } catch (_) { /* nothing is kept, or not by us */ }
    return kept !== null && typeof kept === "object" ? kept : {};
  }

  function fit(area) { area.rows = Math.min(20, Math.max(2, area.value.split("\n").length)); }

  steps.forEach(function (step) {
    var fold = step.querySelector("[data-rw-house]"), area = fold.querySelector("textarea"), note = notes()[step.id];
    area.value = typeof note === "string" ? note.slice(0, LONGEST) : "";
    fold.open = area.value !== "";
    fold.hidden = false;
    fit(area);
    area.addEventListener("input", function () {
      var kept = notes();
      kept[step.id] = area.value;
      if (!area.value) { delete kept[step.id]; }
      try { localStorage.setItem(notesKey, JSON.stringify(kept)); } catch (_) { /* a device that keeps nothing */ }
      fit(area);
    });
  });

  var editions = document.querySelector("[data-rw-editions]"), early = ticked(); // ticked before this script was there
  if (editions) { editions.addEventListener("change", show); } // after `editions.js`, which says which edition is read
  bar.hidden = false;
  if (early.length) {
    var kept = table.read(folder);
    keep(kept.turn || 1, early.concat(kept.ticked[edition()] || []), kept.before);
  }
  show();
  document.addEventListener("rulewright-table", show);
})();
