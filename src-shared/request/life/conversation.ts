// Groups requests into conversations: by the call that led to them, or by what their program says.
import type { OriginCall, HeldRequest } from "./heldRequest.ts";

/** The fields of a request that grouping needs. */
export type Conversable = Pick<
  HeldRequest,
  "id" | "origin" | "receivedAtMs" | "turn" | "conversation"
> & {
  requester: Pick<HeldRequest["requester"], "serverId">;
};

export interface Conversation<S extends Conversable = HeldRequest> {
  /** What all of them share (`conversationIdOf`); null: it is a request of its own. */
  id: string | null;
  /** In order of arrival, with turns counted from 1. Requests of one result share a turn. */
  turns: { request: S; turn: number }[];
}

const callOf = ({ origin }: Pick<Conversable, "origin">): OriginCall | null =>
  origin.kind === "certain" ? origin.call : null;

/**
 * What a request shares with the other turns of its conversation: the call that led to it, else what its program says. Null
 * where neither is known, and for what a program asks beside its turns.
 */
export function conversationIdOf(
  request: Pick<Conversable, "origin" | "conversation" | "requester">,
): string | null {
  const call = callOf(request);
  const { serverId } = request.requester;
  if (call !== null) return `run ${serverId} ${call.runId}`;
  const { conversation } = request;
  return conversation === undefined || conversation.side !== undefined
    ? null
    : `program ${serverId} ${conversation.id}`;
}

/**
 * Groups requests by conversation, in the order of each group's first request. Every request of a conversation, one with
 * tool results too, is a new turn.
 */
export function conversationsOf<S extends Conversable>(requests: readonly S[]): Conversation<S>[] {
  const conversations = new Map<string, Conversation<S>>();
  for (const request of [...requests].sort((a, b) => a.receivedAtMs - b.receivedAtMs)) {
    const call = callOf(request);
    const id = conversationIdOf(request);
    const key = id ?? `request ${request.id}`;
    const conversation = conversations.get(key) ?? { id, turns: [] };
    // Dismissed turns are not in the list, so a turn's own number comes first.
    const turn =
      (call === null ? undefined : request.turn) ?? (conversation.turns.at(-1)?.turn ?? 0) + 1;
    conversation.turns.push({ request, turn });
    conversations.set(key, conversation);
  }
  return [...conversations.values()];
}
