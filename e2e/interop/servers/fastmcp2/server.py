# A FastMCP 2.10 server (mcp 1.10.1, revision 2025-06-18): `server.py sse PORT`. Its SDK declares no logging and
# never says that it stops waiting.
import asyncio
import sys

from fastmcp import Context, FastMCP

mcp = FastMCP("fastmcp-2.10")


@mcp.tool(name="echo-real-sampling")
async def echo_real_sampling(
    prompt: str, ctx: Context, system_prompt: str = "", max_tokens: int = 200, temperature: float = 0.7
) -> dict:
    """Asks the client's model and returns what it said as JSON."""
    await ctx.debug("调试")
    await ctx.info(f"开始采样: {prompt}")
    await ctx.warning("警告")
    await ctx.error("错误")
    result = await ctx.sample(
        prompt, system_prompt=system_prompt or None, max_tokens=max_tokens, temperature=temperature
    )
    await ctx.info("采样完成")
    return {"answer": result.text, "prompt": prompt, "max_tokens": max_tokens}


@mcp.tool
async def impatient(prompt: str, ctx: Context) -> str:
    """Asks, and stops waiting after one second."""
    try:
        result = await asyncio.wait_for(ctx.sample(prompt, max_tokens=50), 1)
    except asyncio.TimeoutError:
        return "gave up"
    return str(result.text)


mcp.run(transport=sys.argv[1], host="127.0.0.1", port=int(sys.argv[2]), path="/sse/", log_level="error")
