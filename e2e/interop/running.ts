// Starts a subject's server and kills it again: the suite's own child over HTTP, the app's child over stdio.
import { spawn, type ChildProcess } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import net from "node:net";
import process from "node:process";
import type { ServerInput } from "../../src-shared/servers/config/input.ts";
import type { Desk } from "../support/desk.ts";
import { freePort } from "../support/httpServers.ts";
import type { Subject } from "./subject.ts";

type Signal = "SIGKILL" | "SIGTERM";

const START_MS = 30_000;

export interface RunningServer {
  /** How Countersign reaches it. */
  endpoint: ServerInput["endpoint"];
  /** Kills its process, as a crash would; with `SIGTERM` tells it to end. */
  kill: (desk: Desk, signal?: Signal) => Promise<void>;
  /** Over HTTP starts it again at the same address; over stdio Countersign does that. */
  again: () => Promise<void>;
  close: () => Promise<void>;
}

export async function startServer(subject: Subject): Promise<RunningServer> {
  if (subject.http === undefined) return localServer(subject);
  const port = await freePort();
  const { path, headers = {} } = subject.http;
  const start = (): Promise<ChildProcess> => startChild(subject, port);
  let child = await start();
  return {
    endpoint: {
      kind: subject.transport === "HTTP+SSE" ? "sse" : "http",
      url: `http://127.0.0.1:${port}${path}`,
      headers: Object.entries(headers).map(([name, value]) => ({ name, secret: true, value })),
    },
    kill: (_desk, signal) => end(child, signal),
    again: async () => void (child = await start()),
    close: () => end(child),
  };
}

function localServer(subject: Subject): RunningServer {
  const { command, args, env = {} } = subject.command(0);
  return {
    endpoint: {
      kind: "stdio",
      command,
      args,
      cwd: null,
      env: Object.entries(env).map(([name, value]) => ({ name, secret: false, value })),
    },
    kill: async (desk, signal = "SIGKILL") => {
      const line = [command, ...args].join("\0");
      const pids = await childrenOf(desk.app.process().pid ?? 0, line);
      if (pids.length === 0) throw new Error("the server's process is not there to be killed");
      for (const pid of pids) process.kill(pid, signal);
    },
    again: async () => undefined,
    close: async () => undefined,
  };
}

async function startChild(subject: Subject, port: number): Promise<ChildProcess> {
  const { command, args, env } = subject.command(port);
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said = (said + chunk.toString("utf8")).slice(-4000)));
  const failed = new Promise<never>((_resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the server ended (${code}): ${said}`)));
  });
  // Later it may exit: a waiting step learns of it from Countersign.
  failed.catch(() => undefined);
  await Promise.race([listening(port), failed]);
  return child;
}

/** Resolves once the port accepts connections. */
async function listening(port: number): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    if (await reached(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nobody listens on port ${port} after ${START_MS} ms`);
}

const reached = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

async function end(child: ChildProcess, signal: Signal = "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await gone;
}

/** Processes below `root` that were started by this command line (arguments end with NUL); Linux only. */
async function childrenOf(root: number, commandLine: string): Promise<number[]> {
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
  const parents = new Map<number, number>();
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    // The name in parentheses may contain spaces; the parent is the second field after it.
    parents.set(pid, Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent === root || (parent !== undefined && parent > 1 && isBelow(parent));
  };
  const found: number[] = [];
  for (const pid of pids.filter(isBelow)) {
    const started = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (started.startsWith(commandLine)) found.push(pid);
  }
  return found;
}
