// Qwen Code, measured on 0.24.4; the fields of its tools are those that it offers its model. Its events and verdicts have
// Claude Code's form.
import type { JsonObject } from "../../json.ts";
import type { Action, AgentTable } from "../agent.ts";
import { readHookEvent } from "./claudeCode.ts";
import { editable, mcpCallOf, optional, readTool, textIn } from "./reading.ts";
import type { ToolReader } from "./reading.ts";
import { beforeTool, blocked, permissionAsked, SILENT } from "./verdicts.ts";

const command = (input: JsonObject): Action => ({
  kind: "command",
  command: editable(input, "command"),
  ...optional("claim", input["description"]),
  ...optional("folder", input["directory"]),
});

const search = (input: JsonObject): Action => ({
  kind: "search",
  query: textIn(input, "pattern"),
  ...optional("path", input["path"]),
});

const TOOLS: Record<string, ToolReader> = {
  run_shell_command: {
    shape: {
      command: "text",
      is_background: "boolean?",
      timeout: "number?",
      description: "text?",
      directory: "text?",
    },
    read: command,
  },
  monitor: {
    shape: {
      command: "text",
      description: "text?",
      max_events: "number?",
      idle_timeout_ms: "number?",
      directory: "text?",
    },
    read: command,
  },
  edit: {
    shape: {
      file_path: "text",
      old_string: "text",
      new_string: "text",
      replace_all: "boolean?",
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
              all: input["replace_all"] === true,
            },
          ],
        },
      ],
    }),
  },
  write_file: {
    shape: { file_path: "text", content: "text", record_as_artifact: "boolean?" },
    read: (input) => ({
      kind: "write",
      path: textIn(input, "file_path"),
      content: editable(input, "content"),
    }),
  },
  read_file: {
    shape: { file_path: "text", offset: "number?", limit: "number?", pages: "text?" },
    read: (input) => ({ kind: "read", path: textIn(input, "file_path") }),
  },
  glob: { shape: { pattern: "text", path: "text?" }, read: search },
  grep_search: {
    shape: { pattern: "text", glob: "text?", path: "text?", limit: "number?" },
    read: search,
  },
  web_fetch: {
    shape: { url: "text", prompt: "text", format: "text?" },
    read: (input) => ({
      kind: "fetch",
      url: textIn(input, "url"),
      ...optional("claim", input["prompt"]),
    }),
  },
};

export const qwenCode: AgentTable = {
  id: "qwen-code",
  name: "Qwen Code",
  isMeasured: true,
  readEvent: readHookEvent,
  actionOf: (tool, input) => mcpCallOf(tool) ?? readTool(TOOLS, tool, input),
  asksFirst: true,
  events: {
    PreToolUse: "before",
    PermissionRequest: "permission",
    PostToolUse: "after",
    PostToolUseFailure: "after",
    UserPromptSubmit: "prompt",
    SessionEnd: "ended",
  },
  takesEdits: [],
  outputOf({ role }, verdict) {
    if (verdict.kind === "pass" || (role !== "before" && role !== "permission")) return SILENT;
    if (verdict.kind === "allow" && verdict.input !== undefined)
      return blocked("Qwen Code takes no edited input.");
    return role === "before" ? beforeTool(verdict) : permissionAsked(verdict);
  },
  programs: ["qwen"],
  needs: ["trusted-folder", "restart"],
  trust: null,
  run: {
    // Without a person it offers its model a shell only so.
    once: (prompt) => ["--approval-mode", "yolo", "-p", prompt],
    unasked: (prompt) => ["--approval-mode", "yolo", "-p", prompt],
    tools: { shell: "run_shell_command", subagents: "agent" },
    waits: [],
    tokensIn: () => null,
  },
  hook: {
    form: "groups",
    // Seconds, but 1000 and more is read as milliseconds, as older versions read all of it.
    unitMs: 1,
    // Whatever the entry says: with a hook that never answers the tool ran after 60 s.
    limitMs: 60_000,
    blocksOnFailure: false,
    hasPermission: true,
    hasCallFolder: false,
  },
};
