import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { acceptCommand } from "./accept.ts";
import { agentOf, HookedAgent } from "./agentRun.ts";
import { readAccepted } from "./options.ts";

const folder = (): string => mkdtempSync(path.join(tmpdir(), "countersign-agent-run-"));

function hooked(command: string) {
  const table = agentOf(command);
  if (table === null) throw new Error(`${command} is no agent`);
  const agent = new HookedAgent(table, "changes");
  const stored = agent.write(folder());
  const handed = (args: string[], env = {}) => agent.handed(command, args, env);
  return { stored, handed };
}

it("knows agents by the name of their program", () => {
  const names = ["claude", "/usr/bin/codex", "opencode.exe", "npm", "claude-notes", "node"];
  expect(names.map((name) => agentOf(name)?.id ?? null)).toEqual([
    "claude-code",
    "codex",
    "opencode",
    null,
    null,
    null,
  ]);
});

it("hands Claude Code settings with its hooks, above those that switch hooks off", async () => {
  const { stored, handed } = hooked("claude");
  const settings = JSON.parse(readFileSync(stored.file, "utf8")) as Record<string, unknown>;
  expect(settings).toMatchObject({ disableAllHooks: false, hooks: { PreToolUse: [{}] } });
  const env = { CLAUDE_CODE_SAFE_MODE: "1", CLAUDE_CODE_SIMPLE: "1", OWN: "x" };
  expect(await handed(["-p", "hi"], env)).toEqual({
    args: ["--settings", stored.file, "-p", "hi"],
    env: { OWN: "x" },
  });
  await handed(["-p", "--", "--bare"]);
});

it("hands opencode its plugin in a variable", async () => {
  const { stored, handed } = hooked("opencode");
  const { args, env } = await handed(["run", "hi"]);
  expect(args).toEqual(["run", "hi"]);
  expect(JSON.parse(env["OPENCODE_CONFIG_CONTENT"] ?? "")).toEqual({
    plugin: [`file://${stored.file}`],
  });
  expect(readFileSync(stored.file, "utf8")).toContain(stored.id);
});

it.each([
  ["claude", ["-p", "x", "--settings", "{}"]],
  ["claude", ["--settings={}"]],
  ["claude", ["--bare"]],
  ["claude", ["--safe-mode"]],
  ["claude", ["--restricted"]],
  ["qwen", ["--safeMode"]],
  ["qwen", ["--bare", "true"]],
  ["opencode", ["run", "--pure"]],
  ["opencode", ["run", "--attach", "http://x"]],
  ["codex", ["exec", "-c", "hooks.PreToolUse=[]"]],
  ["codex", ["exec", "--config=features={}"]],
  ["codex", ["exec", "-chooks={}"]],
  ["codex", ["exec", "--disable", "hooks"]],
  ["codex", ["resume"]],
  ["codex", []],
])("does not start %s with %s", async (command, args) => {
  await expect(hooked(command).handed(args)).rejects.toThrow(/is not started|Of Codex only/);
});

it("does not replace what a variable says already", async () => {
  const { handed } = hooked("opencode");
  await expect(handed([], { OPENCODE_CONFIG_CONTENT: "{}" })).rejects.toThrow(
    "in place of OPENCODE",
  );
});

it("locks each agent's program, its entry and what comes to the rules", async () => {
  const at = folder();
  const file = (name: string, text: string): string => {
    writeFileSync(path.join(at, name), text, { mode: 0o755 });
    return path.join(at, name);
  };
  const policy = file("rules.json", '{ "rules": [] }');
  const [claude, opencode] = [file("claude", "one"), file("opencode", "two")];
  const printed: string[] = [];
  const accept = (...more: string[]) =>
    acceptCommand(["--policy", policy, ...more], (line) => printed.push(line));
  const read = (agents: string[], actions = "changes") =>
    readAccepted({ policy, actions }, "anyone", { agents });
  await accept("--", claude, opencode);
  expect(printed.join("\n")).toMatch(/agent Claude Code\n {2}program: .*claude\n/);
  for (const agents of [[claude], [opencode], []])
    await expect(read(agents)).resolves.toMatchObject({ programs: [] });
  await expect(read([claude], "everything")).rejects.toThrow("what comes to the rules has changed");
  await expect(read([claude], "asked")).rejects.toThrow("changes or everything");
  writeFileSync(claude, "another");
  await expect(read([claude])).rejects.toThrow("agent Claude Code: program's SHA-256 has changed");
  await expect(read([file("codex", "three")])).rejects.toThrow("agent Codex: was not accepted");
  await expect(accept("--", "npm")).rejects.toThrow("npm is no agent");
});
