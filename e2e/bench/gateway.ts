// What Countersign adds to a host's tool calls: the same host program on the same server, direct and through a
// wrapped entry of the real app, in turns.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { launch, removeFolder, tempFolder } from "../support/app.ts";
import { Desk } from "../support/desk.ts";
import { Host } from "../support/host.ts";
import type { Entry } from "../support/host.ts";
import { projectNode } from "../support/paths.ts";
import type { Figure } from "./figure.ts";
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
  try {
    await desk.ready();
    const paths = [["mcpServers", "echo"]];
    const { hash } = await desk.do("hosts.previewWrap", file, paths);
    await desk.do("hosts.wrap", file, paths, hash);
    await desk.confirm("echo");
    const text = await readFile(file, "utf8");
    const { echo } = (JSON.parse(text) as { mcpServers: { echo: Entry } }).mcpServers;
    const [direct, through] = [await hostOf(own, profile), await hostOf(echo, profile)];
    const small = await inTurns(direct, through, 1000, CALLS);
    const large = await inTurns(direct, through, 1_000_000, LARGE_CALLS);
    const relayMiB = memoryOf(through.child.pid ?? 0).rssMiB;
    const grown = await growth(through, running.app.process().pid ?? 0);
    const [first, last] = await manySessions(echo, profile);
    await Promise.all([direct.close(), through.close()]);
    const median = (values: readonly number[]): number =>
      values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
    const added = small.through.map((ms) => ms - median(small.direct));
    return [
      {
        name: "added to a tool call of 1 kB that passes (stdio)",
        unit: "ms",
        values: added,
        aim: 1.5,
      },
      {
        ...{ name: "a result of 1 MB through the desk", unit: "ms", values: large.through },
        ...{ floor: large.direct, floorIs: "direct" },
        aim: 1.3 * median(large.direct),
      },
      { name: "memory of a relay", unit: "MiB", values: [relayMiB], aim: 50 },
      {
        name: "memory grown from message 10,000 to 100,000",
        unit: "MiB",
        values: [grown],
        aim: 10,
      },
      {
        ...{ name: "a tool call in the 50th session", unit: "ms", values: last },
        ...{ floor: first, floorIs: "in the first" },
        aim: 2 * median(first),
      },
    ];
  } finally {
    await desk.close();
    await removeFolder(profile);
  }
}

async function hostOf(entry: Entry, folder: string): Promise<Host> {
  const host = new Host(entry, folder);
  await host.initialize();
  return host;
}

async function timed(host: Host, characters: number): Promise<number> {
  const began = performance.now();
  await host.call("echo", { characters });
  const took = performance.now() - began;
  host.received.length = 0;
  return took;
}

async function inTurns(direct: Host, through: Host, characters: number, times: number) {
  const found: { direct: number[]; through: number[] } = { direct: [], through: [] };
  // Both warm.
  for (let i = 0; i < 20; i += 1) {
    await timed(direct, characters);
    await timed(through, characters);
  }
  for (let i = 0; i < times; i += 1) {
    found.direct.push(await timed(direct, characters));
    found.through.push(await timed(through, characters));
  }
  return found;
}

/** PSS of the app and its servers, in MiB, between two counts of messages of one session. */
async function growth(host: Host, pid: number): Promise<number> {
  let at = 0;
  const upTo = async (messages: number): Promise<number> => {
    for (; at < messages; at += 20)
      await Promise.all(Array.from({ length: 20 }, () => timed(host, 100)));
    return memoryOf(pid).pssMiB;
  };
  const before = await upTo(FEWER);
  return (await upTo(MORE)) - before;
}

/** Of calls in the first session and in the last, while all are open. */
async function manySessions(entry: Entry, folder: string): Promise<[number[], number[]]> {
  const measure = async (host: Host): Promise<number[]> => {
    const values: number[] = [];
    for (let i = 0; i < 50; i += 1) values.push(await timed(host, 1000));
    return values;
  };
  const hosts = [await hostOf(entry, folder)];
  const first = await measure(hosts[0] as Host);
  while (hosts.length < SESSIONS) hosts.push(await hostOf(entry, folder));
  const last = await measure(hosts.at(-1) as Host);
  await Promise.all(hosts.map((host) => host.close()));
  return [first, last];
}
