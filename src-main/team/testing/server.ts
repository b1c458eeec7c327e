// A PostgreSQL server of a test's own: 18 as set-up put it into the cache, or Debian's 15.
import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { chown, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const CACHE = process.env["COUNTERSIGN_CACHE"] ?? path.join(ROOT, ".cache");
const BIN = { 15: "/usr/lib/postgresql/15/bin", 18: path.join(CACHE, "postgres/18/bin") } as const;
/** PostgreSQL refuses to run as root; this is Debian's `nobody`. */
const NOBODY = 65_534;
const IS_ROOT = process.getuid?.() === 0;

export type ServerVersion = keyof typeof BIN;

/** 15 is not to be had on every system (scripts/setup/postgres.mjs). */
export const hasServer = (version: ServerVersion): boolean =>
  existsSync(path.join(BIN[version], "initdb"));

export interface TestServer {
  /** On 127.0.0.1; the same after a restart. */
  port: number;
  url(login: string, database?: string): string;
  /** After `stop` or `kill`, with the same data. */
  start(): Promise<void>;
  /** Connections are cut, as at a restart. */
  stop(): Promise<void>;
  /** All processes at once, as at a loss of power. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

export interface ServerOptions {
  version?: ServerVersion;
  /** With real disk syncs. */
  durable?: boolean;
  settings?: Record<string, string | number>;
  /** Logins that need their password; every other one is trusted. */
  withPassword?: readonly string[];
  /** It offers TLS with this (PEM). */
  tls?: { key: string; cert: string };
}

/** Starts a new, empty server. Logins are trusted, so it listens on this machine alone. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const { version = 18, durable = false, settings = {}, withPassword = [], tls } = options;
  const dir = await mkdtemp(path.join(os.tmpdir(), "countersign-postgres-"));
  if (IS_ROOT) await chown(dir, NOBODY, NOBODY);
  const data = path.join(dir, "data");
  const initialise = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"];
  const [initdb, initArgs] = asNobody(path.join(BIN[version], "initdb"), [
    "-D",
    data,
    "--no-sync",
    ...initialise,
  ]);
  const made = spawnSync(initdb, initArgs, { encoding: "utf8", cwd: dir });
  if (made.status !== 0) throw new Error(`initdb: ${made.error?.message ?? made.stderr}`);
  if (tls !== undefined) await keepTls(data, tls);
  const hba = path.join(data, "pg_hba.conf");
  const checked = withPassword.map((login) => `host all ${login} all scram-sha-256\n`);
  // The first line that matches counts.
  await writeFile(hba, `${checked.join("")}${await readFile(hba, "utf8")}`);
  const port = await freePort();
  const all = {
    ...(tls === undefined ? {} : { ssl: "on" }),
    fsync: durable ? "on" : "off",
    max_connections: 130,
    ...settings,
  };
  const words = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [file, args] = asNobody(path.join(BIN[version], "postgres"), [
    "-D",
    data,
    "-p",
    String(port),
    "-k",
    dir,
    "-c",
    "listen_addresses=127.0.0.1",
    ...words,
  ]);
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    child = spawn(file, args, { stdio: ["ignore", "ignore", "pipe"], cwd: dir });
    await ready(child);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = child;
    if (ending === null) return;
    child = null;
    const closed = new Promise((resolve) => ending.once("close", resolve));
    ending.kill(signal);
    await closed;
  };
  const orphan = (): void => void child?.kill("SIGQUIT");
  process.once("exit", orphan);
  await start();
  return {
    port,
    url: (login, database = "countersign") => `postgres://${login}@127.0.0.1:${port}/${database}`,
    start,
    stop: () => end("SIGINT"),
    kill: () => end("SIGQUIT"),
    async remove() {
      await end("SIGINT");
      process.removeListener("exit", orphan);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Under the names that it looks for; a key that others can read is refused. */
async function keepTls(data: string, { key, cert }: { key: string; cert: string }): Promise<void> {
  for (const [name, text] of [
    ["server.key", key],
    ["server.crt", cert],
  ] as const) {
    const file = path.join(data, name);
    await writeFile(file, text, { mode: 0o600 });
    if (IS_ROOT) await chown(file, NOBODY, NOBODY);
  }
}

const asNobody = (file: string, args: string[]): [string, string[]] =>
  IS_ROOT
    ? ["setpriv", ["--reuid", `${NOBODY}`, "--regid", `${NOBODY}`, "--clear-groups", file, ...args]]
    : [file, args];

async function ready(child: ChildProcess): Promise<void> {
  await new Promise((resolve, reject) => {
    let told = "";
    child.once("error", reject);
    child.once("close", () => reject(new Error(`PostgreSQL ended:\n${told}`)));
    child.stderr?.on("data", (chunk) => {
      told = `${told}${String(chunk)}`.slice(-4000);
      if (told.includes("ready to accept connections")) resolve(null);
    });
  });
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}
