"""Limits on work, in one table: counted in steps, nodes and things and never in time, so that results are the same on every machine.

Each has its unit, its reason, and what happens beyond it. They are promises: whoever raises one changes what is found. `--budget N` sets
the number of search nodes that a question to the solver may take. The steps of the interpreter and the work spent on a note grow with it.
"""

from __future__ import annotations

# ---- one question of a user --------------------------------------------------------------------------------------------------------------

DEFAULT_BUDGET = 500
"""Search nodes that one question to the solver may take before it goes to z3; `--budget N` sets another number, and what follows from
it."""
MAX_Z3_STEPS = 10_000_000
"""Steps of z3 for one question (a second or so): steps, not time, so that every machine gives the same answer. Beyond: not decided."""
STEPS_PER_NODE = 4_000
"""Steps of the interpreter per search node: with the usual budget about half a minute for one question.

No example of the shipped books takes a twentieth of it. Beyond, the question is refused.
"""

# ---- formulas and numbers of the solver --------------------------------------------------------------------------------------------------

MAX_FLATTENED_PARTS = 128
"""Parts of a nested conjunction that is flattened: longer ones, grown one part at a time, would cost quadratic time. Beyond, it stays
nested."""
MAX_ABSORBING_PARTS = 16
"""Parts of a join, and of its parts, that are searched for absorption. Beyond, the join stays as it is."""
MAX_DIAGRAM_NODES = 6_000
"""Nodes of the diagrams in which variables are forgotten. Beyond, what needs them is not analysed."""
MAX_CASES_OF_TERM = 128
"""Different values of one term. Beyond, what needs it is not analysed."""
MAX_NUMBERS_OF_TERM = 128
"""Different numbers of one term. Beyond, one name stands for them."""
MAX_NUMBERS_IN_PARTS = 4
"""The same where some of these count parts of one and are not listed: no rounding is idle then, each comparison of two is arithmetic."""
MAX_CASES_OF_NAME = 1_024
"""Cases of a named number. Beyond, what needs it is not analysed."""
MAX_LISTED_VALUES = 1_024
"""Values of a numeric fact, or of a named number, whose values are listed. Beyond, it is a wide variable, of which only the ends are
known."""
MAX_DENOMINATOR = 1_000_000_000
"""Denominator of a number that gets a name. From it on, it gets none."""
MAX_LISTED_COMBINATIONS = 64
"""Combinations of values for which a comparison of sums is listed. Beyond, it stays arithmetic."""
MAX_WORKED_COMBINATIONS = 256
"""Combinations of values for which a comparison that is not linear is listed. Beyond, it stays arithmetic."""
MAX_SPLIT_VALUES = 64
"""Values of a variable that are substituted one by one to make a comparison linear. Beyond, it stays as it is."""
MAX_OPERAND_COMBINATIONS = 256
"""Combinations of operands of maximum and minimum. Beyond, the comparison is not made linear."""

# ---- the search of the solver ------------------------------------------------------------------------------------------------------------

SAMPLED_POINTS = 8_192
"""Points of a space at which formulas are looked at before they are searched: each formula has a bit for each of them."""
MAX_QUICK_NODES = 60
"""Search nodes of a question whose rest goes to z3 together with others."""
MAX_NODES_NEAR_POINT = 40
"""Search nodes from a given point. Beyond, the next point is tried."""
MIN_NODES = 60
"""Search nodes that a question gets at least, after many of the same solver went to z3."""
MAX_NODES_SMALLER = 2_000
"""Search nodes for a smaller model after the first. Beyond, the smallest so far is taken."""
MAX_SLIDES = 3
"""Rounds that move wide variables towards the atoms that are not listed. Beyond, the search goes on without."""
MAX_MOVES = 20
"""Times that facts are moved in one run; each costs as much as many nodes. Beyond, the search goes on without."""
MAX_MOVES_PER_ATOM = 3
"""Moves for each atom that must hold. Beyond, the numbers stay where they are."""
MAX_CORNERS = 64
"""Points of a box that are tried for remaining arithmetic. Beyond, it goes to z3."""
MAX_HEIGHT = 300
"""Height of formulas that are watched. Higher ones count as alive, and are evaluated without recursion: only early pruning is lost."""
MAX_SUM_BITS = 24
"""Bits of a sum in the text for z3. Wider ones are arithmetic over whole numbers."""

# ---- what is encoded of one question -----------------------------------------------------------------------------------------------------

MAX_CALL_DEPTH = 120
"""Questions that call one another. Deeper ones are not analysed."""
MAX_FORMULAS_OF_QUESTION = 8_000
"""Formulas of one question. A question that needs more, those for each of its rules apart, is not analysed."""
MAX_FORMULAS_PER_RULE = 100
"""Further formulas of a question for each of its rules."""
MAX_MEMBERS = 20_000
"""Things, numbers and values over which the nested conditions of one question range. Beyond, it is not analysed."""
MAX_NODES_OF_INSTANCE = 60
"""Search nodes for a situation that is named as an instance. Beyond, none is named."""
MAX_FACTS_OF_INSTANCE = 3
"""Facts that are told of such a situation."""
MAX_THINGS_OF_KIND = 3
"""Things of a kind that some condition ranges over (more, if a question has more arguments). What more of them may do is told as a
doubt."""
MAX_UNTOLD_PLACES = 4
"""Places that a map keeps of those that no rule names. Beyond, they are left out."""
MAX_THINGS_APART = 6
"""Things of a kind that are values of facts and distinct; any two others may be one thing."""
MAX_UNNAMED_THINGS = 400
"""Unnamed things in the abstraction of a question. Beyond, it is not analysed."""
MAX_CALL_COMBINATIONS = 12
"""Combinations of things that the operands of a call may be: it is encoded for each. Beyond, its operands are compared instead."""
MAX_SELECTIONS = 256
"""Selections of which a sum of the greatest or least values may be made. Beyond, it is not analysed."""
MAX_STATES_OF_STAGE = 256
"""Ways in which an answer comes about after a stage. Where names can be used, a state of products counts for two: many of them are hard
to solve. Beyond, it is not analysed."""
MAX_SEPARATE_CHOICES = 4
"""Choices of which each set is encoded by itself: that makes few formulas, and short ones. Beyond, one after the other."""
MAX_LABELLINGS = 32
"""Ways in which rules that are open may go before one another. Beyond, the question is not analysed."""
MAX_CELLS = 16
"""Cells of situations in which the cycles of precedence differ. Beyond, their labellings are not enumerated."""
MAX_UNPROVED_CELLS = 8
"""Cells that are taken without a look. Beyond, those that the solver proves empty are dropped."""
MAX_CELL_LOOKS = 200
"""Looks of the solver at such cells. Beyond, the others are kept."""

# ---- the solver as an engine -------------------------------------------------------------------------------------------------------------

MAX_NODES_OF_ENGINE = 2_000
"""Search nodes for one query. Beyond, it is declined."""
MAX_FORMULAS_OF_SITUATION = 60_000
"""Formulas of a kind of situation. Beyond, they are made anew for the next query."""
MAX_SITUATIONS_KEPT = 16
"""Kinds of situation whose formulas are kept. Beyond, the oldest go."""
MAX_READINGS_CHOSEN = 256
"""Choices of readings that leave an answer open. Beyond, the query is declined."""
MAX_FACTS_VARIED = 14
"""Given facts for which the formulas are made over all situations. Beyond, for the one situation."""

# ---- verdicts on one edition -------------------------------------------------------------------------------------------------------------

MAX_QUESTIONS_OF_BATCH = 150
"""Questions that share an encoder, each next to the questions that it calls: what they call is encoded once."""
MAX_VARIABLES_OF_ENCODER = 5_000
"""Variables of an encoder. Beyond, it is replaced: its numbers would grow long."""
MAX_FORMULAS_OF_ENCODER = 250_000
"""Formulas of an encoder. Beyond, it is replaced for the same reason."""
MAX_FORMULAS_OF_CROWD = 100_000
"""Formulas of a question, with all that it calls, in a crowd. Beyond, it is not looked at there."""
MAX_UNSHOWN_WORLDS = 3
"""Worlds of an abstraction in which something is not shown. Beyond, the abstraction is given up."""
MAX_THINGS_IN_RANGE = 6
"""Things for which a sum of facts is checked against its range, which also says how many things are expected."""
Z3_SHARE_OF_WORLD = 10
"""In each of the many worlds z3 gets one in so many of its steps."""
MAX_CLASHES = 200
"""Contradictions and overlaps that are reported of one question. Beyond, the pairs are told as not looked at."""
MIN_CLASHES = 20
"""The same of a question of very many rules, at least."""
MAX_CLAIMS_REPLAYED = 200_000
"""Claims that are replayed for the clashes of one question, each with all of its rules: it lowers the number of clashes to that least
one."""
MAX_FURTHER_OPTIONS = 3
"""Further options of a set that is tried for the smallest. Beyond, one set is reduced option by option."""
MAX_OPTION_SETS = 500
"""Sets of options that are tried for the smallest. Beyond, one set is reduced option by option."""
MAX_RULES_COMPARED = 60
"""Rules of a question whose full answer is compared with that without one of them. Beyond, their redundancy is not decided."""
MAX_RULES_APART = 1_000
"""Rules of a question that are compared with all others, which is quadratic. Beyond, they are not."""
MAX_FORMULAS_COMPARED = 6_500
"""Formulas up to which z3 compares two full answers where few things prove nothing. Beyond, the search alone looks."""
MAX_POINTS_OF_RULE = 3
"""Sampled points of a rule at which the answer is computed without it."""
LONG_SEARCH_FACTOR = 8
"""So many times the usual budget has the search after z3 gave up on a note."""
MAX_EXAMPLE_POINTS = 6
"""Examples of a question whose situations are tried as points. Beyond, they are not looked at."""
MAX_REPLAY_STEPS = 40_000
"""Steps of the interpreter for replays of situations of many things, all worlds of one kind together. Beyond, they are not shown."""
MAX_PASSES_OF_WITNESS = 60
"""Passes of the interpreter for a small situation. Beyond, all of its facts are given."""
MAX_CARRIED_TRIES = 24
"""Situations in which a change is sought that an answer takes over from another. Beyond, it is not shown."""
MAX_CARRIED_VALUES = 3
"""Values of a fact that are tried for it, from the first to the last. Beyond, those between are passed over."""
MAX_ADDED_FACTS = 80
"""Further facts that are added to a situation. Beyond, it is not shown."""
MAX_VALUES_TRIED = 1_000
"""Values of a fact that are tried for one that is possible, one after the other, and as many that are spread over a longer range."""
MAX_FORMULAS_OF_PAIR = 50_000
"""Formulas of the encoders of two editions. Beyond, they are replaced."""
MAX_PASSES_OF_CHANGE = 2_000
"""Passes of the interpreter to confirm a change that would give another answer. Beyond, it is not told."""

# ---- an answer of the interpreter --------------------------------------------------------------------------------------------------------

MAX_PASSES_PER_INQUIRY = 3_000
"""Passes of one inquiry, with the default budget. Beyond, facts count as mattering."""
INQUIRY_SHARE_OF_STEPS = 20
"""The search beyond the first pass takes at most one in so many of the steps that a question may take."""
MIN_STEPS_OF_INQUIRY = 1_000
"""Steps of that search, at least."""
MAX_STEPS_BETWEEN_LOOKS = 200
"""Steps after which a question that may be stopped looks at the clock: a few milliseconds."""
MAX_EVALUATIONS_KEPT = 40_000
"""Evaluations of questions that are kept for later questions about the same things, 2 kB each. Beyond, they are dropped."""
MAX_CONTEXTS_KEPT = 256
"""Sets of things, under one setting of the switches each, for which evaluations are kept. Beyond, those of the oldest are dropped."""
MAX_FACTS_RANKED = 24
"""Missing facts that are tried for the order in which to ask for them. Beyond, they follow in the order of the rules."""
MAX_VALUES_RANKED = 12
"""Values of such a fact that are tried. Beyond, they count as those before them."""
MAX_STEPS_OF_RANKING = 100_000
"""Steps for these trials, whatever the budget, so that the order is always the same. Beyond, facts follow in the order of the rules."""
MAX_OUTCOMES_LISTED = 200
"""Outcomes that a question can still have. Beyond, the others are not sought."""
MAX_ANSWERS_KEPT = 1_000
"""Whole answers that a talk, or a table of rows, keeps. Beyond, they are dropped and worked out anew."""
MAX_PATTERNS_KEPT = 64
"""Sets of facts that an evaluation, or an answer, is known to look at. Beyond, what looks at others is not kept."""
MAX_PASSES_OF_WORLD = 200
"""Passes for each world with further things that is tried."""
WORLDS_SHARE_OF_STEPS = 40
"""All these worlds together take at most one in so many of the steps that a question may take."""
UNCOUNTED_THINGS = 2
"""Further things of a kind that stand for any number of them: two, since a condition may be about two that differ."""
MAX_LABELLING_TRIALS = 2_000
"""Choices tried for unknowns, and trials on cycles. Beyond, each undecided claim is taken by itself."""
MAX_RUNNING_VALUES = 64
"""Distinct running values of an answer that are followed. Beyond, the value is unknown."""
MAX_RANGE_SIZE = 10**15
"""Numbers of a range. A larger one counts as unbounded."""
MAX_BRANCH_PAIRS = 200_000
"""Pairs of reading branches that are compared. Beyond, the others are not."""
MAX_NODES_COMPARED = 50_000
"""Pairs of nodes of two branches that are compared. Beyond, the branches count as different."""
MAX_PAIRS_COMPARED = 50_000
"""Pairs of branches that are compared. Beyond, the fact counts as mattering."""
MAX_RENAMINGS = 2_000
"""Renamings of things under which two branches may be the same. Beyond, none is tried."""
MAX_LEAF_KINDS = 12
"""Kinds of leaves that are told apart one by one. Beyond, together."""
MAX_PASSES_OF_ASSUMPTIONS = 2_000
"""Passes for the assumptions that an answer depends on, all trials together. Beyond, all consulted ones are listed."""
MAX_STEPS_OF_ASSUMPTIONS = 20_000
"""Steps for these passes, in terms of the first pass: so defaults cost about as much as given facts."""
MAX_PASSES_OF_MISSING = 300
"""Passes for the facts that would be missing too."""
MAX_ASSUMPTION_SETS = 500
"""Sets of assumptions that are tried. Beyond, all assumptions in question are returned."""
MAX_PASSES_OF_GIVEN = 5
"""Passes for whether the rules say something else than what is given, for each thing given. Beyond, it stands."""
MAX_OPEN_FACTS_OF_GIVEN = 2
"""Facts that are not given and that the rules need to say something else than what is given. Where they need more, it stands."""
MAX_PASSES_OF_CHOICES = 300
"""Passes under all choices of a reading together if facts are missing."""
MIN_PASSES_PER_CHOICE = 20
"""The same for each choice, at least."""
MAX_QUESTIONS_READ = 10_000
"""Frames of Python that one question may take. Beyond, it is refused."""
MAX_SENSITIVITIES_KEPT = 100
"""Questions of which it is kept how they tell the values of facts apart: each takes up to some 100 kB."""
MAX_PASSES_OF_BOUNDS = 12_000
"""Passes for the bounds of an answer, of which a third are for the ends of ranges. Beyond, none are told."""
MAX_FACTS_OF_RANGES = 2
"""Facts over which the ranges of an answer are told."""
MAX_CELLS_OF_RANGES = 4_000
"""Cells of these ranges. Beyond, the question is refused."""
MAX_PASSES_OF_RANGES = 60_000
"""Passes for all cells together; no cell takes more than a question asked alone."""
MAX_INNER_DEPTH = 40
"""Depth of inner answers that are explained, by the shortest path."""
MAX_REASONS_KEPT = 500
"""Explanations of inner answers that are kept. Beyond, they are dropped and made anew."""
MAX_GIVEN_TEXT = 20_000
"""Characters of one text that a program gives: a question, a name, a path of words. A longer one is refused before it is read."""
MAX_DECIMAL_PLACES = 1_000
"""Places before or after the point of a number that a program gives. A longer one is refused, since it would be written out."""
MAX_NAME_LENGTH = 100
"""Letters of the name of a thing. A longer one is refused."""
MAX_QUOTED_LENGTH = 100
"""Letters or digits of a wrong value that a message repeats."""

# ---- other analyses ----------------------------------------------------------------------------------------------------------------------

MAX_PASSES_OF_DRAWN = 40
"""Passes of the reference for a drawn question: one that takes more is left out, so that a kit is made in seconds."""
MAX_FACTS_DRAWN = 60
"""Facts that are set in one drawn situation."""
MAX_FACTS_UNKNOWN = 3
"""Facts of it that are left unknown: with more the answer is mostly unknown."""
MAX_DRAWS = 20
"""Draws for a question that is possible. Beyond, none is drawn."""
MAX_RULES_IN_CHAIN = 300
"""Rules of a chain of overrides that is expanded: the number of carried edges grows with the pairs of rules. Beyond, it is not."""
MAX_CHANGES_NAMED = 3
"""Amendments that are named for one example."""
CLAIMS_PER_TASK = 16
"""Claims that one task of a worker judges."""
SLIPS_PER_TASK = 24
"""Slips that one task of a worker judges, unless a single case has more."""
MAX_SLIP_LETTERS = 60
"""Letters of a slip in the title of its example. Beyond, it is cut."""
MAX_OUTCOMES = 8
"""Distinct outcomes of a table that is drawn. Tables with more are not."""
MAX_BARS = 60
"""Lines of a table that is drawn. Tables with more are not."""
MAX_FACTS_OF_ODDS = 12
"""Facts on which a question may depend. Questions that can depend on more are skipped."""
BUDGET_OF_ODDS = 400_000
"""Passes of the interpreter for one question under each throw."""
MAX_CANDIDATES = 5
"""Questions that are listed as candidates for a text."""
MAX_SUPPOSED_FACTS = 3
"""Facts that are listed for a text like `what if the leader dies`."""
MAX_WORDS_OF_TEXT = 120
"""Words of a text that are looked at."""
MAX_PROSE_WORDS = 40
"""Search nodes that one question to the solver may take before it goes to z3; `--budget N` sets another number."""


def steps_of(budget: int | None) -> int:
    """Return the steps that the interpreter may take for one question; None is the usual budget."""
    return (DEFAULT_BUDGET if budget is None else budget) * STEPS_PER_NODE


def note_budget(budget: int) -> tuple[int, int]:
    """Return the search nodes, and the steps of z3, for a finding that is at most a note.

    z3 gets its full number of steps if the budget is above the usual.
    """
    return max(1, budget * 12 // 100), MAX_Z3_STEPS * (10 if budget > DEFAULT_BUDGET else 7) // 10
