// What hears a wire: everything that a server says besides answers.
import type { Json, JsonObject } from "../../../src-shared/json.ts";
import type { ServerFailure } from "../../../src-shared/outcome.ts";
import type { RequestId } from "./envelope.ts";
import type { MessageSource } from "../transports/pipe.ts";
import type { Tap } from "./tap.ts";

/** What the server says that is no answer to a call. All foreign, as it came. */
export interface WireListener {
  /** Sees every message as it stood on the wire, both ways. */
  tap: Tap;
  sampling(id: RequestId, params: Json | undefined, from: MessageSource): void;
  /** JSON values that a sampling request of this server may hold. */
  samplingValuesMax(): number;
  /** `roots/list`: the result, or null when no folder is shared. */
  roots(): JsonObject | null;
  /** Any other request; false when nobody takes it (−32601). */
  request(
    request: { id: RequestId; method: string; params: Json | undefined },
    from: MessageSource,
  ): boolean;
  cancelled(id: RequestId, reason: string | undefined): void;
  log(params: Json | undefined, from: MessageSource): void;
  progress(params: JsonObject): void;
  /** `notifications/elicitation/complete` (2025-11-25). */
  elicitationCompleted(elicitationId: string): void;
  listChanged(what: "tools" | "prompts" | "resources"): void;
  stderr(text: string): void;
  /** Something that was not understood and ignored: shown, not swallowed. */
  malformed(text: string): void;
  lost(failure: ServerFailure): void;
}
