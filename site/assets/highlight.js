/* Colours what is written in the language: quotations, tags, comments, and the word that says what a line is. Text stays text. */
(function () {
  "use strict";

  var FIRST = /^(?:rulebook|numbering|source|edition|precedence|stated|option|measure|enum|scale|class|record|map|fact|die|choice|status|value|verdict|predicate|group|impossible|exactly|symmetric|never|term|also|word|chapter|case|amend|ruling|reading|scenario|example|given|then|world|may|must|need|not|take|add|multiply|overrides|except|sets|restates|besides|refers|accepts|reads|note|step|component|table|place|enters|replaces|deletes|adds|appends|strikes|inserts|redirects|renumbers|extends|confirms|corrects|asks|answers|settles|otherwise|total|stages|bears|does|applies|as|with|in|about|credit|try|ledger|amends|held|dated|publisher|known|lasts|hidden|usually|found|background)\b/;
  var PART = /("[^"]*(?:"|$))|(#.*$)|(@[A-Za-z][\w-]*)|\b(when|unless|only|otherwise|because|among|over)\b/gm;

  function span(className, text) {
    var made = document.createElement("span");
    made.className = className;
    made.textContent = text;
    return made;
  }

  function coloured(line) {
    var found = document.createDocumentFragment();
    var indent = /^\s*(?:\w+: )?/.exec(line)[0]; // the margin, and the name of a rule
    var rest = line.slice(indent.length);
    found.append(indent);
    var first = FIRST.exec(rest);
    if (first) {
      found.append(span("rw-hl-word", first[0]));
      rest = rest.slice(first[0].length);
    }
    var end = 0;
    rest.replace(PART, function (all, quoted, comment, tag, joining, at) {
      found.append(rest.slice(end, at), span(quoted ? "rw-hl-text" : comment || tag ? "rw-hl-aside" : "rw-hl-word", all));
      end = at + all.length;
      return all;
    });
    found.append(rest.slice(end));
    return found;
  }

  function colour(code) {
    var lines = code.textContent.split("\n");
    code.replaceChildren.apply(code, [].concat.apply([], lines.map(function (line, at) {
      return at ? ["\n", coloured(line)] : [coloured(line)];
    })));
  }

  document.querySelectorAll("code.language-case, code.language-rulewright").forEach(colour);
  /* formal lines are closed at first: each is coloured when it is opened */
  document.addEventListener("toggle", function (event) {
    var code = event.target.matches(".rw-formal[open]") && event.target.querySelector("code:not([data-rw-done])");
    if (code) {
      code.dataset.rwDone = "";
      colour(code);
    }
  }, true);
})();
