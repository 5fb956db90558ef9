"""ZEN's own checks and answers for models of ours. Run by ZEN's Python, not by the project's: `python run_zen.py JOBS RESULTS`.

JOBS: JSON, a list of {"name", "model", "situations": [facts], "questions": [names]}. RESULTS: a list of {"name", "said": [texts of its
checks], "answers": [[value or null, …] per situation]}.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

zen: Any = importlib.import_module("zen")


def checked(model: dict[str, Any], decision: Any) -> list[str]:
    """All that ZEN has for looking at a model without input: `validate` of the graph, and reading every expression and every cell.

    Cells are compiled: the validator of cells that this binding has takes them for whole expressions and refuses `<= 3`.
    """
    said = []
    try:
        decision.validate()
    except Exception as error:
        said.append(str(error).split("\n")[0])
    for node in model["nodes"]:
        content = node.get("content", {})
        said += [_read(zen.compile_expression, expression["value"]) for expression in content.get("expressions", ())]
        for row in content.get("rules", ()):
            said += [_read(zen.compile_expression, row[column["id"]]) for column in content["outputs"]]
            for column in content["inputs"]:
                said.append(_read(zen.compile_unary_expression if column["field"] else zen.compile_expression, row[column["id"]] or "true"))
    return [text for text in said if text]


def _read(compiled: Any, text: str) -> str:
    try:
        compiled(text)
    except Exception as error:
        return f"{text}: {error}"
    return ""


def answered(decision: Any, situation: dict[str, Any], questions: list[str]) -> list[Any]:
    try:
        result = decision.evaluate(situation)["result"]
    except Exception as error:
        return [f"error: {str(error).splitlines()[0]}" for _ in questions]
    return [result.get(question) for question in questions]


def main() -> None:
    engine, results = zen.ZenEngine(), []
    for job in json.loads(Path(sys.argv[1]).read_text("utf-8")):
        decision = engine.create_decision(json.dumps(job["model"]))
        answers = [answered(decision, situation, job["questions"]) for situation in job["situations"]]
        results.append({"name": job["name"], "said": checked(job["model"], decision), "answers": answers})
    Path(sys.argv[2]).write_text(json.dumps(results), "utf-8")


main()
