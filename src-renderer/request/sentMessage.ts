// The message that the server or program got for a request.
import { kindFactsOf } from "#shared/request/kinds/facts.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { Settlement } from "#shared/request/life/event.ts";
import type { Ending, ErrorDelivery, HeldRequest } from "#shared/request/life/heldRequest.ts";
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
export function sentMessage(request: HeldRequest, asked: RequestDocument | null): object | null {
  if (request.phase.kind !== "ended") {
    return "document" in request.phase
      ? messageFor({ ...request, proposed: asked }, request.phase.document)
      : null;
  }
  const { ending } = request.phase;
  // A replay is sent to nobody: show the approved response.
  if (request.reply.kind === "replay") return "document" in ending ? ending.document : null;
  if ("delivery" in ending && ending.delivery?.kind === "failed") return null;
  switch (ending.kind) {
    case "replied":
    case "unknown":
      return messageFor({ ...request, proposed: asked }, ending.document);
    case "undeliverable":
      return null;
    default:
      return replyMessage(request.reply, settlementTold(request, ending));
  }
}

/** What who asked gets in place of a response. */
export function settlementTold(
  request: HeldRequest,
  ending: Extract<Ending, { delivery?: unknown }>,
): Settlement {
  const settlement = settlementFor(ending);
  return kindFactsOf(request).settlementFor?.(settlement) ?? settlement;
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
export function sentEvents(request: HeldRequest): string | null {
  const { phase } = request;
  if (phase.kind !== "ended")
    return "document" in phase ? eventsFor(request, phase.document) : null;
  const { ending } = phase;
  if (ending.kind === "replied" || ending.kind === "unknown") {
    return eventsFor(request, ending.document);
  }
  if (ending.kind === "undeliverable" || !gotInStream(ending.delivery)) return null;
  // Responses number their events; how many the program had is not recorded.
  const isNumbered = request.reply.kind === "http" && request.reply.dialect === "openai-responses";
  return isNumbered && streamedOf(request) !== null
    ? null
    : errorEventFor(request, settlementTold(request, ending));
}

/** Whether a program got the error in a stream that had begun. */
export const gotInStream = (delivery: ErrorDelivery | undefined): boolean =>
  delivery?.kind === "delivered" && delivery.stream !== undefined;
