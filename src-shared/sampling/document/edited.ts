// Whether what was approved is another document than what came: compared where both texts stand, and otherwise as the
// decision recorded it, so that it is known still when the texts are forgotten or left out of an export.
import { isEdited } from "./change.ts";
import type { SampleEvent } from "../life/event.ts";
import type { Attempt, Sample } from "../life/sample.ts";

/** The event with the fact `edited`, where it approves a document that can be another than what came. */
export function sayingEdited(sample: Sample, event: SampleEvent): SampleEvent {
  switch (event.kind) {
    case "request-approved":
    case "answered-by-hand":
    case "answered-by-fixture":
      return saying(event, requestEdited(sample, event));
    case "response-approved": {
      const made = answerMade(sample, event);
      return saying(event, made === "byHand" ? null : knownEdit(made));
    }
    default:
      return event;
  }
}

const saying = <E extends SampleEvent>(event: E, edited: boolean | null): E =>
  edited === null ? event : { ...event, edited };

const knownEdit = (made: AnswerMade): boolean | null =>
  made === "unknown" ? null : made === "edited";

/**
 * Whether an attempt was made of another request than the one that was asked; null where nobody knows: the texts are gone,
 * and the record is older than the fact.
 */
export function requestEdited(
  { proposed, askedHash }: Pick<Sample, "proposed" | "askedHash">,
  { document, documentHash, edited }: Pick<Attempt, "document" | "documentHash" | "edited">,
): boolean | null {
  // Without its hash the document is none: `ledger/fold.ts` puts an empty one in place of a text that is gone.
  if (proposed === null || documentHash === "") return edited ?? null;
  return documentHash !== askedHash && isEdited(proposed, document);
}

/** What was approved at gate 2, of which attempt. */
export interface ApprovedAnswer {
  attemptId: string;
  documentHash: string;
  edited?: boolean;
}

/** `generated`: as the attempt gave it. `byHand`: the user wrote it, and nothing was given. */
export type AnswerMade = "generated" | "edited" | "byHand" | "unknown";

/** How the answer that was approved came about; `unknown` as with `requestEdited`. */
export function answerMade(
  { attempts }: Pick<Sample, "attempts">,
  { attemptId, documentHash, edited }: ApprovedAnswer,
): AnswerMade {
  const attempt = attempts.find(({ id }) => id === attemptId);
  if (attempt === undefined || (attempt.model === null && attempt.by.kind !== "fixture")) {
    return "byHand";
  }
  const given = "generatedHash" in attempt.state ? attempt.state.generatedHash : undefined;
  const gone = given === "" || documentHash === "";
  if (gone && edited === undefined) return "unknown";
  return (gone ? edited === true : given !== documentHash) ? "edited" : "generated";
}
