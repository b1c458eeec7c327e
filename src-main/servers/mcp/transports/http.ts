// Servers over HTTP: Streamable HTTP (since 2025-03-26) and HTTP+SSE (2024-11-05) through the library's transports,
// observed closely enough to report what happened and to notice at once when the server has gone.
import { SSEClientTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { JSONRPCMessage, Transport, TransportSendOptions } from "@modelcontextprotocol/client";
import type { ServerFailure } from "#shared/outcome.ts";
import type { Certificate } from "#shared/servers/identity/identity.ts";
import type { TextReader } from "../../../core/textPorts.ts";
import { HttpTap } from "./httpTap.ts";
import type { Problem } from "./httpTap.ts";
import { AbortError, longFetch, NetworkError } from "./longFetch.ts";
import type { LongFetchInit } from "./longFetch.ts";
import { PipeError, SendError } from "./pipe.ts";
import type { PipeListener, Pipe } from "./pipe.ts";
import type { JsonRpcId } from "../wire/envelope.ts";
import { acceptTimeoutMs, isRequest, Outbox } from "./outbox.ts";
import { Unsent } from "./unsent.ts";
import { within } from "../../../core/within.ts";

export interface HttpAddress {
  kind: "http" | "sse";
  url: string;
  /** For display, with secrets masked. */
  where: string;
  headers: Record<string, string>;
  /** Called with the certificate of each response's connection. */
  certificate?: (certificate: Certificate) => void;
  /**
   * The server does not know the session any more. `id`: its answer to a request that has been sent; null for the stream
   * for pushes. True: that request is taken back, and its response is not passed on.
   */
  forgotSession?: ((id: JsonRpcId | null) => boolean) | undefined;
  /** Sends requests, for example with a sign-in's token. Absent: sends them as they are. */
  send?: typeof longFetch;
}

type LibraryTransport = StreamableHTTPClientTransport | SSEClientTransport;

/** How long to wait for the GET stream before the first call; some servers only respond to it with an event. */
const PUSH_READY_TIMEOUT_MS = 1000;
const RECONNECT = {
  initialReconnectionDelay: 200,
  maxReconnectionDelay: 2000,
  reconnectionDelayGrowFactor: 3,
  maxRetries: 3,
};

/**
 * A server may ask for any delay (`retry:`); this limits reconnections to four per second if it ends each stream at
 * once.
 */
const RECONNECT_MIN_MS = 250;
const RECONNECT_MAX_MS = 60 * 60 * 1000;

export const reconnectWaitMs = (askedMs: number): number =>
  Number.isNaN(askedMs)
    ? RECONNECT_MIN_MS
    : Math.min(Math.max(askedMs, RECONNECT_MIN_MS), RECONNECT_MAX_MS);

export class HttpPipe implements Pipe {
  readonly #address: HttpAddress;
  #transport: LibraryTransport | null = null;
  #inlet: PipeListener | null = null;
  #problem: Problem | null = null;
  readonly #outbox = new Outbox((text) => this.#inlet?.stderr(text));
  #started = false;
  #ended = false;
  #isForgotten = false;
  #streamOpened: () => void = () => {};
  readonly #answered = new Promise<void>((resolve) => {
    this.#streamOpened = resolve;
  });

  readonly #texts: TextReader | null;
  /** What to send in place of the library's serialisation, and whom to tell that it was. */
  readonly #exact = new Map<string, { body: string; onUploaded: () => void }>();
  readonly #unsent = new Unsent();

  constructor(address: HttpAddress, texts: TextReader | null = null) {
    this.#texts = texts;
    this.#address = address;
  }

  get hasPerRequestStream(): boolean {
    return this.#address.kind === "http";
  }

  async start(inlet: PipeListener, deliver: (message: JSONRPCMessage) => void): Promise<void> {
    this.#inlet = inlet;
    this.#checkHeaders();
    const tap = new HttpTap(
      inlet,
      {
        answersPosts: this.#address.kind === "http",
        streamOpened: () => this.#streamOpened(),
        streamEnded: (error) => this.#streamEnded(error),
        responseBroken: () => this.#probe(),
        certificate: (certificate) => this.#address.certificate?.(certificate),
        problem: (problem, method) => this.#problemFound(problem, method),
        forgotSession: (id) => this.#forgotten(id),
        failureOf: (problem) => this.#failureOf(problem),
      },
      this.#address.send,
      this.#texts,
    );
    const { url, headers } = this.#address;
    const options = {
      requestInit: { headers },
      fetch: (to: string | URL, init?: RequestInit) => tap.fetch(to, this.#withExactBytes(init)),
    };
    const transport =
      this.#address.kind === "http"
        ? new StreamableHTTPClientTransport(new URL(url), {
            ...options,
            reconnectionOptions: RECONNECT,
            reconnectionScheduler: (reconnect, delayMs) => {
              const timer = setTimeout(reconnect, reconnectWaitMs(delayMs));
              return () => clearTimeout(timer);
            },
          })
        : new SSEClientTransport(new URL(url), options);
    this.#transport = transport;
    transport.onmessage = deliver;
    transport.onerror = (error) => this.#libraryError(error);
    try {
      await transport.start();
    } catch (error) {
      this.#ended = true;
      await transport.close();
      throw this.#pipeError(error);
    }
    this.#started = true;
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const transport: Transport | null = this.#transport;
    if (transport === null || this.#ended) throw new SendError("disconnected", false);
    const post = (): Promise<void> => this.#post(transport, message, options);
    return isRequest(message) ? post() : this.#outbox.send(post);
  }

  /** The library serialises a message again; the original bytes are restored when it is sent. */
  async sendText(
    text: string,
    message: JSONRPCMessage,
    options?: TransportSendOptions,
    onUploaded: () => void = this.#unsent.begin(text.length),
  ): Promise<void> {
    const written = JSON.stringify(message);
    this.#exact.set(written, { body: text, onUploaded });
    try {
      await this.send(message, options);
    } finally {
      onUploaded();
      this.#exact.delete(written);
    }
  }

  ready(): Promise<void> | null {
    return this.#unsent.ready();
  }

  #withExactBytes(init: RequestInit | undefined): LongFetchInit | undefined {
    const exact = typeof init?.body === "string" ? this.#exact.get(init.body) : undefined;
    return exact === undefined ? init : { ...init, ...exact };
  }

  async #post(
    transport: Transport,
    message: JSONRPCMessage,
    options?: TransportSendOptions,
  ): Promise<void> {
    if (this.#ended) throw new SendError("disconnected", false);
    try {
      await transport.send(message, options);
    } catch (error) {
      throw this.#sendError(error);
    }
  }

  async close(): Promise<void> {
    const wasOver = this.#ended || this.#isForgotten;
    this.#ended = true;
    const transport = this.#transport;
    if (transport instanceof StreamableHTTPClientTransport && !wasOver) {
      // A courtesy to the server, which may refuse it or have gone.
      await within(transport.terminateSession(), PUSH_READY_TIMEOUT_MS, undefined);
    }
    await transport?.close();
  }

  setProtocolVersion(version: string): void {
    this.#transport?.setProtocolVersion(version);
  }

  async pushReady(): Promise<void> {
    if (this.#address.kind !== "http") return;
    await within(this.#answered, PUSH_READY_TIMEOUT_MS, undefined);
    // Wait once only: some servers never respond to it.
    this.#streamOpened();
  }

  /** Why the server cannot be used, from what was observed last. */
  failure(detail: string): ServerFailure {
    const problem = this.#problem;
    return problem === null ? { kind: "server-bad-answer", detail } : this.#failureOf(problem);
  }

  #failureOf(problem: Problem): ServerFailure {
    const address = this.#address.where;
    switch (problem.kind) {
      case "forgotten":
        return { kind: "server-forgot-session", address };
      case "network":
        return { kind: "server-unreachable", address, detail: problem.detail };
      case "redirect":
        return { kind: "server-redirects", address, detail: problem.to };
      case "status": {
        const { status, words } = problem;
        return status === 401 || status === 403
          ? { kind: "server-unauthorised", status, address }
          : { kind: "server-http-status", status, address, ...(words && { words }) };
      }
    }
  }

  #forgotten(id: JsonRpcId | null): boolean {
    this.#isForgotten = true;
    return !this.#ended && this.#address.forgotSession?.(id) === true;
  }

  /** Names a header that cannot be sent; the library's own message would contain its value. */
  #checkHeaders(): void {
    for (const [name, value] of Object.entries(this.#address.headers)) {
      try {
        new Headers().set(name, value);
      } catch {
        const address = this.#address.where;
        throw new PipeError({ kind: "server-unreachable", address, detail: `header ${name}` });
      }
    }
  }

  #pipeError(error: unknown): PipeError {
    return new PipeError(this.failure(error instanceof Error ? error.message : String(error)));
  }

  #sendError(error: unknown): Error {
    if (error instanceof NetworkError || error instanceof AbortError) {
      return new SendError(error.message, error.uploaded);
    }
    return error instanceof Error ? error : new Error(String(error));
  }

  #problemFound(problem: Problem, method: string): void {
    if (problem.kind === "forgotten") this.#isForgotten = true;
    this.#problem = problem;
    if (!this.#started || this.#ended) return;
    if (problem.kind === "network") {
      // A single POST may fail (on a kept-alive socket that the server just closed), but not with these codes.
      if (method === "GET" || SERVER_GONE_CODES.has(problem.code))
        this.#lost(this.failure(problem.detail));
      return;
    }
    if (problem.kind === "status" && problem.status === 401) this.#lost(this.failure(""));
  }

  /** HTTP+SSE: without its stream the session has ended, and a new one was never initialized. */
  #streamEnded(error: unknown): void {
    if (this.#address.kind !== "sse" || !this.#started) return;
    const detail = error instanceof Error ? error.message : "the event stream ended";
    this.#lost({ kind: "server-connection-lost", detail });
  }

  /** Sends a request without effect, to see whether the server responds. */
  async #probe(): Promise<void> {
    try {
      const response = await (this.#address.send ?? longFetch)(this.#address.url, {
        method: "OPTIONS",
        responseTimeoutMs: acceptTimeoutMs(""),
      });
      await response.body?.cancel();
    } catch (error) {
      if (!(error instanceof NetworkError)) return;
      const { code, message } = error;
      this.#problemFound({ kind: "network", code, detail: message }, "OPTIONS");
    }
  }

  #libraryError(error: Error): void {
    if (this.#started && error.message.startsWith("Maximum reconnection attempts")) {
      this.#lost({ kind: "server-connection-lost", detail: error.message });
    }
  }

  #lost(failure: ServerFailure): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#inlet?.lost(failure);
    // Ends everything that still depends on this connection.
    void this.#transport?.close();
  }
}

const SERVER_GONE_CODES = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
]);
