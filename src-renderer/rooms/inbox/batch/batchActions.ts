// What one decision does to several requests, each exactly as it was when the user decided.
import { useMemo, useState } from "react";
import type { Decision } from "#shared/request/life/decision.ts";
import type { ModelRef, ModelsView } from "#shared/models/model.ts";
import type { DecisionToken } from "#data/guard/decisionGuard.ts";
import { refKey } from "#shared/models/ranking/rank.ts";
import type { Sample } from "#shared/request/life/heldRequest.ts";
import { runBatch } from "#data/requests/batch.ts";
import type { BatchStep } from "#data/requests/batch.ts";
import { decide, send } from "#data/commands.ts";
import { draftKey, draftOf, setDraft } from "#data/requests/drafts.ts";
import { withModel } from "#data/requests/gate1Draft.ts";
import { useMirror } from "#data/mirror.ts";
import { stageOf } from "#data/select.ts";
import { trackApproval } from "#data/requests/fatigueState.ts";
import type { SelectOption } from "#kit/controls/Select.tsx";
import { approveStep } from "./approveStep.ts";
import type { Plan } from "./batchPlan.ts";

export interface BatchActions {
  approve: (token: DecisionToken) => void;
  assign: () => void;
  reject: (token: DecisionToken, note: string, tell: boolean) => void;
  dismiss: () => void;
  /** The requests at gate 1. */
  atGate1: readonly Sample[];
  open: readonly Sample[];
  ended: readonly Sample[];
  /** How many were assigned the model. */
  assigned: number;
  atOnce: number;
}

/** @param ready false until each request was scanned: none can be approved */
export function useBatchActions(
  samples: readonly Sample[],
  plan: Plan,
  model: ModelRef | "own" | null,
  ready: boolean,
): BatchActions {
  const atOnce = useMirror((state) => state.settings.candidatesAtOnce);
  const [assigned, setAssigned] = useState<{ samples: readonly Sample[]; count: number } | null>(
    null,
  );
  const away = useMirror(({ team }) => (team.state?.kind === "online" ? null : team.requests));
  return useMemo(() => {
    const atGate1 = samples.filter((sample) => stageOf(sample) === "request");
    const open = samples.filter((sample) => {
      const stage = stageOf(sample);
      const isOpen = stage === "request" || stage === "response";
      // Without its database, the team's can't be rejected either.
      return isOpen && away?.[sample.id] === undefined;
    });
    const ended = samples.filter((sample) => stageOf(sample) === "ended");
    return {
      atGate1,
      open,
      ended,
      atOnce,
      assigned: assigned?.samples === samples ? assigned.count : 0,
      approve: (token) => {
        if (!ready) return;
        const steps = plan.approvable.flatMap(({ sample, document, model: its }) =>
          its === null ? [] : approveStep(token, sample, document, its),
        );
        trackApproval(steps.length);
        void runBatch("approve", steps, atOnce);
      },
      assign: () => {
        if (model !== null && model !== "own")
          setAssigned({ samples, count: assign(atGate1, model) });
      },
      reject: (token, note, tellServer) => {
        const given = note === "" ? {} : { note };
        const steps = open.map((sample) =>
          rejectStep(token, sample, { kind: "reject", tellServer, ...given }),
        );
        void runBatch("reject", steps);
      },
      dismiss: () => {
        const steps = ended.map(({ id }): BatchStep => ({
          id,
          run: () => send("desk.dismiss", id),
        }));
        void runBatch("dismiss", steps);
      },
    };
  }, [samples, plan, model, atOnce, assigned, ready, away]);
}

function rejectStep(
  token: DecisionToken,
  sample: Sample,
  decision: Extract<Decision, { kind: "reject" }>,
): BatchStep {
  const { id, revision } = sample;
  const hash = seenHash(sample);
  return {
    id,
    decides: { id, base: { revision, hash }, decision },
    run: () => decide(token, sample, hash, decision),
  };
}

/** The hash of what the decision is about: the request, or the newest response. */
function seenHash(sample: Sample): string {
  const answer = sample.phase.kind === "response" ? sample.attempts.at(-1)?.state : undefined;
  return answer !== undefined && "generatedHash" in answer
    ? answer.generatedHash
    : sample.askedHash;
}

/** Selects the model at each gate; edits and prepared requests are kept. Returns how many were assigned. */
function assign(samples: readonly Sample[], model: ModelRef): number {
  let count = 0;
  for (const sample of samples) {
    const draft = withModel(sample, draftOf(draftKey(sample.id, { gate: 1 })), model);
    if (draft === null) continue;
    setDraft(sample.id, draft);
    count += 1;
  }
  return count;
}

/** The choice that leaves each request its own model. */
export const OWN_MODEL = "own";

export interface ModelOptions {
  list: SelectOption<string>[];
  refOf: (key: string) => ModelRef | typeof OWN_MODEL | null;
}

/** Each request's own model, or one of those that are turned on. */
export function modelOptions(view: ModelsView, own: string): ModelOptions {
  const refs = new Map<string, ModelRef>();
  const list = view.providers.flatMap((provider) =>
    provider.models
      .filter(({ enabled }) => enabled)
      .map(({ ref, name }): SelectOption<string> => {
        refs.set(refKey(ref), ref);
        return { value: refKey(ref), label: name, hint: provider.name };
      }),
  );
  return {
    list: [{ value: OWN_MODEL, label: own }, ...list],
    refOf: (key) => (key === OWN_MODEL ? OWN_MODEL : (refs.get(key) ?? null)),
  };
}
