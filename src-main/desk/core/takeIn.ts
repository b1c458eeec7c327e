// Turns what an adapter hands in into a sample: media set apart, the request kept as it came, readable
// parts proposed for editing, oddities flagged.
import { ROUNDED_MOST } from "../../../src-shared/rounded.ts";
import type { Flag } from "../../../src-shared/sampling/document/flag.ts";
import { readRequest } from "../../../src-shared/sampling/checks/intake.ts";
import { externalise } from "../../../src-shared/sampling/document/media.ts";
import type { MediaFacts, MediaRef } from "../../../src-shared/sampling/document/media.ts";
import { receivedBy } from "../../../src-shared/sampling/life/sample.ts";
import type { Refusal, Sample } from "../../../src-shared/sampling/life/sample.ts";
import { shareEqual } from "../../../src-shared/sampling/document/shareEqual.ts";
import type { Clock, Hasher, Incoming, MediaStore } from "../ports.ts";

export interface TakenIn {
  sample: Sample;
  /** What the spec names as wrong, to be answered with −32602; null when the request is held. */
  refusal: Refusal | null;
}

/** The sample of a request that is refused for its size: nothing of its content is looked at or kept. */
export function takeInWithout(
  sampleId: string,
  incoming: Incoming,
  parts: { hasher: Hasher; clock: Clock },
): TakenIn {
  const bytes = incoming.came?.bytes;
  return {
    sample: {
      ...begun(sampleId, incoming, parts.clock.nowMs()),
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

/** Builds the sample of an incoming request. Nothing is decided or sent here. */
export function takeIn(
  sampleId: string,
  incoming: Incoming,
  parts: { media: MediaStore; hasher: Hasher; clock: Clock },
): TakenIn {
  const atMs = parts.clock.nowMs();
  const held = new Map<MediaRef, MediaFacts>();
  const known = (incoming.came?.media ?? []).values();
  const put = (base64: string): MediaRef => {
    const facts = parts.media.put(sampleId, base64, known.next().value);
    held.set(facts.ref, facts);
    return facts.ref;
  };
  const asked = externalise(incoming.params, put);
  const media = [...held.values()];
  const read = readRequest(asked, incoming.declared, media, incoming.asker.protocolVersion);
  const sample: Sample = {
    ...begun(sampleId, incoming, atMs),
    asked,
    askedHash: incoming.came?.paramsHash ?? parts.hasher.hash(asked),
    // What fits as it came is the same object: it is held once, and travels to the window once.
    proposed: shareEqual(read.proposed, asked),
    flags: read.flags.concat(roundedFlags(incoming)),
    media,
  };
  return { sample, refusal: read.kind === "refused" ? read.refusal : null };
}

/** A number that was rounded is no longer what the server sent: said at its place. */
function roundedFlags({ rounded = [] }: Incoming): Flag[] {
  const flags = rounded.slice(0, ROUNDED_MOST).map(({ path, text }): Flag => ({
    severity: "note",
    code: "number-rounded",
    path,
    detail: text,
  }));
  if (rounded.length > ROUNDED_MOST) {
    flags.push({ severity: "note", code: "numbers-rounded-more", path: [] });
  }
  return flags;
}

type Content = "asked" | "askedHash" | "proposed" | "flags" | "media";

/** All of a new sample but its content. */
function begun(sampleId: string, incoming: Incoming, atMs: number): Omit<Sample, Content> {
  const { reply, deadline } = incoming;
  return {
    id: sampleId,
    asker: incoming.asker,
    origin: incoming.origin,
    reply:
      reply.kind !== "embedded"
        ? reply
        : {
            kind: "embedded",
            key: reply.key,
            siblings: [sampleId],
            ...(reply.questions === undefined ? {} : { questions: reply.questions }),
          },
    receivedAtMs: atMs,
    ...(deadline === undefined ? {} : { deadline }),
    attempts: [],
    phase: { kind: "request" },
    revision: 0,
    timeline: [{ atMs, kind: "received", by: receivedBy(reply.kind) }],
  };
}
