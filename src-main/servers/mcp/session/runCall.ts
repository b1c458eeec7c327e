// One call of ours from start to result: in rounds if the server embeds requests (2026-07-28), else a single
// exchange. The result is unparsed.
import { LOG_LEVEL_META_KEY, UriTemplate } from "@modelcontextprotocol/client";
import type { Json, JsonObject } from "#shared/json.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { OriginCall } from "#shared/request/life/heldRequest.ts";
import { abilitiesOf } from "#shared/servers/protocol.ts";
import type { CallSpec } from "../connectionSpec.ts";
import type { JsonRpcId } from "../wire/envelope.ts";
import type { Session } from "./handshake.ts";
import { anySchema, NO_TIMEOUT_MS } from "./requestOptions.ts";
import type { Exchange } from "./captures.ts";
import { runRounds } from "./rounds.ts";
import type { RoundParts } from "./rounds.ts";

export interface CallRunParts extends Omit<RoundParts, "embeddedRequests" | "aborted"> {
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
export function requestOf(spec: CallSpec): { method: OriginCall["method"]; params: JsonObject } {
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
export function runCall(
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
