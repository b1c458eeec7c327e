// Which requests of a batch can be approved with one model, and which are excluded and why: nothing with serious
// findings or edits is sent unseen. Pure.
import { kindFactsOf } from "#shared/request/kinds/facts.ts";
import type { Draft } from "#shared/request/life/decision.ts";
import { promptTokens } from "#shared/models/cost/estimate.ts";
import type { ModelRef, ModelsView } from "#shared/models/model.ts";
import { sameModel } from "#shared/models/model.ts";
import { rankModels } from "#shared/models/ranking/rank.ts";
import { isEdited } from "#shared/request/document/change.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { ANY_MODEL } from "#shared/servers/policy/modelPolicy.ts";
import type { ModelPolicy } from "#shared/servers/policy/modelPolicy.ts";
import { editedRequest } from "#data/requests/gate1Draft.ts";
import { lastRuleResultAt } from "#data/requests/ruleResults.ts";
import { stageOf } from "#data/select.ts";

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

/** What keeps a request from being approved unseen; of several the first is told. */
const EXCLUSIONS: readonly (readonly [
  ExclusionReason,
  (request: HeldRequest, context: BatchContext) => boolean,
])[] = [
  ["ended", (request) => ["ended", "ready"].includes(stageOf(request))],
  ["generating", (request) => stageOf(request) === "generating"],
  ["second-gate", (request) => stageOf(request) === "response"],
  ["needs-response", (request) => !kindFactsOf(request).hasModel],
  [
    "identity",
    ({ requester }) => isAny(requester.identityChanged) || isAny(requester.toolsChanged),
  ],
  ["findings", (_, { look }) => seriousIn(look) > 0],
  [
    "flags",
    // One that cannot be shown has no document.
    ({ proposed, flags }) =>
      proposed === null || flags.some(({ severity }) => severity === "error"),
  ],
  ["stopped", (_, { stopped }) => stopped],
  ["team", (_, { teamHolds }) => teamHolds],
  ["not-inspected", (_, { look }) => look.kind === "failed"],
  ["not-yet", (_, { look }) => look.kind === "waiting"],
  ["edited", ({ proposed }, { draft }) => draft?.gate === 1 && isWork(draft, proposed)],
  ["prepared", (request) => "prepared" in request && request.prepared !== undefined],
  // A rule redacts values, which only the gate can do.
  ["prepared", (request) => lastRuleResultAt(request, "request")?.changes?.redact !== undefined],
];

const isAny = (changes: readonly unknown[] = []): boolean => changes.length > 0;

const seriousIn = (look: ScanState): number => (look.kind === "found" ? look.high : 0);

/** Whether a request may be approved unseen, as it came. */
export function verdictOf(request: HeldRequest, context: BatchContext): Verdict {
  const [why] = EXCLUSIONS.find(([, holds]) => holds(request, context)) ?? [];
  if (why !== undefined) return out(why, why === "findings" ? seriousIn(context.look) : 0);
  const { models, policy, draft } = context;
  const document = request.proposed;
  if (document === null) return out("flags");
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
  const wanted = wantedModel(request, draft);
  const chosen =
    ranking.models.find(({ ref }) => wanted !== null && sameModel(ref, wanted)) ??
    ranking.models.find(({ obstacle }) => obstacle === null);
  if (chosen === undefined || chosen.obstacle !== null) return out("model");
  return { ...goes, model: chosen.ref, modelName: chosen.name, costUsd: chosen.costUsd };
}

/** The model selected by the user or a rule, if it is available. */
const wantedModel = (request: HeldRequest, draft: Draft | undefined): ModelRef | null =>
  (draft?.gate === 1 ? draft.model : null) ??
  lastRuleResultAt(request, "request")?.changes?.model ??
  null;

/** More than an assigned model: edited text, or redacted values. */
function isWork(draft: Extract<Draft, { gate: 1 }>, asked: RequestDocument | null): boolean {
  if (draft.redact !== undefined && draft.redact.length > 0) return true;
  const made = editedRequest(draft);
  return draft.json !== undefined || (made !== null && asked !== null && isEdited(asked, made));
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
export const isStillApprovable = (
  now: HeldRequest | undefined,
  draft: Draft | undefined,
): boolean => now !== undefined && verdictOf(now, { ...AS_BEFORE, draft }).kind === "goes";

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
  request: HeldRequest;
  why: ExclusionReason;
  /** How many serious findings it has. */
  serious: number;
}

export interface Plan {
  approvable: ({ request: HeldRequest } & Approvable)[];
  /** In display order. */
  excluded: Excluded[];
  tokens: number;
  costUsd: number;
  /** How many have an unknown cost. */
  costUnknown: number;
}

/** @param verdicts one per request, in the same order */
export function planOf(requests: readonly HeldRequest[], verdicts: readonly Verdict[]): Plan {
  const plan: Plan = { approvable: [], excluded: [], tokens: 0, costUsd: 0, costUnknown: 0 };
  for (const [index, request] of requests.entries()) {
    const verdict = verdicts[index];
    if (verdict === undefined) continue;
    if (verdict.kind === "left-out") {
      plan.excluded.push({ request, why: verdict.why, serious: verdict.serious });
      continue;
    }
    plan.approvable.push({ request, ...verdict });
    plan.tokens += verdict.tokens;
    if (verdict.costUsd === null) plan.costUnknown += 1;
    else plan.costUsd += verdict.costUsd;
  }
  plan.excluded.sort((a, b) => EXCLUSION_REASONS.indexOf(a.why) - EXCLUSION_REASONS.indexOf(b.why));
  return plan;
}
