// A stdio server of both eras whose list of tools grows: each call of `grow` adds a tool and says so.
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

let grown = 0;

serveStdio(() => {
  const server = new McpServer({ name: "changing", version: "1.0.0" });
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
  return server;
});
