/* Rest on a reference and see the case it means, without leaving the page. The words come from the search's data, as text. */
(function () {
  "use strict";

  var WAIT = 300, LONGEST = 320;
  var shown = null, timer = 0;

  function hide() {
    clearTimeout(timer);
    if (shown) { shown.remove(); shown = null; }
  }

  function show(link) {
    var entry = window.rulewright.at(link.href);
    if (!entry || !link.matches(":hover, :focus-visible")) { return; }
    hide();
    shown = document.createElement("div");
    shown.className = "rw-preview";
    shown.setAttribute("role", "status");
    var head = document.createElement("p"), number = document.createElement("span"), text = document.createElement("p");
    number.className = "rw-number";
    number.textContent = (entry.n || [""])[0];
    head.append(number, " " + (entry.t || ""));
    text.textContent = entry.x ? (entry.x.length > LONGEST ? entry.x.slice(0, LONGEST).replace(/\s+\S*$/, "") + "…" : entry.x) : entry.m || "";
    shown.append(head, text);
    document.body.append(shown);
    var at = link.getBoundingClientRect();
    var below = at.bottom + shown.offsetHeight + 12 < window.innerHeight;
    shown.style.left = Math.max(8, Math.min(at.left, window.innerWidth - shown.offsetWidth - 16)) + "px";
    shown.style.top = (below ? at.bottom + 6 : at.top - shown.offsetHeight - 6) + "px";
  }

  function rest(event) {
    var link = event.target.closest && event.target.closest("a.rw-ref");
    if (!link) { return; }
    clearTimeout(timer);
    timer = setTimeout(function () { window.rulewright.load().then(function () { show(link); }); }, WAIT);
  }

  document.addEventListener("mouseover", rest);
  document.addEventListener("mouseout", hide);
  document.addEventListener("scroll", hide, { passive: true, capture: true });
  document.addEventListener("keydown", function (event) { if (event.key === "Escape") { hide(); } });
})();
