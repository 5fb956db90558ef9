/* The stem of an English word by M. F. Porter's algorithm (Program 14, 1980): `retreats`, `retreating`, `retreated` -> `retreat`. */
(function () {
  "use strict";

  var C = "[^aeiou]", V = "[aeiouy]", CS = C + "[^aeiouy]*", VS = V + "[aeiou]*";
  var MORE_THAN_0 = new RegExp("^(" + CS + ")?" + VS + CS);
  var IS_1 = new RegExp("^(" + CS + ")?" + VS + CS + "(" + VS + ")?$");
  var MORE_THAN_1 = new RegExp("^(" + CS + ")?" + VS + CS + VS + CS);
  var HAS_VOWEL = new RegExp("^(" + CS + ")?" + V);
  var SHORT = new RegExp("^" + CS + V + "[^aeiouwxy]$");

  var SECOND = pairs("ational ate tional tion enci ence anci ance izer ize iser ise bli ble alli al entli ent eli e ousli ous ization ize " +
    "isation ise ation ate ator ate alism al iveness ive fulness ful ousness ous aliti al iviti ive biliti ble logi log");
  var THIRD = pairs("icate ic ative - alize al alise al iciti ic ical ic ful - ness -");
  var FOURTH = pairs("al - ance - ence - er - ic - able - ible - ant - ement - ment - ent - ou - ism - ate - iti - ous - ive - ize - ise -");

  function pairs(text) {
    var words = text.split(" "), found = [];
    for (var at = 0; at < words.length; at += 2) { found.push([words[at], words[at + 1].replace("-", "")]); }
    return found.sort(function (a, b) { return b[0].length - a[0].length; });
  }

  function cut(word, endings, where) {
    var found = endings.find(function (pair) { return word.endsWith(pair[0]); });
    if (!found) { return word; }
    var rest = word.slice(0, -found[0].length);
    return where.test(rest) ? rest + found[1] : word;
  }

  function plural(word) {
    if (/(?:ss|i)es$/.test(word)) { return word.slice(0, -2); }
    return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  }

  function pastOrGerund(word) {
    if (/eed$/.test(word)) { return MORE_THAN_0.test(word.slice(0, -3)) ? word.slice(0, -1) : word; }
    var found = /^(.+)(?:ed|ing)$/.exec(word);
    if (!found || !HAS_VOWEL.test(found[1])) { return word; }
    var rest = found[1];
    if (/(?:at|bl|iz|is)$/.test(rest)) { return rest + "e"; }
    if (/([^aeiouylsz])\1$/.test(rest)) { return rest.slice(0, -1); }
    return SHORT.test(rest) ? rest + "e" : rest;
  }

  function lastE(word) {
    var rest = word.slice(0, -1);
    if (word.endsWith("e") && (MORE_THAN_1.test(rest) || (IS_1.test(rest) && !SHORT.test(rest)))) { word = rest; }
    return word.endsWith("ll") && MORE_THAN_1.test(word) ? word.slice(0, -1) : word;
  }

  function stem(word) {
    if (word.length < 3 || !/^[a-z]+$/.test(word)) { return word; }
    word = pastOrGerund(plural(word));
    if (/y$/.test(word) && HAS_VOWEL.test(word.slice(0, -1))) { word = word.slice(0, -1) + "i"; }
    word = cut(cut(word, SECOND, MORE_THAN_0), THIRD, MORE_THAN_0);
    word = /[st]ion$/.test(word) && MORE_THAN_1.test(word.slice(0, -3)) ? word.slice(0, -3) : cut(word, FOURTH, MORE_THAN_1);
    return lastE(word);
  }

  window.rulewrightStem = stem;
})();
