/* Colours the formal lines of rules: quotations, tags, comments, and the word that says what a line is. Text stays text.
   The words that begin a line are put in by `make colours`, from the grammar. The manual's examples are coloured when the site is built. */
(function () {
  "use strict";

  var FIRST = /^(?:about|above|accepts|add|adds|also|always|amend|amends|and|answers|any|appends|applies|as|asks|at|background|bears|below|besides|calendar|case|chapter|choice|class|columns|component|confirms|corrects|credit|dated|deletes|die|does|earlier|edition|either|enters|enum|every|exactly|example|except|extends|fact|formerly|found|game|general|given|group|hidden|impossible|in|inserts|is|known|lasts|later|ledger|map|may|measure|multiply|must|need|neither|never|no|none|not|note|numbering|only|option|otherwise|overrides|place|players|precedence|predicate|publisher|reading|reads|record|redirects|refers|removes|renames|renumbers|replaces|restates|rulebook|ruling|scale|scenario|sets|settles|should|some|source|stated|status|step|strikes|symmetric|table|take|term|the|then|total|try|turn|usually|value|verdict|while|with|withdraws|word|world|yes)\b/;
  var PART = /("[^"]*(?:"|$))|(#.*$)|(@[A-Za-z][\w-]*)|\b(when|unless|only|otherwise|because|among|over)\b/gm;

  function span(className, text) {
    var made = document.createElement("span");
    made.className = className;
    made.textContent = text;
    return made;
  }

  function coloured(line) {
    var found = document.createDocumentFragment();
    var indent = /^\s*(?:[\p{L}\p{N}_]+: )?/u.exec(line)[0]; // the margin, and the name of a rule
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

  /* formal lines are closed at first: each is coloured when it is opened */
  document.addEventListener("toggle", function (event) {
    var code = event.target.matches(".rw-formal[open]") && event.target.querySelector("code:not([data-rw-done])");
    if (code) {
      code.dataset.rwDone = "";
      colour(code);
    }
  }, true);
})();
