// The earlier turn that a request continues, and which of its messages are already known from it.
import { useMemo } from "react";
import type { Message, RequestDocument } from "#shared/request/document/message.ts";
import { conversationIdOf } from "#shared/request/life/conversation.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { reapplyEdits } from "#shared/request/life/again.ts";
import { continuedTurn, earlierTurns, follow, isNewMessage } from "#shared/request/life/turns.ts";
import type { EarlierTurn, TurnComparison, MessageStatus } from "#shared/request/life/turns.ts";
import { useShallow } from "zustand/react/shallow";
import { useMirror } from "#data/mirror.ts";
import { useSame } from "#kit/hooks/useSame.ts";
import { keyOf } from "./document.ts";
import { turnChangesOf } from "./turnChanges.ts";
import type { TurnChange } from "./turnChanges.ts";

export interface Turns {
  before: EarlierTurn;
  following: TurnComparison;
  /** How a message compared with the earlier turn; undefined for one added since. */
  statusOf: (message: Message) => MessageStatus | undefined;
  /** What differs from the earlier turn; it stands first and is never folded. */
  changes: readonly TurnChange[];
  /** Equal to what was approved or sent, not edited since, and not unfolded. */
  isFolded: (message: Message) => boolean;
  systemFolded: boolean;
  /** The difference of the system prompt stands in its place. */
  systemInDiff: boolean;
  /** How many messages are equal, folded or not, and how many are new. */
  foldable: number;
  fresh: number;
  open: boolean;
  toggle: () => void;
}

/** The latest earlier turn of the same conversation that shares messages with the request; null if there is none. */
export function useEarlierTurn(request: HeldRequest, asked: RequestDocument): EarlierTurn | null {
  const others = useMirror(useShallow(({ requests }) => conversationOf(requests, request)));
  const now = useSame({ request, others }, sameState);
  return useMemo(() => continuedTurn(asked, earlierTurns(now.others, now.request)), [now, asked]);
}

interface Conversation {
  request: HeldRequest;
  /** Every request of its conversation. */
  others: readonly HeldRequest[];
}

/** Other changes of a request don't change what was approved or sent. */
function sameState(before: Conversation, now: Conversation): boolean {
  return (
    before.request.id === now.request.id &&
    before.others.length === now.others.length &&
    before.others.every((one, at) => {
      const other = now.others[at];
      return (
        other !== undefined &&
        one.id === other.id &&
        one.revision === other.revision &&
        one.phase.kind === other.phase.kind
      );
    })
  );
}

function conversationOf(
  requests: Readonly<Record<string, HeldRequest>>,
  request: HeldRequest,
): HeldRequest[] {
  const id = conversationIdOf(request);
  return id === null
    ? []
    : Object.values(requests).filter((other) => conversationIdOf(other) === id);
}

/** @param epoch a new value compares the document again; until then nothing folds or moves while the user edits */
export function useTurns(
  document: RequestDocument,
  before: EarlierTurn | null,
  epoch: number,
  { open, toggle }: Pick<Turns, "open" | "toggle">,
): Turns | null {
  const compared = useSame({ document, before, epoch }, sameComparison);
  const looked = useMemo(() => {
    const { document, before } = compared;
    if (before === null) return null;
    const following = follow(document, before);
    const statuses = new Map<string, MessageStatus>();
    const same = new Set<Message>();
    document.messages.forEach((message, at) => {
      const status = following.messages[at];
      if (status === undefined) return;
      statuses.set(keyOf(message), status);
      // By identity: an edited message is a new object and is not folded.
      if (status.kind === "same") same.add(message);
    });
    const changes = turnChangesOf(document, before, following);
    const { systemPrompt } = document;
    return { before, following, changes, statuses, same, systemPrompt };
  }, [compared]);
  if (looked === null) return null;
  const { following, changes, same, statuses } = looked;
  const isCompared = !open && document.systemPrompt === looked.systemPrompt;
  const foldable = document.messages.filter((message) => same.has(message)).length;
  return {
    before: looked.before,
    following,
    changes,
    statusOf: (message) => statuses.get(keyOf(message)),
    isFolded: (message) => !open && same.has(message),
    systemFolded: isCompared && following.system?.kind === "same",
    systemInDiff: isCompared && changes[0]?.what === "system",
    foldable,
    fresh: document.messages.filter((message) => {
      const status = statuses.get(keyOf(message));
      return status === undefined || isNewMessage(status);
    }).length,
    open,
    toggle,
  };
}

const sameComparison = (
  a: { before: EarlierTurn | null; epoch: number },
  b: { before: EarlierTurn | null; epoch: number },
): boolean => a.before === b.before && a.epoch === b.epoch;

/** The document with that turn's edits applied again; null if there is nothing to apply. */
export function useAgain(
  document: RequestDocument,
  before: EarlierTurn | null,
): RequestDocument | null {
  return useMemo(() => {
    const next = before === null ? document : reapplyEdits(document, before);
    return next === document ? null : next;
  }, [document, before]);
}
