// Listens to a wire: receives everything that a server sends besides responses.
import type { Json, JsonObject } from "#shared/json.ts";
import type { ServerFailure } from "#shared/outcome.ts";
import type { JsonRpcId } from "./envelope.ts";
import type { MessageSource } from "../transports/pipe.ts";
import type { Tap } from "./tap.ts";

/** What the server sends that is not a response to a call. All of it is untrusted. */
export interface WireListener {
  /** Sees every message as on the wire, in both directions. */
  tap: Tap;
  sampling(id: JsonRpcId, params: Json | undefined, from: MessageSource): void;
  /** The most JSON values of a sampling request of this server. */
  samplingValuesMax(): number;
  /** `roots/list`: the result, or null if no folder is shared. */
  roots(): JsonObject | null;
  /** Any other request; false if it is unsupported (−32601). */
  request(
    request: { id: JsonRpcId; method: string; params: Json | undefined },
    from: MessageSource,
  ): boolean;
  cancelled(id: JsonRpcId, reason: string | undefined): void;
  log(params: Json | undefined, from: MessageSource): void;
  progress(params: JsonObject): void;
  /** `notifications/elicitation/complete` (2025-11-25). */
  elicitationCompleted(elicitationId: string): void;
  listChanged(what: "tools" | "prompts" | "resources"): void;
  stderr(text: string): void;
  /** A malformed message, which was ignored: shown to the user. */
  malformed(text: string): void;
  sessionForgotten(): void;
  sessionRenewed(initialized: JsonObject): void;
  lost(failure: ServerFailure): void;
}

/** A line for the server's panel. */
export const SESSION_RENEWED = "[The server forgot its session; a new one was opened.]";
