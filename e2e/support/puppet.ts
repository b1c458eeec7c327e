// A stdio MCP server whose every line the test sends: what a real server could send, well or badly behaved,
// byte for byte, and everything that its client wrote, byte for byte.
import net from "node:net";
import path from "node:path";
import type { NamedValueInput } from "../../src-shared/servers/config/input.ts";
import type { Endpoint } from "../../src-shared/servers/server.ts";
import { serverNode } from "./paths.ts";

/** A JSON-RPC message as it was on the wire. */
export interface Wire {
  jsonrpc?: string;
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}

export interface PuppetOptions {
  /** Responds to `initialize`, `tools/list` and `ping` by itself (default); otherwise sends nothing at all. */
  polite?: boolean;
  protocolVersion?: string;
  /** Further fields of the response to `initialize`: instructions, other capabilities. */
  hello?: Record<string, unknown>;
}

interface Waiter {
  wants: (message: Wire) => boolean;
  take: (message: Wire) => void;
}

const TOOL = {
  name: "work",
  description: "Asks for what the test wants asked.",
  inputSchema: { type: "object", properties: { topic: { type: "string" } } },
};

export class Puppet {
  /** Every message of the client since the process was started, in order. */
  readonly received: Wire[] = [];
  /** The same, each as its line. */
  readonly lines: string[] = [];
  /** How many processes were started so far. */
  starts = 0;
  readonly #server: net.Server;
  readonly #options: Required<PuppetOptions>;
  readonly #waiters: Waiter[] = [];
  readonly #gone: (() => void)[] = [];
  readonly #started: (() => void)[] = [];
  #socket: net.Socket | null = null;
  #nextId = 1;

  private constructor(server: net.Server, options: Required<PuppetOptions>) {
    this.#server = server;
    this.#options = options;
    server.on("connection", (socket) => this.#attach(socket));
  }

  static async open(options: PuppetOptions = {}): Promise<Puppet> {
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new Puppet(server, {
      polite: true,
      protocolVersion: "2025-11-25",
      hello: {},
      ...options,
    });
  }

  /** A command that starts the process. */
  get command(): { command: string; args: string[] } {
    const { port } = this.#server.address() as net.AddressInfo;
    const script = path.resolve(import.meta.dirname, "../servers/puppet.mjs");
    return { command: serverNode, args: [script, String(port)] };
  }

  /**
   * The entry for a config. Its policy holds what a test pushes without any call, and as much as it likes; a test
   * about what is refused by default takes `command`.
   */
  get config(): { command: string; args: string[]; countersign: object } {
    const limits = { perMinute: 100_000, waiting: 100_000, textCharacters: 64 * 1024 * 1024 };
    return { ...this.command, countersign: { unasked: "ask", limits } };
  }

  /** The same as a server of the contract. */
  get endpoint(): Extract<Endpoint<NamedValueInput>, { kind: "stdio" }> {
    return { kind: "stdio", ...this.command, cwd: null, env: [] };
  }

  /** True while a process runs. */
  get alive(): boolean {
    return this.#socket !== null;
  }

  /** Resolves with the next start of the process, or at once while it runs. */
  started(): Promise<void> {
    if (this.alive) return Promise.resolve();
    return new Promise((resolve) => this.#started.push(resolve));
  }

  /** Resolves once no process runs. */
  gone(): Promise<void> {
    if (!this.alive) return Promise.resolve();
    return new Promise((resolve) => this.#gone.push(resolve));
  }

  /** The first message, past or future, that matches. */
  heard(wants: (message: Wire) => boolean): Promise<Wire> {
    const past = this.received.find(wants);
    if (past !== undefined) return Promise.resolve(past);
    return new Promise((take) => this.#waiters.push({ wants, take }));
  }

  /** The responses under this id so far: a correct client sends at most one. */
  answersTo(id: string | number): Wire[] {
    return this.received.filter((message) => message.method === undefined && message.id === id);
  }

  /** The call of the tool, past or future; `nth` counts from 0. */
  async called(nth = 0): Promise<Wire> {
    const calls = (): Wire[] => this.received.filter(({ method }) => method === "tools/call");
    return this.heard((message) => calls().indexOf(message) === nth);
  }

  /** Sends a sampling request and returns its id at once; `answer` resolves with the response. */
  ask(
    params: unknown,
    id: string | number = this.#nextId++,
  ): { id: string | number; answer: Promise<Wire> } {
    this.send({ jsonrpc: "2.0", id, method: "sampling/createMessage", params });
    return {
      id,
      answer: this.heard((message) => message.method === undefined && message.id === id),
    };
  }

  /** Asks for what only a person knows; resolves with the response. */
  elicit(id: string | number, params: unknown): Promise<Wire> {
    this.send({ jsonrpc: "2.0", id, method: "elicitation/create", params });
    return this.heard((message) => message.method === undefined && message.id === id);
  }

  /** Responds to the client's own call. */
  reply(call: Wire, result: unknown): void {
    this.send({ jsonrpc: "2.0", id: call.id, result });
  }

  /** Ends the tool call with a text. */
  finish(call: Wire, text: string): void {
    this.reply(call, { content: [{ type: "text", text }] });
  }

  /** Cancels its own request. */
  cancel(requestId: string | number, reason?: string): void {
    this.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId, reason } });
  }

  log(level: string, data: unknown): void {
    this.send({ jsonrpc: "2.0", method: "notifications/message", params: { level, data } });
  }

  send(message: unknown): void {
    this.raw(`${JSON.stringify(message)}\n`);
  }

  /** Writes exactly this to stdout. */
  raw(text: string): void {
    this.#order({ out: text });
  }

  /** Writes exactly these bytes to stdout. */
  bytes(bytes: Uint8Array): void {
    this.#order({ bytes: Buffer.from(bytes).toString("base64") });
  }

  /** The process ends itself by a signal. */
  kill(signal: "SIGKILL" | "SIGSEGV"): void {
    this.#order({ signal });
  }

  stderr(text: string): void {
    this.#order({ err: text });
  }

  closeOutput(): void {
    this.#order({ closeOut: true });
  }

  /** Stops reading: what is sent to it from now on does not arrive. */
  closeInput(): void {
    this.#order({ closeIn: true });
  }

  /** Ends the process with this exit code. */
  die(code: number): void {
    this.#order({ exit: code });
  }

  async close(): Promise<void> {
    this.#socket?.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #order(order: object): void {
    if (this.#socket === null) throw new Error("The puppet's process does not run");
    this.#socket.write(`${JSON.stringify(order)}\n`);
  }

  #attach(socket: net.Socket): void {
    this.starts += 1;
    this.#socket = socket;
    this.received.length = 0;
    this.lines.length = 0;
    socket.setNoDelay(true);
    let rest = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        this.lines.push(line);
        this.#hear(JSON.parse(line) as Wire);
      }
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (this.#socket === socket) this.#socket = null;
      for (const tell of this.#gone.splice(0)) tell();
    });
    for (const tell of this.#started.splice(0)) tell();
  }

  #hear(message: Wire): void {
    this.received.push(message);
    if (this.#options.polite) this.#beg(message);
    for (const waiter of Array.from(this.#waiters)) {
      if (!waiter.wants(message)) continue;
      this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
      waiter.take(message);
    }
  }

  /** The standard responses of every server. */
  #beg(message: Wire): void {
    if (message.id === undefined) return;
    if (message.method === "initialize") {
      this.reply(message, {
        protocolVersion: this.#options.protocolVersion,
        capabilities: { tools: {}, logging: {} },
        serverInfo: { name: "puppet", version: "1.0.0" },
        ...this.#options.hello,
      });
    } else if (message.method === "tools/list") this.reply(message, { tools: [TOOL] });
    else if (message.method === "ping") this.reply(message, {});
    else if (message.method === "logging/setLevel") this.reply(message, {});
  }
}

/** A request for one request, as small as the protocol allows. */
export function question(
  text: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    messages: [{ role: "user", content: { type: "text", text } }],
    maxTokens: 100,
    ...more,
  };
}
