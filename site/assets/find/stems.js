/* The stem of a word, as `analysis/plain_questions/stems.py` finds it: `moves`, `moving`, `moved` -> `mov`. The lists of `search/words.js`
   have the forms that no ending tells, and the endings. */
(function () {
  "use strict";

  function stem(lists, written) {
    var word = formOf(lists, written);
    if (word.length < 4 || !/^[a-z]+$/.test(word)) { return word; }
    word = withoutEnding(lists.endings, formOf(lists, singularOf(word))).replace(/(?<=[a-z]{3})our$/, "or");
    word = (word.endsWith("e") && word.length > 3 ? word.slice(0, -1) : word).replace(/(?<=[a-z]{3})is$/, "iz");
    return word.replace(/(?<=[a-z]{4})at$/, "");
  }

  function formOf(lists, word) { return Object.prototype.hasOwnProperty.call(lists.irregular, word) ? lists.irregular[word] : word; }

  function singularOf(word) {
    if (/(?:ss|x|ch|sh|zz)es$/.test(word)) { return word.slice(0, -2); }
    if (word.endsWith("ies") && word.length > 4) { return word.slice(0, -3) + "y"; }
    return /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
  }

  function withoutEnding(endings, word) {
    var found = endings.find(function (one) { return word.endsWith(one[0]) && word.length - one[0].length >= one[2]; });
    if (!found) { return word; }
    var rest = word.slice(0, word.length - found[0].length) + found[1];
    return found[0] === "ing" || found[0] === "ed" ? rest.replace(/([^aeiouylsz])\1$/, "$1") : rest;
  }

  window.rulewrightStems = { stem: stem, singularOf: singularOf };
})();
