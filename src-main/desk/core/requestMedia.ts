// The media of requests at the desk: given to the window, added by the user, made by a model. Each is recorded
// as held by its request before anything may name it.
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import { mendBase64 } from "../../../src-shared/sampling/document/base64Text.ts";
import type { SampleEvent } from "../../../src-shared/sampling/life/event.ts";
import type { MediaFacts } from "../../../src-shared/sampling/document/media.ts";
import type { Actor } from "../../../src-shared/sampling/life/sample.ts";
import type { EventApplier } from "./eventApplier.ts";
import type { Clock, MediaStore } from "../ports.ts";
import type { Roster } from "./roster.ts";

export class RequestMedia {
  readonly #media: MediaStore;
  readonly #clock: Clock;
  readonly #roster: Roster;
  readonly #applying: EventApplier;

  constructor(
    parts: { media: MediaStore; clock: Clock },
    desk: { roster: Roster; applying: EventApplier },
  ) {
    this.#media = parts.media;
    this.#clock = parts.clock;
    this.#roster = desk.roster;
    this.#applying = desk.applying;
  }

  /** How many bytes the medium of this sample has, 0 where it is no base64; null where it has none of that name. */
  mediumBytes(sampleId: string, ref: string): number | null {
    return this.#roster.get(sampleId)?.media.find((m) => m.ref === ref)?.bytes ?? null;
  }

  /** A medium of this sample; `type` is what its bytes show, whatever the server said, or null. */
  medium(sampleId: string, ref: string): Outcome<{ base64: string; type: string | null }, Failure> {
    const facts = this.#roster.get(sampleId)?.media.find((m) => m.ref === ref);
    const base64 = facts === undefined ? null : this.#media.text(sampleId, ref);
    if (base64 === null) return fail({ kind: "not-found", what: "media" });
    return ok({ base64, type: facts?.sniffed ?? null });
  }

  /**
   * Keeps a medium that the user adds; durable before it returns. It belongs to this request, as those that the
   * server sent do, and means nothing until a document that names it is approved.
   */
  putMedia(sampleId: string, base64: string): Outcome<MediaFacts, Failure> {
    const sample = this.#roster.get(sampleId);
    if (sample === undefined || sample.phase.kind === "ended") {
      return fail({ kind: "not-found", what: "sample" });
    }
    const kept = this.#media.put(sampleId, base64);
    if (sample.media.some(({ ref }) => ref === kept.ref)) return ok(kept);
    const by = { kind: "person" as const };
    const recorded = this.#applying.applyAll(sample, [this.#kept(kept, by)]);
    return recorded.ok ? ok(kept) : recorded;
  }

  /** Keeps the same bytes as proper base64, beside what came; fails where that cannot be had without guessing. */
  fixMedium(sampleId: string, ref: string): Outcome<MediaFacts, Failure> {
    const medium = this.medium(sampleId, ref);
    const mended = medium.ok ? mendBase64(medium.value.base64) : null;
    return mended === null
      ? fail({ kind: "not-found", what: "media" })
      : this.putMedia(sampleId, mended);
  }

  /** A medium that a model has made, or that a fixture holds; the answer, which names it, comes later. */
  addGenerated(sampleId: string, facts: MediaFacts, by: Actor = { kind: "model" }): void {
    this.#applying.applyObserved(sampleId, this.#kept(facts, by));
  }

  #kept(medium: MediaFacts, by: Actor): SampleEvent {
    return { kind: "media-kept", medium, by, atMs: this.#clock.nowMs() };
  }
}
