// Beside calls and sampling: shared folders, changed lists, log levels, pings.
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { everythingScript, startEverything } from "../../../../e2e/support/httpServers.ts";
import type { HttpServer } from "../../../../e2e/support/httpServers.ts";
import { Puppet } from "../../../../e2e/support/puppet.ts";
import type { Wire } from "../../../../e2e/support/puppet.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import { rootsResult } from "./declared.ts";
import { testConnection, stdio } from "../testing.ts";
import type { TestConnection } from "../testing.ts";

const puppets: Puppet[] = [];
const open: TestConnection[] = [];
const servers: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ connection }) => connection.close("quit")));
  await Promise.all(puppets.splice(0).map((puppet) => puppet.close()));
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

type Made = [
  endpoint: Parameters<typeof testConnection>[0],
  options?: Parameters<typeof testConnection>[1],
];

async function connected(...[endpoint, options]: Made): Promise<TestConnection> {
  const made = testConnection(endpoint, options);
  open.push(made);
  await made.connection.open();
  expect(made.listener.now).toMatchObject({ kind: "connected" });
  return made;
}

async function puppetWith(options?: Made[1]): Promise<TestConnection & { puppet: Puppet }> {
  const puppet = await Puppet.open();
  puppets.push(puppet);
  const { command, args } = puppet.config;
  return { ...(await connected(stdio(command, args), options)), puppet };
}

const everything = (): Made[0] => stdio(process.execPath, [everythingScript, "stdio"]);
const dual = (): Made[0] =>
  stdio(process.execPath, [path.resolve(import.meta.dirname, "../../../../e2e/servers/dual.mjs")]);

const HOME = { uri: "file:///home/ann", name: "Home" };
const WORK = { uri: "file:///srv/work" };

/** Sends a request under this id and returns the response. */
function asked(puppet: Puppet, method: string, id: string | number): Promise<Wire> {
  puppet.send({ jsonrpc: "2.0", id, method });
  return puppet.heard((message) => message.method === undefined && message.id === id);
}

it("declares no roots if none are shared, and says so when asked", async () => {
  const { puppet, listener } = await puppetWith();
  const hello = await puppet.heard(({ method }) => method === "initialize");
  expect(hello.params?.["capabilities"]).not.toHaveProperty("roots");
  expect((await asked(puppet, "roots/list", 7)).error).toEqual({
    code: -32601,
    message: "Roots not supported",
    data: { reason: "Client does not have roots capability" },
  });
  expect(listener.rootsTold).toEqual([null]);
  expect(rootsResult(defaultPolicy)).toBeNull();
});

it("reports the policy's current folders, and that they changed", async () => {
  const { puppet, listener, connection } = await puppetWith({ policy: { roots: [HOME] } });
  const hello = await puppet.heard(({ method }) => method === "initialize");
  expect(hello.params?.["capabilities"]).toMatchObject({ roots: { listChanged: true } });
  expect((await asked(puppet, "roots/list", 0)).result).toEqual({ roots: [HOME] });
  // The same folders again are no change.
  connection.setPolicy({ ...defaultPolicy, roots: [{ ...HOME }] });
  connection.setPolicy({ ...defaultPolicy, roots: [HOME, WORK] });
  await puppet.heard(({ method }) => method === "notifications/roots/list_changed");
  expect((await asked(puppet, "roots/list", 1)).result).toEqual({ roots: [HOME, WORK] });
  expect(listener.rootsTold).toEqual([[HOME], [HOME, WORK]]);
  const told = puppet.received.filter(({ method }) => method?.includes("roots"));
  expect(told).toHaveLength(1);
});

it.each(["stdio", "streamableHttp"] as const)(
  "shares folders with server-everything over %s",
  { tags: ["long"] },
  async (kind) => {
    const endpoint = everything();
    const http = kind === "stdio" ? null : await startEverything(kind);
    if (http !== null) servers.push(http);
    const made = await connected(
      http === null ? endpoint : { kind: "http", url: http.url, headers: [] },
      { policy: { roots: [HOME] } },
    );
    const { listener, call, connection } = made;
    // Its tool for roots exists only when they are declared; it arrives by tools/list_changed.
    await listener.tool("get-roots-list");
    const before = await call("get-roots-list").outcome;
    expect(JSON.stringify(before)).toContain("file:///home/ann");
    connection.setPolicy({ ...defaultPolicy, roots: [WORK] });
    await listener.watch.until(() => listener.rootsTold.at(-1)?.[0] === WORK);
    await listener.line("Roots updated: 1 root(s)");
    const after = await call("get-roots-list", {}, "run-2").outcome;
    expect(JSON.stringify(after)).toContain("file:///srv/work");
    expect(JSON.stringify(after)).not.toContain("file:///home/ann");
  },
);

it(
  "joins a flood of list_changed into few reads, and misses no change",
  { tags: ["long"] },
  async () => {
    const { puppet, listener } = await puppetWith();
    await listener.tool("work");
    const lists = (): number =>
      puppet.received.filter(({ method }) => method === "tools/list").length;
    expect(lists()).toBe(1);
    const flood = `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/tools/list_changed" })}\n`;
    puppet.raw(flood.repeat(5000));
    await asked(puppet, "ping", "after");
    await puppet.heard((message) => message.method === "tools/list" && lists() >= 2);
    puppet.raw(flood.repeat(5000));
    await asked(puppet, "ping", "after that");
    await puppet.heard((message) => message.method === "tools/list" && lists() >= 3);
    expect(lists()).toBe(3);
  },
);

it("is told of changed lists in 2026-07-28 too", async () => {
  const script = path.resolve(import.meta.dirname, "../../../../e2e/servers/changing.mjs");
  const { listener, call } = await connected(stdio(process.execPath, [script]), { era: "modern" });
  await listener.tool("grow");
  await call("grow").outcome;
  await listener.tool("grown-1");
  expect(listener.messages?.era).toBe("modern");
});

it("sends the log level with each call in 2026-07-28", async () => {
  const script = path.resolve(import.meta.dirname, "../../../../e2e/servers/changing.mjs");
  const { listener, call, connection } = await connected(stdio(process.execPath, [script]), {
    era: "modern",
  });
  await listener.tool("level");
  expect(JSON.stringify(await call("level").outcome)).toContain("level null");
  expect(await connection.setLogLevel("warning")).toEqual({ ok: true, value: null });
  expect(JSON.stringify(await call("level", {}, "2").outcome)).toContain("level warning");
});

it.each(["", "modern"] as const)("measures the round trip of a ping %s", async (era) => {
  const { connection } = await connected(dual(), era === "" ? {} : { era });
  const pong = await connection.ping();
  const method = era === "modern" ? "server/discover" : "ping";
  expect(pong).toMatchObject({ ok: true, value: { method } });
  expect(pong.ok && pong.value.tookMs > 0 && pong.value.tookMs < 5000).toBe(true);
});

it("answers pings at any time, and says when nobody can be pinged", async () => {
  const { puppet, connection } = await puppetWith();
  expect((await asked(puppet, "ping", 0)).result).toEqual({});
  puppet.die(0);
  await puppet.gone();
  expect(await connection.ping()).toEqual({ ok: false, failure: { kind: "run-disconnected" } });
});

it("sets the log level, again after reconnecting, and only where logging is declared", async () => {
  const { puppet, connection, listener } = await puppetWith();
  const levels = (): unknown[] =>
    puppet.received
      .filter(({ method }) => method === "logging/setLevel")
      .map(({ params }) => params?.["level"]);
  expect(await connection.setLogLevel("warning")).toEqual({ ok: true, value: null });
  expect(levels()).toEqual(["warning"]);
  puppet.die(1);
  await listener.is("failed");
  await connection.open();
  await puppet.heard(({ method }) => method === "logging/setLevel");
  expect(levels()).toEqual(["warning"]);
  const without = await connected(dual());
  expect(without.listener.messages?.capabilities).not.toHaveProperty("logging");
  expect(await without.connection.setLogLevel("error")).toEqual({ ok: true, value: null });
  expect(without.listener.rubbishCount).toBe(0);
});
