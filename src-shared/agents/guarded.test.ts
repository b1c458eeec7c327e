import { describe, expect, it } from "vitest";
import { isGuarded, projectSettings } from "./guarded.ts";

const PROFILE = "/home/u/.config/Countersign";

const GUARDED = [
  "/home/u/.claude/settings.json",
  "/home/u/.claude.json",
  "/home/u/.claude.json.backup",
  "/home/u/p/.claude/settings.local.json",
  "/home/u/p/.claude/hooks/run.sh",
  "/home/u/p/.claude/plugins/x/y",
  "/home/u/p/.claude",
  "/home/u/p/.Claude/Settings.json",
  "/home/u/p/.claude/worktrees/a/.claude/settings.json",
  "/home/u/p/.claude/plans/../settings.json",
  "/home/u/.claude/worktrees/a/.codex/sessions/../hooks.json",
  "/home/u/.claude/commands/.claude/plans/a.md",
  "/home/u/.codex/x/.claude/plans/a.md/.mcp.json",
  "/home/u/p/.mcp.json",
  "/home/u/.codex/config.toml",
  "/home/u/.codex/hooks.json",
  "/home/u/p/opencode.json",
  "/home/u/p/opencode.jsonc",
  "/home/u/p/.opencode/plugin/x.js",
  "/home/u/.config/opencode/plugin/x.js",
  "/home/u/.gemini/settings.json",
  "/home/u/.gemini/policies/a.toml",
  "/home/u/.qwen/settings.json",
  "/home/u/.copilot/hooks/a.json",
  "/home/u/.copilot/mcp-config.json",
  "/home/u/p/.github/hooks/a.json",
  "/home/u/p/.github/mcp.json",
  "/home/u/.cursor/hooks.json",
  "/home/u/p/.cursor/mcp.json",
  "/home/u/p/.vscode/settings.json",
  "/home/u/p/.vscode/mcp.json",
  "/home/u/.config/Code/User/settings.json",
  "/home/u/.config/Code - Insiders/User/profiles/a/mcp.json",
  "/Users/u/Library/Application Support/Claude/claude_desktop_config.json",
  "/Library/Application Support/ClaudeCode/managed-settings.json",
  "/etc/claude-code/managed-settings.json",
  "C:\\Users\\u\\.claude\\settings.json",
  "C:\\Users\\u\\.claude.\\settings.json",
  "C:\\Users\\u\\p\\.mcp.json::$DATA",
  "/Users/u/.cl\u200Daude/settings.json",
  PROFILE,
  `${PROFILE}/agents.json`,
  "/home/u/.config/countersign/hook.cjs",
];

const FREE = [
  "/home/u/p/src/claude.ts",
  "/home/u/p/settings.json",
  "/home/u/p/.claude/worktrees/a/src/main.ts",
  "/home/u/.claude/plans/a.md",
  "/home/u/.claude/projects/x/memory/a.md",
  "/home/u/p/.github/workflows/a.yml",
  "/home/u/p/hooks.json",
  "/home/u/p/docs/opencode.md",
  "/home/u/.config/Countersign2/a",
  "/",
];

describe("guarded files", () => {
  it("are settings, hooks and plugins of agents, and the profile", () => {
    expect(GUARDED.filter((file) => !isGuarded(file, PROFILE))).toEqual([]);
    expect(FREE.filter((file) => isGuarded(file, PROFILE))).toEqual([]);
  });

  it("of a project are told by their keys", () => {
    const claude = `{ // mine\n"disableAllHooks": true, "model": "x", "env": { "A": "1" }, }`;
    expect(projectSettings(".claude/settings.json", claude)).toEqual(["disableAllHooks", "env"]);
    expect(projectSettings(".codex/config.toml", "[features]\nhooks = false\n")).toEqual([
      "features",
    ]);
    expect(projectSettings("opencode.json", `{"plugin":["a"]}`)).toEqual(["plugin"]);
    for (const text of ["", "{", "[]"]) expect(projectSettings("opencode.json", text)).toBeNull();
  });
});
