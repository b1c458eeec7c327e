// One approval of a batch: what has changed since it was planned is left to the person.
import type { ModelRef } from "../../../src-shared/models/model.ts";
import { fail } from "../../../src-shared/outcome.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { BatchStep } from "../../state/requests/batch.ts";
import { decide } from "../../state/commands.ts";
import { draftKey, draftOf } from "../../state/requests/drafts.ts";
import { mirror } from "../../state/mirror.ts";
import type { Leave } from "../../hand/arm.ts";
import { stillGoes } from "./batchPlan.ts";

/**
 * Approves what stood there when the batch began. Fails as `stale` where the person has edited it meanwhile, or a rule
 * has prepared another one: neither raises the revision, so that main could not tell.
 */
export const approveStep = (
  leave: Leave,
  sample: Sample,
  document: RequestDocument,
  model: ModelRef,
): BatchStep => {
  const { id, revision, askedHash: hash } = sample;
  const decision = { kind: "approve-request" as const, document, model };
  return {
    id,
    decides: { id, base: { revision, hash }, decision },
    run: () => {
      const now = mirror.getState().samples[id];
      if (!stillGoes(now, draftOf(draftKey(id, { gate: 1 })))) {
        return Promise.resolve(fail({ kind: "stale" }));
      }
      return decide(leave, sample, hash, decision);
    },
  };
};
