"""A question for each of 360 rows, and what an erratum reaches: run it, or open it as a notebook and go from cell to cell."""

# %% A frame, as a club might keep it: some cells are empty, and some are wrong.
from pathlib import Path

import networkx
import pandas

import rulewright

book = rulewright.load(Path(__file__).parent.parent / "book" / "lantern")

numbers = range(360)
requests = pandas.DataFrame(
    {
        "member": [f"M{number:03}" for number in numbers],
        "m.age": [8 + number % 40 for number in numbers],
        "m.helper": [number % 5 == 0 for number in numbers],
        "m.games_out": [None if number % 30 == 7 else number % 7 for number in numbers],
        "g.size": ["huge" if number % 60 == 13 else ("small", "medium", "large")[number % 3] for number in numbers],
        "g.antique": ["yes" if number % 9 == 0 else "no" for number in numbers],
    }
)

# %% The question for each row. A fact that holds for all rows is given once; `member` is no fact, and is kept.
asked = pandas.DataFrame(book.table("borrow(m, g)", requests, {"club_night": False}, keep=["member"]))
print(asked.status.value_counts().to_string())
print(asked[asked.status == "answered"].value.value_counts().to_string())

# %% What is wrong with the rows that could not be asked, and what the others lack.
print(asked[asked.status == "bad row"].error.value_counts().to_string())
print(asked[asked.status == "missing"].missing.explode().value_counts().to_string())

# %% The same rows before the errata: who may do what was not allowed before?
earlier = pandas.DataFrame(book.table("borrow(m, g)", requests, {"club_night": False}, keep=["member"], edition="rules"))
both = asked.merge(earlier, on="member", suffixes=("", "_before"))
changed = both[(both.status == "answered") & (both.value != both.value_before)]
print(changed.groupby(["value_before", "value"]).size().to_string())

# %% What depends on the erratum to 1.2? An answer depends on its rules, a rule on the facts and answers that it uses.
graph = book.graph()
depends: "networkx.DiGraph[str]" = networkx.DiGraph()
for tail, head, edge in graph.edges(data=True):
    if edge["kind"] in ("uses", "tests", "looks up"):
        depends.add_edge(tail, head)
    elif edge["kind"] == "defines":
        depends.add_edge(head, tail)
rules = [rule for rule, _, edge in graph.in_edges("case:1.2", data=True) if edge["kind"] == "part of"]
reached = {node for rule in rules for node in networkx.ancestors(depends, rule)}
nodes = pandas.DataFrame([graph.nodes[node] for node in sorted(reached)])
print(nodes[["kind", "name", "title"]].to_string(index=False))
