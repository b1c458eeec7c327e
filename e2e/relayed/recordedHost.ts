// A host that follows a script, line by line, and keeps every line that it gets.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import process from "node:process";
import readline from "node:readline";
import type { Entry } from "../support/host.ts";

type Json = Record<string, unknown>;

/** What a host does next. */
export type Step =
  /** A request, and waits for its response. */
  | { request: string; params?: Json }
  | { notify: string; params?: Json }
  /** Waits until a message with this method has come. */
  | { until: string }
  /** A request that is cancelled after its first progress. */
  | { cancel: string; params: Json }
  /** Requests that are all sent before the first response has come, and responded to in any order. */
  | { together: { request: string; params?: Json }[] };

/** What the host responds to requests of the server, by method. */
export type Responses = Record<string, Json>;

/** 2026-07-28 has no handshake: every request says this instead. */
const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "recorded-host", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": { roots: {}, sampling: {}, elicitation: {} },
};

const STEP_TIMEOUT_MS = 60_000;

export class RecordedHost {
  readonly lines: string[] = [];
  stderr = "";
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #modern: boolean;
  readonly #responses: Responses;
  #messages: Json[] = [];
  #look: () => void = () => {};
  #lastId = 0;

  constructor(
    { command, args = [], env = {} }: Entry,
    cwd: string,
    modern: boolean,
    on: Responses,
  ) {
    const { HOME = "", PATH = "" } = process.env;
    this.#modern = modern;
    this.#responses = on;
    this.#child = spawn(command, args, { cwd, env: { HOME, PATH, ...env } });
    this.#ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.stderr?.on("data", (chunk: Buffer) => {
      this.stderr += chunk.toString("utf8");
    });
    if (this.#child.stdout === null) throw new Error("no stdout");
    readline.createInterface({ input: this.#child.stdout }).on("line", (line) => this.#take(line));
  }

  /** Does these steps one after the other, then ends as hosts do. */
  async follow(steps: readonly Step[]): Promise<void> {
    for (const step of steps) await this.#do(step);
    this.#child.stdin?.end();
    await this.#ended;
  }

  async #do(step: Step): Promise<void> {
    if ("notify" in step) this.#write({ method: step.notify, params: step.params });
    else if ("request" in step) await this.#response(this.#request(step.request, step.params));
    else if ("together" in step) {
      const ids = step.together.map(({ request, params }) => this.#request(request, params));
      for (const id of ids) await this.#response(id);
    } else if ("until" in step) {
      await this.#until(step.until, ({ method }) => method === step.until);
    } else {
      const progressToken = `token-${this.#lastId}`;
      const requestId = this.#request(step.cancel, { ...step.params, _meta: { progressToken } });
      await this.#until("progress", ({ method }) => method === "notifications/progress");
      const params = { requestId, reason: "the script says so" };
      this.#write({ method: "notifications/cancelled", params });
    }
    // `until` looks only at what comes after the step before.
    if (!("notify" in step)) this.#messages = [];
  }

  #request(method: string, params: Json = {}): number {
    this.#lastId += 1;
    const id = this.#lastId;
    const meta = this.#modern ? { _meta: { ...MODERN_META, ...(params["_meta"] as object) } } : {};
    this.#write({ id, method, params: { ...params, ...meta } });
    return id;
  }

  #response = (id: number): Promise<void> =>
    this.#until(`a response to ${id}`, (message) => message["id"] === id && !("method" in message));

  #until(what: string, is: (message: Json) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`${what} did not come\n${this.lines.join("\n")}\n${this.stderr}`)),
        STEP_TIMEOUT_MS,
      );
      this.#look = () => {
        if (!this.#messages.some(is)) return;
        clearTimeout(late);
        resolve();
      };
      this.#look();
    });
  }

  #take(line: string): void {
    this.lines.push(line);
    const message = JSON.parse(line) as Json;
    this.#messages.push(message);
    const { id, method } = message;
    if (typeof method === "string" && id !== undefined) {
      const result = this.#responses[method];
      const error = { code: -32601, message: "Method not found" };
      this.#write(result === undefined ? { id, error } : { id, result });
    }
    this.#look();
  }

  #write(message: Json): void {
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
}
