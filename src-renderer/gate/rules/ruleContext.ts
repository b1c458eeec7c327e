// The context for judging a sample in the window, as main would build it now.
import type { JudgeContext } from "#shared/policy/judge/judge.ts";
import type { RuleGate } from "#shared/policy/rules/rule.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";

export function contextOf(sample: Sample, gate: RuleGate, nowMs = Date.now()): JudgeContext {
  const { asker, origin, askedHash, judged = [] } = sample;
  const thread = origin.kind === "certain" ? origin.call.runId : null;
  const server = { id: asker.serverId, identity: null, name: "own" as const };
  return { gate, nowMs, askedHash, thread, judged, server };
}
