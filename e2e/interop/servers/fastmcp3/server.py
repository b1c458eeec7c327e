# A FastMCP 3 server that lives from sampling, as its documentation shows it: `server.py stdio | http | sse [PORT]`.
# Over HTTP it lets in only who brings the bearer token in COUNTERSIGN_TOKEN, when that is set.
import asyncio
import os
import sys

from fastmcp import Context, FastMCP
from fastmcp.server.auth.providers.jwt import StaticTokenVerifier
from pydantic import BaseModel

token = os.environ.get("COUNTERSIGN_TOKEN")
auth = StaticTokenVerifier(tokens={token: {"client_id": "desk", "scopes": []}}) if token else None
mcp = FastMCP("fastmcp-3", auth=auth)


@mcp.tool(name="echo-real-sampling")
async def echo_real_sampling(
    prompt: str, ctx: Context, system_prompt: str = "", max_tokens: int = 200, temperature: float = 0.7
) -> dict:
    """Asks the client's model and returns what it said as JSON."""
    await ctx.debug(f"调试: prompt has {len(prompt)} characters")
    await ctx.info(f"开始采样: {prompt}")
    await ctx.warning("警告: a person may take a while")
    await ctx.error("错误: this one is only for show")
    result = await ctx.sample(
        prompt, system_prompt=system_prompt or None, max_tokens=max_tokens, temperature=temperature
    )
    await ctx.info(f"采样完成: {result.text}")
    return {"answer": result.text, "prompt": prompt, "max_tokens": max_tokens}


@mcp.tool
async def impatient(prompt: str, ctx: Context) -> str:
    """Asks, and stops waiting after one second."""
    try:
        result = await asyncio.wait_for(ctx.sample(prompt, max_tokens=50), 1)
    except asyncio.TimeoutError:
        return "gave up"
    return str(result.text)


def add(a: int, b: int) -> int:
    """Adds two whole numbers."""
    return a + b


@mcp.tool(name="with-tools")
async def with_tools(prompt: str, ctx: Context) -> str:
    """Lets the model add, in FastMCP's own loop."""
    result = await ctx.sample(prompt, tools=[add], max_tokens=300)
    return f"{result.text} ({len(result.history)} messages)"


class City(BaseModel):
    name: str
    people: int


@mcp.tool(name="typed")
async def typed(prompt: str, ctx: Context) -> str:
    """Wants an answer of a given shape."""
    result = await ctx.sample(prompt, result_type=City, max_tokens=300)
    return f"{result.result.name} has {result.result.people}"


@mcp.tool(name="form")
async def form(prompt: str, ctx: Context) -> str:
    """Asks the user for a city."""
    result = await ctx.elicit(prompt, response_type=City)
    return f"{result.data.name} has {result.data.people}" if result.action == "accept" else result.action


@mcp.tool(name="link")
async def link(prompt: str, url: str, ctx: Context) -> str:
    """Asks the user to open a page, and reports its end."""
    related = ctx.request_context.request_id
    result = await ctx.session.elicit_url(prompt, url, "fast-1", related_request_id=related)
    await ctx.session.send_elicit_complete("fast-1", related_request_id=related)
    return result.action


transport = sys.argv[1]
if transport == "stdio":
    mcp.run(transport="stdio", show_banner=False)
else:
    path = "/mcp/" if transport == "http" else "/sse/"
    mcp.run(
        transport=transport, host="127.0.0.1", port=int(sys.argv[2]), path=path, show_banner=False, log_level="error"
    )
