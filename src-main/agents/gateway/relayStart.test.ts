// A desk that a relay started lives on when the relay's host kills whatever it takes for its own, with real processes.
import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, it } from "vitest";
import { relayScript, writeRelayFiles } from "./relayFiles.ts";

/** Takes every relay, and tells it and anyone else who it is. */
const DESK = `
  const line = JSON.stringify({ ok: true }) + "\\n" + process.pid + "\\n";
  require("node:net").createServer((end) => end.on("error", () => {}).write(line)).listen(process.argv[1]);
`;
/** Starts a relay, with its own pipes, and waits. */
const HOST = `
  const { spawn } = require("node:child_process");
  spawn(process.execPath, [process.argv[1], "w"], { stdio: ["pipe", "inherit", "inherit"] });
`;

interface Process {
  pid: number;
  ppid: number;
  pgid: number;
}
const processes = (): Process[] =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid=,pgid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => {
      const [pid = 0, ppid = 0, pgid = 0] = line.trim().split(/\s+/).map(Number);
      return { pid, ppid, pgid };
    });

/** The ways in which hosts look for what they started: the processes to kill. */
const HOSTS: Record<string, (host: number) => number[]> = {
  "by group": (host) =>
    processes()
      .filter(({ pgid }) => pgid === host)
      .map(({ pid }) => pid),
  // From the host down, one process after the other.
  "by tree": function below(host): number[] {
    const children = processes().filter(({ ppid }) => ppid === host);
    return [...children.flatMap(({ pid }) => below(pid)), host];
  },
  // From every process of the machine up.
  "by walking up from each process": (host) => {
    const all = new Map(processes().map((one) => [one.pid, one]));
    const leadsToHost = (pid: number): boolean => {
      const parent = all.get(pid)?.ppid;
      return pid === host || (parent !== undefined && parent !== pid && leadsToHost(parent));
    };
    return [...all.keys()].filter(leadsToHost);
  },
};

const ended: (() => void)[] = [];
afterEach(() => ended.splice(0).forEach((end) => end()));

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended with another.
  }
}

const firstLine = (stream: NodeJS.ReadableStream): Promise<string> =>
  once(createInterface({ input: stream }), "line").then(([line]) => String(line));

/** A host in its own group, whose relay has started the desk. */
async function started(): Promise<{ host: ChildProcess; desk: number; socket: string }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-start-"));
  const socket = path.join(folder, "s");
  writeRelayFiles(folder, {
    socket,
    start: { command: process.execPath, args: ["-e", DESK, socket] },
  });
  const host = spawn(process.execPath, ["-e", HOST, relayScript(folder)], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  ended.push(() => kill(host.pid ?? 0));
  const desk = Number(await firstLine(host.stdout));
  ended.push(() => kill(desk));
  return { host, desk, socket };
}

it.skipIf(process.platform === "win32").each(Object.entries(HOSTS))(
  "a desk that was started by a relay outlives a host that kills %s",
  async (_how, found) => {
    const { host, desk, socket } = await started();
    const gone = once(host, "close");
    found(host.pid ?? 0).forEach(kill);
    // The relay has the host's stdout too, which closes with the last of them.
    await gone;
    const connection = net.connect(socket);
    const lines: string[] = [];
    for await (const line of createInterface({ input: connection })) {
      lines.push(line);
      if (lines.length === 2) break;
    }
    connection.destroy();
    expect(lines.at(1)).toBe(String(desk));
  },
);

it.skipIf(process.platform === "win32")(
  "a desk that was started by a relay has its own group, and no parent among the host's processes",
  async () => {
    const { host, desk } = await started();
    const all = processes();
    const found = all.find(({ pid }) => pid === desk);
    expect(found?.pgid).toBe(desk);
    const relays = all.filter(({ ppid }) => ppid === host.pid).map(({ pid }) => pid);
    expect(relays).toHaveLength(1);
    expect([host.pid, ...relays]).not.toContain(found?.ppid);
    // The process between them is gone.
    expect(all.filter(({ ppid }) => relays.includes(ppid))).toEqual([]);
  },
);

it("a relay whose desk can't be started says so at once", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-start-"));
  const command = path.join(folder, "missing");
  writeRelayFiles(folder, { socket: path.join(folder, "s"), start: { command, args: [] } });
  const relay = spawn(process.execPath, [relayScript(folder), "w"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  ended.push(() => relay.kill("SIGKILL"));
  const said = createInterface({ input: relay.stdout })[Symbol.asyncIterator]();
  const ping = (id: number): string =>
    JSON.stringify({ jsonrpc: "2.0", id, method: "ping", params: { text: "\u2028\u0085" } });
  // A line that comes in two parts, two at once, and a batch.
  const parts = [ping(1).slice(0, 20), `${ping(1).slice(20)}\n${ping(2)}\r\nno\n[${ping(3)}]\n`];
  for (const part of parts) await new Promise((done) => relay.stdin.write(part, done));
  for (const id of [1, 2, 3])
    expect(JSON.parse(String((await said.next()).value))).toMatchObject({
      id,
      error: { code: -32010 },
    });
});
