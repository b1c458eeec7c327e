// Which requests of a batch can be approved with one model, and which are excluded and why: nothing with serious
// findings or edits is sent unseen. Pure.
import { kindFactsOf } from "../../../src-shared/kinds/facts.ts";
import type { Draft } from "../../../src-shared/sampling/life/decision.ts";
import { promptTokens } from "../../../src-shared/models/cost/estimate.ts";
import type { ModelRef, ModelsView } from "../../../src-shared/models/model.ts";
import { sameModel } from "../../../src-shared/models/model.ts";
import { rankModels } from "../../../src-shared/models/ranking/rank.ts";
import { isEdited } from "../../../src-shared/sampling/document/change.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { ANY_MODEL } from "../../../src-shared/servers/policy/modelPolicy.ts";
import type { ModelPolicy } from "../../../src-shared/servers/policy/modelPolicy.ts";
import { editedRequest } from "../../state/requests/gate1Draft.ts";
import { lastRuleResultAt } from "../../state/requests/ruleResults.ts";
import { stageOf } from "../../state/select.ts";

/** In display order. */
export const EXCLUSION_REASONS = [
  "findings",
  "identity",
  "flags",
  "stopped",
  "team",
  "not-inspected",
  "not-yet",
  "edited",
  "prepared",
  "model",
  "second-gate",
  "needs-response",
  "generating",
  "ended",
] as const;
export type ExclusionReason = (typeof EXCLUSION_REASONS)[number];

/** The scan of a request. `failed`: it timed out; `waiting`: in progress. */
export type ScanState =
  | { kind: "found"; high: number; all: number }
  | { kind: "failed" }
  | { kind: "waiting" };

export interface BatchContext {
  /** Models that may be used: the batch's own, or all of them for each request's own; null: none selected yet. */
  models: ModelsView | null;
  policy: ModelPolicy;
  draft: Draft | undefined;
  look: ScanState;
  /** Its server's mode is Stopped. */
  stopped: boolean;
  /** The team cannot approve it now. */
  teamHolds: boolean;
}

export interface Approvable {
  document: RequestDocument;
  /** Null if none is selected yet. */
  model: ModelRef | null;
  modelName: string;
  /** Estimated tokens of the prompt. */
  tokens: number;
  costUsd: number | null;
}
export type Verdict =
  | ({ kind: "goes" } & Approvable)
  | { kind: "left-out"; why: ExclusionReason; serious: number };

const out = (why: ExclusionReason, serious = 0): Verdict => ({ kind: "left-out", why, serious });

/** Whether a request may be approved unseen, as it came. */
export function verdictOf(
  sample: Sample,
  { models, policy, draft, look, stopped, teamHolds }: BatchContext,
): Verdict {
  const stage = stageOf(sample);
  if (stage === "ended" || stage === "ready") return out("ended");
  if (stage === "generating") return out("generating");
  if (stage === "response") return out("second-gate");
  if (!kindFactsOf(sample).hasModel) return out("needs-response");
  const document = sample.proposed;
  const { identityChanged = [], toolsChanged = [] } = sample.asker;
  if (identityChanged.length > 0 || toolsChanged.length > 0) return out("identity");
  if (look.kind === "found" && look.high > 0) return out("findings", look.high);
  if (document === null || sample.flags.some(({ severity }) => severity === "error")) {
    return out("flags");
  }
  if (stopped) return out("stopped");
  if (teamHolds) return out("team");
  if (look.kind === "failed") return out("not-inspected");
  if (look.kind === "waiting") return out("not-yet");
  if (draft?.gate === 1 && isWork(draft, document)) return out("edited");
  if ("prepared" in sample && sample.prepared !== undefined) return out("prepared");
  // A rule redacts values, which only the gate can do.
  if (sample.judged?.findLast(({ gate }) => gate === "request")?.changes?.redact !== undefined) {
    return out("prepared");
  }
  const tokens = promptTokens(document, (text) => Math.round(text.length / 4)).total;
  const goes = { kind: "goes", document, tokens } as const;
  if (models === null) return { ...goes, model: null, modelName: "", costUsd: null };
  const ranking = rankModels({
    models,
    document,
    policy,
    promptTokens: tokens,
    usedBefore: null,
  });
  const wanted = wantedModel(sample, draft);
  const chosen =
    ranking.models.find(({ ref }) => wanted !== null && sameModel(ref, wanted)) ??
    ranking.models.find(({ obstacle }) => obstacle === null);
  if (chosen === undefined || chosen.obstacle !== null) return out("model");
  return { ...goes, model: chosen.ref, modelName: chosen.name, costUsd: chosen.costUsd };
}

/** The model selected by the user or a rule, if it is available. */
const wantedModel = (sample: Sample, draft: Draft | undefined): ModelRef | null =>
  (draft?.gate === 1 ? draft.model : null) ??
  lastRuleResultAt(sample, "request")?.changes?.model ??
  null;

/** More than an assigned model: edited text, or redacted values. */
function isWork(draft: Extract<Draft, { gate: 1 }>, asked: RequestDocument): boolean {
  if (draft.redact !== undefined && draft.redact.length > 0) return true;
  const made = editedRequest(draft);
  return draft.json !== undefined || (made !== null && isEdited(asked, made));
}

/** The exclusions that depend neither on the scan nor on the model. */
const AS_BEFORE: Omit<BatchContext, "draft"> = {
  models: null,
  policy: ANY_MODEL,
  look: { kind: "found", high: 0, all: 0 },
  stopped: false,
  teamHolds: false,
};

/** Whether a request of a running batch may still be approved unseen. */
export const isStillApprovable = (now: Sample | undefined, draft: Draft | undefined): boolean =>
  now !== undefined && verdictOf(now, { ...AS_BEFORE, draft }).kind === "goes";

/** The view with only this model in it; null if it is gone. */
export function onlyModel(view: ModelsView, ref: ModelRef | null): ModelsView | null {
  if (ref === null) return null;
  for (const provider of view.providers) {
    const model = provider.models.find((one) => sameModel(one.ref, ref));
    if (model !== undefined) return { ...view, providers: [{ ...provider, models: [model] }] };
  }
  return null;
}

export interface Excluded {
  sample: Sample;
  why: ExclusionReason;
  /** How many serious findings it has. */
  serious: number;
}

export interface Plan {
  approvable: ({ sample: Sample } & Approvable)[];
  /** In display order. */
  excluded: Excluded[];
  tokens: number;
  costUsd: number;
  /** How many have an unknown cost. */
  costUnknown: number;
}

/** @param verdicts one per sample, in the same order */
export function planOf(samples: readonly Sample[], verdicts: readonly Verdict[]): Plan {
  const plan: Plan = { approvable: [], excluded: [], tokens: 0, costUsd: 0, costUnknown: 0 };
  for (const [index, sample] of samples.entries()) {
    const verdict = verdicts[index];
    if (verdict === undefined) continue;
    if (verdict.kind === "left-out") {
      plan.excluded.push({ sample, why: verdict.why, serious: verdict.serious });
      continue;
    }
    plan.approvable.push({ sample, ...verdict });
    plan.tokens += verdict.tokens;
    if (verdict.costUsd === null) plan.costUnknown += 1;
    else plan.costUsd += verdict.costUsd;
  }
  plan.excluded.sort((a, b) => EXCLUSION_REASONS.indexOf(a.why) - EXCLUSION_REASONS.indexOf(b.why));
  return plan;
}
