/* An earlier edition in place of the one in force, its text, rules and tables; or what has changed since it. It is remembered for each book
   on the device. A part of a page that only some editions have carries their names (`data-rw-in`).
   And an address into something folded opens it; one that names a rule by its number leads to the page that has it. */
(function () {
  "use strict";

  var choice = document.querySelector("[data-rw-editions]"), banner = document.querySelector("[data-rw-book]");
  var inForce = {}; // what the line says of the edition in force
  var key = banner ? "rulewright-edition-" + banner.dataset.rwBook : "";

  /* What a link to a rule asked for holds as long as the window, and is not remembered after that. */
  function kept() { try { return sessionStorage.getItem(key) || (sessionStorage.getItem(key) === null && localStorage.getItem(key)) || ""; } catch (_) { return ""; } }
  function keep(value) { try { localStorage.setItem(key, value); sessionStorage.removeItem(key); } catch (_) { /* a device that keeps nothing */ } }
  function ask(value) { try { sessionStorage.setItem(key, value); } catch (_) { /* the same */ } }
  function lists(text, name) { return (text || "").split(" ").indexOf(name) >= 0; }

  function read(value) {
    var way = value.split(" ")[0], name = value.split(" ")[1] || "", changed = 0, later = 0, bodies = document.querySelectorAll(".rw-case-body");
    bodies.forEach(function (body) {
      var text = way === "as" && Array.prototype.find.call(body.querySelectorAll("[data-rw-edition]"), function (one) { return one.dataset.rwEdition === name; });
      var since = way === "since" && lists(body.dataset.rwSince, name), head = body.previousElementSibling;
      body.classList.toggle("rw-as-it-was", Boolean(text));
      var absent = way === "as" && lists(body.dataset.rwAbsent, name);
      var changes = way === "as" && !absent && lists(body.dataset.rwSince, name);
      body.classList.toggle("rw-not-there", absent);
      body.classList.toggle("rw-changed-later", changes);
      body.classList.toggle("rw-not-held", way === "as" && lists(body.dataset.rwUnheld, name));
      body.classList.toggle("rw-changed-since", since);
      body.querySelectorAll("[data-rw-edition]").forEach(function (one) { one.open = one === text; });
      if (head) { head.classList.toggle("rw-changed-since", since); }
      changed += since ? 1 : 0;
      later += changes ? 1 : 0;
    });
    if (way === "as") { banner.dataset.rwReads = name; } else { delete banner.dataset.rwReads; }
    parts(way, name);
    named(way === "as" ? choice.selectedOptions[0].dataset : null);
    var entries = document.querySelectorAll("[data-rw-new-since]"), listed = 0;
    entries.forEach(function (one) {
      one.hidden = way === "since" && !lists(one.dataset.rwNewSince, name);
      listed += one.hidden ? 0 : 1;
    });
    document.querySelectorAll("[data-rw-since-note]").forEach(function (one) { one.hidden = way !== "since" || one.dataset.rwSinceNote !== name; });
    var there = bodies.length - document.querySelectorAll(".rw-not-there").length, cases = " of " + there + " cases here";
    say(entries.length && way === "since" ? listed + " of " + entries.length + " entries" : !bodies.length ? "" : way === "since" ? changed + cases + " changed" : way === "as" ? later + cases + " changed later" : "");
  }

  /* Rules, tables and what else is not in every edition. Since an edition, its rules are shown next to those that took their place. */
  function parts(way, name) {
    var now = banner.dataset.rwNow;
    document.querySelectorAll("[data-rw-in]").forEach(function (one) {
      var isNow = lists(one.dataset.rwIn, now), was = lists(one.dataset.rwIn, name);
      var compared = way === "since" && isNow !== was && one.matches(".rw-rules > li, .rw-table");
      one.hidden = way === "as" ? !was : !isNow && !compared;
      one.classList.toggle("rw-new-since", compared && isNow);
      one.classList.toggle("rw-until-then", compared && was);
    });
    document.querySelectorAll(".md-nav--secondary a[href^='#']").forEach(function (link) {
      var head = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      link.parentElement.hidden = head !== null && head.hidden;
    });
  }

  /* The line above the text names the edition that is read, with its date and open readings; null: the one in force. */
  function named(edition) {
    ["title", "dated", "included", "readings", "accepted"].forEach(function (what) {
      var place = banner.querySelector("[data-rw-" + what + "]");
      if (!place) { return; }
      if (inForce[what] === undefined) { inForce[what] = place.textContent; }
      place.textContent = edition ? edition[what] || "" : inForce[what];
    });
    var paper = banner.querySelector("[data-rw-paper]");
    if (!paper) { return; }
    if (inForce.paper === undefined) { inForce.paper = paper.getAttribute("href"); }
    paper.setAttribute("href", edition ? edition.paper : inForce.paper);
  }

  function say(words) {
    var place = banner.querySelector(".rw-since");
    if (!place) {
      place = document.createElement("span");
      place.className = "rw-since";
      place.setAttribute("role", "status");
      banner.append(place);
    }
    place.textContent = words;
  }

  if (choice) {
    choice.value = kept();
    if (choice.selectedIndex < 0) { choice.value = ""; }
    if (choice.value) { read(choice.value); }
    choice.addEventListener("change", function () {
      keep(choice.value);
      read(choice.value);
    });
    document.addEventListener("rulewright-texts", function () { if (choice.value) { read(choice.value); } }); // a reader's own words came in
  }

  /* ---- addresses ---------------------------------------------------------------------------------------------------------------- */

  function reveal() {
    var target = window.rulewright.addressed();
    if (!target) { return; }
    var folded = false;
    for (var one = target; one; one = one.parentElement) {
      if (one.tagName === "DETAILS" && !one.open) { one.open = folded = true; }
    }
    if (folded) { target.scrollIntoView(); }
  }

  /* `#8.2@printed` on the page of all cases: to where that is, in that edition. Of a part of a case, `8.2.mud`, to the case. An address of
     before leads on with what it names; so does that of a part of the manual that is elsewhere. */
  function lead() {
    var line = window.rulewright.addressed();
    if (line && line.matches(".rw-moved")) {
      location.replace(line.querySelector("a").href);
      return;
    }
    var moved = document.querySelector("[data-rw-moved]");
    if (moved) {
      if (moved.dataset.rwMoved) { ask(moved.dataset.rwMoved); }
      location.replace(moved.href + location.hash);
      return;
    }
    if (!document.querySelector("[data-rw-rules]") || location.hash.length < 2) { return; }
    var name = "", line = null;
    try { name = decodeURIComponent(location.hash.slice(1)); } catch (_) { return; }
    var edition = name.split("@")[1] || "", wanted = edition === banner.dataset.rwNow ? "" : "as " + edition;
    for (var number = name.split("@")[0]; number && !line; number = number.slice(0, Math.max(number.lastIndexOf("."), number.lastIndexOf("/"), 0))) {
      line = document.getElementById(number + "@" + edition) || document.getElementById(number);
    }
    if (!line || !line.closest("[data-rw-rules]") || !line.querySelector("a[href]")) { return; }
    if (edition && (!wanted || (choice && choice.querySelector('[value="' + CSS.escape(wanted) + '"]')))) { ask(wanted); }
    location.replace(line.querySelector("a").href);
  }

  window.addEventListener("hashchange", function () { lead(); reveal(); });
  lead();
  reveal();
})();
