// Requests about something that can change while they are held, such as files: read again before the user's decision, and
// decided about anew where it has.
import type { Json } from "#shared/json.ts";
import { kindOf } from "#shared/request/kinds/registry.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { externalise } from "#shared/request/document/media.ts";
import type { MediaFacts } from "#shared/request/document/media.ts";
import { shareEqual } from "#shared/request/document/shareEqual.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Clock, Hasher, MediaStore } from "../ports.ts";
import type { Roster } from "./roster.ts";
import { within } from "../within.ts";

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
