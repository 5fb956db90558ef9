/* Light or dark: as the site or else the device has it, until the reader chooses; the choice is remembered on the device. */
(function () {
  "use strict";

  var KEY = "rulewright-scheme", SCHEMES = { light: "default", dark: "slate" };
  var device = window.matchMedia("(prefers-color-scheme: dark)"), site = document.querySelector("[data-rw-scheme]").dataset.rwScheme;

  function kept() { try { return localStorage.getItem(KEY); } catch (_) { return null; } }
  function keep(value) { try { localStorage.setItem(KEY, value); } catch (_) { /* a device that keeps nothing */ } }
  function now() { return /^(?:light|dark)$/.test(kept()) ? kept() : (site ? site === SCHEMES.dark : device.matches) ? "dark" : "light"; }

  function set(scheme) {
    var button = document.querySelector("[data-rw-scheme]");
    document.body.setAttribute("data-md-color-scheme", SCHEMES[scheme]);
    button.hidden = false;
    button.setAttribute("aria-label", scheme === "dark" ? "Go light" : "Go dark");
    button.title = button.getAttribute("aria-label");
  }

  set(now());
  device.addEventListener("change", function () { set(now()); });
  document.addEventListener("click", function (event) {
    if (event.target.closest && event.target.closest("[data-rw-scheme]")) {
      keep(now() === "dark" ? "light" : "dark");
      set(now());
    }
  });
})();
