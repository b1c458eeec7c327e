import http from "node:http";
import { afterEach, expect, it } from "vitest";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { openLoopback } from "../../net/loopback.ts";
import type { Loopback } from "../../net/loopback.ts";
import { UNKNOWN_ENTRY } from "./gateway.ts";
import type { Admission } from "./gateway.ts";
import type { HostEnd } from "../../servers/gatewayPorts.ts";
import { HttpListener } from "./httpListener.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Sessions on a server that answers by `on`. */
interface Opened {
  host: HostEnd;
  received: Record<string, unknown>[];
  isClosed: boolean;
}

/** @param reading resolves once the server reads more than it has */
async function open(
  on: (message: Record<string, unknown>, host: HostEnd) => void = respondToAll,
  reading: Promise<void> = Promise.resolve(),
) {
  const sessions: Opened[] = [];
  const admit: Admission = ({ wrapId, token }, host) => {
    if (wrapId !== "w" || token !== "secret") return Promise.resolve(UNKNOWN_ENTRY);
    const session: Opened = { host, received: [], isClosed: false };
    sessions.push(session);
    return Promise.resolve({
      openOrigin: () => ({ kind: "none" as const }),
      takesBatches: false,
      notPassed() {},
      receive(chunk: Uint8Array) {
        for (const line of Buffer.from(chunk).toString("utf8").trim().split("\n")) {
          const message = JSON.parse(line) as Record<string, unknown>;
          session.received.push(message);
          on(message, host);
        }
        return reading;
      },
      close() {
        session.isClosed = true;
        return Promise.resolve();
      },
    });
  };
  const door = new HttpListener(admit);
  const loopback = await openLoopback(0, [door]);
  closing.push(async () => {
    await door.close();
    await loopback.close();
  });
  return { sessions, loopback, url: `http://127.0.0.1:${loopback.port}/mcp/w` };
}

function respondToAll({ id, method }: Record<string, unknown>, host: HostEnd): void {
  if (id === undefined || typeof method !== "string") return;
  const result =
    method === "initialize"
      ? {
          protocolVersion: "2025-11-25",
          capabilities: { tools: {} },
          serverInfo: { name: "s", version: "1" },
        }
      : { tools: [] };
  host.send(JSON.stringify({ jsonrpc: "2.0", id, result }));
}

const headers = {
  authorization: "Bearer secret",
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};
const post = (url: string, message: unknown, more: Record<string, string> = {}) =>
  fetch(url, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(message) });
const initialize = { jsonrpc: "2.0", id: 1, method: "initialize", params: {} };
const MODERN = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
/** The headers that a call of that version has. */
const REPEATS = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call" };

it("serves the SDK's own client: its session, its stream for pushes, its end", async () => {
  const { url, sessions } = await open();
  const client = new Client({ name: "host", version: "1" });
  const changed = new Promise<void>((resolve) =>
    client.setNotificationHandler("notifications/tools/list_changed", () => resolve()),
  );
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: "Bearer secret" } },
  });
  await client.connect(transport);
  expect(await client.listTools()).toMatchObject({ tools: [] });
  sessions[0]?.host.send('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
  await changed;
  await transport.terminateSession();
  expect(sessions.map(({ isClosed }) => isClosed)).toEqual([true]);
  await client.close();
});

it("refuses a wrong token, a web page, another name for this address, and anything but a message", async () => {
  const { url, sessions, loopback } = await open();
  expect((await post(url, initialize, { authorization: "Bearer guess" })).status).toBe(401);
  expect((await post(url.replace("/w", "/x"), initialize)).status).toBe(401);
  expect((await post(url, initialize, { origin: "https://evil.example" })).status).toBe(403);
  expect((await post(url, initialize, { origin: "null" })).status).toBe(403);
  expect(await statusFor(loopback, "evil.example")).toBe(421);
  expect((await post(url, 7)).status).toBe(400);
  expect((await post(url, { jsonrpc: "2.0", id: 1, method: "tools/list" })).status).toBe(404);
  expect((await fetch(url, { method: "OPTIONS", headers })).status).toBe(405);
  expect((await fetch(url.replace("/mcp", "/other"), { headers })).status).toBe(404);
  expect(sessions).toEqual([]);
  // Another entry's token does not open an existing session.
  const opened = await post(url, initialize);
  const id = opened.headers.get("mcp-session-id") ?? "";
  await opened.text();
  const stolen = { "mcp-session-id": id, authorization: "Bearer guess" };
  expect((await post(url, initialize, stolen)).status).toBe(404);
});

it("puts each message on the stream of its request, and all others on the open stream", async () => {
  const { url, sessions } = await open(({ id, method }, host) => {
    if (method === "initialize") respondToAll({ id, method }, host);
  });
  const opened = await post(url, initialize);
  await opened.text();
  const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
  const call = (id: number) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "a", _meta: { progressToken: `p${id}` } },
  });
  const first = await post(url, call(2), session);
  const second = await post(url, call(3), session);
  const host = sessions[0]?.host;
  host?.send(
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p2","progress":1}}',
  );
  host?.send('{"jsonrpc":"2.0","id":9,"method":"roots/list"}');
  host?.send('{"jsonrpc":"2.0","id":3,"result":{"n":1.0}}');
  host?.send('{"jsonrpc":"2.0","id":2,"result":{}}');
  expect(await first.text()).toMatch(/progress"[^]*"id":2/);
  // Byte for byte.
  expect(await second.text()).toMatch(/roots\/list[^]*\{"n":1\.0\}/);
});

it("has sessions for hosts that name none, and cancels what they hang up on", async () => {
  const { url, sessions } = await open(() => {});
  const until = async (done: () => boolean): Promise<void> => {
    await expect.poll(done).toBe(true);
  };
  const request = (id: number, meta: object) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "a", _meta: { ...MODERN, ...meta } },
  });
  const control = new AbortController();
  const send = (id: number, meta: object = {}): void => {
    const body = JSON.stringify(request(id, meta));
    const sent = { ...headers, ...REPEATS, "mcp-name": "a" };
    fetch(url, { method: "POST", headers: sent, body, signal: control.signal }).catch(() => {});
  };
  // Nothing is said before the first message: an error may be an HTTP status.
  send(1);
  await until(() => sessions[0]?.received.length === 1);
  send(2);
  await until(() => sessions[0]?.received.length === 2);
  expect(sessions).toHaveLength(1);
  // The same id from another window of the host.
  send(2);
  await until(() => sessions.length === 2);
  // So does the same progress token: what it reports is for one of them.
  send(3, { progressToken: 1 });
  await until(() => sessions[0]?.received.length === 3);
  send(4, { progressToken: 1 });
  await until(() => sessions[1]?.received.length === 2);
  control.abort();
  await until(() => sessions[0]?.received.length === 6);
  const [, , , ...cancelled] = sessions[0]?.received ?? [];
  const ids = cancelled.map(({ params }) => JSON.stringify(params)).toSorted();
  expect(ids).toEqual(['{"requestId":1}', '{"requestId":2}', '{"requestId":3}']);
});

it("refuses a message that contradicts its headers since 2026-07-28, and turns an error into an HTTP status", async () => {
  const { url, sessions } = await open(({ id }, host) => {
    host.send(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "none" } }));
  });
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "ä", _meta: MODERN },
  };
  const version = { "mcp-protocol-version": "2026-07-28" };
  const name = `=?base64?${Buffer.from("ä").toString("base64")}?=`;
  const right = { ...version, "mcp-method": "tools/call", "mcp-name": name };
  const wrong: Record<string, string>[] = [
    version,
    { ...right, "mcp-name": "b" },
    { ...right, "mcp-method": "TOOLS/CALL" },
    { ...right, "mcp-protocol-version": "2026-12-01" },
    // Nor may the header say that there is nothing to repeat.
    { ...right, "mcp-protocol-version": "2025-11-25" },
    { "mcp-method": "tools/call", "mcp-name": name },
    {},
  ];
  for (const more of wrong) {
    const refused = await post(url, call, more);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ id: 1, error: { code: -32020 } });
  }
  const nameless = await post(url, { ...call, params: { name: "ä" } }, right);
  expect(nameless.status).toBe(400);
  expect(await nameless.json()).toMatchObject({ error: { code: -32602 } });
  expect(sessions).toHaveLength(0);
  const failed = await post(url, call, right);
  expect(failed.status).toBe(404);
  expect(await failed.json()).toMatchObject({ id: 1, error: { message: "none" } });
});

it("refuses two host names and a body that is not UTF-8", async () => {
  const { loopback, url, sessions } = await open();
  const own = `127.0.0.1:${loopback.port}`;
  expect(await statusFor(loopback, [own, own])).toBe(400);
  expect(await statusFor(loopback, [own, "evil.example"])).toBe(400);
  const body = Buffer.from(JSON.stringify({ ...initialize, id: "\u00e9" }), "latin1");
  const response = await fetch(url, { method: "POST", headers, body });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ id: null, error: { code: -32700 } });
  expect(sessions).toEqual([]);
});

it("never uses a port other than its own", async () => {
  const { loopback } = await open();
  await expect(openLoopback(loopback.port, [])).rejects.toThrow("EADDRINUSE");
});

/** The status for a request under another name. */
function statusFor({ port }: Loopback, host: string | string[]): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    http
      .get(
        {
          host: "127.0.0.1",
          port,
          path: "/mcp/w",
          headers: [host].flat().flatMap((one) => ["host", one]),
        },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
      .on("error", reject);
  });
}

const pushed = (n: number): string =>
  JSON.stringify({
    jsonrpc: "2.0",
    method: "notifications/x",
    params: { n, text: "x".repeat(9000) },
  });
/** Sends what a server writes for as long as it is read. */
async function flood(host: HostEnd): Promise<number> {
  for (let n = 0; ; n += 1) {
    if (n === 100_000) throw new Error("it is read without end");
    if (host.ready() !== null) return n;
    host.send(pushed(n));
    // Streams take what they can.
    if (n % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

it.each(["listens", "posts", "ends"] as const)(
  "reads a server no further while its host has no stream, until it %s, and loses nothing",
  async (then) => {
    const { url, sessions } = await open();
    const opened = await post(url, initialize);
    await opened.text();
    const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
    const host = sessions[0]?.host;
    if (host === undefined) throw new Error("no session");
    const sent = await flood(host);
    expect(sent * pushed(0).length).toBeLessThan(1.1 * 1024 * 1024);
    const ready = host.ready();
    const has = (text: string) => text.split("notifications/x").length - 1;
    if (then === "posts") {
      const response = await post(url, { jsonrpc: "2.0", id: 2, method: "tools/list" }, session);
      expect(has(await response.text())).toBe(sent);
    } else if (then === "listens") {
      const stream = await fetch(url, { headers: { ...headers, ...session } });
      await ready;
      host.end();
      expect(has(await stream.text())).toBe(sent);
    } else host.end();
    await ready;
    expect(host.ready()).toBeNull();
  },
);

it("reads a server no further while its host does not read its stream, and loses nothing", async () => {
  const { url, sessions } = await open();
  const opened = await post(url, initialize);
  await opened.text();
  const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
  const stream = await fetch(url, { headers: { ...headers, ...session } });
  const host = sessions[0]?.host;
  if (host === undefined) throw new Error("no session");
  const sent = await flood(host);
  const ready = host.ready();
  const reading = stream.text();
  await ready;
  host.end();
  expect((await reading).split("notifications/x").length - 1).toBe(sent);
});

it("takes no more of a host than its server reads, and says that nothing was sent", async () => {
  let read = (): void => {};
  const reading = new Promise<void>((resolve) => (read = resolve));
  const { url, sessions } = await open(respondToAll, reading);
  const opened = await post(url, initialize);
  const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
  const big = (n: number) => ({
    jsonrpc: "2.0",
    method: "notifications/x",
    params: { n, text: "x".repeat(7 * 1024 * 1024) },
  });
  const taken = [post(url, big(0), session), post(url, big(1), session)];
  await expect.poll(() => sessions[0]?.received.length).toBe(3);
  const refused = await post(url, { ...big(2), id: 3, method: "tools/list" }, session);
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({
    id: 3,
    error: { code: -32010, message: expect.stringContaining("was not sent") },
  });
  read();
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([202, 202]);
  expect((await post(url, big(2), session)).status).toBe(202);
  expect(sessions[0]?.received).toHaveLength(4);
});
