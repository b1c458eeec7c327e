// Copilot CLI, measured on 1.0.102; the fields of its tools are those that it offers its model.
import { isJsonObject } from "../../json.ts";
import type { Json, JsonObject } from "../../json.ts";
import type { Action, AgentTable, HookEvent, HookOutput } from "../agent.ts";
import {
  editable,
  folderIn,
  nameIn,
  optional,
  OTHER,
  promptOf,
  readTool,
  textIn,
} from "./reading.ts";
import type { ToolReader } from "./reading.ts";
import { blocked, SILENT } from "./verdicts.ts";

const search = (input: JsonObject): Action => ({
  kind: "search",
  query: textIn(input, "pattern"),
  ...optional("path", input["paths"]),
});

const TOOLS: Record<string, ToolReader> = {
  bash: {
    shape: {
      command: "text",
      // Its question to the user comes without.
      description: "text?",
      shellId: "text?",
      mode: "text?",
      detach: "boolean?",
      initial_wait: "number?",
    },
    read: (input) =>
      // In a shell that runs already, other things may stand before the command.
      input["shellId"] === undefined
        ? {
            kind: "command",
            command: editable(input, "command"),
            ...optional("claim", input["description"]),
          }
        : OTHER,
  },
  edit: {
    shape: { path: "text", old_str: "text", new_str: "text" },
    read: (input) => ({
      kind: "edit",
      changes: [
        {
          kind: "replace",
          path: textIn(input, "path"),
          replacements: [
            { from: textIn(input, "old_str"), to: editable(input, "new_str"), all: false },
          ],
        },
      ],
    }),
  },
  create: {
    shape: { path: "text", file_text: "text" },
    read: (input) => ({
      kind: "write",
      path: textIn(input, "path"),
      content: editable(input, "file_text"),
    }),
  },
  view: {
    shape: { path: "text", view_range: "numbers?", forceReadLargeFiles: "boolean?" },
    read: (input) => ({ kind: "read", path: textIn(input, "path") }),
  },
  grep: {
    shape: {
      pattern: "text",
      paths: "text?",
      output_mode: "text?",
      glob: "text?",
      type: "text?",
      "-i": "boolean?",
      "-A": "number?",
      "-B": "number?",
      "-C": "number?",
      "-n": "boolean?",
      head_limit: "number?",
      multiline: "boolean?",
    },
    read: search,
  },
  glob: { shape: { pattern: "text", paths: "text?" }, read: search },
};

/** All but its own question come without their name: what they have tells which one it is. */
function nameOf(given: JsonObject): string | null {
  const has = (field: string): boolean => given[field] !== undefined;
  if (has("hookName"))
    return given["hookName"] === "permissionRequest" ? "permissionRequest" : null;
  if (!has("toolName"))
    return has("reason") ? "sessionEnd" : has("prompt") ? "userPromptSubmitted" : null;
  if (has("toolResult")) return "postToolUse";
  return has("error") ? "postToolUseFailure" : "preToolUse";
}

const EVENTS: AgentTable["events"] = {
  preToolUse: "before",
  permissionRequest: "permission",
  postToolUse: "after",
  postToolUseFailure: "after",
  userPromptSubmitted: "prompt",
  sessionEnd: "ended",
};

function readEvent(given: JsonObject): HookEvent | null {
  const name = nameOf(given);
  const role = name === null ? undefined : EVENTS[name];
  const own = nameIn(given["sessionId"]);
  const folder = folderIn(given["cwd"]);
  if (name === null || role === undefined || own === null || folder === null) return null;
  const subagent = given["agentId"] === undefined ? undefined : nameIn(given["agentId"]);
  const parent = given["parentAgentId"] === undefined ? own : nameIn(given["parentAgentId"]);
  if (subagent === null || parent === null) return null;
  // A sub-agent's calls have its own session, its questions that of the one who started it.
  const session = own === subagent ? parent : own;
  const event = { role, name, session, callId: null, folder };
  if (role === "ended") return { ...event, tool: "", input: {} };
  if (role === "prompt") return promptOf({ ...event, tool: "", input: {} }, given["prompt"]);
  const tool = nameIn(given["toolName"]);
  const input: Json | undefined = given[role === "permission" ? "toolInput" : "toolArgs"];
  if (tool === null || !isJsonObject(input)) return null;
  return {
    ...event,
    tool,
    input,
    ...(subagent === undefined ? {} : { subagent }),
    ...(name === "postToolUseFailure" ? { failed: true } : {}),
  };
}

const printed = (answer: JsonObject): HookOutput => ({
  stdout: JSON.stringify(answer),
  stderr: "",
  exit: 0,
});

export const copilotCli: AgentTable = {
  id: "copilot-cli",
  name: "Copilot CLI",
  isMeasured: true,
  readEvent,
  actionOf: (tool, input) => readTool(TOOLS, tool, input),
  // It asks about a change by its diff, and about a command without the rest.
  askedIn(tool, input) {
    if (tool === "bash") return JSON.stringify(["command", textIn(input, "command")]);
    const path = textIn(input, "path") || textIn(input, "file_path");
    return tool === "edit" || tool === "create" ? JSON.stringify(["change", path]) : null;
  },
  events: EVENTS,
  takesEdits: ["before"],
  outputOf({ role }, verdict) {
    if (verdict.kind === "pass") return SILENT;
    const isReject = verdict.kind === "reject";
    if (role === "before")
      return printed(
        isReject
          ? { permissionDecision: "deny", permissionDecisionReason: verdict.reason }
          : { permissionDecision: "allow", modifiedArgs: verdict.input },
      );
    if (role !== "permission") return SILENT;
    if (isReject) return printed({ behavior: "deny", message: verdict.reason });
    return verdict.input === undefined
      ? printed({ behavior: "allow" })
      : blocked("Copilot CLI takes no edited input here.");
  },
  programs: ["copilot", "copilot.exe"],
  needs: ["trusted-folder", "restart"],
  trust: null,
  run: {
    once: (prompt, command) => ["-p", prompt, "--allow-tool", `shell(${command})`],
    unasked: (prompt) => ["-p", prompt, "--allow-all-tools"],
    tools: { shell: "bash", subagents: "task" },
    waits: [],
    tokensIn: () => null,
  },
  // An hour was waited out: with a hook that never answers it was given up after 3,600 s, at which the tool ran.
  hook: {
    form: "list",
    listed: (command, seconds, isWindows) => ({
      type: "command",
      [isWindows ? "powershell" : "bash"]: command,
      timeoutSec: seconds,
    }),
    unitMs: 1000,
    limitMs: 3_600_000,
    blocksOnFailure: false,
    hasPermission: true,
    hasCallFolder: false,
  },
};
