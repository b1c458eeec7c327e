// Which events only report what already is, who caused an ending that nobody decided, and what is written of a
// request that came in.
import type { Json } from "../../../src-shared/json.ts";
import type { SampleEvent } from "../../../src-shared/sampling/life/event.ts";
import type { MediaFacts } from "../../../src-shared/sampling/document/media.ts";
import type { Actor, CancelReason, Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { Incoming, LedgerEntry } from "../ports.ts";
import { spentOf } from "../admission/spent.ts";

/** Who ended a request that nobody decided. */
export function endedBy({ kind }: CancelReason): Actor {
  if (kind === "sibling-declined" || kind === "interrupted") return { kind: "desk" };
  const person = kind === "call-cancelled" || kind === "switched-off" || kind === "quit";
  return { kind: person ? "person" : "server" };
}

/** Events that report what already is, or only hold back: a full disk neither undoes nor prevents them. */
const FACTS: ReadonlySet<SampleEvent["kind"]> = new Set([
  "attempt-done",
  "attempt-stopped",
  "attempt-failed",
  "stop-asked",
  "delivered",
  "delivery-failed",
  "delivery-unknown",
  "cancelled",
  "refused-more",
  "inspected",
]);
export const isFact = (event: SampleEvent): boolean => FACTS.has(event.kind);

/** The row of an event, with what it tells of spending. */
export function factRow(sample: Sample, event: SampleEvent): LedgerEntry {
  const spent = spentOf(sample, event);
  return {
    sampleId: sample.id,
    atMs: event.atMs,
    kind: event.kind,
    body: event as unknown as Json,
    ...(spent === undefined ? {} : { spent }),
  };
}

/**
 * The body of the row of a request that came in: all that belongs to it, as it came. `siblings` are the requests of
 * its group, itself included, where it is the last of them to come.
 */
function receivedBody(sample: Sample, incoming: Incoming, siblings: string[] | null): Json {
  const { asker, origin, asked, askedHash, flags, media, notKept, turn, round, deadline } = sample;
  const { declared } = incoming;
  const reply =
    sample.reply.kind === "embedded" && siblings !== null
      ? { ...sample.reply, siblings }
      : sample.reply;
  const group =
    incoming.reply.kind === "embedded"
      ? { group: { id: incoming.reply.groupId, size: incoming.reply.groupSize } }
      : {};
  const whole = { asker, origin, reply, ...group, asked, askedHash, flags, media, declared };
  return {
    ...whole,
    ...(notKept === undefined ? {} : { notKept }),
    ...(turn === undefined ? {} : { turn }),
    ...(round === undefined ? {} : { round }),
    ...(deadline === undefined ? {} : { deadline }),
  } as unknown as Json;
}

/**
 * In a larger group nobody is told of all the others: that would take the square of its size on disk. They are
 * those whose rows name the same group.
 */
const GROUPED_MOST = 256;

/** The rows of a request that came in; with the last one of a group, what the others learn by it. */
export function receivedRows(
  sample: Sample,
  incoming: Incoming,
  siblings: string[] | null,
): LedgerEntry[] {
  const atMs = sample.receivedAtMs;
  const told = siblings !== null && siblings.length <= GROUPED_MOST ? siblings : [];
  return [
    {
      sampleId: sample.id,
      atMs,
      kind: "received",
      body: receivedBody(sample, incoming, siblings),
      media: sample.media.map(({ ref }) => ref),
    },
    ...told
      .filter((id) => id !== sample.id)
      .map((sampleId) => ({ sampleId, atMs, kind: "grouped", body: { siblings } as Json })),
  ];
}

/** The row of a medium that a request holds from now on: the person added it, or a model made it. */
export const mediumRow = (
  sampleId: string,
  medium: MediaFacts,
  by: Actor,
  atMs: number,
): LedgerEntry => ({
  sampleId,
  atMs,
  kind: "media-kept",
  body: { by, medium } as unknown as Json,
  media: [medium.ref],
});

/** The rows of further rounds that the person allows: for the request that was asked about, and those of its call. */
export const roundsRows = (
  sampleId: string,
  others: readonly string[],
  limit: number,
  { atMs, by }: { atMs: number; by: Actor },
): LedgerEntry[] => [
  { sampleId, atMs, kind: "rounds-allowed", body: { by, limit } as unknown as Json },
  ...others.map((other) => ({
    sampleId: other,
    atMs,
    kind: "rounds-allowed",
    body: { by, limit, of: sampleId } as unknown as Json,
  })),
];
