// Turns what an adapter hands in into a sample: media set apart, the request kept as it came, readable
// parts proposed for editing, oddities flagged.
import type { Json } from "../../src-shared/json.ts";
import { readRequest } from "../../src-shared/sampling/intake.ts";
import { externalise, MEDIA_PREFIX } from "../../src-shared/sampling/media.ts";
import type { MediaFacts, MediaRef } from "../../src-shared/sampling/media.ts";
import type { Refusal, Sample } from "../../src-shared/sampling/sample.ts";
import type { Clock, Hasher, Incoming, MediaStore } from "./ports.ts";

export interface TakenIn {
  sample: Sample;
  /** What the spec names as wrong, to be answered with −32602; null when the request is held. */
  refusal: Refusal | null;
  /** Why its media could not be kept; null when they are. */
  failure: string | null;
}

/** Builds the sample of an incoming request. Nothing is decided or sent here. */
export function takeIn(
  sampleId: string,
  incoming: Incoming,
  parts: { media: MediaStore; hasher: Hasher; clock: Clock },
): TakenIn {
  const atMs = parts.clock.nowMs();
  const held = new Map<MediaRef, MediaFacts>();
  let failure: string | null = null;
  const put = (base64: string): MediaRef => {
    const kept = parts.media.put(sampleId, base64);
    if (!kept.ok) {
      failure = kept.failure.detail;
      return `${MEDIA_PREFIX}${"0".repeat(64)}`;
    }
    held.set(kept.value.ref, kept.value);
    return kept.value.ref;
  };
  let asked: Json = null;
  const together = parts.media.together(() => {
    asked = externalise(incoming.params, put);
  });
  if (!together.ok) failure = together.failure.detail;
  const media = [...held.values()];
  const read = readRequest(asked, incoming.declared, media);
  const { reply } = incoming;
  const sample: Sample = {
    id: sampleId,
    asker: incoming.asker,
    origin: incoming.origin,
    reply:
      reply.kind === "pushed" ? reply : { kind: "embedded", key: reply.key, siblings: [sampleId] },
    receivedAtMs: atMs,
    ...(incoming.deadline === undefined ? {} : { deadline: incoming.deadline }),
    asked,
    askedHash: parts.hasher.hash(asked),
    proposed: read.proposed,
    flags: read.flags,
    media,
    attempts: [],
    phase: { kind: "request" },
    revision: 0,
    timeline: [{ atMs, kind: "received", by: { kind: "server" } }],
  };
  return { sample, refusal: read.kind === "refused" ? read.refusal : null, failure };
}
