/* Words of a text and of a query: folded, parted, stemmed; small words left out of queries; phrases that mean the same. */
(function () {
  "use strict";

  var folded = window.rulewrightNumbers.folded, lists = window.rulewrightLists; // of `search/words.js`
  /* `9-1`, `8.6`, `19.4/9` are one word each; so is `dr2` */
  var WORD = /\d+(?:[.:\/-]\d+)+[a-z]?|[\p{L}\p{N}']+/gu;
  var SMALL = lists.small_in_searches.reduce(function (all, one) { all[one] = true; return all; }, Object.create(null));

  function words(text) {
    return (folded(text).match(WORD) || []).map(function (word) { return word.replace(/'s$|'/g, ""); }).filter(Boolean);
  }

  /* Every word that has been read, before its stem: a book says the same words again and again. */
  var known = new Map();

  function stemOf(word) {
    var found = known.get(word);
    if (found === undefined) {
      found = window.rulewrightStems.stem(lists, word);
      known.set(word, found);
    }
    return found;
  }

  function stems(text) { return words(text).map(stemOf); }

  /* The words of a query that tell what is looked for: not the small ones, where there are others. */
  function telling(text) {
    var said = words(text), large = said.filter(function (word) { return SMALL[word] !== true; });
    return (large.length ? large : said).map(stemOf);
  }

  /* The groups of phrases that mean the same, by the stems of each: `zone control` -> the other phrases, as lists of stems. */
  function thesaurus(groups) {
    var found = { longest: 1, others: new Map() };
    groups.forEach(function (group) {
      var keys = Array.from(new Set(group.map(function (phrase) { return stems(phrase).join(" "); })));
      keys.forEach(function (key) {
        var others = keys.filter(function (one) { return one !== key; }).concat(found.others.get(key) || []);
        found.others.set(key, Array.from(new Set(others)));
        found.longest = Math.max(found.longest, key.split(" ").length);
      });
    });
    return found;
  }

  /* A query as what is looked for: each a phrase or a word, with what else means the same. Small words count only where there is nothing else. */
  function asked(text, same, vocabulary) {
    var said = words(text), all = said.map(stemOf), found = [];
    for (var at = 0; at < all.length;) {
      var taken = 1;
      for (var many = Math.min(same.longest, all.length - at); many > 1; many -= 1) {
        if (same.others.has(all.slice(at, at + many).join(" "))) { taken = many; break; }
      }
      /* `rear guard` is looked for as `rearguard` where the book writes it so */
      var joined = taken === 1 && at + 1 < all.length ? stemOf(said[at] + said[at + 1]) : "";
      if (joined && vocabulary.has(joined)) { taken = 2; } else { joined = ""; }
      var stemmed = all.slice(at, at + taken);
      found.push({
        said: said.slice(at, at + taken).join(" "), stems: stemmed, last: at + taken === all.length,
        others: (same.others.get(stemmed.join(" ")) || []).concat(joined || []), small: taken === 1 && SMALL[said[at]] === true
      });
      at += taken;
    }
    var large = found.filter(function (one) { return !one.small; });
    return large.length ? large : found;
  }

  window.rulewrightWords = { words: words, known: known, stemOf: stemOf, stems: stems, telling: telling, thesaurus: thesaurus, asked: asked };
})();
