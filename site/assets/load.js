/* Loads what the search needs when it is first used, as scripts: it works from a disk, where nothing can be fetched.
   The book that is being read comes first; the others follow while its results can be seen already. */
(function () {
  "use strict";

  var PARTS = ["vendor/minisearch/minisearch", "search/words", "find/numbers", "find/stems", "find/words", "find/spelling", "find/book", "find/find", "find/box", "search/site"];
  var books = {}; // those whose index is made, by folder
  var begun = {}, parts = null, ready = false; // ready: what is found can be shown

  var root = new URL("..", document.currentScript.src).href.replace(/\/$/, ""); // of the site, wherever it is

  function base() { return root; }

  /* The folder of the book that the page belongs to; "" on a page of the manual, or of another part that has a folder; null on any other page.
     A site of one book, and of nothing else, is that book's all over. */
  function here() {
    var root = new URL(base() + "/", location.href).pathname, site = window.rulewrightSearch && window.rulewrightSearch.site;
    var folders = location.pathname.slice(root.length).split("/").slice(0, -1), folder = folders.length ? folders[0] : null;
    if (!site || folder in byFolder()) { return folder; }
    if (folder !== null && site.folders.indexOf(folder) >= 0) { return ""; }
    return site.books.length === 1 ? site.books[0].folder : null;
  }

  function byFolder() {
    return window.rulewrightSearch.site.books.reduce(function (all, one) { all[one.folder] = one; return all; }, Object.create(null));
  }

  function script(name) {
    return new Promise(function (done, failed) {
      var element = document.createElement("script");
      element.src = base() + "/assets/" + name + ".js";
      element.async = false; // in the order in which they were asked for
      element.onload = done;
      element.onerror = failed;
      document.head.appendChild(element);
    });
  }

  function engine() {
    parts = parts || Promise.all(PARTS.map(script)).catch(function (wrong) {
      parts = null; // the next time it may be in reach
      throw wrong;
    });
    return parts;
  }

  /* The entries of a book, or of the pages of none under ""; `index` makes them ready for words too. */
  function book(folder) {
    begun[folder] = begun[folder] || engine().then(function () { return script(folder ? "search/book-" + folder : "search/pages"); }).then(function () {
      return window.rulewrightBook.ready(folder, window.rulewrightSearch[folder]);
    }).catch(function (wrong) {
      delete begun[folder];
      throw wrong;
    });
    return begun[folder];
  }

  function indexed(folder) {
    return book(folder).then(function (one) { books[folder] = window.rulewrightBook.index(one); });
  }

  /* Load all; `then` is called whenever there is more to search, first for the book that is being read. */
  function load(then) {
    return engine().then(function () {
      var home = here(), order = window.rulewrightSearch.site.books.map(function (one) { return one.folder; });
      if (window.rulewrightSearch.site.pages) { order.push(""); }
      order.sort(function (a, b) { return (b === home) - (a === home); });
      function more() {
        ready = true;
        if (then) { then(); }
      }
      if (!order.length) { more(); }
      return order.reduce(function (before, folder) {
        return before.then(function () { return indexed(folder); }).catch(function () { /* it is out of reach */ }).then(function () {
          if (home !== null || folder === order[order.length - 1]) { more(); } // else what comes first may be on its way still
          return new Promise(function (next) { setTimeout(next, 0); }); // let what was typed be seen
        });
      }, Promise.resolve());
    });
  }

  function results(text, folder) {
    return window.rulewrightFind(text, folder, books, window.rulewrightSearch.site.books);
  }

  /* Every entry that a query finds, in the order in which they are shown. */
  function find(text, folder) {
    return [].concat.apply([], results(text, folder).groups.map(function (group) { return group.entries; }));
  }

  /* The entry of an absolute address, for previews; null where there is none. */
  function at(address) {
    return engine().then(function () {
      var root = new URL(base() + "/", location.href).href, wanted = decodeURI(address);
      var folder = wanted.slice(decodeURI(root).length).split("/")[0];
      if (!(folder in byFolder())) { return null; }
      return book(folder).then(function (one) {
        return one.entries.find(function (entry) { return decodeURI(new URL(entry.u, root).href) === wanted && !entry.of; }) || null;
      });
    });
  }

  function isReady() { return ready; }

  /* What the page's address names; null where it is damaged or names nothing. */
  function addressed() {
    try { return document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch (_) { return null; }
  }

  window.rulewright = { addressed: addressed, base: base, here: here, isReady: isReady, load: load, parts: engine, results: results, find: find, at: at };
})();
