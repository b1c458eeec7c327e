// What the client library gets to see of a response: an empty one in place of a response that we keep unparsed.
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import type { Rounded } from "#shared/rounded.ts";
import type { JsonRpcId, WireError } from "./envelope.ts";

/** A response as received; `bad` has neither a result nor an error; `lost` can no longer come. */
export type RawResponse =
  /**
   * `rounded`: numbers that lost precision, with their paths in `result`. `bytes`: size of the whole message, if
   * known.
   */
  | { kind: "result"; result: JsonObject; rounded?: Rounded[]; bytes?: number }
  | { kind: "error"; error: WireError }
  | { kind: "bad" }
  | { kind: "lost" };

/**
 * What the library gets. It would reject, strip or drop what does not match its schemas, so a response that we keep
 * unparsed is replaced by an empty one.
 */
export function stubResponse(id: JsonRpcId, answer: RawResponse, kept: boolean): JSONRPCMessage {
  switch (answer.kind) {
    case "result":
      return { jsonrpc: "2.0", id, result: kept ? { resultType: "complete" } : answer.result };
    case "error":
      return {
        jsonrpc: "2.0",
        id,
        error: { ...answer.error, code: Math.trunc(answer.error.code) },
      };
    case "bad":
      return {
        jsonrpc: "2.0",
        id,
        error: { code: BAD_RESPONSE_CODE, message: "malformed answer" },
      };
    case "lost":
      return { jsonrpc: "2.0", id, error: { code: LOST_CODE, message: "connection lost" } };
  }
}

/**
 * A server's own description without null fields: some serialisers write null for "absent", and the library would
 * refuse the whole connection.
 */
export function withoutNulls(object: JsonObject): JsonObject {
  const kept = Object.entries(object).flatMap(([name, value]): [string, Json | undefined][] => {
    if (value === null) return [];
    return [[name, isJsonObject(value) ? withoutNulls(value) : value]];
  });
  return Object.fromEntries(kept);
}

/** Codes for the library only; they never leave this process. */
const BAD_RESPONSE_CODE = -32603;
const LOST_CODE = -32000;
