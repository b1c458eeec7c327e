// What the client library sees of an answer: one that is kept raw is told to it as an empty one.
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isJsonObject } from "../../../src-shared/json.ts";
import type { Json, JsonObject } from "../../../src-shared/json.ts";
import type { Rounded } from "../../../src-shared/rounded.ts";
import type { RequestId, WireError } from "./envelope.ts";

/** An answer as it came; `bad` is neither a result nor an error; `lost` can no longer come. */
export type RawResponse =
  /** `rounded`: numbers of it that could not be kept as they came, with their paths in `result`. `bytes`: of the whole message, where there are any. */
  | { kind: "result"; result: JsonObject; rounded?: Rounded[]; bytes?: number }
  | { kind: "error"; error: WireError }
  | { kind: "bad" }
  | { kind: "lost" };

/**
 * What the library sees of an answer. One that we keep raw is told to it as an empty one, since the library
 * would reject, strip or dump what does not fit its schemas.
 */
export function stubResponse(id: RequestId, answer: RawResponse, kept: boolean): JSONRPCMessage {
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
 * What a server says of itself, without fields that are null: some serialisers write them for "absent",
 * and the library would then refuse the whole connection.
 */
export function withoutNulls(object: JsonObject): JsonObject {
  const kept = Object.entries(object).flatMap(([name, value]): [string, Json | undefined][] => {
    if (value === null) return [];
    return [[name, isJsonObject(value) ? withoutNulls(value) : value]];
  });
  return Object.fromEntries(kept);
}

/** Codes that only tell the library; they never leave this process. */
const BAD_RESPONSE_CODE = -32603;
const LOST_CODE = -32000;
