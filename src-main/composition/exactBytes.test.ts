// What "Message to the server" shows is what leaves, byte for byte, over every transport. What could not be sent so is
// refused before approval, with its place.
import http from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Puppet } from "../../e2e/support/puppet.ts";
import type { Args } from "#shared/contract/contract.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { shapeFlags } from "#shared/request/checks/depth.ts";
import type { ResponseDocument } from "#shared/request/document/message.ts";
import { messageFor } from "#shared/request/checks/wire.ts";
import { decideAt, deskFor, requestAt } from "../core/testing/deskFor.ts";
import { FakeListener, GENEROUS_POLICY } from "../core/testing/fakes.ts";
import { dispatch } from "../ipc/dispatch.ts";
import { testConnection, stdio, Waiters } from "../servers/mcp/testing.ts";

const permitted = { permit: () => Promise.resolve(() => undefined) };

/** A server that sends what it is told to, and keeps each message of its client as received text. */
interface RawServer {
  endpoint: Parameters<typeof testConnection>[0];
  lines: readonly string[];
  send(message: object): void;
  watch: Waiters;
  /** Resolves once the server can send requests. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

async function overStdio(): Promise<RawServer> {
  const puppet = await Puppet.open();
  const watch = new Waiters();
  const listen = (): void =>
    void puppet
      .heard((m) => m.method === undefined && !seen.has(m.id))
      .then((m) => {
        seen.add(m.id);
        watch.look();
        listen();
      });
  const seen = new Set<unknown>();
  listen();
  const { command, args } = puppet.command;
  return {
    endpoint: stdio(command, args),
    lines: puppet.lines,
    send: (message) => puppet.send(message),
    watch,
    ready: () => puppet.started(),
    close: () => puppet.close(),
  };
}

/** Streamable HTTP, or HTTP+SSE of 2024-11-05: in both a GET's stream carries the server's requests. */
async function overHttp(kind: "http" | "sse"): Promise<RawServer> {
  const lines: string[] = [];
  const watch = new Waiters();
  const streams: http.ServerResponse[] = [];
  const send = (message: object): void => {
    streams.at(-1)?.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  };
  const server = http.createServer(async (request, response) => {
    if (request.method === "GET") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(kind === "sse" ? "event: endpoint\ndata: /post\n\n" : ": open\n\n");
      streams.push(response);
      return watch.look();
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    lines.push(text);
    const { id, method } = JSON.parse(text || "{}") as { id?: number; method?: string };
    const results: Record<string, object> = {
      initialize: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        serverInfo: { name: "raw", version: "1" },
      },
    };
    const answer = { jsonrpc: "2.0", id, result: results[method ?? ""] ?? {} };
    const asks = method !== undefined && id !== undefined;
    if (asks && kind === "http") {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    } else {
      response.writeHead(202).end();
      if (asks) send(answer);
    }
    watch.look();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${kind}`;
  return {
    endpoint: { kind, url, headers: [] },
    lines,
    send: (message) => send(message),
    watch,
    ready: () => watch.until(() => streams.length > 0),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const half = fc.string({
  unit: fc.constantFrom("\ud83d", "\ude00", "a", "\u2028", '"', "\u0000"),
  maxLength: 4,
});
const json = fc
  .tuple(
    fc.oneof(fc.jsonValue({ maxDepth: 4, stringUnit: "binary" }), half, fc.double({ noNaN: true })),
    fc.oneof(
      { arbitrary: fc.constant(0), weight: 14 },
      { arbitrary: fc.constantFrom(150, 196, 200, 203, 250, 500), weight: 1 },
    ),
  )
  .map(([value, levels]) => {
    let nested = value as Json;
    for (let level = 0; level < levels; level += 1)
      nested = level % 2 === 0 ? [nested] : { nested };
    return nested;
  });
const text = fc.record({
  type: fc.constant("text"),
  text: fc.string({ minLength: 1 }),
  _meta: json,
  more: json,
});
const use = fc.record({
  type: fc.constant("tool_use"),
  id: fc.string({ minLength: 1 }),
  name: fc.constant("look"),
  input: fc.record({ a: json }),
});
const response = fc.record({
  stopReason: fc.constantFrom("endTurn", "toolUse"),
  content: fc.oneof(text, fc.array(fc.oneof(text, use), { minLength: 1, maxLength: 3 })),
  later: json,
  model: fc.string(),
  role: fc.constant("assistant"),
});

describe.each([
  ["stdio", overStdio],
  ["Streamable HTTP", () => overHttp("http")],
  ["HTTP+SSE", () => overHttp("sse")],
])("over %s", (_name, open) => {
  let server: RawServer;
  let made: ReturnType<typeof testConnection>;
  const changes = new Waiters();
  const listener = new (class extends FakeListener {
    override requestChanged(requestId: string): void {
      super.requestChanged(requestId);
      changes.look();
    }
  })();
  const { desk } = deskFor({ listener });
  // The only channel that the test uses, as in the app.
  const handlers = {
    "desk.decide": (...args: Args<"desk.decide">) => desk.decide(...args),
  } as never;
  beforeAll(async () => {
    server = await open();
    const policy = { ...GENEROUS_POLICY, samplingTools: true };
    made = testConnection(server.endpoint, { desk, era: "legacy", policy });
    await made.connection.open();
    expect(made.listener.now).toMatchObject({ kind: "connected" });
    await server.ready();
  });
  afterAll(async () => {
    await made.connection.close("quit");
    await server.close();
  });

  it("sends exactly what was shown, or refuses it before it can be approved", async () => {
    let id = 0;
    let sent = 0;
    let refused = 0;
    const property = fc.asyncProperty(response, async (answer) => {
      // More than one block is allowed only with tools.
      const tools = Array.isArray(answer.content);
      id += 1;
      const own = id;
      const messages = [{ role: "user", content: { type: "text", text: "?" } }];
      const offered = { tools: [{ name: "look", inputSchema: { type: "object" } }] };
      const params = { messages, maxTokens: 9, ...(tools ? offered : {}) };
      server.send({ jsonrpc: "2.0", id: own, method: "sampling/createMessage", params });
      const open = () =>
        desk.requests().find(({ reply }) => reply.kind === "pushed" && reply.requestId === own);
      await changes.until(() => open() !== undefined);
      const requestId = open()?.id ?? "";
      const asked = params as unknown as JsonObject;
      decideAt(desk, requestId, { kind: "answer-by-hand", document: asked as never });
      const request = requestAt(desk, requestId);
      const attemptId = request.attempts.at(-1)?.id ?? "";
      const document = answer as unknown as ResponseDocument;
      const shown = JSON.stringify(messageFor(request, document));
      // As the window sends it.
      const { revision, attempts } = request;
      const made = attempts.at(-1)?.state;
      const base = {
        revision,
        hash: made !== undefined && "generatedHash" in made ? made.generatedHash : "",
      };
      const decision = structuredClone({ kind: "approve-response", attemptId, document });
      const decided = await dispatch(handlers, permitted, "desk.decide", [
        requestId,
        base,
        decision,
      ]);
      if (!decided.ok) {
        refused += 1;
        expect(server.lines.filter((line) => line.includes(`"id":${own},`))).toEqual([]);
        decideAt(desk, requestId, { kind: "reject", tellServer: false });
        return;
      }
      sent += 1;
      expect(shapeFlags(document)).toEqual([]);
      const answers = (): string[] =>
        server.lines.filter((line) => line.startsWith(`{"jsonrpc":"2.0","id":${own},`));
      await server.watch.until(() => answers().length > 0);
      expect(answers()).toEqual([shown]);
    });
    await fc.assert(property, { numRuns: 120 });
    expect(sent).toBeGreaterThan(30);
    expect(refused).toBeGreaterThan(3);
  });
});
