// The context for judging a sample in the window, as main would build it now.
import type { JudgeContext } from "#shared/rules/judge/judge.ts";
import type { RuleGate } from "#shared/rules/rule.ts";
import type { Sample } from "#shared/request/life/heldRequest.ts";

export function contextOf(sample: Sample, gate: RuleGate, nowMs = Date.now()): JudgeContext {
  const { asker, origin, askedHash, judged = [] } = sample;
  const thread = origin.kind === "certain" ? origin.call.runId : null;
  const server = { id: asker.serverId, identity: null, name: "own" as const };
  return { gate, nowMs, askedHash, thread, judged, server };
}
