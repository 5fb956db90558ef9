"""Words that mean about the same in rules of games, as players use one for another. A book adds what its terms are `also` called."""

from __future__ import annotations

from rulewright.analysis.plain_questions.stems import stems_of

_GROUPS = (
    "enter/go into/move into/step",
    "go/move/pace/step",
    "pass/cross/go over",
    "remove/take off/eliminate/destroy/lose",
    "combine/merge/join/consolidate",
    "split/break down/break/divide/part",
    "pick up/absorb/take in",
    "arrive/come on/come onto/reinforcement",
    "begin/start/set up",
    "fire/bombard/shoot/shell",
    "score/roll/die/throw",
    "share/stack/same hex",
    "adjacent/next",
    "cost/pay/price/fee",
    "get/receive/gain",
    "need/require",
    "forage/draw supply",
    "lend/borrow/loan",
    "win/winner/victory",
    "happen/result/outcome/fate",
    "modifier/bonus/add",
    "strong/strength",
    "most/greatest/limit/maximum/highest",
    "fewest/least/minimum/lowest",
    "turn/game turn",
    "gun/artillery",
    "horse/cavalry",
    "foot/infantry",
    "wagon/train",
)

_NOUNS = (
    "artillery/gun/cannon/battery",
    "cavalry/horseman/horsemen/cav",
    "infantry/foot soldier/footsoldier",
    "armored/armor/tank/panzer",
    "airborne/paratrooper/paratroops/para",
    "supply train/supply wagon/wagon/truck/supply truck",
    "leader/general/commander/boss",
    "rail line/track/railroad/railway",
    "forage/live off the land",
    "rout/run away/flee",
    "pursue/chase",
    "fortify/dig in/entrench",
    "eliminate/kill/wipe out",
    "repair/fix",
    "out of supply/starve/starving/unsupplied",
    "zone of control/zoc",
    "demoralized/shaken",
    "dispersed/disrupted/scattered",
    "mechanized/motorized",
    "fortress/fort",
    "hexside/border of the hex",
    "die/dice",
    "demonstrate/feint",
    "reinforcement/new troops/fresh troops",
    "amphibious assault/beach landing/hit the beach",
    "woods/forest/trees",
)

NOUN_STEMS = tuple(tuple(tuple(stems) for words in group.split("/") if (stems := stems_of(words))) for group in _NOUNS)
"""Words of players for one thing: a book that has one of them alone means it by the others."""

ALIKE_STEMS = tuple(tuple(frozenset(stems) for words in group.split("/") if (stems := stems_of(words))) for group in _GROUPS)
"""The groups as sets of stems: one set for each word or phrase of a group."""
