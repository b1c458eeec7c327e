// Hosts and servers that agree on no version, and those that keep to none.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readText } from "#shared/rpc/readMessage.ts";
import type { RpcMessage } from "#shared/rpc/readMessage.ts";
import { VersionCrossing } from "./versionCrossing.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Message = Record<string, unknown> & { id?: string; method?: string };

function crossing({ isExpected = true } = {}) {
  const toServer: string[] = [];
  const toHost: string[] = [];
  const learnt: string[] = [];
  const made = new VersionCrossing({
    folder: "/work",
    fallback: {
      isExpected: () => isExpected,
      refused: (host) => void learnt.push(`${host} was refused`),
      initialized: (host) => void learnt.push(`${host} fell back`),
    },
    admit: (text) => void toServer.push(text),
    toServer: (text) => void toServer.push(text),
    toHost: (text) => void toHost.push(text),
  });
  const last = (): Message => JSON.parse(toServer.at(-1) ?? "{}") as Message;
  return {
    made,
    toServer,
    toHost,
    learnt,
    last,
    /** Host messages; like a session, passes on what is not taken. */
    say(message: object | string): void {
      const text = typeof message === "string" ? message : JSON.stringify(message);
      if (!made.fromHost(text, messageIn(text, "host"))) toServer.push(text);
    },
    /** The server's; what is not taken goes to the host. */
    hear(message: object, callId: string | number | null = null): void {
      const text = JSON.stringify(message);
      if (made.fromServer(messageIn(text, "server"), callId)) return;
      const dressed = made.dressed(text);
      if (dressed !== null) toHost.push(dressed);
    },
    methods: () => toServer.map((text) => (JSON.parse(text) as Message).method),
  };
}

function messageIn(text: string, from: "host" | "server"): RpcMessage {
  const [read] = readText(text, from).messages;
  if (read?.kind !== "message") throw new Error(read?.why);
  return read.message;
}

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "h", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { tasks: {}, extensions: { x: {} } },
};
const request = (id: number | string, method: string, params: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method,
  params: { ...params, _meta: META },
});
const discover = request(0, "server/discover");
const unknown = (id: unknown) => ({
  jsonrpc: "2.0",
  id,
  error: { code: -32601, message: "Method not found" },
});
const initialized = (id: unknown, capabilities: object = {}) => ({
  jsonrpc: "2.0",
  id,
  result: { protocolVersion: "2025-06-18", capabilities, serverInfo: { name: "s" } },
});

/** A crossing on a server with these capabilities, ready. */
function crossed(capabilities: object = {}) {
  const made = crossing({ isExpected: false });
  made.say(discover);
  made.hear(initialized(made.last().id, capabilities));
  made.toServer.length = 0;
  made.toHost.length = 0;
  return made;
}

it("lets a server of 2026-07-28 and its host agree, whatever the server says of itself", () => {
  for (const answer of [
    { result: { supportedVersions: ["2026-07-28"] } },
    { error: { code: -32022, message: "", data: { supported: ["2027-01-01"] } } },
  ]) {
    const { say, hear, toHost, methods, learnt } = crossing();
    say(discover);
    say(request(1, "tools/list"));
    hear({ jsonrpc: "2.0", id: 0, ...answer });
    say(request(2, "tools/list"));
    expect(methods()).toEqual(["server/discover", "tools/list", "tools/list"]);
    expect(toHost).toEqual([JSON.stringify({ jsonrpc: "2.0", id: 0, ...answer })]);
    expect(learnt).toEqual([]);
  }
});

it("tells a host the truth first, and learns whether it falls back", () => {
  const { say, hear, toHost, toServer, learnt } = crossing();
  say(discover);
  hear(unknown(0));
  expect(toHost).toEqual([JSON.stringify(unknown(0))]);
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { clientInfo: { name: "h" } },
  };
  say(initialize);
  // Both at once: what the host initialized stays as it is.
  say(request(2, "tools/list"));
  expect(toServer.slice(1)).toEqual([
    JSON.stringify(initialize),
    JSON.stringify(request(2, "tools/list")),
  ]);
  expect(learnt).toEqual(["h was refused", "h fell back"]);
});

it("initializes an older server for a host that does not ask, in order, and keeps the bytes", () => {
  const { say, hear, last, toServer, toHost, methods } = crossing();
  say(request(1, "tools/list"));
  say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 9 } });
  say(
    `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a","arguments":{"n":1.0},"_meta":${JSON.stringify({ ...META, progressToken: 3 })}}}`,
  );
  expect(methods()).toEqual(["server/discover"]);
  hear(unknown(last().id));
  expect(last()).toMatchObject({
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      clientInfo: { name: "h" },
      capabilities: { roots: {}, extensions: { x: {} } },
    },
  });
  expect(toServer.at(-1)).not.toContain("tasks");
  hear(initialized(last().id));
  expect(methods().slice(2)).toEqual([
    "notifications/initialized",
    "tools/list",
    "notifications/cancelled",
    "tools/call",
  ]);
  expect(toServer.at(-1)).toBe(
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a","arguments":{"n":1.0},"_meta":{"progressToken":3}}}',
  );
  // Nothing of the desk's own requests has reached the host.
  expect(toHost).toEqual([]);
  hear({ jsonrpc: "2.0", id: 1, result: { tools: [] } });
  hear({ jsonrpc: "2.0", id: 2, result: { resultType: "input_required", n: 1 } });
  expect(toHost.map((text) => (JSON.parse(text) as Message)["result"])).toEqual([
    { tools: [], resultType: "complete", ttlMs: 0, cacheScope: "private" },
    { resultType: "complete", n: 1 },
  ]);
});

it("does not wait forever for a server that is silent or gone", () => {
  const silent = crossing();
  silent.say(request(1, "tools/list"));
  vi.advanceTimersByTime(3000);
  expect(silent.methods()).toEqual(["server/discover", "initialize"]);
  expect(silent.learnt).toEqual(["h was refused"]);
  // It answers after all.
  silent.hear({ jsonrpc: "2.0", id: JSON.parse(silent.toServer[0] ?? "").id, result: {} });
  expect(silent.toHost).toEqual([]);

  const gone = crossing();
  gone.say(request(1, "tools/list"));
  gone.made.lost();
  expect(gone.learnt).toEqual(["h was refused"]);
  // Answered as usual: by the session, which has no server any more.
  expect(gone.methods()).toEqual(["server/discover", "tools/list"]);

  // The host's own question: the server may be broken, whoever asks it.
  const broken = crossing();
  broken.say(discover);
  broken.made.lost();
  expect(broken.learnt).toEqual([]);

  // Next time the server is not asked what ended it.
  const again = crossing({ isExpected: false });
  again.say(request(1, "tools/list"));
  expect(again.methods()).toEqual(["initialize"]);
  // It knows no initialize: it speaks for itself.
  again.hear(unknown(again.last().id));
  expect(again.methods()).toEqual(["initialize", "tools/list"]);
  // What it says to that is no answer, or is lost on the way.
  for (const answer of [{ result: null }, null]) {
    const odd = crossing({ isExpected: false });
    odd.say(request(1, "tools/list"));
    const { id } = odd.last();
    if (answer === null) odd.made.lostResponse(id ?? "");
    else odd.hear({ jsonrpc: "2.0", id, ...answer });
    expect(odd.methods()).toEqual(["initialize", "tools/list"]);
    expect(odd.toHost).toEqual([]);
  }
});

it("bounds what waits, and refuses initialize, other versions and too many streams", () => {
  const early = crossing({ isExpected: false });
  for (let id = 0; id < 1001; id += 1) early.say(request(id, "tools/list"));
  expect(early.toHost).toHaveLength(1);
  expect(early.toHost[0]).toContain("not ready");
  expect(early.toServer).toHaveLength(1);

  const { say, toHost, toServer } = crossed({ tools: { listChanged: true } });
  say({ jsonrpc: "2.0", id: 5, method: "initialize", params: {} });
  say({
    jsonrpc: "2.0",
    id: 6,
    method: "tools/list",
    params: { _meta: { "io.modelcontextprotocol/protocolVersion": "1900-01-01" } },
  });
  // Nobody asked for it.
  say({ jsonrpc: "2.0", id: 7, result: {} });
  expect(toHost.map((text) => (JSON.parse(text) as { error: object }).error)).toMatchObject([
    { code: -32600 },
    { code: -32022, data: { supported: ["2026-07-28"], requested: "1900-01-01" } },
  ]);
  expect(toServer).toEqual([]);
  toHost.length = 0;
  for (let id = 0; id < 101; id += 1) say(request(`l${id}`, "subscriptions/listen"));
  expect(toHost.filter((text) => text.includes("-32602"))).toHaveLength(1);
});

it("answers the server's requests to its client without telling the host", () => {
  const { hear, toHost, toServer } = crossed();
  hear({ jsonrpc: "2.0", id: 1, method: "ping" });
  hear({ jsonrpc: "2.0", id: 2, method: "roots/list" });
  hear({ jsonrpc: "2.0", id: 3, method: "x/unknown" });
  hear({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  hear({ jsonrpc: "2.0", method: "notifications/message", params: { level: "alert" } });
  expect(toServer.map((text) => JSON.parse(text) as object)).toMatchObject([
    { id: 1, result: {} },
    { id: 2, result: { roots: [{ uri: "file:///work" }] } },
    { id: 3, error: { code: -32601 } },
  ]);
  expect(toHost).toEqual([]);
});

it("subscribes a resource for all streams that listen to it, and acknowledges first", async () => {
  const { say, hear, toHost, last, methods } = crossed({ resources: { subscribe: true } });
  const notifications = { resourceSubscriptions: ["mem://a"], toolsListChanged: true };
  const updated = {
    jsonrpc: "2.0",
    method: "notifications/resources/updated",
    params: { uri: "mem://a/part" },
  };
  say(request("one", "subscriptions/listen", { notifications }));
  hear(updated);
  hear({ jsonrpc: "2.0", id: last().id, result: {} });
  await vi.waitFor(() => expect(toHost).toHaveLength(1));
  say(request("two", "subscriptions/listen", { notifications }));
  await vi.waitFor(() => expect(toHost).toHaveLength(2));
  hear(updated);
  expect(toHost.map((text) => (JSON.parse(text) as Message)["params"])).toEqual([
    ...["one", "two"].map((id) => ({
      notifications: { resourceSubscriptions: ["mem://a"] },
      _meta: { "io.modelcontextprotocol/subscriptionId": id },
    })),
    ...["one", "two"].map((id) => ({
      uri: "mem://a/part",
      _meta: { "io.modelcontextprotocol/subscriptionId": id },
    })),
  ]);
  const cancel = (requestId: string) =>
    say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
  cancel("one");
  expect(methods()).toEqual(["resources/subscribe"]);
  cancel("two");
  expect(methods()).toEqual(["resources/subscribe", "resources/unsubscribe"]);
});
