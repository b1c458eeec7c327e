// Turns an adapter's request into its `received` event: externalises media, keeps the request as it came, proposes
// the readable parts for editing, flags oddities.
import { roundedFlags } from "#shared/rounded.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import { kindOf } from "#shared/request/kinds/registry.ts";
import { externalise } from "#shared/request/document/media.ts";
import type { MediaFacts, MediaRef } from "#shared/request/document/media.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { askedBy } from "#shared/request/life/actors.ts";
import type { Refusal, RequestId } from "#shared/request/life/heldRequest.ts";
import { shareEqual } from "#shared/request/document/shareEqual.ts";
import type { Clock, Hasher, Incoming, MediaStore } from "../ports.ts";

/** The event that begins a request. */
export type ReceivedEvent = Extract<RequestEvent, { kind: "received" }>;

/** The request's place in its call and group, and how long it may wait. */
export type Placement = Pick<ReceivedEvent, "turn" | "round" | "longestWait"> & {
  siblings?: RequestId[];
};

export interface IntakeResult {
  event: ReceivedEvent;
  /** The error by the specification (−32602); null when the request is held. */
  refusal: Refusal | null;
}

/** For a request refused by size: its content is neither read nor kept. */
export function intakeWithoutContent(
  requestId: RequestId,
  incoming: Incoming,
  standing: Placement,
  parts: { hasher: Hasher; clock: Clock },
): IntakeResult {
  const bytes = incoming.metrics?.bytes;
  return {
    event: {
      ...begun(requestId, incoming, standing, parts.clock.nowMs()),
      asked: null,
      askedHash: parts.hasher.hash(null),
      notKept: bytes === undefined ? {} : { bytes },
      proposed: null,
      flags: [],
      media: [],
    },
    refusal: null,
  };
}

/** Reads an incoming request. Decides and sends nothing. */
export function intake(
  requestId: RequestId,
  incoming: Incoming,
  standing: Placement,
  parts: { media: MediaStore; hasher: Hasher; clock: Clock },
): IntakeResult {
  const atMs = parts.clock.nowMs();
  const held = new Map<MediaRef, MediaFacts>();
  const known = (incoming.metrics?.media ?? []).values();
  const put = (base64: string): MediaRef => {
    const facts = parts.media.put(requestId, base64, known.next().value);
    held.set(facts.ref, facts);
    return facts.ref;
  };
  const asked = externalise(incoming.params, put);
  const media = [...held.values()];
  const { declared, requester } = incoming;
  const read = kindOf(incoming).readRequest(asked, declared, media, requester.protocolVersion);
  const event: ReceivedEvent = {
    ...begun(requestId, incoming, standing, atMs),
    asked,
    askedHash: incoming.metrics?.paramsHash ?? parts.hasher.hash(asked),
    // Equal parts share one object, so that they are stored and sent to the window once.
    proposed: shareEqual(read.proposed, asked),
    flags: read.flags.concat(roundedFlags(incoming.rounded, keepsNumbers(incoming))),
    media,
  };
  return { event, refusal: read.kind === "refused" ? read.refusal : null };
}

/** The event of a request that nobody holds, to judge it by rules. Its content is stored nowhere. */
export function draftOf(
  incoming: Incoming,
  parts: { hasher: Hasher; clock: Clock },
): ReceivedEvent {
  const { params } = incoming;
  return {
    ...begun(parts.clock.newId(), incoming, {}, parts.clock.nowMs()),
    asked: params,
    askedHash: parts.hasher.hash(params),
    proposed: params as unknown as RequestDocument,
    flags: [],
    media: [],
  };
}

/** Programs' bodies leave as they came, too. */
const keepsNumbers = (incoming: Incoming): boolean =>
  incoming.came !== undefined || kindOf(incoming).leavesAsItCame === true;

type Content = "asked" | "askedHash" | "proposed" | "flags" | "media";

/** Everything but the content. */
function begun(
  id: RequestId,
  { requestKind, requester, origin, reply, deadline, produce, heldBy }: Incoming,
  { siblings = [id], ...standing }: Placement,
  atMs: number,
): Omit<ReceivedEvent, Content> {
  return {
    kind: "received",
    atMs,
    by: askedBy({ requestKind, reply }),
    id,
    requester,
    origin,
    ...(requestKind === undefined ? {} : { requestKind }),
    reply: reply.kind !== "embedded" ? reply : { kind: "embedded", key: reply.key, siblings },
    ...(deadline === undefined ? {} : { deadline }),
    ...(produce === undefined ? {} : { producer: "server" }),
    ...(heldBy === undefined ? {} : { heldBy }),
    ...standing,
  };
}
