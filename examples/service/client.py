"""A form, and many questions in one request, from `rulewright serve --api`; with the standard library alone.

python client.py                         starts a service, and ends it
python client.py http://127.0.0.1:8000   uses one that runs: rulewright serve --api la-grande-armee
"""

import json
import subprocess
import sys
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

Json = dict[str, Any]
BOOK, QUESTION = "la-grande-armee", "allowance(u)"


def call(address: str, body: Json | None = None) -> Json:
    """What an address answers. What is refused as a whole ends the program with its sentence."""
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(address, data, {"Content-Type": "application/json"}), timeout=60) as response:
            return dict(json.load(response))
    except HTTPError as refused:
        sys.exit(explain(json.load(refused)))


def explain(refused: Json) -> str:
    """The sentence of an error, and what to do."""
    return "\n    ".join([refused["error"]["message"], *refused["error"]["hints"]])


def form(address: str) -> dict[str, Json]:
    """The schema of each fact on which the answer depends, by the name under which it is given."""
    schemas = call(f"{address}/books/{BOOK}/openapi.json")["components"]["schemas"]
    facts = schemas[f"{BOOK}.query.{QUESTION.partition('(')[0]}"]["properties"]["facts"]
    places = [*facts["properties"].values(), *facts["patternProperties"].values()]
    fields = [schemas[place["$ref"].rpartition("/")[2]] for place in places if "$ref" in place]
    # `unit.arm` is a field that each unit has; of the unit `u` of the question it is `u.arm`
    return {schema["title"].replace("unit.", "u."): schema for schema in fields}


def takes(schema: Json) -> str:
    """The values of a fact that has a list of them, or the bounds of a number."""
    if "enum" in schema:
        return " | ".join(str(value) for value in schema["enum"])
    number = schema["anyOf"][0]  # the second way is a number as text: "7 MP"
    return f"{number['minimum']} to {number['maximum']}"


def show(query: Json, result: Json) -> None:
    print("\n" + QUESTION, *(f"{name}={value}" for name, value in query["facts"].items()))
    if "error" in result:
        print("    refused:", explain(result))
        return
    cases = ", ".join(cited["url"] or cited["case"] for cited in result["citations"])
    print(f"    {result['sentence']} ({result['status']}; cases: {cases})")
    for fact in result["missing"]:
        print(f"    missing {fact['fact']}: {fact['asks'] or 'not said'} {fact['domain']}")


def main(address: str) -> None:
    print("the form of", QUESTION)
    fields = form(address)
    for name, schema in fields.items():
        asks = schema["description"].replace("{it}", "u").replace("{u}", "u")  # places for the name of the unit
        print(f"    {name}: {asks} {takes(schema)}")
    # Cavalry in all weathers that there are and in one that there is not; then with nothing known.
    known = [{"u.arm": "cavalry", "weather": value} for value in [*fields["weather"]["enum"], "hail"]]
    queries: list[Json] = [{"question": QUESTION, "facts": facts} for facts in [*known, {}]]
    results = call(f"{address}/books/{BOOK}/ask", {"questions": queries})["results"]
    for query, result in zip(queries, results, strict=True):
        show(query, result)


if __name__ == "__main__":
    if sys.argv[1:]:
        main(sys.argv[1])
    else:
        command = [sys.executable, "-m", "rulewright", "serve", "--api", BOOK, "--port", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as service:
            assert service.stdout is not None
            ready = service.stdout.readline()  # "serving http://127.0.0.1:40123   Ctrl-C ends it"
            try:
                main(ready.split()[1])
            finally:
                service.terminate()
