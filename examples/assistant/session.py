"""What an assistant does with `rulewright mcp`, by the official client (`pip install "rulewright[mcp]"` brings it).

python session.py [BOOK]   prints the talk: what the person says, what is called, what the assistant says
"""

import asyncio
import os
import sys
from typing import Any

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

BOOK, SITE = (sys.argv[1:] or ["la-grande-armee"])[0], "https://rules.example"
REPLIES = {"printed_allowance(u)": 7}  # what the person says when asked
DRAFT = """\
case 8.69 "Snow"
  "In deep snow nobody moves."
  allowance(u) is 0 MP when weather is {word}
"""


def say(speaker: str, words: str) -> None:
    print(f"{speaker}: {words}")


async def call(session: ClientSession, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a tool gives. What is wrong with a call is a sentence and what to do, for the assistant to read."""
    print(f"  call {tool} {arguments}")
    result = await session.call_tool(tool, arguments)  # `book` may be left out where there is one
    if result.isError:
        return {"error": "; ".join(part.text for part in result.content if part.type == "text")}
    return result.structuredContent or {}


async def answer(session: ClientSession, words: str) -> None:
    """Find the question, ask it, and ask the person for what is missing until there is an outcome."""
    say("person", words)
    found = await call(session, "find_questions", words=words)
    if found["clear"] is None:
        say("assistant", "Do you mean: " + " Or: ".join(one["sentence"] for one in found["candidates"]))
        return
    meant = found["candidates"][0]
    facts = dict(meant["facts"])
    while True:
        answered = await call(session, "ask", question=meant["question"], facts=facts)
        if answered.get("status") != "missing":
            break
        wanted = answered["ask_next"]
        say("assistant", wanted["asks"] or f"What is {wanted['fact']}? ({wanted['domain']})")
        say("person", str(REPLIES[wanted["fact"]]))
        facts[wanted["fact"]] = REPLIES[wanted["fact"]]
    say("assistant", answered.get("error") or answered["sentence"])
    if answered.get("note"):  # the book has errors, or was not checked as it is now
        say("assistant", f"Please note: {answered['note']}.")
    for cited in answered.get("citations", []):
        shown = await call(session, "show_case", case=cited["case"])
        say("assistant", f"See {cited['case']} “{shown['case']['title']}”, {cited['url']}")
        say("book", " ".join(paragraph["text"] for paragraph in shown["case"]["text"]))


async def check(session: ClientSession, draft: str) -> None:
    """What a clause would bring into the book. Nothing is written."""
    say("person", f"I would add:\n{draft}")
    checked = await call(session, "check_draft", text=draft)
    if "error" in checked:
        say("assistant", checked["error"])
        return
    for finding in checked["findings"]:
        say("assistant", f"{finding['code']}: {finding['message']}. {finding['help']}")
    say("assistant", "All situations were gone through." if checked["decided"] else "Its text has to be mended first.")


async def main() -> None:
    # The client hands on few variables of the environment by itself: PATH and HOME, but not RULEWRIGHT_CACHE.
    server = StdioServerParameters(command=sys.executable, args=["-m", "rulewright", "mcp", BOOK, "--site", SITE], env=dict(os.environ))
    async with stdio_client(server) as (reading, writing), ClientSession(reading, writing) as session:
        await session.initialize()
        await answer(session, "What is the movement allowance of infantry in mud?")
        await check(session, DRAFT.format(word="snwo"))
        await check(session, DRAFT.format(word="snow"))


if __name__ == "__main__":
    asyncio.run(main())
