// A session with a wrapped server of 2026-07-28 over HTTP.
import { EventEmitter, once } from "node:events";
import http from "node:http";
import type net from "node:net";
import { afterEach, expect, it } from "vitest";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import { Connector } from "../session/connector.ts";
import { FakeDesk } from "../testing.ts";

const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const TOOL = {
  name: "read",
  inputSchema: {
    type: "object",
    properties: { region: { type: "string", "x-mcp-header": "Region" } },
  },
};

/** A session with the server at this port. */
function sessionAt(server: net.Server) {
  const received: string[] = [];
  const connector = new Connector({
    signIn: null,
    desk: new FakeDesk(),
    appVersion: "0",
    newId: () => "group",
    loginShell: { path: () => Promise.resolve("") },
    startDemo: () => {
      throw new Error("no demo here");
    },
  });
  const url = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}/mcp`;
  const session = connector.openSession(
    {
      sessionId: "s1",
      serverId: "server",
      name: "notes",
      era: "auto",
      identityFor: () => ({}),
      where: url,
      folder: "/",
      endpoint: { kind: "http", url, headers: [] },
      policy: () => defaultPolicy,
    },
    { send: (text) => void received.push(text), ready: () => null, end: () => {} },
    {
      host: () => null,
      lines: () => {},
      called: () => {},
      requestReceived: () => {},
      tools: () => {},
      ended: () => {},
    },
  );
  closing.push(() => session.close("host-left"));
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const say = (message: { id?: number; method: string; params: object }) =>
    session.receive(
      Buffer.from(
        `${JSON.stringify({ jsonrpc: "2.0", ...message, params: { ...message.params, _meta } })}\n`,
      ),
    );
  return { received, say };
}

it("repeats arguments as headers, and passes the error that is the body of an HTTP error", async () => {
  const regions: unknown[] = [];
  const server = http.createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as Record<
        string,
        unknown
      >;
      if (method === "tools/call") regions.push(request.headers["mcp-param-region"]);
      response.writeHead(method === "tools/list" ? 200 : 404, {
        "content-type": "application/json",
      });
      const outcome =
        method === "tools/list"
          ? { result: { tools: [TOOL] } }
          : { error: { code: -32601, message: "not today" } };
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...outcome }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => void server.close());
  const { received, say } = sessionAt(server);
  await say({ id: 1, method: "tools/list", params: {} });
  await expect.poll(() => received.length).toBe(1);
  const params = { name: "read", arguments: { region: "Tirol" } };
  await say({ id: 2, method: "tools/call", params });
  await expect.poll(() => received.length).toBe(2);
  expect(regions).toEqual(["Tirol"]);
  const error = { code: -32601, message: "not today" };
  expect(JSON.parse(received[1] ?? "")).toEqual({ jsonrpc: "2.0", id: 2, error });
});

/** A server that answers small messages, and a host on it. It gives large ones to `on`, unread. */
async function withLarge(on: (request: http.IncomingMessage) => void) {
  const server = http.createServer((request, response) => {
    if (Number(request.headers["content-length"]) > 1_000_000) {
      on(request);
      return;
    }
    void request.toArray().then((chunks: Buffer[]) => {
      const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id?: number };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: {} }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(
    () => void server.close(),
    () => server.closeAllConnections(),
  );
  const host = sessionAt(server);
  await host.say({ id: 99, method: "tools/list", params: {} });
  await expect.poll(() => host.received.length).toBe(1);
  return host;
}

it.each([
  { kind: "requests", message: { id: 1, method: "x/y" } },
  { kind: "notifications", message: { method: "notifications/x" } },
])("reads no more $kind of a host while its server does not read", async ({ message }) => {
  const large = new EventEmitter();
  const { say } = await withLarge((request) => large.emit("request", request));
  const came = once(large, "request") as Promise<[http.IncomingMessage]>;
  // More than the system takes for a connection that nobody reads.
  const params = { text: "x".repeat(24 * 1024 * 1024) };
  let isTaken = false;
  const taken = say({ ...message, params }).then(() => (isTaken = true));
  const [request] = await came;
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(isTaken).toBe(false);
  request.resume();
  // Once it is read, whether or not it is answered.
  await taken;
});
