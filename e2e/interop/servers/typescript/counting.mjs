// A server of the SDK's first generation whose one tool adds a line to the file named in COUNT_FILE.
import { appendFileSync } from "node:fs";
import process from "node:process";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import * as z from "zod";

const server = new McpServer({ name: "counting", version: "1.0.0" });
server.registerTool("count", { inputSchema: z.looseObject({}) }, () => {
  appendFileSync(process.env["COUNT_FILE"] ?? "", "ran\n");
  return { content: [{ type: "text", text: "counted" }] };
});
await server.connect(new StdioServerTransport());
