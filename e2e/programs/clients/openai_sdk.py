# OpenAI's SDK for Python: chat completions, then Responses.
import json
import sys

from openai import AsyncOpenAI, OpenAI
from pydantic import BaseModel
from steps import LEAVE, OPENAI_URL, left_while_held, refused, run_steps, token

MODEL = "scripted-1"
PARAMETERS = {
    "type": "object",
    "additionalProperties": False,
    "required": ["city"],
    "properties": {"city": {"type": "string"}},
}


class Weather(BaseModel):
    city: str
    degrees: int


def client(kind, retries=2):
    return OpenAI(base_url=OPENAI_URL, api_key=token(kind), max_retries=retries)


def held():
    return AsyncOpenAI(base_url=OPENAI_URL, api_key=token("HELD"))


watched = client("WATCHED")


def user(content):
    return [{"role": "user", "content": content}]


def chat(on, content, **more):
    return on.chat.completions.create(model=MODEL, messages=user(content), **more)


def chat_stream(content="Stream."):
    parts = chat(watched, content, stream=True)
    return "".join(part.choices[0].delta.content or "" for part in parts if part.choices)


def chat_tools():
    tools = [{"type": "function", "function": {"name": "weather", "parameters": PARAMETERS}}]
    messages = user("USE TOOL.")
    ask = watched.chat.completions.create
    said = ask(model=MODEL, messages=messages, tools=tools).choices[0].message
    call = said.tool_calls[0]
    city = json.loads(call.function.arguments)["city"]
    result = {"role": "tool", "tool_call_id": call.id, "content": f"21 degrees in {city}"}
    turns = [*messages, said, result]
    return ask(model=MODEL, messages=turns, tools=tools).choices[0].message.content


def chat_structured():
    done = watched.chat.completions.parse(
        model=MODEL, messages=user("Structured."), response_format=Weather
    )
    return done.choices[0].message.parsed.model_dump()


def chat_cancel():
    stream = chat(watched, "NEVER END.", stream=True)
    next(iter(stream))
    stream.close()
    return "cancelled"


def responses(on, content, **more):
    return on.responses.create(model=MODEL, input=content, **more)


def responses_stream(content="Stream."):
    events = responses(watched, content, stream=True)
    return "".join(one.delta for one in events if one.type == "response.output_text.delta")


def responses_tools():
    tools = [{"type": "function", "name": "weather", "parameters": PARAMETERS, "strict": True}]
    first = responses(watched, user("USE TOOL."), tools=tools)
    call = next(item for item in first.output if item.type == "function_call")
    output = f"21 degrees in {json.loads(call.arguments)['city']}"
    result = {"type": "function_call_output", "call_id": call.call_id, "output": output}
    turns = [*user("USE TOOL."), *first.output, result]
    return responses(watched, turns, tools=tools).output_text


def responses_structured():
    done = watched.responses.parse(model=MODEL, input="Structured.", text_format=Weather)
    return done.output_parsed.model_dump()


def responses_cancel():
    stream = responses(watched, "NEVER END.", stream=True)
    next(one for one in stream if one.type == "response.output_text.delta")
    stream.close()
    return "cancelled"


if sys.argv[1] == "responses":
    ask = responses
    steps = {
        "plain": lambda: responses(watched, "Plain.").output_text,
        "stream": responses_stream,
        "tools": responses_tools,
        "structured": responses_structured,
        "cancel": responses_cancel,
    }
else:
    ask = chat
    steps = {
        "plain": lambda: chat(watched, "Plain.").choices[0].message.content,
        "stream": chat_stream,
        "tools": chat_tools,
        "structured": chat_structured,
        "cancel": chat_cancel,
    }
run_steps(
    "openai",
    {
        **steps,
        "fails": lambda: refused(lambda: steps["stream"]("Fail midway.")),
        "leave": lambda: left_while_held(lambda: ask(held(), LEAVE)),
        "reject": lambda: refused(
            lambda: ask(client("HELD"), f"Reject me, {sys.argv[1]} of Python.")
        ),
        "limit": lambda: refused(lambda: ask(client("LIMITED", 0), "Limited.")),
        "budget": lambda: refused(lambda: ask(client("BUDGET"), "Budget.")),
    },
)
