// The message that the server or program got for a request.
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import {
  REJECTED,
  eventsFor,
  messageFor,
  replyMessage,
  settlementOf,
  settlementOfCancelled,
} from "../../../src-shared/sampling/checks/wire.ts";

/** The exact message that the server got; null if it got none. */
export function sentMessage(sample: Sample, asked: RequestDocument | null): object | null {
  if (sample.phase.kind !== "ended") {
    return "document" in sample.phase
      ? messageFor({ ...sample, proposed: asked }, sample.phase.document)
      : null;
  }
  const { ending } = sample.phase;
  // A replay is sent to nobody: show the approved response.
  if (sample.reply.kind === "replay") return "document" in ending ? ending.document : null;
  if ("delivery" in ending && ending.delivery?.kind === "failed") return null;
  switch (ending.kind) {
    case "replied":
    case "unknown":
      return messageFor({ ...sample, proposed: asked }, ending.document);
    case "undeliverable":
      return null;
    case "cancelled":
      return replyMessage(sample.reply, settlementOfCancelled(ending.because));
    case "rejected":
      return replyMessage(sample.reply, {
        kind: "error",
        ...REJECTED,
        ...(ending.noteSent && ending.note !== undefined ? { data: { note: ending.note } } : {}),
      });
    case "refused":
      return replyMessage(sample.reply, settlementOf(ending.refusal));
  }
}

/** The events of the stream in which a program got the response; null if it got something else. */
export function sentEvents(sample: Sample): string | null {
  const { phase } = sample;
  if (phase.kind !== "ended") return "document" in phase ? eventsFor(sample, phase.document) : null;
  const { ending } = phase;
  return ending.kind === "replied" || ending.kind === "unknown"
    ? eventsFor(sample, ending.document)
    : null;
}
