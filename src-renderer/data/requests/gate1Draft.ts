// The request in a gate 1 draft: the user's edited version, or none, in which case the draft follows the current
// request.
import type { Draft } from "#shared/request/life/decision.ts";
import type { ModelRef } from "#shared/models/model.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";

export type Gate1Draft = Extract<Draft, { gate: 1 }>;

/** The request as edited by the user; null if they only selected a model or the like. */
export const editedRequest = (draft: Draft | undefined): RequestDocument | null =>
  draft?.gate === 1 && draft.untouched !== true ? (draft.document as RequestDocument) : null;

/**
 * The draft with this model. An unedited draft keeps following what a rule prepares, now or later. Null: there is no
 * request that could be shown.
 */
export function withModel(
  { proposed, prepared }: Pick<HeldRequest, "proposed" | "prepared">,
  draft: Draft | undefined,
  model: ModelRef,
): Gate1Draft | null {
  const before = draft?.gate === 1 ? draft : undefined;
  const made = editedRequest(before);
  if (before !== undefined && made !== null) return { ...before, model };
  const document = prepared ?? proposed;
  return document === null ? null : { ...before, gate: 1, document, model, untouched: true };
}
