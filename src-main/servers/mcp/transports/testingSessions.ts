// A Streamable HTTP server with sessions for tests, which forgets them when told to and answers that as the test wants.
import http from "node:http";
import type { AddressInfo } from "node:net";
import { Waiters } from "../testing.ts";

interface Answer {
  status: number;
  type?: string;
  /** `$ID` stands for the request's id. */
  body?: string;
  headers?: Record<string, string>;
}

interface Received {
  method: string;
  session: string | undefined;
  message: { id?: string | number; method?: string; params?: Record<string, unknown> } | null;
  response: http.ServerResponse;
}

export class SessionServer {
  /** What it answers to a session that it does not know. */
  lost: Answer = { status: 404, type: "text/plain", body: "no such session" };
  /** If set, what it answers to every tool call of a known session. */
  fails: Answer | null = null;
  /** It has the GET stream. */
  pushes = false;
  /** Forgets each session right after it was made. */
  forgetful = false;
  version: string | null = null;
  /** Leaves calls of this tool for the test to answer. */
  held = "held";
  readonly received: Received[] = [];
  readonly watch = new Waiters();
  readonly ran: string[] = [];
  #sessions = new Set<string>();
  #streams: http.ServerResponse[] = [];
  #count = 0;
  #server: http.Server | null = null;
  #port = 0;

  async listen(): Promise<string> {
    this.#server = http.createServer((request, response) => void this.#serve(request, response));
    await new Promise<void>((resolve) => this.#server?.listen(this.#port, "127.0.0.1", resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
    return `http://127.0.0.1:${this.#port}/mcp`;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    await new Promise<void>((resolve) =>
      server === null ? resolve() : server.close(() => resolve()),
    );
  }

  /** A restart, or an expiry. */
  drop(): void {
    this.#sessions.clear();
    for (const stream of this.#streams.splice(0)) stream.destroy();
  }

  /** Forgets its sessions but leaves streams open. */
  expire(): void {
    this.#sessions.clear();
  }

  sent(method: string): Received[] {
    return this.received.filter(({ message }) => message?.method === method);
  }

  async nth(method: string, count: number): Promise<Received> {
    await this.watch.until(() => this.sent(method).length >= count);
    return this.sent(method)[count - 1] as Received;
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks = (await request.toArray()) as Buffer[];
    const text = Buffer.concat(chunks).toString();
    const message = text === "" ? null : (JSON.parse(text) as Received["message"]);
    const session = request.headers["mcp-session-id"] as string | undefined;
    const method = request.method ?? "";
    this.received.push({ method, session, message, response });
    this.#answer(method, session, message, response);
    this.watch.look();
  }

  #answer(
    method: string,
    session: string | undefined,
    message: Received["message"],
    response: http.ServerResponse,
  ): void {
    const id = message?.id;
    const result = (given: object, headers = {}): void =>
      answer(response, id, {
        status: 200,
        type: "application/json",
        headers,
        body: JSON.stringify({ jsonrpc: "2.0", id, result: given }),
      });
    if (method === "OPTIONS") return void response.writeHead(204).end();
    if (message?.method === "initialize") return this.#initialized(message, result);
    if (method === "GET" && !this.pushes) return void response.writeHead(405).end();
    if (session === undefined || !this.#sessions.has(session))
      return answer(response, id, method === "GET" ? { status: 404 } : this.lost);
    if (method === "GET") {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      return void this.#streams.push(response);
    }
    if (method === "DELETE") return void response.writeHead(200).end();
    if (id === undefined || message?.method === undefined)
      return void response.writeHead(202).end();
    if (message.method === "tools/list")
      return result({ tools: [{ name: "t", inputSchema: { type: "object" } }] });
    if (message.method !== "tools/call") return result({});
    if (message.params?.["name"] === this.held) return;
    this.ran.push(session);
    if (this.fails !== null) return answer(response, id, this.fails);
    result({ content: [{ type: "text", text: `ran in ${session}` }] });
  }

  #initialized(
    message: NonNullable<Received["message"]>,
    result: (given: object, headers: object) => void,
  ): void {
    this.#count += 1;
    const session = `session-${this.#count}`;
    if (!this.forgetful) this.#sessions.add(session);
    const capabilities = { tools: { listChanged: true }, logging: {}, resources: {} };
    const protocolVersion = this.version ?? message.params?.["protocolVersion"];
    const serverInfo = { name: "h", version: String(this.#count) };
    result({ protocolVersion, capabilities, serverInfo }, { "mcp-session-id": session });
  }
}

function answer(
  response: http.ServerResponse,
  id: string | number | undefined,
  { status, type, body = "", headers = {} }: Answer,
): void {
  response.writeHead(status, {
    ...(type === undefined ? {} : { "content-type": type }),
    ...headers,
  });
  response.end(body.replaceAll("$ID", JSON.stringify(id ?? null)));
}
