// What a draft of gate 1 holds of the request: the person's words, or nothing yet, and then it follows what stands there.
import type { Draft } from "../../../src-shared/sampling/life/decision.ts";
import type { ModelRef } from "../../../src-shared/models/model.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";

export type Gate1Draft = Extract<Draft, { gate: 1 }>;

/** The request as the person made it; null where they chose a model or the like and changed none of its words. */
export const madeIn = (draft: Draft | undefined): RequestDocument | null =>
  draft?.gate === 1 && draft.untouched !== true ? (draft.document as RequestDocument) : null;

/**
 * The draft with this model. Where nobody has changed the request it goes on following what a rule prepared, now or
 * later. Null: there is no request that could be shown.
 */
export function withModel(
  { proposed, prepared }: Pick<Sample, "proposed" | "prepared">,
  draft: Draft | undefined,
  model: ModelRef,
): Gate1Draft | null {
  const before = draft?.gate === 1 ? draft : undefined;
  const made = madeIn(before);
  if (before !== undefined && made !== null) return { ...before, model };
  const document = prepared ?? proposed;
  return document === null ? null : { ...before, gate: 1, document, model, untouched: true };
}
