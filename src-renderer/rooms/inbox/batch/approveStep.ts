// One approval of a batch: what has changed since it was planned is left to the user.
import type { ModelRef } from "#shared/models/model.ts";
import { fail } from "#shared/outcome.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { BatchStep } from "#data/requests/batch.ts";
import { decide } from "#data/decide.ts";
import { draftKey, draftOf } from "#data/requests/drafts.ts";
import { mirror } from "#data/mirror.ts";
import type { DecisionToken } from "#data/guard/decisionGuard.ts";
import { isStillApprovable } from "./batchPlan.ts";

/**
 * Approves the request as it was when the batch started. Fails as `stale` if the user has edited it since or a rule
 * has prepared another version: neither raises the revision, so main could not detect it.
 */
export const approveStep = (
  token: DecisionToken,
  request: HeldRequest,
  document: RequestDocument,
  model: ModelRef,
): BatchStep => {
  const { id, revision, askedHash: hash } = request;
  const decision = { kind: "approve-request" as const, document, model };
  return {
    id,
    decides: { id, base: { revision, hash }, decision },
    run: () => {
      const now = mirror.getState().requests[id];
      if (!isStillApprovable(now, draftOf(draftKey(id, { gate: 1 })))) {
        return Promise.resolve(fail({ kind: "stale" }));
      }
      return decide(token, request, hash, decision);
    },
  };
};
