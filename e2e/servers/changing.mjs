// A stdio server of old and new protocol versions whose list of tools grows: each call of `grow` adds one. `level` returns
// the minimum level of log messages that came with the call (2026-07-28), or null.
import { LOG_LEVEL_META_KEY, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

let grown = 0;

serveStdio(() => {
  const server = new McpServer(
    { name: "changing", version: "1.0.0" },
    { capabilities: { logging: {} } },
  );
  /** @param {string} name */
  const add = (name) =>
    server.registerTool(name, { description: "Does nothing.", inputSchema: z.object({}) }, () => ({
      content: [{ type: "text", text: name }],
    }));
  server.registerTool("grow", { description: "Adds one tool.", inputSchema: z.object({}) }, () => {
    grown += 1;
    add(`grown-${grown}`);
    return { content: [{ type: "text", text: `grown ${grown} times` }] };
  });
  server.registerTool(
    "level",
    { description: "Tells the level.", inputSchema: z.object({}) },
    (_args, ctx) => {
      const level = Reflect.get(Object(ctx.mcpReq.envelope), LOG_LEVEL_META_KEY);
      return { content: [{ type: "text", text: `level ${String(level ?? null)}` }] };
    },
  );
  return server;
});
