// What only HTTP can do: streams that tell which call asked, break and are resumed; sessions that vanish; refused
// responses; 2026-07-28 without a session.
import http from "node:http";
import net from "node:net";
import { createMcpHandler, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { question } from "../../../../e2e/support/puppet.ts";
import { testConnection } from "../testing.ts";
import type { TestConnection } from "../testing.ts";
import { RawServer } from "../testingHttp.ts";
import type { Exchange } from "../testingHttp.ts";

const open: TestConnection[] = [];
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ connection }) => connection.close("quit")));
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function connected(): Promise<TestConnection & { server: RawServer }> {
  const server = new RawServer();
  const url = await server.listen();
  closing.push(() => server.close());
  const made = testConnection({ kind: "http", url, headers: [] });
  open.push(made);
  await made.connection.open();
  expect(made.listener.now).toMatchObject({ kind: "connected" });
  return { ...made, server };
}

const asks = (id: number, text: string) => ({
  jsonrpc: "2.0",
  id,
  method: "sampling/createMessage",
  params: question(text),
});
const result = (exchange: Exchange) => ({
  jsonrpc: "2.0",
  id: exchange.message?.id,
  result: { content: [{ type: "text", text: "done" }] },
});

it("knows by the stream which of two calls asked", async () => {
  const { server, desk, call } = await connected();
  const runs = [call("first", {}, "a"), call("second", {}, "b")];
  const [first, second] = [await server.call("first"), await server.call("second")];
  second.stream();
  second.event(asks(0, "mine"));
  expect((await desk.request()).incoming.origin).toMatchObject({
    kind: "certain",
    call: { runId: "b", name: "second" },
  });
  const get = await server.get();
  get.event(asks(1, "whose?"));
  expect((await desk.request(1)).incoming.origin).toMatchObject({ kind: "ambiguous" });
  // A plain JSON response ends the other call; the certain request stays.
  first.response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
  first.response.end(JSON.stringify(result(first)));
  expect(await runs[0]?.outcome).toMatchObject({ ok: true });
  expect(desk.requests.map((s) => s.withdrawn)).toEqual([[], []]);
  second.event(result(second));
  expect(await runs[1]?.outcome).toMatchObject({ ok: true });
  expect(desk.requests.map((s) => s.withdrawn[0]?.kind)).toEqual(["call-ended", "call-ended"]);
});

it("opens the stream for pushes before the first call", async () => {
  const { server, call } = await connected();
  void call("x");
  await server.call("x");
  expect(server.exchanges.findIndex((e) => e.message === null)).toBeLessThan(
    server.exchanges.findIndex((e) => e.message?.params?.name === "x"),
  );
});

it("answers malformed envelopes and shows non-JSON inside a stream", async () => {
  const { server, listener, call, desk } = await connected();
  void call("x");
  const exchange = await server.call("x");
  exchange.stream();
  exchange.response.write(": comment\r\n\r\nevent: message\rdata: not json\r\r");
  exchange.response.write(`data: {"id":4,\ndata: "method":5}\n\n`);
  const refused = await server.answer(4);
  expect(refused.message?.error?.code).toBe(-32600);
  expect(listener.allLines.map((line) => line.text)).toEqual(["not json", '{"id":4,"method":5}']);
  exchange.event({ ...asks(5, "odd"), extra: true });
  await desk.request();
});

it("says that a response was refused", async () => {
  const { server, desk, call } = await connected();
  void call("x");
  const exchange = await server.call("x");
  exchange.stream();
  exchange.event(asks(1, "?"));
  const request = await desk.request();
  server.answerStatus = 500;
  expect(await request.reply("lost")).toEqual({ kind: "not-sent", detail: "HTTP 500" });
});

it("does not wait for a server that accepts no response, and reports an unknown delivery", async () => {
  const { server, desk, call, connection } = await connected();
  void call("x");
  const exchange = await server.call("x");
  exchange.stream();
  exchange.event(asks(1, "?"));
  const request = await desk.request();
  server.answerStatus = null;
  const delivery = request.reply("x");
  await server.answer(1);
  await connection.close("switched-off");
  expect(await delivery).toEqual({ kind: "unknown" });
});

it("ends a call whose stream ends without its result, and stays connected", async () => {
  const { server, desk, call, listener } = await connected();
  const run = call("x");
  const exchange = await server.call("x");
  exchange.stream();
  exchange.event(asks(1, "?"));
  await desk.request();
  exchange.response.end();
  expect(await run.outcome).toEqual({ ok: false, failure: { kind: "run-disconnected" } });
  expect(await desk.withdrawn()).toMatchObject({ kind: "call-ended" });
  expect(listener.now).toMatchObject({ kind: "connected" });
});

it("still knows the call when its stream is resumed", async () => {
  const { server, desk, call } = await connected();
  const runs = [call("a", {}, "a"), call("b", {}, "b")];
  const exchange = await server.call("a");
  await server.call("b");
  exchange.stream();
  exchange.event({ jsonrpc: "2.0", method: "notifications/x" }, "event-7");
  exchange.response.end();
  const resumed = await server.next((x) => x.headers["last-event-id"] === "event-7");
  resumed.event(asks(1, "later"));
  expect((await desk.request()).incoming.origin).toMatchObject({
    kind: "certain",
    call: { runId: "a" },
  });
  resumed.event(result(exchange));
  expect(await runs[0]?.outcome).toMatchObject({ ok: true });
});

it("takes an empty event as a place to resume from, not as malformed", async () => {
  const { server, listener, call } = await connected();
  const run = call("x");
  const exchange = await server.call("x");
  exchange.stream();
  exchange.response.write("id: first\ndata: \n\n");
  exchange.response.end();
  const resumed = await server.next((x) => x.headers["last-event-id"] === "first");
  resumed.event(result(exchange));
  expect(await run.outcome).toMatchObject({ ok: true });
  expect(listener.allLines).toEqual([]);
});

it("starts a new session when the server forgot the old one", async () => {
  const { server, desk, call, listener } = await connected();
  const run = call("x");
  const exchange = await server.call("x");
  exchange.stream();
  exchange.event(asks(1, "?"));
  const request = await desk.request();
  server.session = "s2";
  expect(await request.reply("to whom?")).toEqual({ kind: "not-sent", detail: "HTTP 404" });
  expect(await run.outcome).toMatchObject({ failure: { kind: "run-disconnected" } });
  await listener.is("connected");
  expect(listener.states.map((state) => state.kind)).toEqual([
    "connecting",
    "connected",
    "reconnecting",
    "connected",
  ]);
});

it("does not try again after a 401", async () => {
  const { server, desk, call, listener } = await connected();
  void call("x");
  const exchange = await server.call("x");
  exchange.stream();
  exchange.event(asks(1, "?"));
  server.answerStatus = 401;
  await (await desk.request()).reply("x");
  await listener.is("failed");
  expect(listener.now).toMatchObject({ failure: { kind: "server-unauthorised", status: 401 } });
});

it("works without a stream for pushes", async () => {
  const server = new RawServer();
  server.getStatus = 405;
  const url = await server.listen();
  closing.push(() => server.close());
  const made = testConnection({ kind: "http", url, headers: [] });
  open.push(made);
  await made.connection.open();
  void made.call("x");
  const exchange = await server.call("x");
  exchange.stream();
  exchange.event(asks(0, "?"));
  expect(await (await made.desk.request()).reply("x")).toEqual({ kind: "sent" });
  // The whole server goes: nobody reconnects to a stream that never existed.
  await server.close();
  await made.listener.is("reconnecting");
});

it("names a header that cannot be sent, without its value", async () => {
  const headers = [{ name: "Authorization", value: "Bearer s3cr3t\n!", secret: true }];
  const { connection, listener } = testConnection({
    kind: "sse",
    url: "http://127.0.0.1:9/",
    headers,
  });
  await connection.open();
  expect(listener.now).toMatchObject({
    kind: "failed",
    failure: { detail: "header Authorization" },
  });
  expect(JSON.stringify(listener.states)).not.toContain("s3cr3t");
});

function modernOnly(): http.Server {
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: "modern", version: "1.0.0" });
      server.registerTool(
        "ask",
        { description: "Asks.", inputSchema: z.object({ question: z.string() }) },
        async ({ question: text }, ctx) => {
          const answer = ctx.mcpReq.inputResponses?.["a"];
          if (answer !== undefined) {
            return { content: [{ type: "text", text: JSON.stringify(answer) }] };
          }
          const params = {
            messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
            maxTokens: 9,
          };
          return inputRequired({ inputRequests: { a: inputRequired.createMessage(params) } });
        },
      );
      return server;
    },
    { legacy: "reject" },
  );
  const listener = toNodeHandler(handler);
  type Request = Parameters<typeof listener>[0];
  return http.createServer((request, response) => void listener(request as Request, response));
}

it("speaks to a server of only 2026-07-28, found by its refusal of initialize", async () => {
  const server = modernOnly();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as net.AddressInfo;
  const made = testConnection({ kind: "http", url: `http://localhost:${port}/`, headers: [] });
  open.push(made);
  await made.connection.open();
  expect(made.listener.now).toMatchObject({ kind: "connected" });
  expect(made.listener.messages).toMatchObject({ era: "modern", protocolVersion: "2026-07-28" });
  await made.listener.tool("ask");
  const run = made.call("ask", { question: "Now?" });
  const request = await made.desk.request();
  expect(request.incoming).toMatchObject({ reply: { kind: "embedded", key: "a" } });
  expect(await request.reply("modern answer")).toEqual({ kind: "sent" });
  expect(JSON.stringify(await run.outcome)).toContain("modern answer");
});

it.each(["HTTP/1.1 999 No\r\n\r\n", "HTTP/1.1 200 O\x01K\r\nContent-Length: 0\r\n\r\n"])(
  "reports that something other than an HTTP response arrived: %j",
  async (answer) => {
    const server = net.createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", () => socket.end(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    const { port } = server.address() as net.AddressInfo;
    const made = testConnection({ kind: "http", url: `http://127.0.0.1:${port}/`, headers: [] });
    open.push(made);
    await made.connection.open();
    expect(made.listener.now).toMatchObject({ kind: "failed" });
    expect(made.listener.now).not.toMatchObject({ failure: { kind: "server-silent" } });
  },
);

it("treats the status as the whole reply to a response, even if the body never ends", async () => {
  const { server, desk, call } = await connected();
  void call("x");
  const exchange = await server.call("x");
  exchange.stream();
  exchange.event(asks(1, "?"));
  const request = await desk.request();
  server.answerStatus = null;
  const delivery = request.reply("x");
  (await server.answer(1)).response.writeHead(202).write("and so on");
  expect(await delivery).toEqual({ kind: "sent" });
});

it("reads only the beginning of an error", async () => {
  const { server, call } = await connected();
  const run = call("x");
  const { response } = await server.call("x");
  response.writeHead(500);
  const more = (): void => {
    while (!response.destroyed && response.write("x".repeat(65_536)));
  };
  response.on("drain", more);
  more();
  expect(await run.outcome).toMatchObject({ failure: { kind: "run-http-status", status: 500 } });
});

it("takes requests raw from the stream for pushes, whatever its content type", async () => {
  const server = new RawServer();
  const url = await server.listen();
  closing.push(() => server.close());
  server.getStatus = null;
  const made = testConnection({ kind: "http", url, headers: [] });
  open.push(made);
  await made.connection.open();
  const { response, event } = await server.get();
  response.writeHead(200, { "content-type": "text/plain" });
  event({ ...asks(1, "?"), extra: true });
  expect((await made.desk.request()).incoming.params).toEqual(question("?"));
});
