// A host like real ones: starts what its config file names, and speaks to it line by line.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import process from "node:process";
import readline from "node:readline";

type Json = Record<string, unknown>;
export interface Entry {
  command: string;
  args?: string[];
  env?: Record<string, string>;
}

export class Host {
  readonly child: ChildProcess;
  /** Everything received, in order. */
  readonly received: Json[] = [];
  stderr = "";
  readonly ended: Promise<number | null>;
  #lastId = 0;
  readonly #waiting = new Map<unknown, (message: Json) => void>();

  constructor({ command, args = [], env = {} }: Entry, cwd: string) {
    // Codex gives its servers only these variables.
    const { HOME = "", PATH = "" } = process.env;
    this.child = spawn(command, args, { cwd, env: { HOME, PATH, ...env } });
    this.ended = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.stderr?.on("data", (chunk: Buffer) => {
      this.stderr += chunk.toString("utf8");
    });
    if (this.child.stdout === null) throw new Error("no stdout");
    readline.createInterface({ input: this.child.stdout }).on("line", (line) => {
      const message = JSON.parse(line) as Json;
      this.received.push(message);
      this.#waiting.get(message["id"])?.(message);
      this.#waiting.delete(message["id"]);
    });
  }

  write(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  /** The whole response. */
  request(method: string, params: Json = {}): Promise<Json> {
    this.#lastId += 1;
    const id = this.#lastId;
    const response = new Promise<Json>((resolve) => this.#waiting.set(id, resolve));
    this.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return response;
  }

  async initialize(capabilities: Json = {}): Promise<Json> {
    const response = await this.request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities,
      clientInfo: { name: "test-host", version: "1.2.3" },
    });
    this.write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
    return response;
  }

  call(name: string, args: Json = {}, more: Json = {}): Promise<Json> {
    return this.request("tools/call", { name, arguments: args, ...more });
  }

  async close(): Promise<void> {
    this.child.stdin?.end();
    await this.ended;
  }
}
