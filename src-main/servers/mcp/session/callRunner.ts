// Runs our calls on one connection: tracks which run, what is sent with them, and the groups of requests embedded in
// their results.
import { fail } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import type { CallEnd } from "#shared/request/life/actors.ts";
import type { CancelReason, OriginCall } from "#shared/request/life/heldRequest.ts";
import { abilitiesOf } from "#shared/servers/protocol.ts";
import type { ToolView } from "#shared/servers/server.ts";
import type { CallListener, CallSpec, ConnectionSpec } from "../connectionSpec.ts";
import type { EmbeddedGroup } from "../requests/embeddedGroup.ts";
import type { Session } from "./handshake.ts";
import type { OpenCalls } from "../requests/openCalls.ts";
import { callableTools, paramHeaders } from "../transports/paramHeaders.ts";
import { LOG_LEVEL_META_KEY, UriTemplate } from "@modelcontextprotocol/client";
import type { JsonRpcId } from "../wire/envelope.ts";
import { anySchema, NO_TIMEOUT_MS } from "./captures.ts";
import type { Exchange } from "./captures.ts";
import { runRounds } from "./rounds.ts";
import type { RoundParts } from "./rounds.ts";

interface CallRunnerParts extends Pick<
  CallRunParts,
  "receive" | "pageDone" | "roots" | "newGroupId"
> {
  endpoint: ConnectionSpec["endpoint"];
  openCalls: OpenCalls;
  session(): Session | null;
  /** Sets the listener for the progress of a call; null when it has ended. */
  progressFor(token: number, listener: CallListener | null): void;
  ended(runId: string, how: CallEnd): void;
  warn(text: string): void;
}

export class CallRunner {
  readonly #parts: CallRunnerParts;
  readonly #groups = new Set<EmbeddedGroup>();
  #lastToken = 0;
  #tools: ToolView[] = [];
  /** The lowest level of log messages that the user selected. */
  logLevel: string | null = null;

  constructor(parts: CallRunnerParts) {
    this.#parts = parts;
  }

  async run(
    spec: CallSpec,
    listener: CallListener,
    signal: AbortSignal,
  ): Promise<Outcome<Json, Failure>> {
    const { openCalls, receive, pageDone, roots, newGroupId, ...parts } = this.#parts;
    const session = parts.session();
    if (session === null) return fail({ kind: "run-disconnected" });
    if (this.#isTaskOnly(spec, session)) return fail({ kind: "run-task-only" });
    if (abilitiesOf(session.negotiated).pushedRequests) await session.wire.pushable();
    const { runId } = spec;
    let method: OriginCall["method"];
    try {
      ({ method } = requestOf(spec));
    } catch (error) {
      // An invalid URI template of the server (RFC 6570).
      const message = error instanceof Error ? error.message : String(error);
      return fail({ kind: "run-error", code: -32602, message });
    }
    const call: OriginCall = { runId, method, name: spec.name, arguments: spec.arguments };
    this.#lastToken += 1;
    const progressToken = this.#lastToken;
    openCalls.opened({ call, listener });
    parts.progressFor(progressToken, listener);
    const along: CallRunParts = {
      session,
      progressToken,
      receive,
      pageDone,
      roots,
      newGroupId,
      logLevel: this.logLevel,
      headers: this.#headersFor(spec),
      sentAs: (id) => openCalls.sentAs(runId, id),
      answered: () => openCalls.answered(runId),
      waiting: (group, waits) => void this.#groups[waits ? "add" : "delete"](group),
    };
    try {
      return await runCall(spec, call, along, signal);
    } finally {
      parts.progressFor(progressToken, null);
      openCalls.ended(runId);
      parts.ended(runId, signal.aborted ? { kind: "call-cancelled" } : "ended");
    }
  }

  /** Of the listed tools, those that can be called. */
  callableTools(listed: ToolView[]): ToolView[] {
    const { warn } = this.#parts;
    this.#tools = this.#sendsParamHeaders ? callableTools(listed, warn) : listed;
    return this.#tools;
  }

  /**
   * Such a tool refuses a plain call, and Countersign makes no others. Without the server's task capability, the
   * field is ignored.
   */
  #isTaskOnly({ kind, name }: CallSpec, { negotiated }: Session): boolean {
    let declared: Json | undefined = negotiated.capabilities["tasks"];
    for (const field of ["requests", "tools", "call"]) {
      declared = isJsonObject(declared) ? declared[field] : undefined;
    }
    const tool = kind === "tool" ? this.#tools.find((one) => one.name === name) : undefined;
    return declared !== undefined && tool?.taskOnly === true;
  }

  /** Withdraws every request embedded in a call's result. */
  withdrawAll(because: CancelReason): void {
    for (const group of Array.from(this.#groups)) group.withdraw(because);
  }

  /** Arguments repeated as headers: only for Streamable HTTP since 2026-07-28. */
  get #sendsParamHeaders(): boolean {
    const { endpoint } = this.#parts;
    const session = this.#parts.session();
    if (endpoint.kind !== "http" || session === null) return false;
    return abilitiesOf(session.negotiated).argumentHeaders;
  }

  #headersFor({ kind, name, arguments: given }: CallSpec): Record<string, string> {
    const tool =
      this.#sendsParamHeaders && kind === "tool" && this.#tools.find((one) => one.name === name);
    return tool ? paramHeaders(tool.inputSchema, given) : {};
  }
}

interface CallRunParts extends Omit<RoundParts, "embeddedRequests" | "aborted"> {
  session: Session;
  /** The call was sent with this id. */
  sentAs(id: JsonRpcId): void;
  /** The response came; called before anything that the server sent after it. */
  answered(): void;
  progressToken: number;
  /** For 2026-07-28, where the level is sent with each request. */
  logLevel: string | null;
  /** HTTP headers of the call, and of every repetition. */
  headers: Record<string, string>;
}

/** The method and params of a call in the protocol. */
function requestOf(spec: CallSpec): { method: OriginCall["method"]; params: JsonObject } {
  const { name, arguments: given } = spec;
  switch (spec.kind) {
    case "tool":
      return { method: "tools/call", params: { name, arguments: given } };
    case "prompt":
      return { method: "prompts/get", params: { name, arguments: given } };
    case "resource":
      return { method: "resources/read", params: { uri: expandUri(name, given) } };
  }
}

/** The template with its variables expanded (RFC 6570); a plain URI stays as it is. */
function expandUri(uri: string, variables: JsonObject): string {
  if (!uri.includes("{") || Object.keys(variables).length === 0) return uri;
  const texts = Object.entries(variables).map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return new UriTemplate(uri).expand(Object.fromEntries(texts));
}

/** Runs the call. Never throws. */
function runCall(
  spec: CallSpec,
  call: OriginCall,
  parts: CallRunParts,
  signal: AbortSignal,
): Promise<Outcome<Json, Failure>> {
  const { method, params } = requestOf(spec);
  const { embeddedRequests } = abilitiesOf(parts.session.negotiated);
  const exchange = (more: JsonObject): Exchange =>
    send(method, { ...params, ...more, _meta: metaOf(parts) }, parts, signal);
  const aborted = () => ({ kind: "call-cancelled" }) as const;
  return runRounds(exchange, call, { ...parts, embeddedRequests, aborted }, signal);
}

function send(
  method: OriginCall["method"],
  params: JsonObject,
  parts: CallRunParts,
  signal: AbortSignal,
): Exchange {
  const { client, wire } = parts.session;
  const { headers } = parts;
  const options = { timeout: NO_TIMEOUT_MS, signal, headers, allowInputRequired: true } as const;
  return wire.exchange(
    () => client.request({ method, params }, anySchema, options),
    (id) => parts.sentAs(id),
    () => parts.answered(),
  );
}

function metaOf(parts: CallRunParts): JsonObject {
  const { session, logLevel, progressToken } = parts;
  const { negotiated } = session;
  const travels = abilitiesOf(negotiated).logLevel === "with-calls";
  const level = travels && logLevel !== null && negotiated.capabilities["logging"] !== undefined;
  return { progressToken, ...(level ? { [LOG_LEVEL_META_KEY]: logLevel } : {}) };
}
