# LangChain's chat models of OpenAI and of Anthropic.
import sys

from langchain_anthropic import ChatAnthropic
from langchain_core.messages import HumanMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from pydantic import BaseModel
from steps import (
    ANTHROPIC_URL,
    LEAVE,
    OPENAI_URL,
    left_while_held,
    refused,
    run_steps,
    token,
)

OF = sys.argv[1]
MODEL = "scripted-1"


class Weather(BaseModel):
    """The weather in a city."""

    city: str
    degrees: int


@tool
def weather(city: str) -> str:
    """The weather in a city."""
    return f"21 degrees in {city}"


def model(kind, retries=2):
    if OF == "openai":
        return ChatOpenAI(
            model=MODEL, base_url=OPENAI_URL, api_key=token(kind), max_retries=retries
        )
    return ChatAnthropic(
        model=MODEL,
        base_url=ANTHROPIC_URL,
        api_key=token(kind),
        max_retries=retries,
        max_tokens=500,
    )


watched = model("WATCHED")


def text_of(message):
    content = message.content
    if isinstance(content, str):
        return content
    return "".join(block.get("text", "") for block in content)


def tools():
    bound = watched.bind_tools([weather])
    turns = [HumanMessage("USE TOOL.")]
    said = bound.invoke(turns)
    call = said.tool_calls[0]
    result = ToolMessage(weather.invoke(call["args"]), tool_call_id=call["id"])
    return text_of(bound.invoke([*turns, said, result]))


def structured():
    shaped = watched.with_structured_output(Weather, method="json_schema")
    return shaped.invoke("Structured.").model_dump()


def stream(content):
    return "".join(text_of(part) for part in watched.stream(content))


def cancel():
    parts = watched.stream("NEVER END.")
    for part in parts:
        if text_of(part) != "":
            break
    parts.close()
    return "cancelled"


run_steps(
    f"langchain {OF}",
    {
        "plain": lambda: text_of(watched.invoke("Plain.")),
        "stream": lambda: stream("Stream."),
        "tools": tools,
        "structured": structured,
        "cancel": cancel,
        "fails": lambda: refused(lambda: stream("Fail midway.")),
        "leave": lambda: left_while_held(lambda: model("HELD").ainvoke(LEAVE)),
        "reject": lambda: refused(
            lambda: model("HELD").invoke(f"Reject me, LangChain of {OF}.")
        ),
        "limit": lambda: refused(lambda: model("LIMITED", 0).invoke("Limited.")),
        "budget": lambda: refused(lambda: model("BUDGET").invoke("Budget.")),
    },
)
