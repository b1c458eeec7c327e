// Hosts and servers agree on a version by themselves, through the relay and over HTTP: the SDK's own on both ends, each
// server a process.
import { mkdtempSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, expect, it } from "vitest";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import { HttpListener } from "../agents/gateway/httpListener.ts";
import { writeRelayFiles } from "../agents/gateway/relayFiles.ts";
import { openRelayListener, socketOf } from "../agents/gateway/relayListener.ts";
import { Connector } from "../servers/mcp/session/connector.ts";
import { FakeDesk } from "../servers/mcp/testing.ts";
import { openLoopback } from "../net/loopback.ts";
import type { Admission } from "../agents/gateway/gateway.ts";

const SDK = path.resolve("node_modules/@modelcontextprotocol/sdk/dist/esm");
const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-versions-"));
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A server of an SDK that knows no 2026-07-28. */
const OLDER = path.join(folder, "older.mjs");
writeFileSync(
  OLDER,
  `import { McpServer } from ${JSON.stringify(pathToFileURL(path.join(SDK, "server/mcp.js")).href)};
import { StdioServerTransport } from ${JSON.stringify(pathToFileURL(path.join(SDK, "server/stdio.js")).href)};
const server = new McpServer({ name: "older", version: "1.0.0" });
server.registerTool("look", {}, () => ({ content: [{ type: "text", text: "seen" }] }));
await server.connect(new StdioServerTransport());
`,
);

/** Both doors on one entry, as the app joins them. */
async function gateway(server: string) {
  const connector = new Connector({
    signIn: null,
    desk: new FakeDesk(),
    loginShell: { path: () => Promise.resolve(process.env["PATH"] ?? "") },
    startDemo: () => {
      throw new Error("no demo here");
    },
    appVersion: "0",
    newId: () => crypto.randomUUID(),
    keepAliveMs: 1000,
  });
  const admit: Admission = (greeting, host) => {
    const spec = {
      sessionId: crypto.randomUUID(),
      serverId: "s",
      name: "older",
      era: "auto" as const,
      identityFor: () => ({}),
      where: "node",
      folder: greeting.folder ?? os.homedir(),
      endpoint: {
        kind: "stdio" as const,
        command: process.execPath,
        args: [server],
        cwd: folder,
        env: [],
      },
      policy: () => defaultPolicy,
    };
    const listener = {
      host: () => null,
      lines() {},
      requestReceived() {},
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

const host = (mode: "auto" | { pin: string }): Client => {
  const client = new Client(
    { name: "modern-host", version: "7" },
    { capabilities: {}, versionNegotiation: { mode } },
  );
  closing.push(() => client.close());
  return client;
};
const MODERN = { pin: "2026-07-28" };

const connectError = (client: Client, transport: Transport): Promise<unknown> =>
  client.connect(transport).then(
    () => expect.unreachable("connected"),
    (error: unknown) => error,
  );

it.each(["stdio", "http"] as const)(
  "gives a host of 2026-07-28 alone the error of an older server (%s)",
  async (way) => {
    const direct = new StdioClientTransport({ command: process.execPath, args: [OLDER] });
    const { [way]: transport } = await gateway(OLDER);
    const expected = await connectError(host(MODERN), direct);
    expect(String(expected)).toContain("no fallback");
    expect(await connectError(host(MODERN), transport())).toEqual(expected);
  },
);

it.each(["stdio", "http"] as const)(
  "leaves a host that falls back alone (%s)",
  { tags: ["long"] },
  async (way) => {
    const { [way]: transport } = await gateway(OLDER);
    const client = host("auto");
    await client.connect(transport());
    expect(client.getNegotiatedProtocolVersion()).toBe("2025-11-25");
    expect(await client.listTools()).toMatchObject({ tools: [{ name: "look" }] });
  },
);

it("passes a server of both versions to a host of 2026-07-28", async () => {
  const { stdio } = await gateway(path.resolve("e2e/servers/changing.mjs"));
  const client = host(MODERN);
  await client.connect(stdio());
  const called = await client.callTool({ name: "level", arguments: {} });
  expect(called).toMatchObject({ content: [{ text: "level null" }] });
});
