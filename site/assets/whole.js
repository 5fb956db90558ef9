/* Copies a block of the manual with the book that it stands on: what a reader puts into a file to try it. */
(function () {
  "use strict";

  var SHOWN = 2500; // milliseconds for which it is said that it is copied

  document.querySelectorAll("[data-rw-sample]").forEach(function (line) {
    var button = line.querySelector("button"), status = line.querySelector("[role=status]"), block = line.nextElementSibling, timer = 0;
    var code = block && block.querySelector("code");
    if (!code || !navigator.clipboard) { return; }
    function say(text) {
      status.textContent = text;
      clearTimeout(timer);
      timer = setTimeout(function () { status.textContent = ""; }, SHOWN);
    }
    button.hidden = false;
    button.addEventListener("click", function () {
      var sample = window.rulewrightSamples[line.dataset.rwSample];
      navigator.clipboard.writeText((sample ? sample + "\n" : "") + code.textContent).then(function () { say("Copied"); }, function () { say("Not copied"); });
    });
  });
})();
