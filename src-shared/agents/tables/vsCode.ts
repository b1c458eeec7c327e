// VS Code, by reading its documentation: not run here. It runs the hooks of Claude Code's settings, with names of its own
// for fields and tools. What is not certain is `other`.
import type { JsonObject } from "../../json.ts";
import type { AgentTable } from "../agent.ts";
import { readHookEvent } from "./claudeCode.ts";
import { editable, optional, readTool } from "./reading.ts";
import type { ToolReader } from "./reading.ts";
import { beforeTool, blocked, SILENT } from "./verdicts.ts";

const TOOLS: Record<string, ToolReader> = {
  run_in_terminal: {
    shape: { command: "text", explanation: "text?", goal: "text?", isBackground: "boolean?" },
    read: (input) => ({
      kind: "command",
      command: editable(input, "command"),
      ...optional("claim", input["explanation"]),
    }),
  },
};

const EVENTS: AgentTable["events"] = { PreToolUse: "before", PostToolUse: "after" };

export const vsCode: AgentTable = {
  id: "vs-code",
  name: "VS Code",
  isMeasured: false,
  readsHooksOf: "claude-code",
  readEvent(given) {
    const named: JsonObject = {
      ...given,
      session_id: given["session_id"] ?? given["sessionId"],
      hook_event_name: given["hook_event_name"] ?? given["hookEventName"],
    };
    const event = readHookEvent(named);
    return event !== null && Object.hasOwn(EVENTS, event.name) ? event : null;
  },
  actionOf: (tool, input) => readTool(TOOLS, tool, input),
  events: EVENTS,
  takesEdits: [],
  outputOf({ role }, verdict) {
    if (role !== "before" || verdict.kind === "pass") return SILENT;
    return verdict.kind === "allow" && verdict.input !== undefined
      ? blocked("VS Code takes no edited input here.")
      : beforeTool(verdict);
  },
  programs: ["code", "code-insiders", "codium", "Code.exe"],
  needs: ["restart"],
  trust: null,
  run: null,
  hook: {
    form: "groups",
    unitMs: 1000,
    limitMs: 30_000,
    blocksOnFailure: false,
    hasPermission: false,
    hasCallFolder: false,
  },
};
