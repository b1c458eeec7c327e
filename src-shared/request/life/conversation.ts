// Groups requests into conversations by the call that led to them.
import type { OriginCall, HeldRequest } from "./heldRequest.ts";

/** The fields of a request that grouping needs. */
export type Conversable = Pick<HeldRequest, "id" | "origin" | "receivedAtMs" | "turn"> & {
  requester: Pick<HeldRequest["requester"], "serverId">;
};

export interface Conversation<S extends Conversable = HeldRequest> {
  /** The call's `runId`, or the id of a request without a certain call. */
  id: string;
  /** The call that all of them belong to; null when that is not certain. */
  call: OriginCall | null;
  /** In order of arrival, with turns counted from 1 over the whole call. Requests of one result share a turn. */
  turns: { request: S; turn: number }[];
}

/**
 * Groups requests by the call that led to them, in the order of each group's first request. A request without a certain
 * call is a group of its own. Every request of a call, one with tool results too, is a new turn.
 */
export function conversationsOf<S extends Conversable>(requests: readonly S[]): Conversation<S>[] {
  const conversations = new Map<string, Conversation<S>>();
  for (const request of [...requests].sort((a, b) => a.receivedAtMs - b.receivedAtMs)) {
    const call = request.origin.kind === "certain" ? request.origin.call : null;
    const key =
      call === null ? `sample ${request.id}` : `run ${request.requester.serverId} ${call.runId}`;
    const conversation = conversations.get(key) ?? {
      id: call?.runId ?? request.id,
      call,
      turns: [],
    };
    // Dismissed turns are not in the list, so a turn's own number comes first.
    const turn =
      (call === null ? undefined : request.turn) ?? (conversation.turns.at(-1)?.turn ?? 0) + 1;
    conversation.turns.push({ request, turn });
    conversations.set(key, conversation);
  }
  return [...conversations.values()];
}
