// Turns an adapter's request into its `received` event: externalises media, keeps the request as it came, proposes
// the readable parts for editing, flags oddities.
import { roundedFlags } from "#shared/rounded.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import { kindOf } from "#shared/request/kinds/registry.ts";
import { externalise } from "#shared/request/document/media.ts";
import type { MediaFacts, MediaRef } from "#shared/request/document/media.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { askedBy } from "#shared/request/life/actors.ts";
import { continuedRequest } from "#shared/request/life/turns.ts";
import type { HeldRequest, Refusal, RequestId } from "#shared/request/life/heldRequest.ts";
import { shareEqual } from "#shared/request/document/shareEqual.ts";
import type { Clock, Hasher, Incoming, MediaStore } from "../ports.ts";
import type { Json } from "#shared/json.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Roster } from "./roster.ts";
import { within } from "../within.ts";

/** The event that begins a request. */
export type ReceivedEvent = Extract<RequestEvent, { kind: "received" }>;

/** The request's place in its call and group, and how long it may wait. */
export type Placement = Pick<ReceivedEvent, "turn" | "round" | "longestWait"> & {
  siblings?: RequestId[];
};

interface IntakeResult {
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

/** Reads an incoming request. Decides and sends nothing. @param before the turn before it; what it repeats is kept once */
export function intake(
  requestId: RequestId,
  incoming: Incoming,
  standing: Placement,
  parts: { media: MediaStore; hasher: Hasher; clock: Clock },
  before?: Pick<HeldRequest, "asked">,
): IntakeResult {
  const atMs = parts.clock.nowMs();
  const held = new Map<MediaRef, MediaFacts>();
  const known = (incoming.metrics?.media ?? []).values();
  const put = (base64: string): MediaRef => {
    const facts = parts.media.put(requestId, base64, known.next().value);
    held.set(facts.ref, facts);
    return facts.ref;
  };
  const asked = shareEqual(externalise(incoming.params, put), before?.asked);
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

/**
 * Which conversation a program's request belongs to: the one that it names, else that of the request in memory which it
 * continues, else its own.
 */
export function conversationFor(
  { id, proposed, requester }: ReceivedEvent,
  { conversation: said }: Incoming,
  requests: readonly HeldRequest[],
): ReceivedEvent["conversation"] {
  if (said === undefined) return undefined;
  const others = requests.filter(
    (other) =>
      other.requester.serverId === requester.serverId &&
      other.conversation !== undefined &&
      other.conversation.side === undefined,
  );
  const continued =
    said.id !== null || proposed === null ? null : continuedRequest(proposed, others);
  return {
    id: said.id ?? continued?.conversation?.id ?? id,
    ...(said.side === null ? {} : { side: said.side }),
  };
}

/** The last request of the conversation that the program names. */
export const turnBefore = (
  { requester, conversation }: Incoming,
  requests: readonly HeldRequest[],
): HeldRequest | undefined =>
  (conversation?.id ?? null) === null
    ? undefined
    : requests.findLast(
        (other) =>
          other.conversation?.id === conversation?.id &&
          other.requester.serverId === requester.serverId,
      );

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

/** How long reading may take, in milliseconds. */
export const READ_AGAIN_MS = 5000;
/** How long what was read holds for a decision: as long as one waits for a locked ledger, and longer. */
const FRESH_MS = 2000;

type Done = Outcome<null, Failure>;

interface Own {
  roster: Roster;
  /** At once; of a request of the team, once the team's database has accepted them. */
  applyAll(request: HeldRequest, events: readonly RequestEvent[]): Promise<Done>;
}

export class DocumentUpdates {
  readonly #parts: { media: MediaStore; hasher: Hasher; clock: Clock };
  readonly #roster: Roster;
  readonly #applyAll: Own["applyAll"];

  constructor(parts: { media: MediaStore; hasher: Hasher; clock: Clock }, own: Own) {
    this.#parts = parts;
    this.#roster = own.roster;
    this.#applyAll = own.applyAll;
  }

  /**
   * Reads again what the request is about. Fails if it has changed, once the new document is recorded and shown, and if it
   * can't be read.
   */
  async readAgain(requestId: string): Promise<Done> {
    if (this.#roster.runtime(requestId)?.readAgain === undefined) return ok(null);
    const changes = await this.changesOf(requestId);
    if (!changes.ok) return changes;
    const before = this.#roster.get(requestId)?.revision;
    const updated = await this.#apply(requestId, changes.value);
    if (!updated.ok) return updated;
    const [request, runtime] = [this.#roster.get(requestId), this.#roster.runtime(requestId)];
    if (request === undefined || runtime === undefined) return fail({ kind: "stale" });
    if (request.revision !== before) return fail({ kind: "read-again", why: "changed" });
    runtime.read = { revision: request.revision, atMs: this.#parts.clock.nowMs() };
    return ok(null);
  }

  /** Reads again what the request is about: the events that bring it up to date, none where it is the same. */
  async changesOf(requestId: string): Promise<Outcome<RequestEvent[], Failure>> {
    const read = this.#roster.runtime(requestId)?.readAgain;
    if (read === undefined) return ok([]);
    const reading = Promise.resolve()
      .then(read)
      .then((params) => ({ params }));
    const found = await within(reading, READ_AGAIN_MS, null);
    if (found === null) return fail({ kind: "read-again", why: "failed" });
    return found.params === null ? ok([]) : this.#eventsOf(requestId, found.params);
  }

  /** False while what the request is about would have to be read again before anything of it is sent. */
  isFresh({ id, revision }: HeldRequest): boolean {
    const runtime = this.#roster.runtime(id);
    if (runtime?.readAgain === undefined) return true;
    const { read } = runtime;
    // The clock may be set back.
    const ageMs = this.#parts.clock.nowMs() - (read?.atMs ?? 0);
    return read?.revision === revision && ageMs >= 0 && ageMs <= FRESH_MS;
  }

  /** Replaces the document, if `params` differ, and nothing was decided about it yet. */
  async update(requestId: string, params: Json): Promise<Done> {
    const events = this.#eventsOf(requestId, params);
    return events.ok ? this.#apply(requestId, events.value) : events;
  }

  async #apply(requestId: string, events: readonly RequestEvent[]): Promise<Done> {
    const request = this.#roster.get(requestId);
    if (request === undefined) return fail({ kind: "stale" });
    return events.length === 0 ? ok(null) : this.#applyAll(request, events);
  }

  #eventsOf(requestId: string, params: Json): Outcome<RequestEvent[], Failure> {
    const request = this.#roster.get(requestId);
    if (request === undefined || kindOf(request).hasModel) return fail({ kind: "stale" });
    const media = new Map<string, MediaFacts>();
    const asked = externalise(params, (base64) => {
      const kept = this.#parts.media.put(requestId, base64);
      media.set(kept.ref, kept);
      return kept.ref;
    });
    const askedHash = this.#parts.hasher.hash(asked);
    if (askedHash === request.askedHash) return ok([]);
    const declared = { tools: true, context: true };
    const read = kindOf(request).readRequest(asked, declared, [...media.values()]);
    if (read.kind === "refused") return fail({ kind: "read-again", why: "failed" });
    const at = { atMs: this.#parts.clock.nowMs(), by: { kind: "desk" as const } };
    const isHeld = (ref: string): boolean => request.media.some((held) => held.ref === ref);
    const added = [...media.values()].filter(({ ref }) => !isHeld(ref));
    const events: RequestEvent[] = added.map((medium) => ({ ...at, kind: "media-kept", medium }));
    const proposed = shareEqual(read.proposed, asked);
    events.push({ ...at, kind: "document-updated", asked, askedHash, proposed, flags: read.flags });
    return ok(events);
  }
}
