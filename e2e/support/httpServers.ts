// Real MCP servers over HTTP on free loopback ports: server-everything as a process, and one in this process
// behind a bearer token that keeps what it was sent.
import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import http from "node:http";
import net from "node:net";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CreateMessageResultSchema, isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import { installed, projectNode } from "./paths.ts";

export const everythingScript = installed("@modelcontextprotocol/server-everything/dist/index.js");

export interface HttpServer {
  url: string;
  close: () => Promise<void>;
}

/** Below those that systems give away by themselves: between a look and its use nobody is given one of these. */
const PORTS = { first: 20_000, count: 12_000 };

/** A free port of this machine for a server that needs one given. */
export async function freePort(): Promise<number> {
  const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
  const server = net.createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts `@modelcontextprotocol/server-everything`; resolves once it listens. */
export async function startEverything(kind: "streamableHttp" | "sse"): Promise<HttpServer> {
  const port = await freePort();
  const child = spawn(projectNode, [everythingScript, kind], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  await listening(child);
  return {
    url: `http://127.0.0.1:${port}/${kind === "sse" ? "sse" : "mcp"}`,
    close: () => end(child),
  };
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8");
      if (/(listening on|running on) port/i.test(said)) resolve();
    });
    child.once("exit", (code) => reject(new Error(`server-everything ended (${code}): ${said}`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}

function guardedServer(): McpServer {
  const server = new McpServer({ name: "guarded", version: "1.0.0" });
  server.registerTool(
    "ask",
    { description: "Asks one question.", inputSchema: { question: z.string() } },
    async ({ question }, extra) => {
      const result = await extra.sendRequest(
        {
          method: "sampling/createMessage",
          params: {
            messages: [{ role: "user", content: { type: "text", text: question } }],
            maxTokens: 50,
          },
        },
        CreateMessageResultSchema,
      );
      return { content: [{ type: "text", text: `model said: ${JSON.stringify(result.content)}` }] };
    },
  );
  return server;
}

type Route = (request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>;

/** A server that refuses connections without this token, and counts those it refused. */
export async function startGuarded(
  kind: "http" | "sse",
  token: string,
  port = 0,
): Promise<HttpServer & { turnedAway: () => number }> {
  let turnedAway = 0;
  const route = kind === "http" ? streamable() : eventStream();
  const server = http.createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`) {
      turnedAway += 1;
      response.writeHead(401, { "www-authenticate": "Bearer" }).end();
      return;
    }
    route(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address() as net.AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}/${kind === "http" ? "mcp" : "sse"}`,
    turnedAway: () => turnedAway,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function streamable(): Route {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  return async (request, response) => {
    const body = await bodyOf(request);
    const known = sessions.get(String(request.headers["mcp-session-id"]));
    if (known !== undefined) return known.handleRequest(request, response, body);
    if (!isInitializeRequest(body)) {
      response.writeHead(404).end();
      return;
    }
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await guardedServer().connect(transport as Parameters<McpServer["connect"]>[0]);
    await transport.handleRequest(request, response, body);
  };
}

function eventStream(): Route {
  const sessions = new Map<string, SSEServerTransport>();
  return async (request, response) => {
    if (request.method === "GET") {
      const transport = new SSEServerTransport("/message", response);
      sessions.set(transport.sessionId, transport);
      await guardedServer().connect(transport);
      return;
    }
    const id = new URL(request.url ?? "/", "http://localhost").searchParams.get("sessionId");
    const transport = sessions.get(id ?? "");
    if (transport === undefined) response.writeHead(404).end();
    else await transport.handlePostMessage(request, response);
  };
}

async function bodyOf(request: http.IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? undefined : JSON.parse(text);
}
