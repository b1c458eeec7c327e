// Servers over HTTP that forget their sessions, or answer with an HTTP error: what a host and our own calls get, and
// what runs how often. With a real server.
import { afterEach, describe, expect, it } from "vitest";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import { Connector } from "../session/connector.ts";
import { FakeDesk, testConnection, Waiters } from "../testing.ts";
import { SessionServer } from "./testingSessions.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function serving(prepare: (server: SessionServer) => void = () => {}) {
  const server = new SessionServer();
  prepare(server);
  const url = await server.listen();
  closing.push(() => server.close());
  return { server, url };
}

/** A host whose server is wrapped, after its `initialize`. */
async function hosted(
  prepare?: (server: SessionServer) => void,
  holdTools: "none" | "all" = "none",
) {
  const { server, url } = await serving(prepare);
  const desk = new FakeDesk();
  const watch = new Waiters();
  const received: Record<string, unknown>[] = [];
  const host = { ended: false };
  const connector = new Connector({
    signIn: null,
    desk,
    appVersion: "0",
    newId: () => "group",
    loginShell: { path: () => Promise.resolve("") },
    startDemo: () => {
      throw new Error("no demo here");
    },
  });
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
      policy: () => ({ ...defaultPolicy, holdTools }),
    },
    {
      send: (text) => {
        received.push(JSON.parse(text) as Record<string, unknown>);
        watch.look();
      },
      ready: () => null,
      end: () => {
        host.ended = true;
        watch.look();
      },
    },
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
  const say = (message: object) =>
    session.receive(Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`));
  const answer = async (id: number | string) => {
    const find = () => received.find((one) => one["id"] === id && one["method"] === undefined);
    await watch.until(() => find() !== undefined || host.ended);
    return JSON.stringify(find());
  };
  const call = async (id: number, name = "t") => {
    await say({ id, method: "tools/call", params: { name, arguments: {} } });
    return answer(id);
  };
  const params = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "h", version: "1" },
  };
  await say({ id: 0, method: "initialize", params });
  await answer(0);
  await say({ method: "notifications/initialized" });
  await server.nth("notifications/initialized", 1);
  return { server, url, desk, host, say, answer, call, received, watch };
}

/** The Workbench's own connection. */
async function connected(prepare?: (server: SessionServer) => void) {
  const { server, url } = await serving(prepare);
  const made = testConnection({ kind: "http", url, headers: [] });
  closing.push(() => made.connection.close("quit"));
  await made.connection.open();
  await made.listener.tool("t");
  return { server, ...made };
}

const notFound = '{"jsonrpc":"2.0","id":$ID,"error":{"code":-32001,"message":"Session not found"}}';
const FORGOTTEN = {
  "404 with the error": { status: 404, type: "application/json", body: notFound },
  "404 with text": { status: 404, type: "text/plain", body: "no such session" },
  "404 without a body": { status: 404 },
  "400 with the error, without an id": {
    status: 400,
    type: "application/json",
    body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: No valid session ID"}}',
  },
  "410 with text": { status: 410, type: "text/plain", body: "session gone" },
  "400 that says nothing": { status: 400 },
  "200 with an error event": {
    status: 200,
    type: "text/event-stream",
    body: `data: ${notFound}\n\n`,
  },
  "200 with an error event, as the Python SDK names it": {
    status: 200,
    type: "text/event-stream",
    body: `event: message\ndata: ${notFound.replace("$ID", '"server-error"')}\n\n`,
  },
  "200 with the error": { status: 200, type: "application/json", body: notFound },
};

describe.each(Object.entries(FORGOTTEN))("a session that is forgotten with %s", (_, lost) => {
  it.each([false, true])("goes on for a host (GET stream: %s)", async (pushes) => {
    const { server, call, host } = await hosted((one) => Object.assign(one, { lost, pushes }));
    expect(await call(1)).toContain("ran in session-1");
    if (pushes)
      await server.watch.until(() => server.received.some(({ method }) => method === "GET"));
    server.drop();
    expect(await call(2)).toContain("ran in session-2");
    expect(await call(3)).toContain("ran in session-2");
    expect(server.ran).toEqual(["session-1", "session-2", "session-2"]);
    expect(server.sent("initialize").map(({ message }) => message?.params)).toEqual(
      Array.from({ length: 2 }, () => server.sent("initialize")[0]?.message?.params),
    );
    expect(server.sent("notifications/initialized")).toHaveLength(2);
    expect(host.ended).toBe(false);
  });

  it("goes on for the Workbench", async () => {
    const { server, call, listener } = await connected((one) => Object.assign(one, { lost }));
    expect(await call("t").outcome).toMatchObject({ ok: true });
    server.drop();
    const again = await call("t").outcome;
    expect(JSON.stringify(again)).toContain("ran in session-2");
    expect(server.ran).toEqual(["session-1", "session-2"]);
    expect(listener.states.slice(2)).toMatchObject([
      { kind: "reconnecting", failure: { kind: "server-forgot-session" } },
      { kind: "connected" },
    ]);
    expect(listener.messages?.claims?.version).toBe("2");
  });
});

it("opens one session for several calls that find it forgotten", async () => {
  const { server, call } = await hosted();
  server.drop();
  const all = await Promise.all([1, 2, 3, 4].map((id) => call(id)));
  for (const one of all) expect(one).toContain("ran in session-2");
  expect(server.sent("initialize")).toHaveLength(2);
  expect(server.ran).toHaveLength(4);
});

it("tells a host that its server forgot the session twice, and keeps it connected", async () => {
  const { server, call, host } = await hosted();
  server.drop();
  server.forgetful = true;
  expect(await call(1)).toMatch(/HTTP status 404.*no such session.*was not run/);
  expect(server.sent("initialize")).toHaveLength(2);
  expect(server.ran).toEqual([]);
  server.forgetful = false;
  expect(await call(2)).toContain("ran in session-3");
  expect(host.ended).toBe(false);
});

it("does not renew a session again and again while nothing is asked", async () => {
  const { server, call, host } = await hosted((one) => void (one.pushes = true));
  const gets = (of: string) =>
    server.received.filter(({ method, session }) => method === "GET" && session === of).length;
  await server.watch.until(() => gets("session-1") === 1);
  server.drop();
  await server.watch.until(() => gets("session-2") === 1);
  server.drop();
  await server.watch.until(() => gets("session-2") === 2);
  expect(server.sent("initialize")).toHaveLength(2);
  expect(await call(1)).toContain("ran in session-3");
  expect(host.ended).toBe(false);
});

it("never repeats a call whose stream broke off, and says that it may have run", async () => {
  const { server, call, host } = await hosted();
  const answered = call(1, "held");
  const { response } = await server.nth("tools/call", 1);
  response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
  server.drop();
  response.destroy();
  expect(await answered).toMatch(/may have been run/);
  expect(server.sent("tools/call")).toHaveLength(1);
  expect(await call(2)).toContain("ran in session-2");
  expect(host.ended).toBe(false);
});

it("never repeats a call that the server may have run before it said that of its own session", async () => {
  const said = { status: 200, type: "application/json", body: notFound };
  const { server, call } = await hosted((one) => void (one.fails = said));
  expect(JSON.parse(await call(1))).toEqual({
    jsonrpc: "2.0",
    id: 1,
    error: { code: -32001, message: "Session not found" },
  });
  expect(server.ran).toEqual(["session-1"]);
  expect(server.sent("initialize")).toHaveLength(1);
});

it("lets a call finish that was on its way when another one found the session forgotten", async () => {
  const { server, call } = await hosted();
  const slow = call(1, "held");
  const { response } = await server.nth("tools/call", 1);
  server.expire();
  expect(await call(2)).toContain("ran in session-2");
  const result = { content: [{ type: "text", text: "late" }] };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result }));
  expect(await slow).toContain("late");
});

it("ends what the server asked, keeps held calls, and restores subscriptions and the log level", async () => {
  const { server, call, say, answer, desk } = await hosted(
    (one) => void (one.pushes = true),
    "all",
  );
  await say({ id: 10, method: "logging/setLevel", params: { level: "info" } });
  await say({ id: 11, method: "resources/subscribe", params: { uri: "file:///a" } });
  await say({ id: 12, method: "resources/subscribe", params: { uri: "file:///b" } });
  await say({ id: 13, method: "resources/unsubscribe", params: { uri: "file:///a" } });
  await answer(13);
  const held = call(1);
  await desk.watch.until(() => desk.requests.length === 1);
  const opened = () => server.received.find(({ method }) => method === "GET");
  await server.watch.until(() => opened() !== undefined);
  const stream = opened();
  const ask = { messages: [], maxTokens: 1 };
  const asked = { jsonrpc: "2.0", id: 0, method: "sampling/createMessage", params: ask };
  stream?.response.write(`data: ${JSON.stringify(asked)}\n\n`);
  await desk.watch.until(() => desk.requests.length === 2);
  server.drop();
  await server.nth("resources/subscribe", 3);
  expect(desk.requests[1]?.withdrawn).toEqual([{ kind: "disconnected" }]);
  expect(desk.requests[0]?.withdrawn).toEqual([]);
  expect((await server.nth("logging/setLevel", 2)).session).toBe("session-2");
  expect(server.sent("resources/subscribe")[2]).toMatchObject({
    session: "session-2",
    message: { params: { uri: "file:///b" } },
  });
  const document = { action: "run", arguments: {} };
  void desk.requests[0]?.settle({ kind: "result", document } as never);
  expect(await held).toContain("ran in session-2");
});

it("gives no server the response to a request of its earlier session", async () => {
  const { server, say, received, watch } = await hosted((one) => void (one.pushes = true));
  const gets = () => server.received.filter(({ method }) => method === "GET");
  const roots = (stream: ReturnType<typeof gets>[number] | undefined) =>
    stream?.response.write(
      `data: ${JSON.stringify({ jsonrpc: "2.0", id: 0, method: "roots/list" })}\n\n`,
    );
  await server.watch.until(() => gets().length === 1);
  roots(gets()[0]);
  const asked = () => received.filter(({ method }) => method === "roots/list");
  await watch.until(() => asked().length === 1);
  server.drop();
  await server.nth("notifications/initialized", 2);
  await server.watch.until(() => gets().some(({ session }) => session === "session-2"));
  roots(gets().find(({ session }) => session === "session-2"));
  await watch.until(() => asked().length === 2);
  const responses = () =>
    server.received.filter(({ message }) => message !== null && message.method === undefined);
  await say({ id: asked()[0]?.["id"], result: { roots: [] } });
  await say({ id: asked()[1]?.["id"], result: { roots: [{ uri: "file:///new" }] } });
  await server.watch.until(() => responses().length === 1);
  expect(responses().map(({ message }) => message)).toEqual([
    { jsonrpc: "2.0", id: 0, result: { roots: [{ uri: "file:///new" }] } },
  ]);
});

it("outlasts a server that is down for a while", async () => {
  const { server, call, host } = await hosted((one) => void (one.pushes = true));
  expect(await call(1)).toContain("ran in session-1");
  server.drop();
  await server.close();
  expect(await call(2)).toMatch(/Nothing was sent|may have been run/);
  expect(await call(4)).toMatch(/Nothing was sent/);
  await server.listen();
  expect(await call(3)).toContain("ran in session-2");
  expect(host.ended).toBe(false);
});

it("sends nothing to a server whose new session has another version", async () => {
  const { server, call, host } = await hosted();
  server.drop();
  server.version = "2024-11-05";
  expect(await call(1)).toContain("forgot its session");
  expect(server.ran).toEqual([]);
  expect(host.ended).toBe(true);
});

it("never sends a call that the host gave up while a session was being opened", async () => {
  const { server, call, say, desk } = await hosted(undefined, "all");
  void call(1);
  await desk.watch.until(() => desk.requests.length === 1);
  server.drop();
  await say({ method: "notifications/cancelled", params: { requestId: 1 } });
  void call(2);
  await desk.watch.until(() => desk.requests.length === 2);
  expect(server.ran).toEqual([]);
});

// What an HTTP server says in place of a response

const rebuilding = {
  jsonrpc: "2.0",
  id: null,
  error: { code: -32000, message: "The index is being rebuilt until noon" },
};
const html =
  "<!DOCTYPE html><html><head><title>x</title></head><body><h1>Be right back</h1></body></html>";
const ran = /may have been run/;

it.each([
  [
    "500 with a JSON-RPC error",
    500,
    "application/json",
    JSON.stringify(rebuilding),
    "until noon",
    ran,
  ],
  ["500 with the wrong type", 500, "text/html", JSON.stringify(rebuilding), "until noon", ran],
  ["502 with HTML", 502, "text/html", html, "Be right back", ran],
  ["503 with text", 503, "text/plain", "maintenance", "maintenance", ran],
  ["500 without a body", 500, "text/plain", "", "500", ran],
  ["500 with a huge body", 500, "text/plain", "z".repeat(5_000_000), "more characters", ran],
  ["429 with text", 429, "text/plain", "slow down", "slow down", null],
  ["200 with HTML", 200, "text/html", html, "Be right back", ran],
  ["200 without a body", 200, "application/json", "", "200", ran],
  ["202", 202, "text/plain", "", "202", ran],
  ["200 with JSON that is no response", 200, "application/json", '{"ok":1}', "ok", ran],
])("passes on what a server answers: %s", async (_, status, type, body, words, mayHaveRun) => {
  const fails = { status, type, body, headers: { "retry-after": "30" } };
  const { call, server } = await hosted((one) => void (one.fails = fails));
  const told = await call(1);
  expect(told).toContain(`HTTP status ${status}`);
  expect(told).toContain(words);
  expect(told).toContain("retry-after: 30");
  expect(told).not.toMatch(/lost on its way|<h1>/);
  expect(told.length).toBeLessThan(2000);
  if (mayHaveRun === null) expect(told).not.toMatch(ran);
  else expect(told).toMatch(mayHaveRun);
  if (body.includes("-32000")) expect(JSON.parse(told)).toMatchObject({ error: { code: -32000 } });
  const own = await connected((one) => void (one.fails = fails));
  expect(await own.call("t").outcome).toMatchObject({
    failure: {
      kind: "run-http-status",
      status,
      retryAfter: "30",
      mayHaveRun: mayHaveRun !== null,
      words: words === String(status) ? "" : (expect.stringContaining(words) as string),
    },
  });
  expect(server.ran).toHaveLength(1);
});
