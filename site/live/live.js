/* Only on pages that `rulewright serve` sends: looks whether the site was built again, and shows what is wrong with its sources.
   What was built since the server read this page is news, even if it was built before this script ran.
   A new page comes to where its reader is: the same line at the same height, and what was folded open stays open. */
(function () {
  "use strict";

  var HERE = document.currentScript.src.replace(/[^/]*$/, ""), KEY = "rulewright-live:" + location.pathname;
  var OFTEN = 300, SELDOM = 3000; // milliseconds: while there is an answer, and while there is none
  var first = Number(document.currentScript.dataset.built), panel = null, shown = "", closed = "";

  /* ---- where one reads ---- */

  function anchors() { return Array.prototype.slice.call(document.querySelectorAll("main [id]")); }

  /* A fold by what it is under and what it says; the same words under the same heading are counted. */
  function folds() {
    var met = {};
    return Array.prototype.map.call(document.querySelectorAll("details"), function (one) {
      var under = one.closest("[id]"), summary = one.querySelector("summary");
      var name = (under ? under.id : "") + "|" + (summary ? summary.textContent.trim() : "");
      met[name] = (met[name] || 0) + 1;
      return [name + "|" + met[name], one];
    });
  }

  function keep() {
    var near = anchors().filter(function (one) { return one.getBoundingClientRect().top <= 120 && one.getClientRects().length; }).pop();
    var state = {
      near: near ? near.id : null,
      away: near ? near.getBoundingClientRect().top : 0,
      top: window.scrollY,
      open: folds().filter(function (one) { return one[1].open; }).map(function (one) { return one[0]; }),
    };
    try { sessionStorage.setItem(KEY, JSON.stringify(state)); } catch (_) { /* a browser that keeps nothing */ }
  }

  function restore() {
    var state = null;
    try {
      state = JSON.parse(sessionStorage.getItem(KEY));
      sessionStorage.removeItem(KEY);
    } catch (_) { /* nothing is kept */ }
    if (!state || !Array.isArray(state.open)) { return; }
    folds().forEach(function (one) { one[1].open = state.open.indexOf(one[0]) >= 0; });
    history.scrollRestoration = "manual";
    function back() {
      var near = state.near === null ? null : document.getElementById(state.near);
      window.scrollTo({ top: near ? window.scrollY + near.getBoundingClientRect().top - state.away : state.top, behavior: "instant" });
    }
    back();
    window.addEventListener("load", function () {
      back();
      history.scrollRestoration = "auto";
    });
  }

  /* ---- what is wrong ---- */

  function element(name, text, parent) {
    var made = document.createElement(name);
    made.textContent = text;
    parent.appendChild(made);
    return made;
  }

  function show(wrong) {
    var now = JSON.stringify(wrong);
    if (now === shown) { return; }
    shown = now;
    if (panel) { panel.remove(); }
    panel = null;
    if (!wrong.length || now === closed) { return; }
    panel = document.createElement("section");
    panel.className = "rw-live";
    panel.setAttribute("role", "alert");
    element("h2", wrong.length === 1 ? "The pages are the last good ones" : "The pages are the last good ones: " + wrong.length + " things are wrong", panel);
    wrong.forEach(function (one) { element("pre", one, panel).tabIndex = 0; });
    var button = element("button", "Close", panel);
    button.type = "button";
    button.addEventListener("click", function () {
      closed = now;
      panel.remove();
      panel = null;
    });
    document.body.appendChild(panel);
  }

  /* ---- looking ---- */

  function take(state) {
    if (state.built !== first) {
      keep();
      location.reload();
      return;
    }
    show(state.wrong);
    setTimeout(look, OFTEN);
  }

  function look() {
    if (document.hidden) {
      setTimeout(look, OFTEN);
      return;
    }
    fetch(HERE + "state.json", { cache: "no-store" })
      .then(function (answer) { return answer.json(); })
      .then(take, function () { setTimeout(look, SELDOM); });
  }

  document.addEventListener("DOMContentLoaded", function () {
    restore();
    look();
  });
})();
