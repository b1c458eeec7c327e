// Tool calls in shapes that some reader takes for none, against servers of real SDKs: direct, and through both doors of a desk
// that holds every call. Each server has one tool, which counts how often it was run.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { cacheDir } from "../../scripts/setup/paths.mjs";
import { smuggledCalls } from "../../src-shared/rpc/testing.ts";
import { npmVersion, pinned } from "../interop/pins.ts";
import { projectNode, projectRoot } from "../support/paths.ts";
import { startPlainDesk } from "./plainDesks.ts";
import type { PlainDesk } from "./plainDesks.ts";

type Json = Record<string, unknown>;

export interface CountingServer {
  name: string;
  version: string;
  command: string;
  args: string[];
  /** The toolchain that makes it ready. */
  needs?: "go";
}

export interface Smuggling {
  /** How many shapes were sent. */
  shapes: number;
  /** How many of them ran the tool without the desk. */
  direct: number;
  /** How many did through it. */
  through: number;
  /** Approved calls, one in each session, and how often they ran the tool. */
  approved: { sent: number; ran: number };
}

const servers = path.join(projectRoot, "e2e/interop/servers");
const built = (...parts: string[]): string => path.join(cacheDir, "interop", ...parts);
const goVersion = (name: string): string =>
  pinned("servers/go/go.mod", new RegExp(String.raw`${name} v([\d.]+)\n`));

export const COUNTING_SERVERS: readonly CountingServer[] = [
  {
    name: "TypeScript SDK",
    version: npmVersion("@modelcontextprotocol/sdk"),
    command: projectNode,
    args: [path.join(servers, "typescript/counting.mjs")],
  },
  {
    name: "FastMCP 3 (Python)",
    version: pinned("servers/fastmcp3/requirements.txt", /^fastmcp==(.+)$/m),
    command: built("fastmcp3/bin/python"),
    args: [path.join(servers, "fastmcp3/counting.py")],
  },
  {
    name: "Go SDK",
    version: goVersion("modelcontextprotocol/go-sdk"),
    command: built("go/counting-official"),
    args: [],
    needs: "go",
  },
  {
    name: "mcp-go",
    version: goVersion("mark3labs/mcp-go"),
    command: built("go/counting-mcp-go"),
    args: [],
    needs: "go",
  },
];

const VERSIONS = ["2025-03-26", "2025-11-25"] as const;
/** How long a server may take to start, and how long to answer a ping after a shape, or to end. */
const START_MS = 60_000;
const PATIENCE_MS = 5000;

const SHAPES = smuggledCalls("count", "{}").map(({ line, encoding }) =>
  Buffer.from(line, encoding),
);
const text = (id: string, method: string, params: Json): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });
const initialize = (protocolVersion: string): string =>
  text("init", "initialize", {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: "smuggling-host", version: "1.0.0" },
  });
const INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
const APPROVED = text("call", "tools/call", { name: "count", arguments: { approved: true } });

/** What the desk and a server have in common for a host: lines in, lines out. */
class Lines {
  readonly #child;
  readonly #ended: Promise<unknown>;
  readonly #waiting = new Map<unknown, (isThere: boolean) => void>();

  constructor(command: string, args: string[], env: Record<string, string>) {
    this.#child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ["pipe", "pipe", "ignore"],
    });
    // The server may have ended on the line before.
    this.#child.stdin.on("error", () => {});
    this.#ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.once("exit", () => {
      for (const done of this.#waiting.values()) done(false);
    });
    readline.createInterface({ input: this.#child.stdout }).on("line", (line) => {
      const { id, result } = JSON.parse(line) as Json;
      if (result !== undefined) this.#waiting.get(id)?.(true);
    });
  }

  send(line: Buffer | string): void {
    this.#child.stdin.write(line);
    this.#child.stdin.write("\n");
  }

  /** False if the other side has ended or does not answer. */
  async request(id: string, line: string, timeoutMs = PATIENCE_MS): Promise<boolean> {
    if (this.#child.exitCode !== null) return false;
    const answered = new Promise<boolean>((resolve) => this.#waiting.set(id, resolve));
    this.send(line);
    return (await this.#within(answered, timeoutMs)) ?? false;
  }

  async end(): Promise<void> {
    this.#child.stdin.end();
    if ((await this.#within(this.#ended, PATIENCE_MS)) !== undefined) return;
    this.#child.kill("SIGKILL");
    await this.#ended;
  }

  async #within<T>(awaited: Promise<T>, timeoutMs: number): Promise<T | undefined> {
    let late: NodeJS.Timeout | undefined;
    const timeout = new Promise<undefined>((resolve) => {
      late = setTimeout(() => resolve(undefined), timeoutMs);
    });
    const first = await Promise.race([awaited, timeout]);
    clearTimeout(late);
    return first;
  }
}

const must = (isThere: boolean, what: string): void => {
  if (!isThere) throw new Error(`no response to ${what}`);
};

/** Some servers end on a shape: the next one then gets a new process. */
async function sendDirect({ command, args }: CountingServer, env: Record<string, string>) {
  let server: Lines | null = null;
  for (const [nth, shape] of SHAPES.entries()) {
    if (server === null) {
      server = new Lines(command, args, env);
      must(await server.request("init", initialize("2025-11-25"), START_MS), "initialize");
      server.send(INITIALIZED);
    }
    server.send(shape);
    const id = `ping-${nth}`;
    if (await server.request(id, text(id, "ping", {}))) continue;
    await server.end();
    server = null;
  }
  await server?.end();
}

async function sendToRelay({ script }: PlainDesk, version: string): Promise<void> {
  const relay = new Lines(projectNode, [script, "entry"], { COUNTERSIGN_TOKEN: "t" });
  for (const shape of SHAPES) relay.send(shape);
  must(await relay.request("init", initialize(version), START_MS), "initialize");
  relay.send(INITIALIZED);
  for (const shape of SHAPES) relay.send(shape);
  must(await relay.request("call", APPROVED, START_MS), "the approved call");
  must(await relay.request("last", text("last", "ping", {})), "ping");
  await relay.end();
}

async function postTo({ url }: PlainDesk, version: string): Promise<void> {
  const session: Record<string, string> = {};
  const post = async (body: Buffer | string): Promise<Response> => {
    const headers = {
      authorization: "Bearer t",
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...session,
    };
    const response = await fetch(url, { method: "POST", headers, body: Buffer.from(body) });
    const id = response.headers.get("mcp-session-id");
    if (id !== null) session["mcp-session-id"] = id;
    return response;
  };
  // A batch of 2025-03-26 may be well-formed: then its call is held, and nobody waits for it.
  const send = async (body: Buffer | string): Promise<void> => (await post(body)).body?.cancel();
  const request = async (id: string, line: string): Promise<void> => {
    const body = await (await post(line)).text();
    must(body.includes(`"id":"${id}"`) && body.includes('"result":'), id);
  };
  for (const shape of SHAPES) await send(shape);
  await request("init", initialize(version));
  await send(INITIALIZED);
  for (const shape of SHAPES) await send(shape);
  await request("call", APPROVED);
  await request("last", text("last", "ping", {}));
}

/** @param desk the bundled plainDesk.ts @param folder for this server alone */
export async function smuggle(
  server: CountingServer,
  desk: string,
  folder: string,
): Promise<Smuggling> {
  const { command, args } = server;
  const countOf = (file: string): number =>
    existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").length : 0;
  const direct = path.join(folder, "direct");
  await sendDirect(server, { COUNT_FILE: direct });

  const through = path.join(folder, "through");
  const env = [{ name: "COUNT_FILE", value: through, secret: false }];
  const running = await startPlainDesk(
    desk,
    path.join(folder, "desk"),
    { kind: "stdio", command, args, env },
    "all",
  );
  let sent = 0;
  try {
    for (const version of VERSIONS)
      for (const door of [sendToRelay, postTo]) {
        await door(running, version);
        sent += 1;
      }
  } finally {
    await running.close();
  }
  const ran = countOf(through);
  return {
    shapes: SHAPES.length,
    direct: countOf(direct),
    through: Math.max(ran - sent, 0),
    approved: { sent, ran: Math.min(ran, sent) },
  };
}
