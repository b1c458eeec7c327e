// What of a batch can be approved with one model, and what is left out and why: nothing grave or edited leaves unseen.
// Pure.
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
import { madeIn } from "../../state/requests/gate1Draft.ts";
import { judgedAt } from "../../state/requests/ruled.ts";
import { stageOf } from "../../state/select.ts";

/** In the order in which they are said. */
export const LEFT_OUT = [
  "findings",
  "identity",
  "flags",
  "stopped",
  "not-inspected",
  "not-yet",
  "edited",
  "prepared",
  "model",
  "second-gate",
  "generating",
  "ended",
] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** What a look through a request found. `failed`: it could not be looked through in time; `waiting`: that is going on. */
export type Look =
  | { kind: "found"; high: number; all: number }
  | { kind: "failed" }
  | { kind: "waiting" };

export interface Around {
  /** Models that may be taken: the one of the batch alone, or all for each request's own; null: none is chosen yet. */
  models: ModelsView | null;
  policy: ModelPolicy;
  draft: Draft | undefined;
  look: Look;
  /** Its server stands at Stopped. */
  stopped: boolean;
}

export interface Goes {
  document: RequestDocument;
  /** Null where none is chosen yet. */
  model: ModelRef | null;
  modelName: string;
  /** About so many in the prompt. */
  tokens: number;
  costUsd: number | null;
}
export type Verdict =
  | ({ kind: "goes" } & Goes)
  | { kind: "left-out"; why: LeftOut; serious: number };

const out = (why: LeftOut, serious = 0): Verdict => ({ kind: "left-out", why, serious });

/** Whether a request may be approved unseen, as it came. */
export function verdictOf(
  sample: Sample,
  { models, policy, draft, look, stopped }: Around,
): Verdict {
  const stage = stageOf(sample);
  if (stage === "ended" || stage === "ready") return out("ended");
  if (stage === "generating") return out("generating");
  if (stage === "response") return out("second-gate");
  const document = sample.proposed;
  const { identityChanged = [], toolsChanged = [] } = sample.asker;
  if (identityChanged.length > 0 || toolsChanged.length > 0) return out("identity");
  if (look.kind === "found" && look.high > 0) return out("findings", look.high);
  if (document === null || sample.flags.some(({ severity }) => severity === "error")) {
    return out("flags");
  }
  if (stopped) return out("stopped");
  if (look.kind === "failed") return out("not-inspected");
  if (look.kind === "waiting") return out("not-yet");
  if (draft?.gate === 1 && isWork(draft, document)) return out("edited");
  if ("prepared" in sample && sample.prepared !== undefined) return out("prepared");
  // A rule has values replaced, which the gate does.
  if (sample.judged?.findLast(({ gate }) => gate === "request")?.changes?.redact !== undefined) {
    return out("prepared");
  }
  const tokens = promptTokens(document, (text) => Math.round(text.length / 4)).total;
  const goes = { kind: "goes", document, tokens } as const;
  if (models === null) return { ...goes, model: null, modelName: "", costUsd: null };
  const ranking = rankModels({
    ...{ models, document, policy, promptTokens: tokens, usedBefore: null },
  });
  const wanted = wantedModel(sample, draft);
  const chosen =
    ranking.models.find(({ ref }) => wanted !== null && sameModel(ref, wanted)) ??
    ranking.models.find(({ obstacle }) => obstacle === null);
  if (chosen === undefined || chosen.obstacle !== null) return out("model");
  return { ...goes, model: chosen.ref, modelName: chosen.name, costUsd: chosen.costUsd };
}

/** What the person or a rule has chosen for it, where that can be taken. */
const wantedModel = (sample: Sample, draft: Draft | undefined): ModelRef | null =>
  (draft?.gate === 1 ? draft.model : null) ?? judgedAt(sample, "request")?.changes?.model ?? null;

/** More than a model that was assigned: words of the person's, or values that no model is to see. */
function isWork(draft: Extract<Draft, { gate: 1 }>, asked: RequestDocument): boolean {
  if (draft.redact !== undefined && draft.redact.length > 0) return true;
  const made = madeIn(draft);
  return draft.json !== undefined || (made !== null && isEdited(asked, made));
}

/** What no look through the request can find, and the model does not change. */
const AS_BEFORE: Omit<Around, "draft"> = {
  ...{ models: null, policy: ANY_MODEL, look: { kind: "found", high: 0, all: 0 }, stopped: false },
};

/** Whether a request that a batch took in may still be approved unseen, as it stands now. */
export const stillGoes = (now: Sample | undefined, draft: Draft | undefined): boolean =>
  now !== undefined && verdictOf(now, { ...AS_BEFORE, draft }).kind === "goes";

/** The view with nothing but this model in it; null where it is not there any more. */
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
  why: LeftOut;
  /** How many serious findings it has. */
  serious: number;
}

export interface Plan {
  goes: ({ sample: Sample } & Goes)[];
  /** In the order in which they are said. */
  excluded: Excluded[];
  tokens: number;
  costUsd: number;
  /** Of so many nobody knows what they cost. */
  costUnknown: number;
}

/** @param verdicts one for each sample, in their order */
export function planOf(samples: readonly Sample[], verdicts: readonly Verdict[]): Plan {
  const plan: Plan = { goes: [], excluded: [], tokens: 0, costUsd: 0, costUnknown: 0 };
  for (const [index, sample] of samples.entries()) {
    const verdict = verdicts[index];
    if (verdict === undefined) continue;
    if (verdict.kind === "left-out") {
      plan.excluded.push({ sample, why: verdict.why, serious: verdict.serious });
      continue;
    }
    plan.goes.push({ sample, ...verdict });
    plan.tokens += verdict.tokens;
    if (verdict.costUsd === null) plan.costUnknown += 1;
    else plan.costUsd += verdict.costUsd;
  }
  plan.excluded.sort((a, b) => LEFT_OUT.indexOf(a.why) - LEFT_OUT.indexOf(b.why));
  return plan;
}
