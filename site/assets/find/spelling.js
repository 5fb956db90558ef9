/* The words of a book that a misspelled word comes nearest to: by the least number of letters left out, put in, exchanged or changed over
   (Damerau's distance, of at most one, and two in a long word, or where a letter is doubled). A word of English is none. */
(function () {
  "use strict";

  var SHORTEST = 4, LONG = 7, LONGEST = 9; // letters that a word has at least to be corrected at all, and by two; by any two
  var ONLY_LETTERS = /^\p{L}+$/u;

  var BEFORE = /^(?:un|re|non|mis|dis|pre|sub|over|out|under|counter|fore|inter)(?=.{3})/;
  var BEHIND = /(?:e[rd]s?|ors?|est|ists?|isms?|y|ily|ful|fully|less|like|wise|wards?|able|ible|ability|ably|ive|ively|al|ally|ous|ously|ity|ities|ish|en|ens|ened|ening|hood|ship|ships|age|ages|ery|ance|ence|ant|ent)$/;
  var common = null; // stems of the commonest words of English

  function commonStems() {
    var last = "";
    common = new Set((window.rulewrightLists.common.match(/\d[a-z]+/g) || []).map(function (one) {
      last = last.slice(0, Number(one[0])) + one.slice(1);
      return last;
    }));
    return common;
  }

  /* Whether a word is one of English: a common one, one that is made of it, or one of which `has` holds. */
  function isRight(word, has) {
    var stems = common || commonStems(), W = window.rulewrightWords;
    function is(one) { return stems.has(W.stemOf(one)) || has(W.stemOf(one)); }
    function isMade(one) {
      var root = one.replace(BEHIND, ""), isShort = /e[rd]s?$|est$|y$/.test(one); // `runner` is of `run`
      return is(one) || (root !== one && root.length > (isShort ? 2 : 3) && [root, root.replace(/i$/, "y"), isShort ? root.replace(/(.)\1$/, "$1") : root].some(is));
    }
    return isMade(word) || isMade(word.replace(BEFORE, ""));
  }

  /* The letters of a word as bits: two words that are `most` apart differ in at most twice as many of them, which rules out nearly all. */
  function letters(word) {
    var bits = 0;
    for (var at = 0; at < word.length; at += 1) { bits |= 1 << (word.charCodeAt(at) % 32); }
    return bits;
  }

  function count(bits) {
    var many = 0;
    for (; bits; bits &= bits - 1) { many += 1; }
    return many;
  }

  /* The words of all books, by their length, each beside its letters and its stem. */
  var byLength = [], many = 0;

  /* Takes in what has been read since it was called last: words, each with its stem. */
  function readOn(known) {
    var at = 0;
    known.forEach(function (stem, word) {
      at += 1;
      if (at <= many || word.length < SHORTEST - 1 || !ONLY_LETTERS.test(word)) { return; }
      (byLength[word.length] = byLength[word.length] || []).push({ word: word, letters: letters(word), stem: stem });
    });
    many = known.size;
  }

  /* How far two words are apart; anything above `most` where that is sure. */
  function distance(one, other, most) {
    var before = [], last = [], row = [], low, cost, from, to;
    for (to = 0; to <= other.length; to += 1) { last.push(to); }
    for (from = 1; from <= one.length; from += 1) {
      row = [from];
      low = from;
      for (to = 1; to <= other.length; to += 1) {
        cost = one[from - 1] === other[to - 1] ? 0 : 1;
        row[to] = Math.min(last[to] + 1, row[to - 1] + 1, last[to - 1] + cost);
        if (from > 1 && to > 1 && one[from - 1] === other[to - 2] && one[from - 2] === other[to - 1]) { row[to] = Math.min(row[to], before[to - 2] + 1); }
        low = Math.min(low, row[to]);
      }
      if (low > most) { return most + 1; }
      before = last;
      last = row;
    }
    return last[other.length];
  }

  function single(word) { return word.replace(/(.)\1/g, "$1"); }

  /* The nearest words whose stem `has` holds of, and how far they are; none where all are too far. A first letter is seldom wrong: in a long
     word alone, and as its only fault. */
  function nearest(word, has) {
    var most = word.length < SHORTEST || !ONLY_LETTERS.test(word) ? 0 : word.length < LONG ? 1 : 2, bits = letters(word), words = [];
    for (var length = word.length - most; most && length <= word.length + most; length += 1) {
      (byLength[length] || []).forEach(function (candidate) {
        if (count(bits ^ candidate.letters) > 2 * most || !has(candidate.stem)) { return; }
        var far = distance(word, candidate.word, most);
        if (far === 2 && word.length < LONGEST && distance(single(word), single(candidate.word), 1) > 1) { return; }
        if (far > most || (candidate.word[0] !== word[0] && (far > 1 || word.length < LONG))) { return; }
        if (far < most) {
          most = far;
          words = [];
        }
        words.push(candidate.word);
      });
    }
    var alike = words.filter(function (one) { return one[0] === word[0]; });
    return { words: alike.length ? alike : words, distance: most };
  }

  window.rulewrightSpelling = { readOn: readOn, nearest: nearest, isRight: isRight };
})();
