// The client's end of a message port to a server in a process of ours: each JSON-RPC message is posted as an object.
// The function that starts the process (Electron's utilityProcess) is passed in.
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { UNKNOWN_SOURCE, SendError } from "./pipe.ts";
import type { PipeListener, Pipe } from "./pipe.ts";

/** A started process with a message port. `kill` leads to `onExit` as well. */
export interface PortProcess {
  postMessage(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: (code: number | null) => void): void;
  onStderr?(listener: (text: string) => void): void;
  kill(): void;
}

export class MessagePortPipe implements Pipe {
  readonly #fork: () => PortProcess;
  #process: PortProcess | null = null;
  #inlet: PipeListener | null = null;
  #ended = false;

  constructor(fork: () => PortProcess) {
    this.#fork = fork;
  }

  async start(inlet: PipeListener, deliver: (message: JSONRPCMessage) => void): Promise<void> {
    const startedAtMs = Date.now();
    const process = this.#fork();
    this.#process = process;
    this.#inlet = inlet;
    process.onMessage((raw) => {
      if (this.#ended) return;
      inlet.tap.record("in", textOf(raw), raw);
      for (const message of inlet.admit(raw, UNKNOWN_SOURCE)) deliver(message);
    });
    process.onStderr?.((text) => inlet.stderr(text));
    process.onExit((code) => {
      if (this.#ended) return;
      this.#ended = true;
      inlet.lost({
        kind: "server-exited",
        code,
        signal: null,
        afterMs: Date.now() - startedAtMs,
      });
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#ended || this.#process === null) {
      throw new SendError("the server's process has ended", false);
    }
    this.#inlet?.tap.record("out", JSON.stringify(message), message);
    this.#process.postMessage(message);
  }

  async close(): Promise<void> {
    this.#ended = true;
    this.#process?.kill();
  }
}

/** A message that is nested too deeply to be serialised is only named. */
function textOf(raw: unknown): string {
  try {
    return JSON.stringify(raw) ?? String(raw);
  } catch {
    return String(raw);
  }
}
