// Counts, per call, its requests, turns and tool rounds (2025-11-25, client/sampling, "Tools in Sampling": "iteration
// limits"). Refused requests do not count.
import { isJsonObject } from "#shared/json.ts";
import type { Json } from "#shared/json.ts";
import type { Refusal, HeldRequest, ToolRound } from "#shared/request/life/heldRequest.ts";
import type { Incoming } from "../ports.ts";
import { noLimits } from "#shared/rules/limits/limits.ts";
import { stricter } from "#shared/rules/limits/limits.ts";
import type { AllLimits } from "#shared/rules/limits/limits.ts";
import { overLimit } from "./guard.ts";

interface Count {
  turns: number;
  /** The result that embedded the latest turn: all requests in one result are one turn. Null for a pushed request. */
  groupId: string | null;
  /** A request of that result had tools: the round is counted, its siblings belong to it. */
  groupCounted: boolean;
  rounds: number;
  /** Requests held so far, and how many more than the limit the user allowed. */
  requests: number;
  moreRequests: number;
  /** Tool rounds per call, by the latest policy. */
  limit: number;
  /** Tool rounds that the user allowed beyond it. */
  more: number;
}

const NOTHING = {
  turns: 0,
  groupId: null,
  groupCounted: false,
  rounds: 0,
  more: 0,
  requests: 0,
  moreRequests: 0,
};

/** Calls to remember; older ones have long ended. */
const CALLS_KEPT = 1000;

export class RoundCounter {
  readonly #counts = new Map<string, Count>();

  /**
   * The request's turn and round within its call, and the refusal when the call has used up its limits. Counts
   * nothing yet. When the call is ambiguous, the candidates share the sum of their limits.
   */
  placementOf(
    incoming: Incoming,
    all: AllLimits = noLimits,
  ): { turn?: number; round?: ToolRound; refusal: Refusal | null } {
    const key = keyOf(incoming);
    if (key === null) return { refusal: null };
    const { limits } = incoming.policy;
    const tools = stricter(limits.toolRounds, all.toolRounds);
    const limit = tools.limit * callsOf(incoming);
    const before = this.#counts.get(key);
    const count = { ...NOTHING, ...before, limit };
    this.#counts.delete(key);
    this.#counts.set(key, count);
    this.#dropOldest();
    const together = isTogether(count, incoming);
    const number = together ? count.turns : count.turns + 1;
    const turn = incoming.origin.kind === "certain" ? { turn: number } : {};
    const most = stricter(limits.perCall, all.perCall);
    const perCall = most.limit * callsOf(incoming) + count.moreRequests;
    const tooMany =
      count.requests >= perCall
        ? overLimit("too-many-for-call", { limit: perCall, found: count.requests + 1 }, most.scope)
        : null;
    if (!asksWithTools(incoming.params)) return { ...turn, refusal: tooMany };
    const counted = together && count.groupCounted;
    const round = { number: count.rounds + (counted ? 0 : 1), limit: limit + count.more };
    const refusal =
      round.number > round.limit
        ? overLimit("too-many-rounds", { limit: round.limit, found: round.number }, tools.scope)
        : tooMany;
    return { ...turn, round, refusal };
  }

  /** Counts a request that is held. */
  count(request: HeldRequest, incoming: Incoming): void {
    const count = this.#counts.get(keyOf(request) ?? "");
    if (count === undefined) return;
    count.turns = request.turn ?? count.turns + 1;
    count.requests += 1;
    const together = isTogether(count, incoming);
    count.groupId = groupOf(incoming);
    const counted = together && count.groupCounted;
    count.groupCounted = counted || request.round !== undefined;
    if (request.round !== undefined && !counted) count.rounds += 1;
  }

  /** The limit after `allowMore`; null when the request's rounds are not counted. */
  raisedLimit(request: HeldRequest): number | null {
    const count = this.#counts.get(keyOf(request) ?? "");
    if (count === undefined || request.round === undefined) return null;
    return count.limit + count.more + count.limit;
  }

  /** Allows the call of this request as many more rounds as its policy grants. */
  allowMore(request: HeldRequest): void {
    const count = this.#counts.get(keyOf(request) ?? "");
    if (count !== undefined) count.more += count.limit;
  }

  /** Allows `more` requests for the call of this request. False when it is not counted. */
  allowRequests(request: HeldRequest, more: number): boolean {
    const count = this.#counts.get(keyOf(request) ?? "");
    if (count === undefined) return false;
    count.moreRequests += more;
    return true;
  }

  /** Whether both requests belong to the same counted call. */
  static areCountedTogether(a: HeldRequest, b: HeldRequest): boolean {
    const key = keyOf(a);
    return key !== null && key === keyOf(b);
  }

  #dropOldest(): void {
    for (const key of this.#counts.keys()) {
      if (this.#counts.size <= CALLS_KEPT) return;
      this.#counts.delete(key);
    }
  }
}

function keyOf({ requester, origin }: Pick<HeldRequest, "requester" | "origin">): string | null {
  switch (origin.kind) {
    case "certain":
      return JSON.stringify([requester.serverId, origin.call.runId]);
    case "ambiguous":
      return JSON.stringify([
        requester.serverId,
        ...origin.calls.map((call) => call.runId).toSorted(),
      ]);
    case "none":
      return null;
  }
}

const groupOf = ({ reply }: Incoming): string | null =>
  reply.kind === "embedded" ? reply.groupId : null;

const isTogether = ({ groupId }: Count, incoming: Incoming): boolean =>
  groupId !== null && groupId === groupOf(incoming);

const callsOf = ({ origin }: Pick<HeldRequest, "origin">): number =>
  origin.kind === "ambiguous" ? origin.calls.length : 1;

/** Whether the request has tools, or a tool choice. */
function asksWithTools(params: Json): boolean {
  if (!isJsonObject(params)) return false;
  const { tools, toolChoice } = params;
  return (Array.isArray(tools) && tools.length > 0) || isJsonObject(toolChoice);
}
