// Cursor, by reading its documentation and inputs that others recorded: not run here. What is not certain is `other`.
import { isJsonObject, jsonIn } from "../../json.ts";
import type { Json, JsonObject } from "../../json.ts";
import type { AgentTable, EventRole, HookEvent } from "../agent.ts";
import { editable, folderIn, hasShape, nameIn, readTool } from "./reading.ts";
import type { ToolReader } from "./reading.ts";

const SHELL = "Shell";

const TOOLS: Record<string, ToolReader> = {
  [SHELL]: {
    shape: { command: "text" },
    read: (input) => ({ kind: "command", command: editable(input, "command") }),
  },
};

/** One call of a shell or of an MCP tool can be told of twice: the second one is like an agent's own question. */
const EVENTS: Record<string, EventRole> = {
  preToolUse: "before",
  beforeShellExecution: "permission",
  beforeMCPExecution: "permission",
};

/** The call in the form that both of its events can have. */
function callOf(name: string, given: JsonObject): { tool: string; input: Json | undefined } | null {
  if (name === "beforeShellExecution") return { tool: SHELL, input: { command: given["command"] } };
  const tool = nameIn(given["tool_name"]);
  const input = given["tool_input"];
  if (tool === null) return null;
  if (name === "beforeMCPExecution")
    return {
      tool: tool.startsWith("MCP:") ? tool : `MCP:${tool}`,
      input: typeof input === "string" ? jsonIn(input) : input,
    };
  const isShell =
    tool === SHELL &&
    hasShape(input, { command: "text", cwd: "text?", timeout: "number?", description: "text?" });
  return { tool, input: isShell ? { command: input["command"] } : input };
}

function readEvent(given: JsonObject): HookEvent | null {
  const name = nameIn(given["hook_event_name"]);
  const role = name !== null && Object.hasOwn(EVENTS, name) ? EVENTS[name] : undefined;
  const session = nameIn(given["conversation_id"]);
  const roots = given["workspace_roots"];
  const folder = folderIn(given["cwd"] || (Array.isArray(roots) ? roots[0] : undefined));
  if (name === null || role === undefined || session === null || folder === null) return null;
  const call = callOf(name, given);
  if (call === null || !isJsonObject(call.input)) return null;
  return { role, name, session, callId: null, tool: call.tool, input: call.input, folder };
}

export const cursor: AgentTable = {
  id: "cursor",
  name: "Cursor",
  isMeasured: false,
  readEvent,
  actionOf: (tool, input) => readTool(TOOLS, tool, input),
  events: EVENTS,
  takesEdits: [],
  outputOf(_event, verdict) {
    const answer: JsonObject =
      verdict.kind === "pass"
        ? {}
        : verdict.kind === "allow"
          ? { permission: "allow" }
          : { permission: "deny", user_message: verdict.reason, agent_message: verdict.reason };
    return { stdout: JSON.stringify(answer), stderr: "", exit: 0 };
  },
  programs: ["cursor", "Cursor", "Cursor.exe", "cursor-agent"],
  needs: ["restart"],
  trust: null,
  run: null,
  hook: {
    form: "list",
    listed: (command, seconds) => ({ command, timeout: seconds, failClosed: true }),
    unitMs: 1000,
    limitMs: 600_000,
    // It says that `failClosed` does that.
    blocksOnFailure: false,
    hasPermission: false,
    hasCallFolder: false,
  },
};
