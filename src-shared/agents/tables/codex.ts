// Codex, measured on 0.171.0. Its events and verdicts have Claude Code's form.
import type { AgentTable } from "../agent.ts";
import { parsePatch } from "../patch.ts";
import { readHookEvent } from "./claudeCode.ts";
import { editable, mcpCallOf, optional, OTHER, readTool, textIn } from "./reading.ts";
import type { ToolReader } from "./reading.ts";
import { isTrusted } from "./codexTrust.ts";
import { objectOf, objectsIn, sumOf } from "./output.ts";
import { beforeTool, blocked, permissionAsked, SILENT } from "./verdicts.ts";

const TOOLS: Record<string, ToolReader> = {
  Bash: {
    shape: { command: "text", description: "text?" },
    read: (input) => ({
      kind: "command",
      command: editable(input, "command"),
      ...optional("claim", input["description"]),
    }),
  },
  view_image: {
    shape: { path: "text" },
    read: (input) => ({ kind: "read", path: textIn(input, "path") }),
  },
  apply_patch: {
    shape: { command: "text" },
    read(input) {
      const changes = parsePatch("codex", textIn(input, "command"));
      return changes === null
        ? OTHER
        : { kind: "edit", changes, patch: editable(input, "command") };
    },
  },
};

const RUN = ["exec", "--skip-git-repo-check", "--json"];
/** Cached ones are among the first. */
const TOKENS = ["input_tokens", "output_tokens"];

export const codex: AgentTable = {
  id: "codex",
  name: "Codex",
  isMeasured: true,
  readEvent: readHookEvent,
  actionOf: (tool, input) => mcpCallOf(tool) ?? readTool(TOOLS, tool, input),
  events: {
    PreToolUse: "before",
    PermissionRequest: "permission",
    PostToolUse: "after",
    UserPromptSubmit: "prompt",
    SessionEnd: "ended",
  },
  takesEdits: ["before"],
  outputOf({ role }, verdict) {
    if (verdict.kind === "pass") return SILENT;
    if (role === "before") return beforeTool(verdict);
    if (role !== "permission") return SILENT;
    // `updatedInput` makes it fail closed: better said by us.
    return verdict.kind === "allow" && verdict.input !== undefined
      ? blocked("Codex takes no edited input here.")
      : permissionAsked(verdict);
  },
  programs: ["codex", "codex.exe"],
  needs: ["trust", "restart"],
  trust: { file: "config.toml", isTrusted },
  run: {
    once: (prompt) => [...RUN, "--sandbox", "workspace-write", prompt],
    unasked: (prompt) => [...RUN, "--dangerously-bypass-approvals-and-sandbox", prompt],
    tools: { shell: "exec_command", subagents: "spawn_agent" },
    // Its hooks have the name with that of its namespace; that of `spawn_agent` they have without.
    waits: ["wait_agent", "multi_agent_v1wait_agent"],
    tokensIn: (output) =>
      sumOf(
        objectsIn(output)
          .filter(({ type }) => type === "turn.completed")
          .flatMap(({ usage }) => TOKENS.map((name) => objectOf(usage)[name])),
      ),
  },
  // An hour was waited out: with a hook that never answers it was given up after 3,600 s, at which the tool ran.
  hook: {
    form: "groups",
    unitMs: 1000,
    limitMs: 3_600_000,
    blocksOnFailure: false,
    hasPermission: true,
    hasCallFolder: true,
  },
};
