import { expect, it } from "vitest";
import { AGENT_IDS } from "./agent.ts";
import { hookHolds } from "./hookHolds.ts";
import type { HoldingHook } from "./comesToUser.ts";
import type { JsonObject } from "../json.ts";

const holds =
  (agent: HoldingHook["agent"], actions: HoldingHook["actions"]) =>
  (name: string, input: JsonObject): boolean =>
    hookHolds({ agent, actions }, { type: "tool_use", id: "a", name, input });

it("holds what the choice has come to the user, and what the table reads alone", () => {
  const read = { file_path: "/a" };
  expect(holds("claude-code", "everything")("Read", read)).toBe(true);
  expect(holds("claude-code", "changes")("Read", read)).toBe(false);
  expect(holds("claude-code", "changes")("Bash", { command: "ls" })).toBe(true);
  expect(holds("opencode", "changes")("bash", { command: "ls", description: "x" })).toBe(true);
  expect(holds("claude-code", "everything")("Bash", { command: 1 })).toBe(false);
  expect(holds("claude-code", "everything")("Unknown", {})).toBe(false);
  expect(holds("claude-code", "everything")("mcp__notes__delete", {})).toBe(false);
  // Its hook has another name for the tool of its model.
  expect(holds("codex", "everything")("exec_command", { cmd: "ls" })).toBe(false);
});

it("holds nothing where the agent's own permissions decide whether its user is asked", () => {
  for (const agent of AGENT_IDS)
    for (const name of ["Bash", "bash", "Read", "shell"])
      expect(holds(agent, "asked")(name, { command: "ls" })).toBe(false);
});
