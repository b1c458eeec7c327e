// An HTTP server for tests that responds to the handshake only.
import http from "node:http";
import type net from "node:net";
import { Waiters } from "./testing.ts";

export interface Message {
  id?: string | number;
  method?: string;
  params?: { name?: string; _meta?: unknown };
  result?: unknown;
  error?: { code: number };
}

/** A POST or GET that waits for the test to respond. */
export interface Exchange {
  message: Message | null;
  headers: http.IncomingHttpHeaders;
  response: http.ServerResponse;
  /** Starts an event stream as the response. */
  stream(): void;
  event(message: unknown, id?: string): void;
}

/** Responds to the handshake; the test responds to everything else. */
export class RawServer {
  readonly exchanges: Exchange[] = [];
  readonly watch = new Waiters();
  session = "s1";
  /** Status for the client's responses; a server that accepts them sends 202. Null: no response. */
  answerStatus: number | null = 202;
  /** Status for a GET; null: no response. */
  getStatus: number | null = 200;
  /** Ids of sessions that the client ended. */
  readonly deleted: string[] = [];
  /** Status for a DELETE; 0: no response. */
  deleteStatus = 204;
  readonly #server: http.Server;

  constructor() {
    this.#server = http.createServer((request, response) => void this.#serve(request, response));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as net.AddressInfo).port}/mcp`;
  }
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async next(wants: (exchange: Exchange) => boolean): Promise<Exchange> {
    await this.watch.until(() => this.exchanges.some(wants));
    const found = this.exchanges.find(wants);
    if (found === undefined) throw new Error("no such exchange");
    return found;
  }
  call(name: string): Promise<Exchange> {
    return this.next((x) => x.message?.params?.name === name);
  }
  answer(id: string | number): Promise<Exchange> {
    return this.next((x) => x.message?.id === id && x.message.method === undefined);
  }
  get(nth = 0): Promise<Exchange> {
    const gets = (): Exchange[] => this.exchanges.filter((x) => x.message === null);
    return this.next((x) => gets().indexOf(x) === nth);
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    const message = text === "" ? null : (JSON.parse(text) as Message);
    if (request.method === "DELETE") {
      this.deleted.push(String(request.headers["mcp-session-id"]));
      if (this.deleteStatus !== 0) response.writeHead(this.deleteStatus).end();
      this.watch.look();
      return;
    }
    if (request.method === "OPTIONS") {
      response.writeHead(204).end();
      return;
    }
    const exchange: Exchange = {
      message,
      headers: request.headers,
      response,
      stream: () => response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders(),
      event: (data, id) =>
        void response.write(
          `${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`,
        ),
    };
    this.#answer(request, exchange);
    this.exchanges.push(exchange);
    this.watch.look();
  }

  #answer(request: http.IncomingMessage, { message, response, stream }: Exchange): void {
    const json = { "content-type": "application/json", "mcp-session-id": this.session };
    if (message?.method === "initialize") {
      const result = {
        protocolVersion: "2025-11-25",
        capabilities: {},
        serverInfo: { name: "raw", version: "1" },
      };
      response.writeHead(200, json).end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
      return;
    }
    if (request.headers["mcp-session-id"] !== this.session) response.writeHead(404).end();
    else if (message === null && this.getStatus === 200) stream();
    else if (message === null) {
      if (this.getStatus !== null) response.writeHead(this.getStatus).end();
    } else if (message.method === undefined) {
      if (this.answerStatus !== null) response.writeHead(this.answerStatus).end();
    } else if (message.id === undefined) response.writeHead(202).end();
  }
}
