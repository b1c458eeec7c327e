// Agents' own tools in Agents: their states, the choices, and the change that follows them.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { AgentView, ToolsState } from "#shared/agents/agentRow.ts";
import { fail, ok } from "#shared/outcome.ts";
import { openWindow } from "../../../testing/openWindow.tsx";
import { TestMain } from "../../../testing/testMain.ts";
import type { TestMainParts } from "../../../testing/testMain.ts";

const agentOf = (more: Partial<AgentView>): AgentView => ({
  agent: "claude-code",
  name: "Claude Code",
  version: "2.1.332",
  file: "/home/a/.claude/settings.json",
  state: { kind: "direct" },
  choices: null,
  hasPermission: true,
  blocksOnFailure: true,
  limitMs: 3_600_000,
  canBeChecked: true,
  needsNode: false,
  ...more,
});
const codex = agentOf({
  agent: "codex",
  name: "Codex",
  file: "/home/a/.codex/hooks.json",
  blocksOnFailure: false,
});
const opencode = agentOf({
  agent: "opencode",
  name: "opencode",
  file: "/home/a/.config/opencode/plugin/countersign.js",
  hasPermission: false,
});
const SET = { actions: "changes", absent: "block" } as const;

async function pageOf(agents: AgentView[], answers: TestMainParts["answers"] = {}) {
  const host = { program: "Claude Code", file: "/home/a/.claude.json", servers: [], faults: [] };
  const main = new TestMain({
    answers: {
      "hosts.look": () => ok({ hosts: [host], others: [] }),
      "agents.look": () => ok(agents),
      "agents.preview": (_agent, choices) =>
        ok({
          file: "/home/a/.claude/settings.json",
          hash: "h1",
          backup: "/home/a/.claude/settings.json.backup",
          before: "{}",
          after: JSON.stringify(choices),
        }),
      "agents.set": () => ok(null),
      ...answers,
    },
  });
  const at = { screen: "agents" } as const;
  return { main, ...(await openWindow(main, at)) };
}
const toolsOf = (name: string) =>
  within(screen.getByRole("region", { name: `Built-in tools of ${name}` }));

test("lists an agent beneath its host, or by itself, each with its state in words", async () => {
  const states: [ToolsState, string][] = [
    [{ kind: "direct" }, "Direct"],
    [{ kind: "unchecked", outdated: null, needs: ["restart"] }, "Set up, not seen yet"],
    [{ kind: "unchecked", outdated: null, needs: ["trust"] }, "Not trusted yet"],
    [{ kind: "held", sinceMs: Date.now(), check: null }, "Held since"],
    [{ kind: "changed", what: ["entry-gone", "script"] }, "Changed"],
  ];
  for (const [state, word] of states) {
    const choices = state.kind === "direct" ? null : SET;
    const { close } = await pageOf([agentOf({ state, choices }), { ...codex, state, choices }]);
    const host = within(screen.getByRole("region", { name: "Servers of Claude Code" }));
    expect(host.getByRole("region").textContent).toContain(word);
    const own = screen.getByRole("region", { name: "Codex" }).textContent;
    expect(own).toContain("/home/a/.codex/hooks.json");
    expect(own).toContain(word);
    // Codex skips a new hook without a word.
    if (word.includes("trusted")) expect(own).toContain("/hooks");
    if (state.kind === "changed") expect(host.getByText(/hook is gone/)).toBeDefined();
    close();
  }
});

test("the change follows every choice, and the one shown is the one made", async () => {
  const { main, user } = await pageOf([agentOf({})]);
  await user.click(toolsOf("Claude Code").getByRole("button", { name: /^Set up/ }));
  const dialog = within(screen.getByRole("dialog", { name: "Review what Claude Code does" }));
  const last = () => main.called("agents.preview").at(-1);
  await waitFor(() =>
    expect(last()).toEqual(["claude-code", { actions: "asked", absent: "block" }]),
  );
  expect(dialog.getByText("Recommended")).toBeDefined();
  await user.click(dialog.getByRole("radio", { name: /^Everything/ }));
  await user.click(dialog.getByRole("radio", { name: "Let Claude Code ask" }));
  const chosen = { actions: "everything", absent: "leave" };
  await waitFor(() => expect(last()).toEqual(["claude-code", chosen]));
  expect(main.called("agents.set")).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Change 1 file" }));
  expect(main.called("agents.set")).toEqual([["claude-code", chosen, "h1"]]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a change that can't be made is not offered, and a failure stays in the dialog", async () => {
  const { main, user } = await pageOf([opencode, { ...codex, needsNode: true }], {
    "agents.set": () => fail({ kind: "stale" }),
  });
  expect(toolsOf("Codex").getByText(/Node\.js 20/)).toBeDefined();
  expect(toolsOf("Codex").getByRole("button", { name: /^Set up/ })).toHaveProperty(
    "disabled",
    true,
  );
  await user.click(toolsOf("opencode").getByRole("button", { name: /^Set up/ }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.queryByRole("radio", { name: /ask you anyway/ })).toBeNull();
  const apply = dialog.getByRole("button", { name: "Change 1 file" });
  await waitFor(() => expect(apply).toHaveProperty("disabled", false));
  expect(main.called("agents.preview")).toEqual([["opencode", SET]]);
  await user.click(apply);
  expect(await dialog.findByText(/changed while you were deciding/)).toBeDefined();
});

test("choices are changed later, and undone", async () => {
  const undo = { file: "/f", hash: "h2", backup: null, before: "{a}", after: "{}" };
  const held = agentOf({ state: { kind: "held", sinceMs: 0, check: null }, choices: SET });
  const { main, user } = await pageOf([held], {
    "agents.previewTakeOut": () => ok(undo),
    "agents.takeOut": () => ok(null),
  });
  const tools = toolsOf("Claude Code");
  await user.click(tools.getByRole("button", { name: /^Change what/ }));
  const chosen = screen.getByRole("radio", { name: /^Commands and changes/ });
  expect(chosen).toHaveProperty("checked", true);
  await user.keyboard("{Escape}");
  await user.click(tools.getByRole("button", { name: /^Undo/ }));
  const apply = await screen.findByRole("button", { name: "Undo changes" });
  await waitFor(() => expect(apply).toHaveProperty("disabled", false));
  await user.click(apply);
  expect(main.called("agents.takeOut")).toEqual([["claude-code", "h2"]]);
});
