// Events that don't move a request to another phase: receipt, media, grouping, findings.
import type { SampleEvent } from "./event.ts";
import type { Sample } from "./heldRequest.ts";
import type { EventOf, Step } from "./steps.ts";

export function received(event: EventOf<"received">): Step {
  const { kind, atMs, by, ...came } = event;
  return only({
    ...came,
    receivedAtMs: atMs,
    attempts: [],
    phase: { kind: "request" },
    revision: 0,
    timeline: [{ atMs, kind, by }],
  });
}

/** Applies an event that is valid in any phase; null where it is not one, or changes nothing. */
export function applyAside(sample: Sample, event: SampleEvent): Step | null {
  switch (event.kind) {
    case "inspected":
      return inspected(sample, event);
    case "grouped": {
      const { reply } = sample;
      if (reply.kind !== "embedded") return null;
      return only({ ...sample, reply: { ...reply, siblings: event.siblings } });
    }
    case "media-kept": {
      const { medium } = event;
      const isHeld = sample.media.some(({ ref }) => ref === medium.ref);
      return isHeld ? null : only({ ...sample, media: [...sample.media, medium] });
    }
    case "caller-found":
      return only({ ...sample, asker: { ...sample.asker, caller: event.caller } });
    case "rounds-allowed": {
      const { round } = sample;
      if (round === undefined) return null;
      return only({ ...sample, round: { ...round, limit: event.limit } });
    }
    default:
      return null;
  }
}

const only = (sample: Sample): Step => ({ sample, effects: [] });

/** Counts further requests that were refused for the same reason, without rows of their own. */
export const refusedMore = (sample: Sample, event: EventOf<"refused-more">): Step => ({
  sample: {
    ...sample,
    more: moreOf(sample.more, event),
  },
  effects: [],
});

function moreOf(
  before: Sample["more"],
  { count, undelivered = 0, atMs }: EventOf<"refused-more">,
): NonNullable<Sample["more"]> {
  const missed = (before?.undelivered ?? 0) + undelivered;
  return {
    count: (before?.count ?? 0) + count,
    lastAtMs: count === 0 ? (before?.lastAtMs ?? atMs) : atMs,
    ...(missed === 0 ? {} : { undelivered: missed }),
  };
}

/** Stores the findings of a document, replacing those of an earlier scan of the same document. */
function inspected(sample: Sample, event: EventOf<"inspected">): Step {
  const { kind: _kind, by: _by, ...found } = event;
  const others = (sample.inspected ?? []).filter(
    ({ gate, hash, attemptId }) =>
      gate !== found.gate || hash !== found.hash || attemptId !== found.attemptId,
  );
  return { sample: { ...sample, inspected: [...others, found] }, effects: [] };
}
