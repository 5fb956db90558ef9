/* Cases that a reader has pinned, and those read last, on this device. The dialog that finds cases shows both while nothing is typed. */
(function () {
  "use strict";

  var PINS = "rulewright-pins", RECENT = "rulewright-recent", MOST = { "rulewright-pins": 100, "rulewright-recent": 8 };
  var banner = document.querySelector("[data-rw-book]");

  function kept(name) {
    var found;
    try { found = JSON.parse(localStorage.getItem(name) || "[]"); } catch (_) { return []; }
    return (Array.isArray(found) ? found : []).filter(function (one) {
      return one && typeof one.u === "string" && typeof one.n === "string" && typeof one.t === "string" && typeof one.b === "string";
    });
  }

  function keep(name, list) {
    try { localStorage.setItem(name, JSON.stringify(list.slice(0, MOST[name]))); } catch (_) { return false; }
    return true;
  }

  function without(list, address) { return list.filter(function (one) { return one.u !== address; }); }

  /* A case as the dialog shows it: address below the site, number, title, folder and title of the book. */
  function entryOf(heading) {
    var number = heading.querySelector(".rw-number"), shown = number ? number.textContent : "", page = location.href.split(/[?#]/)[0];
    return {
      u: page.slice(window.rulewright.base().length + 1) + "#" + heading.id, n: shown, t: heading.textContent.replace(shown, "").trim(),
      b: banner.dataset.rwBook, m: banner.querySelector("a").textContent
    };
  }

  /* ---- pins --------------------------------------------------------------------------------------------------------------------- */

  function isPinned(address) { return kept(PINS).some(function (one) { return one.u === address; }); }

  function say(button, entry) {
    var pinned = isPinned(entry.u);
    button.setAttribute("aria-pressed", String(pinned));
    button.title = pinned ? "Pinned: it is in “Ask or find”" : "Pin, to have it in “Ask or find”";
  }

  function put(heading) {
    var body = heading.nextElementSibling, button = document.createElement("button"), entry = entryOf(heading);
    if (!body || !body.classList.contains("rw-case-body")) { return; }
    button.type = "button";
    button.className = "rw-pin";
    button.dataset.rwPin = entry.u;
    button.setAttribute("aria-label", "Pin " + (entry.n || entry.t));
    say(button, entry);
    button.addEventListener("click", function () {
      var rest = without(kept(PINS), entry.u);
      button.classList.toggle("rw-refused", !keep(PINS, isPinned(entry.u) ? rest : [entry].concat(rest)));
      say(button, entry);
      if (button.classList.contains("rw-refused")) { button.title = "This device keeps nothing for pages"; }
    });
    body.prepend(button);
  }

  function drop(address) {
    keep(PINS, without(kept(PINS), address));
    document.querySelectorAll(".rw-pin").forEach(function (button) { if (button.dataset.rwPin === address) { say(button, { u: address }); } });
  }

  /* ---- what was read last --------------------------------------------------------------------------------------------------------- */

  function read() {
    var heading = window.rulewright.addressed(), entry;
    if (!heading || !heading.matches(".rw-case")) { return; }
    entry = entryOf(heading);
    keep(RECENT, [entry].concat(without(kept(RECENT), entry.u)));
  }

  if (banner) {
    document.querySelectorAll(".rw-case[id]").forEach(put);
    window.addEventListener("hashchange", read);
    read();
  }

  window.rulewrightPins = { pinned: function () { return kept(PINS); }, recent: function () { return kept(RECENT); }, drop: drop };
})();
