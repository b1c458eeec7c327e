// Previews what rules would decide about pending requests and responses.
import { hasDecided } from "#shared/rules/judge/judge.ts";
import type { BacklogVerdict, BacklogPreview } from "#shared/rules/judge/backlogPreview.ts";
import type { Answered } from "#shared/rules/judge/atGate.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { verdictHash } from "./ruleVerdict.ts";
import type { DecisionDeps } from "../desk/decide.ts";
import type { RuleEvaluator } from "./ruleEvaluator.ts";
import { yieldWhenDue } from "../desk/slices.ts";

/** Whether the user has opened or edited the request. Asked again just before a rule decides. */
export type IsTouched = (requestId: string) => boolean;

/** A new request, or a single response, that nobody has acted on. */
export interface UntouchedItem {
  request: HeldRequest;
  answer: Answered | null;
}

export interface PreviewDeps {
  judgement: RuleEvaluator;
  hasher: DecisionDeps["hasher"];
  untouched(requestId: string): UntouchedItem | null;
}

/**
 * What rules would decide now about pending requests and responses; those that the user has touched are only counted
 * (`mine`). Changes nothing and takes no use of a rule.
 */
export async function previewRules(
  { judgement, hasher, untouched }: PreviewDeps,
  requestIds: readonly string[],
  isTouched: IsTouched,
): Promise<BacklogPreview> {
  const would: BacklogVerdict[] = [];
  let mine = 0;
  const left = new Map<string, number>();
  const turn = yieldWhenDue();
  for (const id of requestIds) {
    await turn();
    const waits = untouched(id);
    if (waits === null) continue;
    const inspection = await judgement.scan(waits.request, waits.answer);
    const found = judgement.evaluate(waits.request, waits.answer, inspection);
    if (found === null || found.said.held !== undefined || found.said.decide === "ask") continue;
    if (isTouched(id)) {
      mine += 1;
      continue;
    }
    const { gate, rule, decide } = found.said;
    const { holds } = found.rule;
    if (holds.kind === "uses" && !hasDecided(rule.id, waits.request.judged ?? [])) {
      const uses = left.get(rule.id) ?? holds.left;
      if (uses === 0) continue;
      left.set(rule.id, uses - 1);
    }
    const as = verdictHash(found, hasher);
    would.push({ id, gate, rule, decide, ruleHash: as });
  }
  return { would, mine };
}
