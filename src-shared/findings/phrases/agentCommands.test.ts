import { expect, it } from "vitest";
import { inspect } from "../inspect.ts";
import { ScannedTexts } from "#shared/findings/scannedTexts.ts";
import { findAgentCommands } from "./agentCommands.ts";

function found(command: string): string[] {
  const hits: string[] = [];
  findAgentCommands(command, ({ start, end, detail }) =>
    hits.push(`${detail} ${command.slice(start, end)}`),
  );
  return hits;
}

it.each([
  ["claude -p hi", "starts claude"],
  ["cd x && FOO=1 claude", "starts claude"],
  ['"codex" exec x', 'starts "codex"'],
  ["c''laude -p x", "starts c''laude"],
  ["\\claude", "starts \\claude"],
  ["/usr/local/bin/opencode run x", "starts /usr/local/bin/opencode"],
  ["npx -y @anthropic-ai/claude-code@latest -p x", "starts @anthropic-ai/claude-code@latest"],
  ["npx --package @openai/codex codex exec", "starts @openai/codex"],
  ["pnpm dlx opencode-ai", "starts opencode-ai"],
  ["npm exec -- gemini", "starts gemini"],
  ["gh copilot suggest x", "starts copilot"],
  ["sudo -u me env -i A=1 timeout -s KILL 60 qwen", "starts qwen"],
  ["ls | xargs -n 1 cursor-agent", "starts cursor-agent"],
  ["bash -lc 'cd x; codex exec y'", "starts codex"],
  ["sh -c claude", "starts claude"],
  [`bash -c "sh -c 'claude'"`, "starts claude"],
  ["echo $(claude -p x)", "starts claude"],
  ["x\nclaude", "starts claude"],
  ["node ~/n/@openai/codex/bin/codex.js exec", "starts ~/n/@openai/codex/bin/codex.js"],
  ["nohup claude &", "starts claude"],
  ["bash <<EOF\nclaude -p x\nEOF", "starts claude"],
  ["cat <<EOF | bash\nclaude\nEOF", "starts claude"],
  ["echo {} > .claude/settings.local.json", "settings .claude/settings.local.json"],
  ["rm -rf ~/.claude", "settings ~/.claude"],
  ["rm .claude/*", "settings .claude/*"],
  ["cp x ~/.codex/hooks.json", "settings ~/.codex/hooks.json"],
  ["echo x >>$HOME/.claude.json", "settings $HOME/.claude.json"],
  ["echo {} > .mcp.json", "settings .mcp.json"],
  ["mv x opencode.jsonc", "settings opencode.jsonc"],
  ["tee .opencode/plugin/x.js", "settings .opencode/plugin/x.js"],
  [
    "ls ~/Library/Application\\ Support/Countersign",
    "settings ~/Library/Application\\ Support/Countersign",
  ],
  ["ls ~/.config/Countersign/", "settings ~/.config/Countersign/"],
  ["CODEX_HOME=/tmp/x true", "settings CODEX_HOME=/tmp/x"],
  [`python -c "open('.claude/settings.json','w')"`, `settings "open('.claude/settings.json','w')"`],
])("are found: %s", (command, want) => {
  expect(found(command)).toContain(want);
});

it.each([
  "ls claude-notes/",
  'git commit -m "codex"',
  'git commit -m "Hold back .claude/settings.json"',
  "git checkout claude/fix-1",
  "which claude",
  "command -v codex",
  "claude --version",
  "codex --help",
  "npm run codex",
  "npm install @openai/codex",
  "pip install gemini",
  "grep -rn codex src",
  "ls | xargs grep -l claude",
  "for x in claude codex; do echo $x; done",
  "cat CLAUDE.md .claude/commands/fix.md",
  "cat > README.md <<'EOF'\nclaude is an agent\nSee .claude/settings.json\nEOF",
  "cd src-shared/agents/gateway && cat countersign.md",
  "node scripts/codex/make.js",
  "curl https://claude.ai/x",
  "docker run gemini",
  "echo claude",
])("are not found: %s", (command) => {
  expect(found(command)).toEqual([]);
});

it("takes linear time", () => {
  const started = performance.now();
  found(`${"bash -c 'x ".repeat(3_000)} ${"cat <<E\n".repeat(3_000)} ${".claude/".repeat(3_000)}`);
  expect(performance.now() - started).toBeLessThan(3000);
});

it("are looked for only in the command of an action", async () => {
  const action = {
    agent: { id: "codex", version: null },
    event: "before",
    session: { id: "s", folder: "/w" },
    callId: null,
    tool: "Bash",
    input: { command: "claude -p x" },
    folder: null,
    files: [],
    takesEdits: true,
  };
  const kinds = async (document: typeof action): Promise<string[]> => {
    const around = { gate: "request" as const, off: [] };
    const inspection = await inspect(document, around, {
      nowMs: () => 0,
      known: new ScannedTexts(),
    });
    return inspection.findings.map(({ kind, path }) => `${kind} ${path.join(".")}`);
  };
  expect(await kinds(action)).toEqual(["agent-command input.command"]);
  expect(await kinds({ ...action, tool: "Other" })).toEqual([]);
});
