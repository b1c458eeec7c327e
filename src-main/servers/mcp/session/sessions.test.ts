// Sessions over HTTP: streams that break and are resumed, sessions that are forgotten and ended, redirects. With real
// servers, byte for byte.
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { question } from "../../../../e2e/support/puppet.ts";
import { isMessage } from "#shared/servers/traffic.ts";
import { reconnectWaitMs } from "../transports/http.ts";
import { testConnection, Waiters } from "../testing.ts";
import type { TestConnection } from "../testing.ts";
import { RawServer } from "../testingHttp.ts";

const open: TestConnection[] = [];
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ connection }) => connection.close("quit")));
  await Promise.all(closing.splice(0).map((close) => close()));
});

type Options = Parameters<typeof testConnection>[1];
async function connected(options: Options = {}, prepare: (server: RawServer) => void = () => {}) {
  const server = new RawServer();
  prepare(server);
  const url = await server.listen();
  closing.push(() => server.close());
  const made = testConnection({ kind: "http", url, headers: [] }, options);
  open.push(made);
  await made.connection.open();
  expect(made.listener.now).toMatchObject({ kind: "connected" });
  return { ...made, server };
}

/** A server for which the test answers every request. */
async function listening(serve: http.RequestListener): Promise<string> {
  const server = http.createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const asks = (id: number, text: string) => ({
  jsonrpc: "2.0",
  id,
  method: "sampling/createMessage",
  params: question(text),
});

it("resumes the stream for pushes where it broke off, after the delay that the server asks for", async () => {
  const { server, desk } = await connected();
  const first = await server.get(0);
  // Longer than the default.
  first.response.write("retry: 600\n");
  first.event(asks(1, "before"), "event-1");
  await desk.request(0);
  const brokeAtMs = performance.now();
  first.response.destroy();
  const second = await server.get(1);
  expect(performance.now() - brokeAtMs).toBeGreaterThanOrEqual(590);
  expect(second.headers["last-event-id"]).toBe("event-1");
  second.event(asks(2, "after"), "event-2");
  expect((await desk.request(1)).incoming.params).toEqual(question("after"));
  // What waited before goes on waiting, and its response arrives.
  expect(await (await desk.request(0)).reply("late")).toEqual({ kind: "sent" });
});

it("does not hold a request twice that is sent again after the break", async () => {
  const { server, desk } = await connected();
  const first = await server.get(0);
  first.response.write("retry: 5\n");
  first.event(asks(1, "once"), "event-1");
  await desk.request(0);
  first.response.end();
  const second = await server.get(1);
  second.event(asks(1, "once"), "event-1");
  expect((await desk.request(1)).incoming.duplicate).toBe(true);
  expect(await (await desk.request(0)).reply("only this")).toEqual({ kind: "sent" });
  const answers = server.exchanges.filter((x) => x.message?.id === 1);
  expect(answers).toHaveLength(1);
});

it("resumes a broken stream no sooner than after 250 ms, and never waits forever", () => {
  expect([0, 10, -5, NaN, 600].map(reconnectWaitMs)).toEqual([250, 250, 250, 250, 600]);
  for (const absurd of [Infinity, 1e300]) expect(reconnectWaitMs(absurd)).toBe(60 * 60 * 1000);
});

it("replaces a forgotten session at once, ends pending requests, and says why", async () => {
  const { server, desk, listener, call } = await connected({ reconnectMs: 60_000 });
  const run = call("x");
  const exchange = await server.call("x");
  exchange.stream();
  exchange.event(asks(1, "?"));
  const request = await desk.request();
  server.session = "s2";
  expect(await request.reply("to whom?")).toEqual({ kind: "not-sent", detail: "HTTP 404" });
  expect(await run.outcome).toMatchObject({ failure: { kind: "run-disconnected" } });
  await listener.is("connected");
  expect(listener.states.slice(2)).toMatchObject([
    { kind: "reconnecting", failure: { kind: "server-forgot-session" } },
    { kind: "connected" },
  ]);
});

it("ends pending requests when the stream for pushes finds the session forgotten", async () => {
  const { server, desk, listener } = await connected();
  const stream = await server.get(0);
  stream.event(asks(1, "?"), "event-1");
  const request = await desk.request();
  server.session = "s2";
  stream.response.end();
  expect(await desk.withdrawn()).toEqual({ kind: "disconnected" });
  expect(await request.reply("late")).toMatchObject({ kind: "not-sent" });
  await listener.is("connected");
  expect(server.exchanges.filter((x) => x.message?.method === "initialize")).toHaveLength(2);
});

it.each([204, 200, 405, 404, 500])(
  "ends its session with DELETE, and accepts status %d",
  async (status) => {
    const { server, connection, listener } = await connected({}, (raw) => {
      raw.deleteStatus = status;
    });
    await connection.close("switched-off");
    expect(server.deleted).toEqual(["s1"]);
    expect(listener.now).toEqual({ kind: "off" });
    expect(listener.states.map(({ kind }) => kind)).toEqual(["connecting", "connected", "off"]);
  },
);

it(
  "does not wait forever for a server that never answers the DELETE",
  { tags: ["long"] },
  async () => {
    const { connection, server } = await connected({}, (raw) => {
      raw.deleteStatus = 0;
    });
    const beganMs = performance.now();
    await connection.close("quit");
    expect(performance.now() - beganMs).toBeLessThan(6000);
    expect(server.deleted).toEqual(["s1"]);
  },
);

it("refuses an endpoint for messages at another origin, and says so", async () => {
  const stolen: string[] = [];
  const foreign = await listening((request, response) => {
    stolen.push(JSON.stringify(request.headers));
    response.end();
  });
  const url = await listening((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`event: endpoint\ndata: ${foreign}/messages\n\n`);
  });
  const headers = [{ name: "Authorization", value: "Bearer s3cr3t-t0ken", secret: true }];
  const made = testConnection({ kind: "sse", url: `${url}/sse`, headers });
  open.push(made);
  await made.connection.open();
  expect(made.listener.now).toMatchObject({
    kind: "failed",
    failure: { kind: "server-bad-answer" },
  });
  expect(JSON.stringify(made.listener.now)).toContain(foreign);
  expect(stolen).toEqual([]);
});

it.each([
  ["http", 307],
  ["http", 308],
  ["http", 302],
  ["sse", 307],
  ["sse", 301],
] as const)(
  "sends nothing over %s to another origin that a %d redirect names",
  async (kind, status) => {
    const stolen: string[] = [];
    const foreign = await listening((request, response) => {
      stolen.push(JSON.stringify(request.headers));
      response.end();
    });
    const url = await listening((_request, response) => {
      response.writeHead(status, { location: `${foreign}/mcp?token=1` }).end();
    });
    const headers = [{ name: "Authorization", value: "Bearer s3cr3t-t0ken", secret: true }];
    const made = testConnection({ kind, url: `${url}/mcp`, headers });
    open.push(made);
    await made.connection.open();
    expect(made.listener.now).toMatchObject({
      kind: "failed",
      failure: { kind: "server-redirects", address: "somewhere", detail: `${foreign}/mcp` },
    });
    expect(stolen).toEqual([]);
  },
);

it("follows a redirect within its origin, with its headers", async () => {
  const watch = new Waiters();
  const seen: string[] = [];
  const url = await listening((request, response) => {
    if (request.url === "/mcp") {
      response.writeHead(307, { location: "/mcp/" }).end();
      return;
    }
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      seen.push(`${request.method} ${request.headers.authorization}`);
      watch.look();
      const { id, method } = (text === "" ? {} : JSON.parse(text)) as {
        id?: number;
        method?: string;
      };
      if (method !== "initialize") {
        response.writeHead(request.method === "GET" ? 405 : 202).end();
        return;
      }
      const result = {
        protocolVersion: "2025-11-25",
        capabilities: {},
        serverInfo: { name: "moved", version: "1" },
      };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });
  });
  const headers = [{ name: "Authorization", value: "Bearer s3cr3t-t0ken", secret: true }];
  const made = testConnection({ kind: "http", url: `${url}/mcp`, headers });
  open.push(made);
  await made.connection.open();
  expect(made.listener.now).toMatchObject({ kind: "connected" });
  await watch.until(() => seen.length >= 2);
  expect(new Set(seen.map((line) => line.split(" ").slice(1).join(" ")))).toEqual(
    new Set(["Bearer s3cr3t-t0ken"]),
  );
  // Both addresses that the message was sent to are recorded.
  expect(
    made.traffic
      .rows()
      .filter(isMessage)
      .filter((row) => row.method === "initialize")
      .map((row) => row.notTaken),
  ).toEqual(["HTTP 307", undefined]);
});
