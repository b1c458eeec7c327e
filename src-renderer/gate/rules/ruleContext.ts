// The context for judging a request in the window, as main would build it now.
import type { JudgeContext } from "#shared/rules/judge/judge.ts";
import type { RuleGate } from "#shared/rules/rule.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";

export function contextOf(request: HeldRequest, gate: RuleGate, nowMs = Date.now()): JudgeContext {
  const { requester, origin, askedHash, judged = [] } = request;
  const thread = origin.kind === "certain" ? origin.call.runId : null;
  const server = { id: requester.serverId, identity: null, name: "own" as const };
  return { gate, nowMs, askedHash, thread, judged, server };
}
