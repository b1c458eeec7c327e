// Which messages of a program's request are new, where it continues a conversation of which all the rest is known.
import { canonicalJson } from "../../canonical.ts";
import { ownPartsOf } from "../../findings/accepted.ts";
import type { Path } from "../document/flag.ts";
import { comparedText, partsOf } from "../parts/parts.ts";
import { blocksOf, isReasoning } from "../document/blocks.ts";
import type { Message, RequestDocument } from "../document/message.ts";
import type { HeldRequest } from "./heldRequest.ts";
import { continuedTurn, earlierTurns, follow } from "./turns.ts";
import type { EarlierTurn } from "./turns.ts";

/**
 * The indices of the new messages, all of the user's side; null where anything before them is unknown, changed or missing.
 * @param requests those to compare with
 */
export function newMessages(
  requests: readonly HeldRequest[],
  request: HeldRequest,
): ReadonlySet<number> | null {
  const { proposed, conversation } = request;
  if (proposed === null || conversation === undefined) return null;
  // A side request is compared with the turns beside which it is sent.
  const asTurn: HeldRequest = { ...request, conversation: { id: conversation.id } };
  const earlier = earlierTurns([...sinceRefusal(requests, asTurn), asTurn], asTurn);
  const turn = continuedTurn(proposed, earlier);
  if (turn === null) return null;
  const { messages, missing, system, tools } = follow(proposed, turn);
  const areTools = [tools.added, tools.changed, tools.missing].every(({ length }) => length === 0);
  const isSystem = system === null || system.kind === "same";
  const isRest = restOf(proposed) === restOf(turn.approved);
  if (missing.length > 0 || !areTools || !isSystem || !isRest) return null;
  if (!isReasoningKnown(proposed, turn)) return null;
  const fresh = new Set<number>();
  for (const [at, { kind }] of messages.entries()) {
    if (kind === "same") continue;
    if (kind !== "new" || proposed.messages[at]?.role !== "user") return null;
    fresh.add(at);
  }
  return fresh;
}

/**
 * Whether a place of the request is new where these messages are: in one of them, or in what differs from turn to turn, such as
 * who asks.
 */
export function isNewPlace(
  document: RequestDocument,
  fresh: ReadonlySet<number>,
): (place: { path: Path; offset: number }) => boolean {
  const { messages: _said, ...rest } = document;
  const volatile = partsOf("document", canonicalJson(rest)).filter(
    (part) => part.volatile === true,
  );
  const heads = ownPartsOf(rest).filter(({ lifted }) => lifted > 0);
  return ({ path, offset }) => {
    const [name, at] = path;
    if (name === "messages") return typeof at !== "number" || fresh.has(at);
    const isIn = (part: { path: Path }): boolean =>
      part.path.every((step, index) => path[index] === step);
    return volatile.some(isIn) || heads.some((part) => isIn(part) && offset < part.lifted);
  };
}

/**
 * The turns of the same conversation since one was rejected or refused: what came before needs the user again. What a side
 * request says is not known by that it passed.
 */
function sinceRefusal(requests: readonly HeldRequest[], request: HeldRequest): HeldRequest[] {
  const { conversation, requester } = request;
  if (conversation === undefined) return [];
  const own = requests
    .filter(
      (other) =>
        other.id !== request.id &&
        other.conversation?.id === conversation.id &&
        other.requester.serverId === requester.serverId,
    )
    .toSorted((one, other) => one.receivedAtMs - other.receivedAtMs);
  return own
    .slice(own.findLastIndex(isRefused) + 1)
    .filter((other) => other.conversation?.side === undefined);
}

const isRefused = ({ phase }: HeldRequest): boolean =>
  phase.kind === "ended" && (phase.ending.kind === "rejected" || phase.ending.kind === "refused");

/** Whether the program gives back no other reasoning than it got. Leaving it out is no difference. */
function isReasoningKnown({ messages }: RequestDocument, { approved, sent }: EarlierTurn): boolean {
  const before = [...approved.messages, ...(sent === null ? [] : [sent.message])];
  const known = new Set(reasoningIn(before));
  return reasoningIn(messages).every((one) => known.has(one));
}

/** Without what a dialect adds to an item. */
const reasoningIn = (messages: readonly Message[]): string[] =>
  messages
    .flatMap(({ content }) => blocksOf(content))
    .filter(isReasoning)
    .map(({ id: _id, status: _status, ...said }) => canonicalJson(said));

/** All but messages, tools, system prompt and what says only who asks. */
function restOf(document: RequestDocument): string {
  const text = canonicalJson(document);
  const parts = partsOf("document", text).filter(
    ({ path: [name], volatile }) =>
      volatile !== true && name !== "messages" && name !== "tools" && name !== "systemPrompt",
  );
  return JSON.stringify(parts.map((part) => [part.path, comparedText(text, part)]));
}
