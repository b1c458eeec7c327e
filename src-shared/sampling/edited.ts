// Whether what was approved is another document than what came: compared where both texts stand, and otherwise as the
// decision recorded it, so that it is known still when the texts are forgotten or left out of an export.
import { isEdited } from "./change.ts";
import type { SampleEvent } from "./event.ts";
import type { Attempt, Sample } from "./sample.ts";

/** The event with the fact `edited`, where it approves a document that can be another than what came. */
export function sayingEdited(sample: Sample, event: SampleEvent): SampleEvent {
  switch (event.kind) {
    case "request-approved":
    case "answered-by-hand":
    case "answered-by-fixture":
      return { ...event, edited: requestEdited(sample, event) };
    case "response-approved": {
      const edited = responseEdited(sample, event);
      return edited === null ? event : { ...event, edited };
    }
    default:
      return event;
  }
}

/** Whether an attempt was made of another request than the one that was asked. */
export function requestEdited(
  { proposed, askedHash }: Pick<Sample, "proposed" | "askedHash">,
  { document, documentHash, edited }: Pick<Attempt, "document" | "documentHash" | "edited">,
): boolean {
  // Without its hash the document is none: `ledger/fold.ts` puts an empty one in place of a text that is gone.
  if (proposed === null || documentHash === "") return edited === true;
  return documentHash !== askedHash && isEdited(proposed, document);
}

/** What was approved at gate 2, of which attempt. */
export interface ApprovedAnswer {
  attemptId: string;
  documentHash: string;
  edited?: boolean;
}

/** Whether another answer was approved than the attempt gave; null where a person wrote it, and nothing was given. */
export function responseEdited(
  { attempts }: Pick<Sample, "attempts">,
  { attemptId, documentHash, edited }: ApprovedAnswer,
): boolean | null {
  const attempt = attempts.find(({ id }) => id === attemptId);
  if (attempt === undefined || (attempt.model === null && attempt.by.kind !== "fixture")) {
    return null;
  }
  const generated = "generatedHash" in attempt.state ? attempt.state.generatedHash : undefined;
  if (generated === "" || documentHash === "") return edited === true;
  return generated !== documentHash;
}
