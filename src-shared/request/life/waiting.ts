// How long a request may be pending. Time never approves anything: a request whose time is up is refused
// (`src-main/core/admission/waitTimers.ts`).
import { isGenerating } from "./attempts.ts";
import type { HeldRequest } from "./heldRequest.ts";

/** The gate where it waits for the user. An approved response waits for its siblings, not for the user. */
function gateOf(request: HeldRequest): 1 | 2 | null {
  if (request.phase.kind === "request") return 1;
  return request.phase.kind === "response" && !isGenerating(request) ? 2 : null;
}

/** The request with the deadline of its wait, started anew at `atMs` when it has come to another gate. */
export function withWait(
  before: HeldRequest | null,
  request: HeldRequest,
  atMs: number,
): HeldRequest {
  const { longestWait, waits, ...rest } = request;
  if (longestWait === undefined) return request;
  if (request.phase.kind === "ended") return rest;
  const gate = gateOf(request);
  if (gate === null) return waits === undefined ? request : { ...rest, longestWait };
  if (waits !== undefined && before !== null && gateOf(before) === gate) return request;
  const { limit, scope } = longestWait;
  return { ...request, waits: { atMs: atMs + limit, totalMs: limit, scope } };
}
