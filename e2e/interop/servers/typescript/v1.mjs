// A server of the SDK's first generation (@modelcontextprotocol/sdk): `v1.mjs stdio | http | sse [PORT]`.
import { randomUUID } from "node:crypto";
import http from "node:http";
import process from "node:process";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  CreateMessageResultSchema,
  CreateMessageResultWithToolsSchema,
} from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import { failed, question, says, textOf, TOOLS, toolTurn } from "./asked.mjs";

const input = { prompt: z.string() };

function build() {
  const server = new McpServer({ name: "typescript-v1", version: "1.0.0" });
  /** @type {(prompt: string, extra: any, options?: object) => Promise<any>} */
  const sample = (prompt, extra, options) =>
    extra.sendRequest(
      { method: "sampling/createMessage", params: question(prompt) },
      CreateMessageResultSchema,
      options,
    );
  server.registerTool("ask", { inputSchema: input }, async ({ prompt }, extra) => {
    try {
      const result = await sample(prompt, extra);
      return says({ answer: textOf(result), model: result.model, stopReason: result.stopReason });
    } catch (error) {
      return failed(error);
    }
  });
  server.registerTool("impatient", { inputSchema: input }, async ({ prompt }, extra) =>
    sample(prompt, extra, { timeout: 1000 }).then(
      (result) => says(textOf(result)),
      () => says("gave up"),
    ),
  );
  server.registerTool("with-tools", { inputSchema: input }, async ({ prompt }, extra) => {
    /** @type {any} */
    const params = { ...question(prompt), tools: TOOLS, toolChoice: { mode: "auto" } };
    for (;;) {
      const result = await extra.sendRequest(
        { method: "sampling/createMessage", params },
        CreateMessageResultWithToolsSchema,
      );
      const { used, results } = toolTurn(result.content);
      if (used.length === 0) return says(`${textOf(result)} (${params.messages.length} messages)`);
      params.messages.push(
        { role: "assistant", content: result.content },
        { role: "user", content: results },
      );
    }
  });
  return server;
}

/** @param {number} port */
function listen(port) {
  /** @type {Map<string, StreamableHTTPServerTransport>} */
  const sessions = new Map();
  /** @type {Map<string, SSEServerTransport>} */
  const streams = new Map();
  /** @type {(request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>} */
  const serve = async (request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (url.pathname === "/sse") {
      const transport = new SSEServerTransport("/message", response);
      streams.set(transport.sessionId, transport);
      return build().connect(transport);
    }
    if (url.pathname === "/message") {
      const known = streams.get(url.searchParams.get("sessionId") ?? "");
      if (known !== undefined) return known.handlePostMessage(request, response);
      return void response.writeHead(404).end();
    }
    const id = request.headers["mcp-session-id"];
    const known = sessions.get(String(id));
    if (known !== undefined) return known.handleRequest(request, response);
    if (id !== undefined) return void response.writeHead(404).end();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => void sessions.set(session, transport),
    });
    await build().connect(/** @type {any} */ (transport));
    return transport.handleRequest(request, response);
  };
  http
    .createServer((request, response) => {
      serve(request, response).catch((error) => response.destroy(error));
    })
    .listen(port, "127.0.0.1");
}

if (process.argv[2] === "stdio") await build().connect(new StdioServerTransport());
else listen(Number(process.argv[3]));
