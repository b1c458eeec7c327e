// The kind of a raw JSON-RPC message (JSON-RPC 2.0; MCP "Base protocol", Messages). Extra fields are accepted; an
// invalid message with a readable id still gets a response.
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { errorIn } from "#shared/rpc/readMessage.ts";
import type { JsonRpcId, WireError } from "#shared/rpc/readMessage.ts";

export type { JsonRpcId, WireError } from "#shared/rpc/readMessage.ts";

export type Envelope =
  | { kind: "request"; id: JsonRpcId; method: string; params: Json | undefined }
  | { kind: "notification"; method: string; params: Json | undefined }
  | { kind: "result"; id: JsonRpcId; result: JsonObject }
  | { kind: "error"; id: JsonRpcId; error: WireError }
  /** A response to `id` with neither a result nor an error. */
  | { kind: "bad-answer"; id: JsonRpcId }
  /** A request with a readable id that is not valid JSON-RPC 2.0. `why`: what is wrong with it. */
  | { kind: "broken"; id: JsonRpcId; why?: string }
  /** Nothing that could be answered. */
  | { kind: "unreadable" };

/** True for the ids that MCP allows (schema.ts, "JsonRpcId"): a string or an integer, 0 included. */
export function isRequestId(value: unknown): value is JsonRpcId {
  return typeof value === "string" || Number.isInteger(value);
}

/** A map key that distinguishes the id 1 from the id "1". */
export const keyOf = (id: JsonRpcId): string => `${typeof id}:${id}`;

/** Classifies one message (not a batch). Never throws, never reads `params` or `result`. */
export function readEnvelope(raw: unknown): Envelope {
  if (!isJsonObject(raw)) return { kind: "unreadable" };
  const { id, method, params } = raw;
  const proper = raw["jsonrpc"] === "2.0";
  if (method !== undefined) {
    if (typeof method === "string" && proper && id === undefined) {
      return { kind: "notification", method, params };
    }
    // Such ids are valid in JSON-RPC, so the server can get an error for it.
    if (typeof id === "number" && !isRequestId(id)) {
      return { kind: "broken", id, why: "the id is neither a string nor an integer" };
    }
    if (!isRequestId(id)) return { kind: "unreadable" };
    if (typeof method !== "string" || !proper) return { kind: "broken", id };
    return { kind: "request", id, method, params };
  }
  if (!isRequestId(id)) return { kind: "unreadable" };
  if ("error" in raw) return { kind: "error", id, error: errorIn(raw["error"]) };
  if ("result" in raw) {
    const { result } = raw;
    return isJsonObject(result) ? { kind: "result", id, result } : { kind: "bad-answer", id };
  }
  return proper && Object.keys(raw).length > 2
    ? { kind: "broken", id }
    : { kind: "bad-answer", id };
}

/** 2024-11-05 to 2025-11-25, client/sampling. */
export const SAMPLING_METHOD = "sampling/createMessage";
