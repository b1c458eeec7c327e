// Whether the user edited what was approved: by comparing both documents, or as the decision recorded it, so that it
// is still known after the content was deleted or left out of an export.
import { isEdited } from "./change.ts";
import type { RequestEvent } from "../life/event.ts";
import type { Attempt, HeldRequest } from "../life/heldRequest.ts";

/** The event with `edited` added, where it approves a document that the user can have edited. */
export function withEditedFlag(request: HeldRequest, event: RequestEvent): RequestEvent {
  switch (event.kind) {
    case "request-approved":
    case "run-approved":
    case "answered-by-hand":
    case "answered-by-fixture":
      return saying(event, requestEdited(request, event));
    case "response-approved": {
      const made = answerMade(request, event);
      return saying(event, made === "byHand" ? null : knownEdit(made));
    }
    default:
      return event;
  }
}

const saying = <E extends RequestEvent>(event: E, edited: boolean | null): E =>
  edited === null ? event : { ...event, edited };

const knownEdit = (made: AnswerMade): boolean | null =>
  made === "unknown" ? null : made === "edited";

/**
 * Whether an attempt's request was edited; null when unknown: the content was deleted, and the row is older than the
 * field `edited`.
 */
export function requestEdited(
  { proposed, askedHash }: Pick<HeldRequest, "proposed" | "askedHash">,
  { document, documentHash, edited }: Pick<Attempt, "document" | "documentHash" | "edited">,
): boolean | null {
  // Without a hash there is no document: `ledger/fold.ts` puts an empty one in place of deleted content.
  if (proposed === null || documentHash === "") return edited ?? null;
  return documentHash !== askedHash && isEdited(proposed, document);
}

/** What was approved at gate 2, and of which attempt. */
export interface ApprovedAnswer {
  attemptId: string;
  documentHash: string;
  edited?: boolean;
}

/** `generated`: exactly as the model wrote it. `byHand`: the user wrote it from scratch. */
export type AnswerMade = "generated" | "edited" | "byHand" | "unknown";

/** How the approved response came about; `unknown` as for `requestEdited`. */
export function answerMade(
  { attempts }: Pick<HeldRequest, "attempts">,
  { attemptId, documentHash, edited }: ApprovedAnswer,
): AnswerMade {
  const attempt = attempts.find(({ id }) => id === attemptId);
  if (attempt === undefined || isByHand(attempt)) return "byHand";
  const given = "generatedHash" in attempt.state ? attempt.state.generatedHash : undefined;
  const gone = given === "" || documentHash === "";
  if (gone && edited === undefined) return "unknown";
  return (gone ? edited === true : given !== documentHash) ? "edited" : "generated";
}

/** True when the user wrote the response. */
export const isByHand = ({ model, by, producer }: Attempt): boolean =>
  model === null && producer === undefined && by.kind !== "fixture";
