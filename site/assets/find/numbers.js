/* One key for every spelling of a case's number: `[6.21]`, `see 6.21`, `LGA 6.21.`, `#6.21` -> `6.21`; `Stacking (B)`, `stacking b` -> `stacking.b`. */
(function () {
  "use strict";

  var LEAD = /^(?:(?:see|at|in|under|rules?|cases?|sections?|paragraphs?|clauses?|chapters?|articles?|no|nr|number|para|sect?|ch|r)\b[\s.:]*(?=.*[\da-z]))+/;

  function folded(text) {
    var low = text.toLowerCase();
    if (/[^\x20-\x7e]/.test(low)) { low = low.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").replace(/[‘’´`]/g, "'").replace(/\s+/g, " "); }
    return low.trim();
  }

  /* A key is its runs of letters and of digits with a dot between them: `9.9c` -> `9.9.c`, `Q10` -> `q.10`, `19.4/9` -> `19.4.9`, `A1a+` -> `a.1.a.+`. */
  function key(text) {
    var runs = folded(text).replace(/^[^\p{L}\p{N}]+/u, "").replace(LEAD, "").match(/\p{L}+|\p{N}+|(?<=[\p{L}\p{N}])\++/gu) || [];
    return runs.map(function (run) { return run.replace(/^0+(?=\d)/, ""); }).join(".");
  }

  /* `6.2.1` for `6.21`: all behind the first run in one. */
  function closed(one) {
    var at = one.indexOf(".");
    return at < 0 ? one : one.slice(0, at + 1) + one.slice(at + 1).replace(/\./g, "");
  }

  /* How well a number that was typed fits one of a case: 4 it is it, 3 its runs are parted elsewhere, 2 it is above it, 1 it begins like it. */
  function fit(typed, one) {
    if (typed[0] !== one[0]) { return 0; }
    if (typed === one) { return 4; }
    if (closed(typed) === closed(one)) { return 3; }
    if (one.indexOf(typed + ".") === 0) { return 2; }
    /* `14.4` begins `14.42`, but `1` is not what someone types who looks for `14` */
    return one.indexOf(typed) === 0 && /\.\d+$/.test(typed) ? 1 : 0;
  }

  /* The number of what a number lies in: `8.6.1.b` -> `8.6.1`; empty at the top. */
  function above(one) { return one.slice(0, Math.max(0, one.lastIndexOf("."))); }

  /* Whether all of it is a number, and no words are meant. */
  function numeric(one) { return /^(?:\p{L}{0,2}\.)?\d/u.test(one) && !/\p{L}{3}/u.test(one); }

  window.rulewrightNumbers = { folded: folded, key: key, fit: fit, above: above, numeric: numeric };
})();
