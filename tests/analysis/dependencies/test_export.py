"""The graph for other tools, and as a picture."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import networkx
import pytest

from analysis.dependencies.graphs import book, graph, graph_of
from rulebook.books import book_of
from rulewright.analysis.dependencies.export import published_graph, to_dot, to_graphml, to_json, to_mermaid
from rulewright.analysis.dependencies.model import CASES, EdgeKind, VertexKind
from rulewright.rulebook.model import Rulebook
from rulewright.site.pages.graph_picture import picture

SVG = "{http://www.w3.org/2000/svg}"


def test_mermaid_names_every_case_and_relation() -> None:
    text = to_mermaid(graph())
    assert text.startswith("flowchart LR\n")
    assert '["8.6 Weather"]' in text
    assert '(["H_1 Which?"])' in text
    assert "9.1 Forage #60;one#62;" in text
    assert re.search(r'c\d+ -->\|"sets aside"\| c\d+', text)
    assert "classDef unheld" in text
    names = re.findall(r"^  (c\d+)[\[(]", text, re.MULTILINE)
    assert len(names) == len(set(names)) == sum(data["kind"] in CASES for _, data in graph().nodes(data=True))


def test_a_neighbourhood_is_narrower() -> None:
    text = to_mermaid(graph(), "9.21")
    assert "9.21 Sub" in text
    assert "19.1 One" not in text
    assert set(re.findall(r'\|"([^"]+)"\|', text)) == {"overrides", "refers"}


def test_dot_is_quoted() -> None:
    found = book_of('case 1.1 "A \\\\ back"\n  "See [1.2]."\ncase 1.2\n  not held\n'.replace("\\\\", "\\"))
    text = to_dot(graph_of(found))
    assert 'label="1.1 A \\\\ back"' in text
    assert '"case:1.1" -> "case:1.2" [label="refers", style=dotted];' in text
    assert '"case:1.2" [label="1.2", style=dashed];' in text


def test_graphml_is_read_back_by_networkx() -> None:
    found = networkx.read_graphml(io.BytesIO(to_graphml(graph()).encode()), force_multigraph=True)
    assert set(found.nodes) == set(graph())
    assert found.number_of_edges() == graph().number_of_edges()
    assert found.nodes["case:9.1"]["label"] == "9.1 Forage <one>"
    assert found.nodes["case:9.31"]["deleted"] is True
    near = networkx.read_graphml(io.BytesIO(to_graphml(graph(), "9.21").encode()), force_multigraph=True)
    assert 1 < near.number_of_nodes() < found.number_of_nodes()


def test_json_is_plain_and_whole() -> None:
    document = json.loads(json.dumps(to_json(graph())))
    assert (document["book"], document["edition"], document["case"]) == ("example", "errata", None)
    assert len(document["vertices"]) == len(graph())
    assert {"tail", "head", "kind", "by", "source", "conditional", "condition", "path", "line", "column"} <= set(document["edges"][0])
    again = networkx.node_link_graph(document, source="tail", target="head", name="id", nodes="vertices", edges="edges")
    assert (set(again.nodes), set(again.edges)) == (set(graph().nodes), set(graph().edges))
    ids = {one["id"] for one in document["vertices"]}
    near = to_json(graph(), "8.6")
    assert {one["id"] for one in near["vertices"]} < ids
    assert all(one["tail"] in ids and one["head"] in ids for one in near["edges"])


@pytest.mark.parametrize("suffix", ["graphml", "gexf", "gml", "json", "pandas"])
def test_every_writer_of_networkx_takes_the_published_graph_and_gives_it_back(suffix: str, tmp_path: Path) -> None:
    found = published_graph(graph())
    back = _written_and_read(found, suffix, str(tmp_path / "graph"))
    for node, data in found.nodes(data=True):
        assert {name: value for name, value in back.nodes[node].items() if name != "label"} == (data if suffix != "pandas" else {}), node
    assert set(back) == {node for node in found if suffix != "pandas" or networkx.degree(found, node)}
    assert sorted(back.edges(keys=True)) == sorted(found.edges(keys=True))
    for tail, head, number, data in found.edges(keys=True, data=True):
        assert {name: value for name, value in back.edges[tail, head, number].items() if name != "id"} == data


def _written_and_read(found: networkx.MultiDiGraph[str], suffix: str, path: str) -> Any:
    match suffix:
        case "graphml":
            networkx.write_graphml(found, path)
            return networkx.read_graphml(path, force_multigraph=True)
        case "gexf":
            networkx.write_gexf(found, path)
            return networkx.read_gexf(path)
        case "gml":
            networkx.write_gml(found, path)
            return networkx.read_gml(path)
        case "json":
            return networkx.node_link_graph(json.loads(json.dumps(networkx.node_link_data(found, edges="edges"))), edges="edges")
        case _:
            table = networkx.to_pandas_edgelist(found, edge_key="number")
            return networkx.from_pandas_edgelist(table, edge_attr=True, edge_key="number", create_using=networkx.MultiDiGraph)


def test_attributes_of_the_published_graph_are_plain_and_one_edition_has_every_kind() -> None:
    found = published_graph(graph())
    values = [*(data for _, data in found.nodes(data=True)), *(data for *_, data in found.edges(data=True))]
    assert {type(value) for data in values for value in data.values()} == {str, int, bool}
    assert {data["kind"] for *_, data in found.edges(data=True)} >= {str(kind) for kind in EdgeKind} - {"carried"}
    assert found.nodes["case:9.1"]["title"] == "9.1 Forage <one>"
    assert {data["stated_in"] for *_, data in found.edges(data=True)} >= {"errata"}


def test_characters_that_xml_has_not_are_replaced(tmp_path: Path) -> None:
    found = published_graph(graph_of(book_of('case 1.1 "A\u0007\ufffe B"\n  "x"\n')))
    assert found.nodes["case:1.1"]["title"] == "1.1 A\ufffd\ufffd B"
    assert _written_and_read(found, "gexf", str(tmp_path / "graph")).nodes["case:1.1"]["title"] == "1.1 A\ufffd\ufffd B"


def test_the_manual_names_every_kind_and_attribute(root: Path) -> None:
    page = (root / "site/pages/project/graph.md").read_text("utf-8")
    nodes, edges = page.split("## Edges")[0], page.split("## Edges")[1].split("## What")[0]
    found = published_graph(graph())
    assert not [kind for kind in VertexKind if f"`{kind}`" not in nodes]
    assert not [kind for kind in EdgeKind if f"`{kind}`" not in edges]
    assert not [name for name in found.nodes["case:9.1"] if f"`{name}`" not in nodes]
    assert not [name for name in next(iter(found.edges(data=True)))[2] if f"`{name}`" not in edges]


# ---- the picture -------------------------------------------------------------------------------------------------------------------


def svg(found: Rulebook, edition: str = "errata") -> ElementTree.Element:
    return ElementTree.fromstring(picture(found, graph_of(found, edition), lambda number: f'cases/#{number}&x="1"'))


def test_every_case_is_a_link_with_a_name() -> None:
    root = svg(book())
    links = {one.get("href"): "".join(one.itertext()) for one in root.iter(f"{SVG}a")}
    assert 'cases/#8.6&x="1"' in links
    assert links['cases/#9.1&x="1"'].startswith("9.1 Forage <one>")
    assert len(links) == 10
    assert root.find(f"{SVG}title") is not None
    assert root.find(f"{SVG}desc") is not None
    labelled = (root.get("aria-labelledby") or "").split()
    assert {one.get("id") for one in root if one.get("id")} >= set(labelled)
    assert root.get("role") == "group", "an image may hold no links"


def test_arcs_say_what_they_stand_for_and_end_at_rows() -> None:
    root = svg(book())
    titles = [one.findtext(f"{SVG}title") for one in root.iter(f"{SVG}path") if one.get("d", "").count("C")]
    assert "9.2 sets aside 9.1" in titles
    assert "9.1 overrides 9.2" in titles
    assert "Q1 rules on 9.1" not in titles, "the ruling stands under 9.1"
    assert len(titles) == len(set(titles))


def test_no_two_rows_share_a_place_and_readings_stand_under_their_case() -> None:
    root = svg(book())
    rows = {(one.get("href") or "")[7:].split("&")[0]: one.find(f"{SVG}text") for one in root.iter(f"{SVG}a")}
    places = {name: int(text.get("y") or 0) for name, text in rows.items() if text is not None}  # one column
    assert len(set(places.values())) == len(places)
    order = sorted(places, key=lambda name: places[name])
    assert order.index("Q1") == order.index("9.1") + 1
    assert order.index("H_1") == order.index("9.2") + 1
    bottom = float((root.get("viewBox") or "").split()[3])
    assert max(places.values()) < bottom


def test_chapters_have_headings_in_the_words_of_the_book() -> None:
    found = book_of(
        {
            "rulebook.case": 'rulebook example "Example & Co"\n  numbering by heading movement, zones\n',
            "movement.case": 'chapter "Movement & more"\ncase movement.1 "One"\n  "x"\n',
            "zones_of_control.case": "case zones.A\n  not held\n",
        }
    )
    root = ElementTree.fromstring(picture(found, graph_of(found)))
    headings = [one.text for one in root.iter(f"{SVG}text") if one.get("class") == "chapter"]
    assert headings == ["Movement & more", "Zones of control"]
    assert not list(root.iter(f"{SVG}a"))
    words = ["".join(one.itertext()) for one in root.iter(f"{SVG}g")]
    assert words == ["Movement (1) One", "Zones (A)Zones (A) (printed words not here)"]
    assert (root.findtext(f"{SVG}title") or "").startswith("Example & Co")


def test_long_titles_are_cut_and_whole_on_hover() -> None:
    title = "A very long title indeed, of a case about everything that may ever happen"
    found = book_of(f'case 1.1 "{title}"\n  "x"\n')
    root = ElementTree.fromstring(picture(found, graph_of(found)))
    (text,) = [one for one in root.iter(f"{SVG}text") if (one.text or "").startswith("1.1")]
    assert (text.text or "").endswith("…")
    assert text.findtext(f"{SVG}title") == f"1.1 {title}"


def test_an_empty_book_has_a_picture() -> None:
    assert svg(book_of('rulebook example "Example"\n'), "rules").tag == f"{SVG}svg"
