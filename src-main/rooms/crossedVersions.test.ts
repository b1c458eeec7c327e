// A client that speaks 2026-07-28 alone, on servers of earlier versions, through the relay and over HTTP: the SDK's own on
// both ends, each server a process.
import { mkdtempSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { afterEach, describe, expect, it } from "vitest";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import { HttpListener } from "../gateway/httpListener.ts";
import { writeRelayFiles } from "../gateway/relayFiles.ts";
import { openRelayListener, socketOf } from "../gateway/relayListener.ts";
import { createConnector } from "../mcp/session/connector.ts";
import { FakeDesk } from "../mcp/testing.ts";
import { openLoopback } from "../net/loopback.ts";
import { Fallbacks } from "../services/gateway/fallbacks.ts";
import type { Admission, SessionSpec, Wrap } from "../services/gateway/gatewayPorts.ts";

const CURRENT = path.resolve("node_modules/@modelcontextprotocol/sdk/dist/esm");
const FIRST = path.resolve("node_modules/sdk-2024/dist");
const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-crossed-"));
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A server of an SDK that knows no 2026-07-28, with what an older server may do. */
function olderServer(sdk: string): string {
  const file = path.join(folder, `${path.basename(path.dirname(sdk))}-server.mjs`);
  const from = (name: string): string => JSON.stringify(pathToFileURL(path.join(sdk, name)).href);
  writeFileSync(
    file,
    `import { Server } from ${from("server/index.js")};
import { StdioServerTransport } from ${from("server/stdio.js")};
import * as types from ${from("types.js")};
const capabilities = { tools: { listChanged: true }, resources: { subscribe: true }, prompts: {}, logging: {} };
const server = new Server({ name: "older", version: "1.0.0" }, { capabilities, instructions: "Ask." });
let tools = ["look"];
let level = null;
let done;
const on = (schema, handle) => server.setRequestHandler(schema, handle);
on(types.ListToolsRequestSchema, () => ({ tools: tools.map((name) => ({ name, inputSchema: { type: "object" } })) }));
on(types.ListPromptsRequestSchema, () => ({ prompts: [{ name: "p" }] }));
on(types.ListResourcesRequestSchema, () => ({ resources: [{ uri: "mem://a", name: "a" }] }));
on(types.SubscribeRequestSchema, () => ({}));
on(types.UnsubscribeRequestSchema, () => ({}));
on(types.SetLevelRequestSchema, ({ params }) => { level = params.level; return {}; });
on(types.ReadResourceRequestSchema, ({ params }) => {
  if (params.uri !== "mem://a") throw Object.assign(new Error("no such resource"), { code: -32002 });
  return { contents: [{ uri: params.uri, text: "A" }] };
});
on(types.CallToolRequestSchema, async ({ params }, extra) => {
  const { name, arguments: args, _meta } = params;
  const say = (text) => ({ content: [{ type: "text", text: typeof text === "string" ? text : JSON.stringify(text) }] });
  const notify = (method, params) => server.notification({ method, params });
  switch (name) {
    case "look": return say({ args, meta: _meta ?? null, client: server.getClientVersion(), can: server.getClientCapabilities(), level });
    case "grow": tools.push("grown"); await notify("notifications/tools/list_changed"); return say("grown");
    case "touch": await notify("notifications/resources/updated", { uri: "mem://a" }); return say("touched");
    case "roots": return say(await server.listRoots());
    case "form": return say(await server.elicitInput({ message: "?", requestedSchema: { type: "object", properties: {} } }));
    case "sample": return say(await server.createMessage({ messages: [{ role: "user", content: { type: "text", text: "hi" } }], maxTokens: 9 }));
    case "progress":
      await notify("notifications/progress", { progressToken: _meta.progressToken, progress: 1, total: 2 });
      await notify("notifications/message", { level: "info", data: "unasked" });
      await notify("notifications/message", { level: "error", data: "asked" });
      return new Promise((resolve) => { done = () => resolve(say(String(level))); });
    case "done": done(); return say("done");
    case "wait":
      tools.push("begun");
      return new Promise((resolve) => extra.signal.addEventListener("abort", () => { tools.push("cancelled"); resolve(say("late")); }));
    default: return { ...say("no such tool"), isError: true };
  }
});
await server.connect(new StdioServerTransport());
`,
  );
  return file;
}

const processOf = (file: string): SessionSpec["endpoint"] => ({
  kind: "stdio",
  command: process.execPath,
  args: [file],
  cwd: folder,
  env: [],
});

/** Both doors on one entry, as the app joins them. */
async function gateway(server: string | SessionSpec["endpoint"], policy = defaultPolicy) {
  const desk = new FakeDesk();
  const connector = createConnector({
    desk,
    loginShell: { path: () => Promise.resolve(process.env["PATH"] ?? "") },
    startDemo: () => {
      throw new Error("no demo here");
    },
    appVersion: "0",
    newId: () => crypto.randomUUID(),
    keepAliveMs: 1000,
  });
  const wrap = { id: "w" } as Wrap;
  const fallbacks = new Fallbacks(() => {});
  const admit: Admission = (greeting, host) => {
    const spec = {
      sessionId: crypto.randomUUID(),
      serverId: "s",
      name: "older",
      era: "auto" as const,
      where: "node",
      folder: greeting.folder ?? os.homedir(),
      fallback: fallbacks.of(wrap),
      endpoint: typeof server === "string" ? processOf(server) : server,
      policy: () => policy,
    };
    const listener = {
      host: () => null,
      lines() {},
      sampleReceived() {},
      called() {},
      tools() {},
      ended() {},
    };
    return Promise.resolve(connector.openSession(spec, host, listener));
  };
  const profile = mkdtempSync(path.join(folder, "profile-"));
  const socket = socketOf(profile);
  const relays = await openRelayListener(socket, admit, () =>
    Promise.reject(new Error("no hooks")),
  );
  writeRelayFiles(profile, { socket, start: { command: process.execPath, args: ["-e", "0"] } });
  const door = new HttpListener(admit);
  const loopback = await openLoopback(0, [door]);
  closing.push(async () => {
    await relays.close();
    await door.close();
    await loopback.close();
  });
  return {
    desk,
    wrap,
    stdio: () =>
      new StdioClientTransport({
        command: process.execPath,
        args: [path.join(profile, "relay.mjs"), "w"],
        env: { COUNTERSIGN_TOKEN: "t" },
        cwd: folder,
      }),
    http: () =>
      new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${loopback.port}/mcp/w`), {
        requestInit: { headers: { authorization: "Bearer t" } },
      }),
  };
}

const host = (
  mode: "auto" | { pin: string } = { pin: "2026-07-28" },
  more: ClientOptions = {},
): Client => {
  const client = new Client(
    { name: "modern-host", version: "7" },
    { capabilities: {}, versionNegotiation: { mode }, ...more },
  );
  closing.push(() => client.close());
  return client;
};
const textOf = (result: unknown): string =>
  (result as { content: { text: string }[] }).content[0]?.text ?? "";

const cases = [
  ["stdio", FIRST],
  ["http", CURRENT],
] as const;

describe.each(cases)("a host over %s, a server of %s", (way, sdk) => {
  it("serves a client of 2026-07-28 alone, from its second try on", async () => {
    const { desk, [way]: transport } = await gateway(olderServer(sdk));
    // As without Countersign; it might have fallen back.
    await expect(host().connect(transport())).rejects.toThrow("no fallback");
    const changes: string[] = [];
    const client = host(undefined, {
      listChanged: { tools: { onChanged: () => void changes.push("tools") } },
    });
    await client.connect(transport());
    expect(client.getServerVersion()).toMatchObject({ name: "older" });
    // The first SDK has none.
    expect(client.getInstructions()).toBe(sdk === FIRST ? undefined : "Ask.");
    expect(await client.listTools()).toMatchObject({ tools: [{ name: "look" }] });
    expect(await client.readResource({ uri: "mem://a" })).toMatchObject({
      contents: [{ text: "A" }],
    });
    await expect(client.readResource({ uri: "mem://b" })).rejects.toMatchObject({ code: -32602 });

    // What the server sees: the host's name, the desk's abilities, nothing of 2026-07-28.
    const looked = JSON.parse(
      textOf(await client.callTool({ name: "look", arguments: { a: 1 } })),
    ) as Record<string, unknown>;
    expect(looked).toMatchObject({ args: { a: 1 }, client: { name: "modern-host" } });
    expect(looked["can"]).toMatchObject({ sampling: {}, roots: {} });
    expect(JSON.stringify(looked["meta"])).not.toContain("io.modelcontextprotocol");

    // Sampling stops at the desk, the folder is the host's.
    const sampled = client.callTool({ name: "sample" });
    await (await desk.sample()).reply("ahoy");
    expect(textOf(await sampled)).toContain("ahoy");
    const roots = textOf(await client.callTool({ name: "roots" }));
    expect(roots).toContain(pathToFileURL(way === "stdio" ? folder : os.homedir()).href);

    // Its changes, on the stream that the client opened.
    await client.callTool({ name: "grow" });
    await expect.poll(() => changes).toEqual(["tools"]);
  });

  it("sends resource updates, progress and logs to whoever asked for them, and cancels", async () => {
    const { wrap, [way]: transport } = await gateway(olderServer(sdk));
    wrap.fallback = { host: "modern-host", isSeen: false };
    const client = host();
    const updated: string[] = [];
    const logged: unknown[] = [];
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      updated.push(params.uri);
    });
    client.setNotificationHandler("notifications/message", ({ params }) => {
      logged.push(params.data);
    });
    await client.connect(transport());
    await client.callTool({ name: "touch" });
    const { honoredFilter, close } = await client.listen({
      resourceSubscriptions: ["mem://a"],
      promptsListChanged: true,
    });
    // The server has no such notification.
    expect(honoredFilter).toEqual({ resourceSubscriptions: ["mem://a"] });
    await client.callTool({ name: "touch" });
    await expect.poll(() => updated).toEqual(["mem://a"]);
    await close();

    let progress = 0;
    const onprogress = (): void => void (progress += 1);
    const level = async (more: object): Promise<string> => {
      const before = progress;
      const called = client.callTool({ name: "progress", ...more }, { onprogress });
      await expect.poll(() => progress).toBe(before + 1);
      await client.callTool({ name: "done" });
      return textOf(await called);
    };
    expect(await level({})).toBe("null");
    const _meta = { "io.modelcontextprotocol/logLevel": "warning" };
    expect(await level({ _meta })).toBe("warning");
    await expect.poll(() => logged).toEqual(["asked"]);

    const control = new AbortController();
    const waiting = client.callTool({ name: "wait" }, { signal: control.signal });
    const listed = async () => (await client.listTools()).tools.map(({ name }) => name);
    await expect.poll(listed).toContain("begun");
    control.abort();
    await expect(waiting).rejects.toThrow("abort");
    await expect.poll(listed).toContain("cancelled");
  });
});

it.each(["stdio", "http"] as const)(
  "leaves a host that falls back alone (%s)",
  { tags: ["long"] },
  async (way) => {
    const { wrap, [way]: transport } = await gateway(olderServer(CURRENT));
    for (const _time of [1, 2]) {
      const client = host("auto");
      await client.connect(transport());
      expect(client.getNegotiatedProtocolVersion()).toBe("2025-11-25");
      expect(await client.listTools()).toMatchObject({ tools: [{ name: "look" }] });
    }
    expect(wrap.fallback).toEqual({ host: "modern-host", isSeen: true });
  },
);

it("passes a server of both versions to a host of 2026-07-28", async () => {
  const { stdio, wrap } = await gateway(path.resolve("e2e/servers/changing.mjs"));
  const client = host();
  await client.connect(stdio());
  expect(textOf(await client.callTool({ name: "level", arguments: {} }))).toBe("level null");
  expect(wrap.fallback).toBeUndefined();
});

it("keeps forms at the desk, as a host of 2026-07-28 cannot be asked, and says what it rejects", async () => {
  const policy = { ...defaultPolicy, elicitation: "host" as const, holdTools: "all" as const };
  const { desk, wrap, stdio } = await gateway(olderServer(CURRENT), policy);
  wrap.fallback = { host: "modern-host", isSeen: false };
  const client = host();
  await client.connect(stdio());
  const called = client.callTool({ name: "form" });
  await desk.watch.until(() => desk.samples.length === 1);
  await desk.samples[0]?.settle({
    kind: "result",
    document: { action: "run", arguments: {} } as never,
  });
  await (
    await desk.elicitation()
  ).settle({ kind: "result", document: { action: "decline" } as never });
  expect(textOf(await called)).toContain("decline");

  const rejected = client.callTool({ name: "look" });
  await desk.watch.until(() => desk.samples.length === 3);
  await desk.samples[2]?.reject();
  expect(await rejected).toMatchObject({ isError: true });
});

it("crosses to an older server at an address, which refuses what comes before initialize", async () => {
  const versions: unknown[] = [];
  const sessions = new Map<unknown, StreamableHTTPServerTransport>();
  const newSession = async (): Promise<StreamableHTTPServerTransport> => {
    const server = new McpServer({ name: "older", version: "1.0.0" });
    server.registerTool("look", {}, () => ({ content: [{ type: "text", text: "seen" }] }));
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await server.connect(transport as never);
    return transport;
  };
  const listening = http.createServer(async (request, response) => {
    versions.push(request.headers["mcp-protocol-version"]);
    const known = sessions.get(request.headers["mcp-session-id"]);
    await (known ?? (await newSession())).handleRequest(request, response);
  });
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  closing.push(async () => {
    listening.closeAllConnections();
    await new Promise((resolve) => listening.close(resolve));
  });
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/mcp`;
  const { stdio } = await gateway({ kind: "http", url, headers: [] });
  await expect(host().connect(stdio())).rejects.toThrow("no fallback");
  const client = host();
  await client.connect(stdio());
  expect(textOf(await client.callTool({ name: "look" }))).toBe("seen");
  expect(new Set(versions.slice(2))).toEqual(new Set([undefined, "2025-11-25"]));
});
