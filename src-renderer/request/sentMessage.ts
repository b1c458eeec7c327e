// The message that the server or program got for a request.
import { kindFactsOf } from "#shared/request/kinds/facts.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { Settlement } from "#shared/request/life/event.ts";
import type { Ending, ErrorDelivery, Sample } from "#shared/request/life/heldRequest.ts";
import { streamedOf } from "#shared/request/life/streamed.ts";
import {
  REJECTED,
  errorEventFor,
  eventsFor,
  messageFor,
  replyMessage,
  settlementOf,
  settlementOfCancelled,
} from "#shared/request/checks/wire.ts";

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
    default:
      return replyMessage(sample.reply, settlementTold(sample, ending));
  }
}

/** What who asked gets in place of a response. */
export function settlementTold(
  sample: Sample,
  ending: Extract<Ending, { delivery?: unknown }>,
): Settlement {
  const settlement = settlementFor(ending);
  return kindFactsOf(sample).settlementFor?.(settlement) ?? settlement;
}

function settlementFor(ending: Extract<Ending, { delivery?: unknown }>): Settlement {
  switch (ending.kind) {
    case "cancelled":
      return settlementOfCancelled(ending.because);
    case "rejected": {
      const { note, noteSent } = ending;
      const data = noteSent && note !== undefined ? { data: { note } } : {};
      return { kind: "error", ...REJECTED, ...data };
    }
    case "refused":
      return settlementOf(ending.refusal);
  }
}

/** The events of the stream in which a program got the response or an error; null if it got something else. */
export function sentEvents(sample: Sample): string | null {
  const { phase } = sample;
  if (phase.kind !== "ended") return "document" in phase ? eventsFor(sample, phase.document) : null;
  const { ending } = phase;
  if (ending.kind === "replied" || ending.kind === "unknown") {
    return eventsFor(sample, ending.document);
  }
  if (ending.kind === "undeliverable" || !gotInStream(ending.delivery)) return null;
  // Responses number their events; how many the program had is not recorded.
  const isNumbered = sample.reply.kind === "http" && sample.reply.dialect === "openai-responses";
  return isNumbered && streamedOf(sample) !== null
    ? null
    : errorEventFor(sample, settlementTold(sample, ending));
}

/** Whether a program got the error in a stream that had begun. */
export const gotInStream = (delivery: ErrorDelivery | undefined): boolean =>
  delivery?.kind === "delivered" && delivery.stream !== undefined;
