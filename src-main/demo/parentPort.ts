// The server's end of a message-port transport: each JSON-RPC message is posted as an object.
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { JSONRPCMessageSchema, type JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

/** The part of Electron's `process.parentPort` (or a `MessagePortMain`) that is used. */
export type PortLike = {
  postMessage(message: unknown): void;
  on(event: "message", listener: (event: { data: unknown }) => void): unknown;
  off(event: "message", listener: (event: { data: unknown }) => void): unknown;
};

/** An MCP transport over `port`. Messages that are not JSON-RPC are reported to `onerror` and ignored. */
export class PortServerTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #port: PortLike;
  #open = false;

  constructor(port: PortLike) {
    this.#port = port;
  }

  async start(): Promise<void> {
    this.#open = true;
    this.#port.on("message", this.#receive);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.#open) throw new Error("The message port is closed");
    this.#port.postMessage(message);
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    this.#port.off("message", this.#receive);
    this.onclose?.();
  }

  readonly #receive = (event: { data: unknown }): void => {
    const parsed = JSONRPCMessageSchema.safeParse(event.data);
    if (parsed.success) this.onmessage?.(parsed.data);
    else this.onerror?.(new Error("Received something that is not a JSON-RPC message"));
  };
}
