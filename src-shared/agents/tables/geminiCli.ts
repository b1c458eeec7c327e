// Gemini CLI, measured on 0.61.0; the fields of its tools are those that it offers its model.
import { isJsonObject } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import type { Action, AgentTable, HookEvent } from "../agent.ts";
import {
  editable,
  folderIn,
  mcpCallOf,
  mcpName,
  nameIn,
  optional,
  promptOf,
  readTool,
  textIn,
} from "./reading.ts";
import type { ToolReader } from "./reading.ts";
import { SILENT } from "./verdicts.ts";

const read = (name: string) => (input: JsonObject) =>
  ({ kind: "read", path: textIn(input, name) }) as const;

const search = (input: JsonObject): Action => ({
  kind: "search",
  query: textIn(input, "pattern"),
  ...optional("path", input["dir_path"]),
});

const TOOLS: Record<string, ToolReader> = {
  run_shell_command: {
    shape: {
      command: "text",
      description: "text?",
      dir_path: "text?",
      is_background: "boolean?",
      delay_ms: "number?",
    },
    read: (input) => ({
      kind: "command",
      command: editable(input, "command"),
      ...optional("claim", input["description"]),
      ...optional("folder", input["dir_path"]),
    }),
  },
  replace: {
    shape: {
      file_path: "text",
      instruction: "text?",
      old_string: "text",
      new_string: "text",
      allow_multiple: "boolean?",
    },
    read: (input) => ({
      kind: "edit",
      changes: [
        {
          kind: "replace",
          path: textIn(input, "file_path"),
          replacements: [
            {
              from: textIn(input, "old_string"),
              to: editable(input, "new_string"),
              all: input["allow_multiple"] === true,
            },
          ],
        },
      ],
    }),
  },
  write_file: {
    shape: { file_path: "text", content: "text" },
    read: (input) => ({
      kind: "write",
      path: textIn(input, "file_path"),
      content: editable(input, "content"),
    }),
  },
  read_file: {
    shape: { file_path: "text", start_line: "number?", end_line: "number?" },
    read: read("file_path"),
  },
  list_directory: { shape: { dir_path: "text", ignore: "texts?" }, read: read("dir_path") },
  glob: {
    shape: {
      pattern: "text",
      dir_path: "text?",
      case_sensitive: "boolean?",
      respect_git_ignore: "boolean?",
      respect_gemini_ignore: "boolean?",
    },
    read: search,
  },
  grep_search: {
    shape: {
      pattern: "text",
      dir_path: "text?",
      include_pattern: "text?",
      exclude_pattern: "text?",
      names_only: "boolean?",
      max_matches_per_file: "number?",
      total_max_matches: "number?",
    },
    read: search,
  },
  google_web_search: {
    shape: { query: "text" },
    read: (input) => ({ kind: "search", query: textIn(input, "query") }),
  },
};

const EVENTS: AgentTable["events"] = {
  BeforeTool: "before",
  AfterTool: "after",
  BeforeAgent: "prompt",
  SessionEnd: "ended",
};

/** The name of an MCP tool alone doesn't say where its server's name ends: `mcp_context` does. */
function toolOf(given: JsonObject): string | null {
  const context = given["mcp_context"];
  if (context === undefined) return nameIn(given["tool_name"]);
  if (!isJsonObject(context)) return null;
  return mcpName(context["server_name"], context["tool_name"]) ?? nameIn(given["tool_name"]);
}

function readEvent(given: JsonObject): HookEvent | null {
  const name = nameIn(given["hook_event_name"]);
  const role = name !== null && Object.hasOwn(EVENTS, name) ? EVENTS[name] : undefined;
  const session = nameIn(given["session_id"]);
  const folder = folderIn(given["cwd"]);
  if (name === null || role === undefined || session === null || folder === null) return null;
  // It says neither the id of a call nor that a sub-agent makes it.
  const event = { role, name, session, callId: null, folder };
  if (role === "ended") return { ...event, tool: "", input: {} };
  if (role === "prompt") return promptOf({ ...event, tool: "", input: {} }, given["prompt"]);
  const tool = toolOf(given);
  const input = given["tool_input"];
  if (tool === null || !isJsonObject(input)) return null;
  const response = given["tool_response"];
  const failed = isJsonObject(response) && isJsonObject(response["error"]);
  return { ...event, tool, input, ...(failed ? { failed } : {}) };
}

/** Its own rules, and what its user says in other modes, go before. Without a terminal it asks nobody. */
const POLICY = `# Written by Countersign, whose hook holds these tools until you decide: Gemini CLI does not ask again.
# Without that hook, remove this file.
[[rule]]
toolName = ["run_shell_command", "replace", "write_file", "web_fetch"]
decision = "allow"
priority = 1
modes = ["default", "autoEdit"]
interactive = true
`;

export const geminiCli: AgentTable = {
  id: "gemini-cli",
  name: "Gemini CLI",
  isMeasured: true,
  readEvent,
  actionOf: (tool, input) => mcpCallOf(tool) ?? readTool(TOOLS, tool, input),
  events: EVENTS,
  takesEdits: ["before"],
  outputOf({ role }, verdict) {
    if (role !== "before" || verdict.kind === "pass") return SILENT;
    // Never by the exit code: what is written to stderr would be read as JSON first, and `true` lets the tool run.
    const answer: JsonObject | null =
      verdict.kind === "reject"
        ? { decision: "deny", reason: verdict.reason }
        : verdict.input === undefined
          ? null
          : { hookSpecificOutput: { hookEventName: "BeforeTool", tool_input: verdict.input } };
    return answer === null ? SILENT : { stdout: JSON.stringify(answer), stderr: "", exit: 0 };
  },
  policy: { path: "policies/countersign.toml", text: POLICY },
  programs: ["gemini"],
  needs: ["trusted-folder", "restart"],
  trust: null,
  run: {
    // Without a person it offers its model a shell only so.
    once: (prompt) => ["--approval-mode", "yolo", "-p", prompt],
    unasked: (prompt) => ["--approval-mode", "yolo", "-p", prompt],
    tools: { shell: "run_shell_command", subagents: "invoke_agent" },
    waits: [],
    tokensIn: () => null,
  },
  // An hour was waited out: with a hook that never answers it was given up after 3,600 s, at which the tool ran.
  hook: {
    form: "groups",
    unitMs: 1,
    limitMs: 3_600_000,
    blocksOnFailure: false,
    hasPermission: false,
    hasCallFolder: false,
  },
};
