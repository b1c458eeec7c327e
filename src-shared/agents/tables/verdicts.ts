// What a hook prints in Claude Code's form, which Codex has too.
import type { JsonObject } from "../../json.ts";
import type { HookOutput, Verdict } from "../agent.ts";

/** Nothing said: the agent goes on by its own permissions. */
export const SILENT: HookOutput = { stdout: "", stderr: "", exit: 0 };

/** Exit 2 blocks, in every agent, where the printed form is not known. */
export const blocked = (reason: string): HookOutput => ({ stdout: "", stderr: reason, exit: 2 });

const printed = (hookSpecificOutput: JsonObject): HookOutput => ({
  stdout: JSON.stringify({ hookSpecificOutput }),
  stderr: "",
  exit: 0,
});

/** For `PreToolUse`. */
export function beforeTool(verdict: Exclude<Verdict, { kind: "pass" }>): HookOutput {
  const hookEventName = "PreToolUse";
  if (verdict.kind === "reject")
    return printed({
      hookEventName,
      permissionDecision: "deny",
      permissionDecisionReason: verdict.reason,
    });
  return printed({ hookEventName, permissionDecision: "allow", updatedInput: verdict.input });
}

/** For `PermissionRequest`. */
export function permissionAsked(verdict: Exclude<Verdict, { kind: "pass" }>): HookOutput {
  const decision: JsonObject =
    verdict.kind === "reject"
      ? { behavior: "deny", message: verdict.reason }
      : { behavior: "allow", updatedInput: verdict.input };
  return printed({ hookEventName: "PermissionRequest", decision });
}
