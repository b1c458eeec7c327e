// What one decision does to many requests, each on exactly what stood there when the person said so.
import { useMemo, useState } from "react";
import type { Decision } from "../../../src-shared/sampling/life/decision.ts";
import type { ModelRef, ModelsView } from "../../../src-shared/models/model.ts";
import type { Leave } from "../../hand/arm.ts";
import { refKey } from "../../../src-shared/models/ranking/rank.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { runBatch } from "../../state/requests/batch.ts";
import type { BatchStep } from "../../state/requests/batch.ts";
import { decide, send } from "../../state/commands.ts";
import { draftKey, draftOf, setDraft } from "../../state/requests/drafts.ts";
import { withModel } from "../../state/requests/gate1Draft.ts";
import { useMirror } from "../../state/mirror.ts";
import { stageOf } from "../../state/select.ts";
import type { Together } from "../../state/requests/fatigue.ts";
import { noteBatch } from "../../state/requests/tired.ts";
import type { SelectOption } from "../../ui/controls/Select.tsx";
import { approveStep } from "./approveStep.ts";
import type { Plan } from "./batchPlan.ts";

export interface BatchActs {
  approve: (leave: Leave) => void;
  assign: () => void;
  reject: (leave: Leave, note: string, tell: boolean) => void;
  dismiss: () => void;
  /** What each of them is about. */
  atGate: readonly Sample[];
  open: readonly Sample[];
  ended: readonly Sample[];
  /** How many were given the model. */
  assigned: number;
  atOnce: number;
}

/** @param seen what there is to read in those that go, null while that is not known; and how long they have been in sight */
export function useBatchActs(
  samples: readonly Sample[],
  plan: Plan,
  model: ModelRef | "own" | null,
  seen: { read: Together | null; viewedMs: () => number },
): BatchActs {
  const { read, viewedMs } = seen;
  const atOnce = useMirror((state) => state.settings.candidatesAtOnce);
  const [assigned, setAssigned] = useState<{ samples: readonly Sample[]; count: number } | null>(
    null,
  );
  return useMemo(() => {
    const atGate = samples.filter((sample) => stageOf(sample) === "request");
    const open = samples.filter((sample) => {
      const stage = stageOf(sample);
      return stage === "request" || stage === "response";
    });
    const ended = samples.filter((sample) => stageOf(sample) === "ended");
    return {
      ...{ atGate, open, ended, atOnce },
      assigned: assigned?.samples === samples ? assigned.count : 0,
      approve: (leave) => {
        if (read === null) return;
        const steps = plan.goes.flatMap(({ sample, document, model: its }) =>
          its === null ? [] : approveStep(leave, sample, document, its),
        );
        noteBatch(read, viewedMs());
        void runBatch("approve", steps, atOnce);
      },
      assign: () => {
        if (model !== null && model !== "own")
          setAssigned({ samples, count: assign(atGate, model) });
      },
      reject: (leave, note, tellServer) => {
        const given = note === "" ? {} : { note };
        const steps = open.map((sample) =>
          rejectStep(leave, sample, { kind: "reject", tellServer, ...given }),
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
  }, [samples, plan, model, atOnce, assigned, read, viewedMs]);
}

function rejectStep(
  leave: Leave,
  sample: Sample,
  decision: Extract<Decision, { kind: "reject" }>,
): BatchStep {
  const { id, revision } = sample;
  const hash = seenHash(sample);
  return {
    id,
    decides: { id, base: { revision, hash }, decision },
    run: () => decide(leave, sample, hash, decision),
  };
}

/** What a decision at its gate is made on: what was asked, or the newest answer. */
function seenHash(sample: Sample): string {
  const answer = sample.phase.kind === "response" ? sample.attempts.at(-1)?.state : undefined;
  return answer !== undefined && "generatedHash" in answer
    ? answer.generatedHash
    : sample.askedHash;
}

/** Chooses the model at each gate; what was edited or prepared there stays. Gives how many there were. */
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
export const OWN = "own";

export interface ModelOptions {
  list: SelectOption<string>[];
  refOf: (key: string) => ModelRef | typeof OWN | null;
}

/** Each request's own model, or one of those that are turned on for all. */
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
    list: [{ value: OWN, label: own }, ...list],
    refOf: (key) => (key === OWN ? OWN : (refs.get(key) ?? null)),
  };
}
