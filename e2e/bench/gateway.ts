// What Countersign adds to a host's tool calls: the same host program on the same server, direct and through a
// wrapped entry of the real app, in turns.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setUpAgent } from "../support/agents.ts";
import { launch, removeFolder, tempFolder } from "../support/app.ts";
import { Desk } from "../support/desk.ts";
import { Host } from "../support/host.ts";
import type { Entry } from "../support/host.ts";
import { projectNode } from "../support/paths.ts";
import type { Figure } from "./figure.ts";
import { HttpHost } from "./httpHost.ts";
import { startMcpProxy } from "./mcpProxy.ts";
import { memoryOf } from "./memory.ts";

const CALLS = 300;
const LARGE_CALLS = 20;
const SESSIONS = 50;
/** Messages after which memory is read, and read again. */
const [FEWER, MORE] = [10_000, 100_000];

const echoScript = path.join(import.meta.dirname, "echo.mjs");

export async function gateway(): Promise<Figure[]> {
  const profile = await tempFolder();
  const file = path.join(profile, "home/.cursor/mcp.json");
  await mkdir(path.dirname(file), { recursive: true });
  const own: Entry = { command: projectNode, args: [echoScript] };
  await writeFile(file, JSON.stringify({ mcpServers: { echo: own } }));
  const running = await launch({ profile, held: false });
  const desk = new Desk(running);
  const closing: (() => Promise<void>)[] = [];
  try {
    await desk.ready();
    await setUpAgent(desk, "Cursor", { servers: [{ file, path: ["mcpServers", "echo"] }] });
    await desk.confirm("echo");
    const text = await readFile(file, "utf8");
    const { echo } = (JSON.parse(text) as { mcpServers: { echo: Entry } }).mcpServers;
    const proxy = await startMcpProxy(own);
    closing.push(() => proxy.close());
    const hosts = {
      direct: await hostOf(own, profile),
      through: await hostOf(echo, profile),
      proxied: await hostOf(proxy.entry, profile),
    };
    const http = await desk.do("hosts.connect", (await desk.server("echo")).id);
    const overHttp = { through: await httpHostOf(http.http), proxied: new HttpHost(proxy.url) };
    await overHttp.proxied.initialize();
    const { direct, through, proxied } = hosts;
    const small = await inTurns(
      {
        direct: timed(direct),
        through: timed(through),
        proxied: timed(proxied),
        http: timedHttp(overHttp.through),
        proxiedHttp: timedHttp(overHttp.proxied),
      },
      1000,
      CALLS,
    );
    const large = await inTurns(
      { direct: timed(direct), through: timed(through) },
      1_000_000,
      LARGE_CALLS,
    );
    const relayMiB = memoryOf(through.child.pid ?? 0).rssMiB;
    const grown = await growth(through, running.app.process().pid ?? 0);
    const [first, last] = await manySessions(echo, profile);
    await Promise.all(Object.values(hosts).map((host) => host.close()));
    const median = (values: readonly number[]): number =>
      values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
    const added = (values: readonly number[]): number[] =>
      values.map((ms) => ms - median(small.direct));
    return [
      {
        name: "added to a tool call of 1 kB that passes (stdio)",
        unit: "ms",
        values: added(small.through),
        floor: added(small.proxied),
        floorIs: "mcp-proxy",
        aim: 1.5,
      },
      {
        name: "added to a tool call of 1 kB that passes (HTTP)",
        unit: "ms",
        values: added(small.http),
        floor: added(small.proxiedHttp),
        floorIs: "mcp-proxy",
        aim: 3,
      },
      {
        name: "a result of 1 MB through the desk",
        unit: "ms",
        values: large.through,
        floor: large.direct,
        floorIs: "direct",
        aim: Number((1.3 * median(large.direct)).toFixed(2)),
      },
      { name: "memory of a relay", unit: "MiB", values: [relayMiB], aim: 50 },
      {
        name: "memory grown from message 10,000 to 100,000",
        unit: "MiB",
        values: [grown],
        aim: 10,
      },
      {
        name: "a tool call in the 50th session",
        unit: "ms",
        values: last,
        floor: first,
        floorIs: "in the first",
        aim: Number((2 * median(first)).toFixed(2)),
      },
    ];
  } finally {
    for (const close of closing) await close();
    await desk.close();
    await removeFolder(profile);
  }
}

async function hostOf(entry: Entry, folder: string): Promise<Host> {
  const host = new Host(entry, folder);
  await host.initialize();
  return host;
}

/** The host of the entry that the desk shows for hosts over HTTP. */
async function httpHostOf(text: string): Promise<HttpHost> {
  const { mcpServers } = JSON.parse(text) as {
    mcpServers: Record<string, { url: string; headers: Record<string, string> }>;
  };
  const [{ url, headers } = { url: "", headers: {} }] = Object.values(mcpServers);
  const host = new HttpHost(url, headers);
  await host.initialize();
  return host;
}

/** Makes one call that gives back so many characters; how long it took. */
type Timed = (characters: number) => Promise<number>;

const timed =
  (host: Host): Timed =>
  async (characters) => {
    const began = performance.now();
    await host.call("echo", { characters });
    const took = performance.now() - began;
    host.received.length = 0;
    return took;
  };

const timedHttp =
  (host: HttpHost): Timed =>
  async (characters) => {
    const began = performance.now();
    const text = await host.call("echo", { characters });
    const took = performance.now() - began;
    if (text.length < characters) throw new Error(`not what was asked for: ${text}`);
    return took;
  };

async function inTurns<Way extends string>(
  ways: Record<Way, Timed>,
  characters: number,
  times: number,
): Promise<Record<Way, number[]>> {
  const all = Object.entries<Timed>(ways);
  const found = Object.fromEntries(all.map(([name]) => [name, []])) as Record<string, number[]>;
  // All warm.
  for (let i = 0; i < 20; i += 1) for (const [, call] of all) await call(characters);
  for (let i = 0; i < times; i += 1)
    for (const [name, call] of all) found[name]?.push(await call(characters));
  return found as Record<Way, number[]>;
}

/** PSS of the app and its servers, in MiB, between two counts of messages of one session. */
async function growth(host: Host, pid: number): Promise<number> {
  let at = 0;
  const upTo = async (messages: number): Promise<number> => {
    for (; at < messages; at += 20)
      await Promise.all(Array.from({ length: 20 }, () => timed(host)(100)));
    return memoryOf(pid).pssMiB;
  };
  const before = await upTo(FEWER);
  return (await upTo(MORE)) - before;
}

/** Of calls in the first session and in the last, while all are open. */
async function manySessions(entry: Entry, folder: string): Promise<[number[], number[]]> {
  const measure = async (host: Host): Promise<number[]> => {
    const values: number[] = [];
    for (let i = 0; i < 50; i += 1) values.push(await timed(host)(1000));
    return values;
  };
  const hosts = [await hostOf(entry, folder)];
  const first = await measure(hosts[0] as Host);
  while (hosts.length < SESSIONS) hosts.push(await hostOf(entry, folder));
  const last = await measure(hosts.at(-1) as Host);
  await Promise.all(hosts.map((host) => host.close()));
  return [first, last];
}
