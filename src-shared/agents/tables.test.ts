import { describe, expect, it } from "vitest";
import type { JsonObject } from "../json.ts";
import type { AgentId } from "./agent.ts";
import { AGENT_TABLES, tableOf } from "./tables.ts";

const OPTION = { label: "A", description: "a" };
const asks = (more: JsonObject, beside: JsonObject = {}): JsonObject => {
  const options = [OPTION, { label: "B", description: "", preview: "b" }];
  const question = { question: "Which?", header: "H", options, multiSelect: true, ...more };
  return { questions: [question], ...beside };
};
const twice = ({ questions }: JsonObject): JsonObject => ({
  questions: [questions, questions].flatMap((all) => (Array.isArray(all) ? all : [])),
});

type Row = [agent: AgentId, tool: string, input: JsonObject, kind: string];

const ROWS: Row[] = [
  ["claude-code", "Bash", { command: "ls", description: "List" }, "command"],
  ["claude-code", "Bash", { command: "ls", env: { A: "1" } }, "other"],
  ["claude-code", "Bash", { command: "ls", dangerouslyDisableSandbox: true }, "other"],
  ["claude-code", "Bash", { command: ["ls"] }, "other"],
  ["claude-code", "Bash", {}, "other"],
  ["claude-code", "bash", { command: "ls" }, "other"],
  ["claude-code", "constructor", { command: "ls" }, "other"],
  ["claude-code", "Edit", { file_path: "/a", old_string: "a", new_string: "b" }, "edit"],
  ["claude-code", "Edit", { file_path: "/a", old_string: "a", new_string: null }, "other"],
  ["claude-code", "MultiEdit", { file_path: "/a", edits: [] }, "other"],
  [
    "claude-code",
    "MultiEdit",
    { file_path: "/a", edits: [{ old_string: "a", new_string: "b" }] },
    "edit",
  ],
  ["claude-code", "Write", { file_path: "/a", content: "" }, "write"],
  ["claude-code", "Write", { file_path: "/a", content: "", mode: "a" }, "other"],
  ["claude-code", "Read", { file_path: "/a", offset: 1, limit: 2 }, "read"],
  ["claude-code", "Grep", { pattern: "x", "-n": true, output_mode: "content" }, "search"],
  ["claude-code", "WebFetch", { url: "https://example.com", prompt: "Sum up" }, "fetch"],
  ["claude-code", "NotebookEdit", { notebook_path: "/a.ipynb", new_source: "" }, "other"],
  ["claude-code", "Task", { prompt: "Go" }, "other"],
  ["claude-code", "AskUserQuestion", asks({}), "question"],
  ["claude-code", "AskUserQuestion", asks({}, { metadata: { source: "remember" } }), "question"],
  ["claude-code", "AskUserQuestion", asks({}, { metadata: { source: "a", b: 1 } }), "other"],
  ["claude-code", "AskUserQuestion", asks({}, { answers: { "Which?": "A" } }), "other"],
  ["claude-code", "AskUserQuestion", asks({}, { annotations: {} }), "other"],
  ["claude-code", "AskUserQuestion", asks({}, { title: "T" }), "other"],
  ["claude-code", "AskUserQuestion", asks({ multiSelect: "no" }), "other"],
  ["claude-code", "AskUserQuestion", asks({ kind: "text" }), "other"],
  ["claude-code", "AskUserQuestion", asks({ question: " " }), "other"],
  ["claude-code", "AskUserQuestion", asks({ question: "__proto__" }), "other"],
  ["claude-code", "AskUserQuestion", asks({ options: [] }), "other"],
  ["claude-code", "AskUserQuestion", asks({ options: [OPTION, OPTION] }), "other"],
  ["claude-code", "AskUserQuestion", asks({ options: [OPTION, { label: "B" }] }), "other"],
  ["claude-code", "AskUserQuestion", asks({ options: [OPTION, "B"] }), "other"],
  ["claude-code", "AskUserQuestion", { questions: [] }, "other"],
  ["claude-code", "AskUserQuestion", { questions: [1, 2, 3, 4, 5] }, "other"],
  ["claude-code", "AskUserQuestion", {}, "other"],
  ["claude-code", "AskUserQuestion", twice(asks({})), "other"],
  ["claude-code", "ExitPlanMode", { plan: "# P", planFilePath: "/p.md" }, "plan"],
  ["claude-code", "ExitPlanMode", { plan: "# P" }, "plan"],
  ["claude-code", "ExitPlanMode", { plan: "# P", allowedPrompts: [] }, "other"],
  ["claude-code", "ExitPlanMode", {}, "other"],
  ["claude-code", "mcp__files__read_file", { anything: 1 }, "mcp-call"],
  ["claude-code", "mcp__a__b__c", {}, "other"],
  ["claude-code", "mcp__a___b", {}, "other"],
  ["claude-code", "mcp____b", {}, "other"],
  ["codex", "Bash", { command: "ls" }, "command"],
  ["codex", "Bash", { command: "ls", workdir: "/" }, "other"],
  ["codex", "apply_patch", { command: "rm -rf /" }, "other"],
  [
    "codex",
    "apply_patch",
    { command: "*** Begin Patch\n*** Delete File: a\n*** End Patch" },
    "edit",
  ],
  ["opencode", "bash", { command: "ls", workdir: "/tmp" }, "command"],
  ["opencode", "edit", { filePath: "a", oldString: "a", newString: "b" }, "edit"],
  ["opencode", "write", { filePath: "a", content: "b" }, "write"],
  ["opencode", "files_read", { path: "a" }, "other"],
  ["opencode", "mcp__files__read", {}, "other"],
  ["gemini-cli", "run_shell_command", { command: "ls", dir_path: "src" }, "command"],
  ["gemini-cli", "run_shell_command", { command: "ls", env: {} }, "other"],
  ["gemini-cli", "Bash", { command: "ls" }, "other"],
  ["gemini-cli", "replace", { file_path: "a", old_string: "a", new_string: "b" }, "edit"],
  ["gemini-cli", "web_fetch", { prompt: "https://a https://b" }, "other"],
  ["gemini-cli", "mcp_files_read", { path: "a" }, "other"],
  ["gemini-cli", "mcp__files__read", { path: "a" }, "mcp-call"],
  ["qwen-code", "run_shell_command", { command: "ls", directory: "/a" }, "command"],
  ["qwen-code", "edit", { file_path: "a", old_string: "a", new_string: "b" }, "edit"],
  ["qwen-code", "edit", { file_path: "a", old_string: "a" }, "other"],
  ["qwen-code", "read_file", { file_path: "a", offset: "1" }, "other"],
  ["qwen-code", "mcp__files__read", {}, "mcp-call"],
  ["copilot-cli", "bash", { command: "ls", description: "List", mode: "sync" }, "command"],
  ["copilot-cli", "bash", { command: "ls", description: "List", shellId: "1" }, "other"],
  ["copilot-cli", "edit", { path: "a", old_str: "a", new_str: "b" }, "edit"],
  ["copilot-cli", "edit", { path: "a", old_str: "a" }, "other"],
  ["copilot-cli", "edit", { file_path: "a", diff: "" }, "other"],
  ["copilot-cli", "files-read", { path: "a" }, "other"],
  ["cursor", "Shell", { command: "ls" }, "command"],
  ["cursor", "Shell", { command: "ls", sandbox: false }, "other"],
  ["cursor", "Write", { path: "a", contents: "" }, "other"],
  ["vs-code", "run_in_terminal", { command: "ls", explanation: "List" }, "command"],
  ["vs-code", "Bash", { command: "ls" }, "other"],
  ["vs-code", "editFiles", { files: ["a"] }, "other"],
];

describe("tables of agents", () => {
  it("read no event of a folder that isn't absolute", () => {
    for (const cwd of ["", ".", "a/b", "~", 1, undefined])
      for (const agent of ["claude-code", "codex", "opencode"] as const) {
        const given = {
          session_id: "s",
          tool_use_id: "c",
          call_id: "c",
          tool_name: "x",
          tool: "x",
        };
        const name = agent === "opencode" ? "tool.execute.before" : "PreToolUse";
        const event = { ...given, hook_event_name: name, tool_input: {}, args: {} };
        expect(tableOf(agent).readEvent({ ...event, cwd: "/a" })).not.toBeNull();
        expect(tableOf(agent).readEvent(cwd === undefined ? event : { ...event, cwd })).toBeNull();
      }
  });

  it("read how a session is called from a title, else from a prompt of people", () => {
    const named = (given: JsonObject) => {
      const event = { session_id: "s", cwd: "/a", hook_event_name: "UserPromptSubmit", ...given };
      const read = tableOf("claude-code").readEvent(event);
      return read === null ? null : (read.sessionName ?? "none");
    };
    const prompt = { by: "prompt", text: "Fix the retry" };
    const rows: [JsonObject, unknown][] = [
      [{ prompt: "Fix the retry" }, prompt],
      [{ prompt: "\n  Fix\n\tthe  retry ", source: "user" }, prompt],
      [{ prompt: "Fix the retry", source: "sdk" }, prompt],
      [{ prompt: "Fix the retry", source: "system" }, "none"],
      [{ prompt: "Fix the retry", source: 7 }, "none"],
      [
        { prompt: "Go on", session_title: " Retries " },
        { by: "title", text: "Retries" },
      ],
      [
        { prompt: "x", source: "system", session_title: "Retries" },
        { by: "title", text: "Retries" },
      ],
      [{ prompt: "Fix the retry", session_title: "  " }, prompt],
      [{ prompt: "Fix the retry", session_title: 3 }, prompt],
      [
        { prompt: "Fix\u202Ethe\u200B\u0007retry\uDB40\uDC41" },
        { by: "prompt", text: "Fix the retry" },
      ],
      [{ prompt: "\n \t\u200B" }, "none"],
      [{ prompt: "x".repeat(1_000_000) }, { by: "prompt", text: "x".repeat(80) }],
      [{ prompt: `${"x".repeat(79)}😀` }, { by: "prompt", text: "x".repeat(79) }],
      [{ prompt: ["x"] }, null],
      [{ session_title: "Retries" }, null],
    ];
    for (const [given, expected] of rows) expect([given, named(given)]).toEqual([given, expected]);
  });

  it("read events whose agent has names of its own for what they say", () => {
    const gemini = { hook_event_name: "BeforeTool", session_id: "s", cwd: "/a", tool_input: {} };
    const copilot = { sessionId: "s", cwd: "/a", toolName: "bash", toolArgs: { command: "ls" } };
    const sub = { sessionId: "sub", agentId: "sub", parentAgentId: "s" };
    const cursor = { conversation_id: "s", workspace_roots: ["/a"] };
    const shell = { tool: "Shell", input: { command: "ls" } };
    const rows: [AgentId, JsonObject, object | null][] = [
      ["gemini-cli", { ...gemini, tool_name: "glob" }, { tool: "glob", callId: null }],
      [
        "gemini-cli",
        { ...gemini, tool_name: "mcp_a_b", mcp_context: { server_name: "a", tool_name: "b" } },
        { tool: "mcp__a__b" },
      ],
      [
        "gemini-cli",
        { ...gemini, tool_name: "mcp_a_b", mcp_context: { server_name: "a__", tool_name: "b" } },
        { tool: "mcp_a_b" },
      ],
      ["gemini-cli", { ...gemini, tool_name: "glob", mcp_context: "x" }, null],
      ["copilot-cli", copilot, { name: "preToolUse", role: "before" }],
      ["copilot-cli", { ...copilot, toolArgs: "{}" }, null],
      ["copilot-cli", { ...copilot, toolResult: {} }, { name: "postToolUse", role: "after" }],
      ["copilot-cli", { ...copilot, error: "no" }, { role: "after", failed: true }],
      ["copilot-cli", { ...copilot, hookName: "another" }, null],
      ["copilot-cli", { ...copilot, ...sub }, { session: "s", subagent: "sub" }],
      ["copilot-cli", { ...copilot, ...sub, parentAgentId: 1 }, null],
      ["copilot-cli", { sessionId: "s", cwd: "/a", reason: "complete" }, { role: "ended" }],
      [
        "cursor",
        { ...cursor, hook_event_name: "beforeShellExecution", command: "ls", cwd: "" },
        { ...shell, role: "permission", folder: "/a" },
      ],
      [
        "cursor",
        {
          ...cursor,
          hook_event_name: "preToolUse",
          tool_name: "Shell",
          tool_input: { command: "ls", cwd: "/a" },
        },
        { ...shell, role: "before" },
      ],
      [
        "cursor",
        { ...cursor, hook_event_name: "beforeMCPExecution", tool_name: "b", tool_input: '{"c":1}' },
        { tool: "MCP:b", input: { c: 1 } },
      ],
      [
        "cursor",
        { ...cursor, hook_event_name: "beforeMCPExecution", tool_name: "b", tool_input: "[" },
        null,
      ],
      ["cursor", { ...cursor, hook_event_name: "afterFileEdit" }, null],
      [
        "vs-code",
        {
          hookEventName: "PreToolUse",
          sessionId: "s",
          cwd: "/a",
          tool_name: "x",
          tool_input: {},
          tool_use_id: "c",
        },
        { tool: "x", callId: "c" },
      ],
      ["vs-code", { hookEventName: "Stop", sessionId: "s", cwd: "/a" }, null],
    ];
    for (const [agent, given, event] of rows) {
      const read = tableOf(agent).readEvent(given);
      if (event === null) expect([given, read]).toEqual([given, null]);
      else expect([given, read]).toMatchObject([given, event]);
    }
  });

  it("never leave a rejection to an exit code alone where that runs the tool", () => {
    const reason = "true";
    for (const { id, events, outputOf } of AGENT_TABLES)
      for (const [name, role] of Object.entries(events)) {
        if (role !== "before" && role !== "permission") continue;
        const { stdout, stderr, exit } = outputOf({ name, role }, { kind: "reject", reason });
        if (id === "opencode") expect([stderr, exit]).toEqual([reason, 2]);
        else expect([id, exit, JSON.stringify(JSON.parse(stdout))]).toEqual([id, 0, stdout]);
      }
  });

  it("name an action, or say `other`", () => {
    for (const [agent, tool, input, kind] of ROWS)
      expect([agent, tool, input, tableOf(agent).actionOf(tool, input).kind]).toEqual([
        agent,
        tool,
        input,
        kind,
      ]);
  });

  it("read no event of another shape", () => {
    for (const { readEvent } of AGENT_TABLES)
      for (const given of [{}, { hook_event_name: "PreToolUse" }, { hook_event_name: 1 }])
        expect(readEvent(given)).toBeNull();
  });
});
