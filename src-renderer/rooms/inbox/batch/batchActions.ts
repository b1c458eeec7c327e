// What one decision does to several requests, each exactly as it was when the user decided.
import { useMemo, useState } from "react";
import type { Decision } from "#shared/request/life/decision.ts";
import type { ModelRef, ModelsView } from "#shared/models/model.ts";
import type { DecisionToken } from "#data/guard/decisionGuard.ts";
import { refKey } from "#shared/models/ranking/rank.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { runBatch } from "#data/requests/batch.ts";
import type { BatchStep } from "#data/requests/batch.ts";
import { send } from "#data/commands.ts";
import { decide } from "#data/decide.ts";
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
  atGate1: readonly HeldRequest[];
  open: readonly HeldRequest[];
  ended: readonly HeldRequest[];
  /** How many were assigned the model. */
  assigned: number;
  atOnce: number;
}

/** @param ready false until each request was scanned: none can be approved */
export function useBatchActions(
  requests: readonly HeldRequest[],
  plan: Plan,
  model: ModelRef | "own" | null,
  ready: boolean,
): BatchActions {
  const atOnce = useMirror((state) => state.settings.candidatesAtOnce);
  const [assigned, setAssigned] = useState<{
    requests: readonly HeldRequest[];
    count: number;
  } | null>(null);
  const away = useMirror(({ team }) => (team.state?.kind === "online" ? null : team.requests));
  return useMemo(() => {
    const atGate1 = requests.filter((request) => stageOf(request) === "request");
    const open = requests.filter((request) => {
      const stage = stageOf(request);
      const isOpen = stage === "request" || stage === "response";
      // Without its database, the team's can't be rejected either.
      return isOpen && away?.[request.id] === undefined;
    });
    const ended = requests.filter((request) => stageOf(request) === "ended");
    return {
      atGate1,
      open,
      ended,
      atOnce,
      assigned: assigned?.requests === requests ? assigned.count : 0,
      approve: (token) => {
        if (!ready) return;
        const steps = plan.approvable.flatMap(({ request, document, model: its }) =>
          its === null ? [] : approveStep(token, request, document, its),
        );
        trackApproval(steps.length);
        void runBatch("approve", steps, atOnce);
      },
      assign: () => {
        if (model !== null && model !== "own")
          setAssigned({ requests, count: assign(atGate1, model) });
      },
      reject: (token, note, tellServer) => {
        const given = note === "" ? {} : { note };
        const steps = open.map((request) =>
          rejectStep(token, request, { kind: "reject", tellServer, ...given }),
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
  }, [requests, plan, model, atOnce, assigned, ready, away]);
}

function rejectStep(
  token: DecisionToken,
  request: HeldRequest,
  decision: Extract<Decision, { kind: "reject" }>,
): BatchStep {
  const { id, revision } = request;
  const hash = seenHash(request);
  return {
    id,
    decides: { id, base: { revision, hash }, decision },
    run: () => decide(token, request, hash, decision),
  };
}

/** The hash of what the decision is about: the request, or the newest response. */
function seenHash(request: HeldRequest): string {
  const answer = request.phase.kind === "response" ? request.attempts.at(-1)?.state : undefined;
  return answer !== undefined && "generatedHash" in answer
    ? answer.generatedHash
    : request.askedHash;
}

/** Selects the model at each gate; edits and prepared requests are kept. Returns how many were assigned. */
function assign(requests: readonly HeldRequest[], model: ModelRef): number {
  let count = 0;
  for (const request of requests) {
    const draft = withModel(request, draftOf(draftKey(request.id, { gate: 1 })), model);
    if (draft === null) continue;
    setDraft(request.id, draft);
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
