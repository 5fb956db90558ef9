/* The cells that an answer comes from, lit up in their tables: those of a calculator on the page, or the one that an address names. */
(function () {
  "use strict";

  var PLACE = /^(rule-[\p{L}\p{N}_.-]+)~(\d+)~(\d+)$/u;

  /* `rule-8.2.cost~2~1`: the table's id, row and column of the cell, from 0. */
  function cell(place) {
    var parts = PLACE.exec(place), box = parts && document.getElementById(parts[1]);
    var row = box && box.querySelectorAll("tbody tr")[parts[2]];
    return (row && row.querySelectorAll("td")[parts[3]]) || null;
  }

  function light(places) {
    document.querySelectorAll(".rw-lit-cell").forEach(function (one) {
      one.classList.remove("rw-lit-cell");
      one.removeAttribute("aria-current");
    });
    return places.map(cell).filter(Boolean).map(function (one) {
      one.classList.add("rw-lit-cell");
      one.setAttribute("aria-current", "true");
      return one;
    });
  }

  function follow() {
    var place;
    try { place = decodeURIComponent(location.hash.slice(1)); } catch (_) { return; }
    var found = PLACE.test(place) ? light([place])[0] : null;
    if (found) { found.scrollIntoView({ block: "center" }); }
  }

  window.rulewrightLit = light;
  window.addEventListener("hashchange", follow);
  follow();
})();
