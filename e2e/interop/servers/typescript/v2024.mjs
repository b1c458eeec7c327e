// A server of December 2024: the SDK 1.0.4 supports protocol version 2024-11-05 only. `v2024.mjs stdio | sse [PORT]`.
import http from "node:http";
import process from "node:process";
import { Server } from "sdk-2024/server/index.js";
import { SSEServerTransport } from "sdk-2024/server/sse.js";
import { StdioServerTransport } from "sdk-2024/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "sdk-2024/types.js";
import { failed, question, says, textOf } from "./asked.mjs";

const inputSchema = {
  type: /** @type {const} */ ("object"),
  properties: { prompt: { type: "string" } },
};

/**
 * This SDK's requests wait forever unless the caller stops them.
 * @param {Server} server
 * @param {string} prompt
 */
async function impatient(server, prompt) {
  const late = new Promise((resolve) => setTimeout(() => resolve(null), 1000));
  const result = await Promise.race([server.createMessage(question(prompt)), late]);
  return says(result === null ? "gave up" : textOf(result));
}

function build() {
  const server = new Server(
    { name: "typescript-2024", version: "1.0.0" },
    { capabilities: { tools: {} } },
  );
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: [
      { name: "ask", inputSchema },
      { name: "impatient", inputSchema },
    ],
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const prompt = String(params.arguments?.["prompt"]);
    if (params.name === "impatient") return impatient(server, prompt);
    try {
      const { model, ...result } = await server.createMessage(question(prompt));
      return says({ answer: textOf(result), model });
    } catch (error) {
      return failed(error);
    }
  });
  return server;
}

/** @param {number} port */
function listen(port) {
  /** @type {Map<string, SSEServerTransport>} */
  const streams = new Map();
  http
    .createServer((request, response) => {
      const url = new URL(request.url ?? "/", "http://127.0.0.1");
      const known = streams.get(url.searchParams.get("sessionId") ?? "");
      if (known !== undefined) return void known.handlePostMessage(request, response);
      if (url.pathname !== "/sse") return void response.writeHead(404).end();
      const transport = new SSEServerTransport("/message", response);
      // It knows its session id only once it is connected.
      void build()
        .connect(transport)
        .then(() => streams.set(transport.sessionId, transport));
    })
    .listen(port, "127.0.0.1");
}

if (process.argv[2] === "stdio") await build().connect(new StdioServerTransport());
else listen(Number(process.argv[3]));
