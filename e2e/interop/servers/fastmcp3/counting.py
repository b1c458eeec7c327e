# A FastMCP 3 server whose one tool adds a line to the file named in COUNT_FILE.
import os
from typing import Any

from fastmcp import FastMCP

mcp = FastMCP("counting")


@mcp.tool
def count(a: Any = None, approved: bool = False) -> str:
    """Counts how often it was run."""
    with open(os.environ["COUNT_FILE"], "a") as file:
        file.write("ran\n")
    return "counted"


mcp.run(transport="stdio", show_banner=False)
