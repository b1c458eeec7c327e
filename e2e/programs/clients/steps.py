# What every client program does, in this order: a line of JSON for each step, `got` or `error`.
import asyncio
import json
import os
import sys

OPENAI_URL = os.environ["OPENAI_BASE_URL"]
ANTHROPIC_URL = os.environ["ANTHROPIC_BASE_URL"]


def token(kind):
    return os.environ[f"{kind}_TOKEN"]


def run_steps(client, steps):
    for step, act in steps.items():
        try:
            line = {"got": act()}
        except Exception as error:
            line = {"error": f"{type(error).__name__}: {error}"[:600]}
        print(json.dumps({"client": client, "step": step, **line}), flush=True)


def refused(call):
    try:
        got = call()
    except Exception as error:
        body = json.dumps(getattr(error, "body", None))
        return {"status": getattr(error, "status_code", None), "body": body, "message": str(error)}
    raise RuntimeError(f"it was not refused: {got}")


LEAVE = "Leave me."


def left_while_held(ask):
    """Hangs up on a call without a stream once the runner, over the standard input, says that it is held."""

    async def run():
        call = asyncio.ensure_future(ask())
        await asyncio.to_thread(sys.stdin.readline)
        call.cancel()
        try:
            return f"it got {await call}"
        except asyncio.CancelledError:
            return "cancelled"

    return asyncio.run(run())
