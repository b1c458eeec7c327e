// What the installed agents really handed to their hooks, read by their tables. The recordings name the versions.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../json.ts";
import type { AgentId } from "./agent.ts";
import claudeCode from "./recorded/claude-code.json" with { type: "json" };
import codex from "./recorded/codex.json" with { type: "json" };
import copilotCli from "./recorded/copilot-cli.json" with { type: "json" };
import geminiCli from "./recorded/gemini-cli.json" with { type: "json" };
import opencode from "./recorded/opencode.json" with { type: "json" };
import qwenCode from "./recorded/qwen-code.json" with { type: "json" };
import { tableOf } from "./tables.ts";

const events = (recorded: { sessions: object }): JsonObject[] =>
  Object.values(recorded.sessions as Record<string, JsonObject[]>).flat();

/** As Countersign's plugin writes it: `args` stand with the input once the tool has run. */
function fromPlugin(given: JsonObject): JsonObject {
  const { input, output } = given as { input: JsonObject; output: JsonObject };
  return {
    hook_event_name: given["event"] ?? null,
    session_id: input["sessionID"] ?? null,
    call_id: input["callID"] ?? null,
    tool: input["tool"] ?? null,
    args: input["args"] ?? output["args"] ?? null,
    cwd: "/home/user/project",
  };
}

const RECORDED: [AgentId, JsonObject[]][] = [
  ["claude-code", events(claudeCode)],
  ["codex", events(codex)],
  ["opencode", events(opencode).map(fromPlugin)],
  ["gemini-cli", events(geminiCli)],
  ["qwen-code", events(qwenCode)],
  ["copilot-cli", events(copilotCli)],
];

/** Each tool that was called, and what its table makes of each call. */
const READ: Partial<Record<AgentId, Record<string, string>>> = {
  "claude-code": {
    Agent: "other",
    // With its answers it is `other`.
    AskUserQuestion: "question, other",
    // Outside of the sandbox it is `other`.
    Bash: "command, other",
    CronCreate: "other",
    CronList: "other",
    Edit: "edit",
    EnterWorktree: "other",
    ExitPlanMode: "plan",
    Monitor: "command",
    NotebookEdit: "other",
    Read: "read",
    SendMessage: "other",
    TaskCreate: "other",
    TaskList: "other",
    TaskUpdate: "other",
    WebFetch: "fetch",
    WebSearch: "search",
    Write: "write",
    mcp__notes__delete_notes: "mcp-call",
  },
  codex: {
    Bash: "command",
    apply_patch: "edit",
    create_goal: "other",
    get_goal: "other",
    list_mcp_resources: "other",
    mcp__notes__delete_notes: "mcp-call",
    read_mcp_resource: "other",
    request_user_input: "other",
    spawn_agent: "other",
    view_image: "read",
  },
  opencode: {
    apply_patch: "edit",
    bash: "command",
    edit: "edit",
    glob: "search",
    grep: "search",
    invalid: "other",
    notes_delete_notes: "other",
    read: "read",
    skill: "other",
    task: "other",
    todowrite: "other",
    webfetch: "fetch",
    write: "write",
  },
  "gemini-cli": {
    glob: "search",
    google_web_search: "search",
    grep_search: "search",
    invoke_agent: "other",
    list_directory: "read",
    read_file: "read",
    replace: "edit",
    run_shell_command: "command",
    update_topic: "other",
    web_fetch: "other",
    write_file: "write",
    write_todos: "other",
  },
  "qwen-code": {
    agent: "other",
    cron_list: "other",
    edit: "edit",
    glob: "search",
    grep_search: "search",
    list_agents: "other",
    monitor: "command",
    read_file: "read",
    run_shell_command: "command",
    web_fetch: "fetch",
    write_file: "write",
  },
  "copilot-cli": {
    bash: "command",
    create: "write",
    // Its own question about an edit has a diff instead of the texts.
    edit: "edit, other",
    glob: "search",
    grep: "search",
    list_agents: "other",
    list_bash: "other",
    sql: "other",
    task: "other",
    view: "read",
  },
};

/** Events that say nothing about a tool or the end of a session. */
const NO_CALL = new Set(["SessionStart", "SubagentStart", "SubagentStop", "Stop"]);
/** Copilot CLI doesn't name them. */
const isOfNoCall = (given: JsonObject): boolean =>
  NO_CALL.has(String(given["hook_event_name"])) ||
  ["initialPrompt", "agentName"].some((field) => given[field] !== undefined);

describe("recorded events of agents", () => {
  it("are read, and their calls have a kind", () => {
    for (const [agent, all] of RECORDED) {
      const { readEvent, actionOf } = tableOf(agent);
      const kinds: Record<string, Set<string>> = {};
      for (const given of all) {
        const event = readEvent(given);
        expect([given["hook_event_name"], event === null]).toEqual([
          given["hook_event_name"],
          isOfNoCall(given),
        ]);
        if (event === null || event.role === "ended" || event.role === "prompt") continue;
        (kinds[event.tool] ??= new Set()).add(actionOf(event.tool, event.input).kind);
      }
      const read = Object.entries(kinds).map(([tool, seen]) => [tool, [...seen].join(", ")]);
      expect(Object.fromEntries(read)).toEqual(READ[agent]);
    }
  });
});
