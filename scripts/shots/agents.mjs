// The scenes of agents' own tools: setting one up, its states, a rule from an action, and what is kept of its actions.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { launch } from "../../e2e/support/app.ts";
import { ClaudeCode } from "../../e2e/support/claudeCode.ts";
import { Desk } from "../../e2e/support/desk.ts";

const DEDUP = `export function dedupe(rows, keyOf) {
  const seen = new Set();
  return rows.filter((row) => {
    const key = keyOf(row);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
`;

/** @param {(all: { desk: Desk, agent: ClaudeCode }) => Promise<void>} act */
async function withAgent(act) {
  const agent = await ClaudeCode.make();
  const file = path.join(agent.project, "src/dedupe.mjs");
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, DEDUP);
  await mkdir(path.join(agent.profile, "home/.codex"));
  const desk = new Desk(await launch({ profile: agent.profile }));
  try {
    await desk.ready();
    await act({ desk, agent });
  } finally {
    await desk.close();
    await agent.remove();
  }
}

/** @param {Desk} desk @param {"asked" | "changes" | "everything"} actions @param {"claude-code" | "codex"} [id] */
async function setUp(desk, actions, id = "claude-code") {
  const choices = { actions, absent: /** @type {const} */ ("block") };
  const { hash } = await desk.do("agents.preview", id, choices);
  await desk.do("agents.set", id, choices, hash);
}

/** The primary can be pressed. @param {Desk} desk */
const allowed = (desk) =>
  desk
    .button(/^Allow/)
    .and(desk.page.locator(":enabled"))
    .first()
    .waitFor();

/** @type {import("./stage.mjs").Scene[]} */
export const agents = [
  {
    shows: [
      "agents-direct",
      "agent-asked",
      "agent-changes",
      "agent-everything",
      "agent-codex",
      "agents-unheard",
      "agents-held",
      "agents-changed",
      "agent-undo",
    ],
    play: (shot) =>
      withAgent(async ({ desk, agent }) => {
        const { page } = desk;
        const diff = () => page.locator(".monaco-diff-editor .line-insert").first().waitFor();
        const setUpOf = (/** @type {string} */ name) =>
          page.getByRole("button", { name: `Set up the built-in tools of ${name}…` });
        await desk.room("Agents").click();
        await setUpOf("Codex").waitFor();
        await shot(desk, "agents-direct");
        await setUpOf("Codex").click();
        await page.getByRole("dialog").locator("pre").waitFor();
        await shot(desk, "agent-codex");
        await page.keyboard.press("Escape");
        await setUpOf("Claude Code").click();
        await diff();
        await shot(desk, "agent-asked");
        await page.getByRole("radio", { name: /^Everything/ }).click();
        await diff();
        await shot(desk, "agent-everything");
        await page.getByRole("radio", { name: /^Commands and changes/ }).click();
        await diff();
        await shot(desk, "agent-changes");
        await page.getByRole("button", { name: "Change 1 file" }).click();
        await page.getByRole("dialog").waitFor({ state: "detached" });
        await setUp(desk, "asked", "codex");
        await page.getByText("Not trusted yet").waitFor();
        await shot(desk, "agents-unheard");
        await agent.does("Read", { file_path: path.join(agent.project, "src/dedupe.mjs") });
        await page.getByText(/^Held since/).waitFor();
        await shot(desk, "agents-held");
        await page.getByRole("button", { name: "Undo the hook of Claude Code…" }).click();
        await diff().catch(() => page.locator(".monaco-diff-editor").first().waitFor());
        await shot(desk, "agent-undo");
        await page.keyboard.press("Escape");
        await writeFile(agent.file, "{}\n");
        await page.getByText(/hook is gone/).waitFor();
        await shot(desk, "agents-changed");
      }),
  },
  {
    shows: [
      "action-rows",
      "action-rule-command",
      "action-rule-edit",
      "action-ended",
      "action-rejected",
      "history-actions",
    ],
    play: (shot) =>
      withAgent(async ({ desk, agent }) => {
        const { page } = desk;
        const file = path.join(agent.project, "src/dedupe.mjs");
        await setUp(desk, "changes");
        const bash = (/** @type {string} */ command, description = "") =>
          agent.does("Bash", { command, ...(description === "" ? {} : { description }) });
        const answer = async (
          /** @type {string} */ words,
          /** @type {() => Promise<void>} */ how,
        ) => {
          await desk.select(words);
          await allowed(desk);
          await how();
        };
        const allow = () => desk.decide(desk.button(/^Allow/));
        await agent.does("Read", { file_path: file });
        const first = bash("npm test -- dedup", "Run the tests of dedup");
        await answer("npm test -- dedup", allow);
        await first;
        await agent.does("Bash", { command: "npm test -- dedup" }, "PostToolUse");
        const second = bash("npm test -- dedup && rm -rf dist", "Test, then clean up");
        await answer("rm -rf dist", () => desk.rejectNow("Keep dist, only run the tests"));
        await second;
        const edit = agent.does("Edit", {
          file_path: file,
          old_string: "const key = keyOf(row);",
          new_string: "const key = keyOf(row) ?? row;",
        });
        const command = bash("npm test -- report", "Run the tests of report");
        await desk.select("npm test -- report");
        await allowed(desk);
        await shot(desk, "action-rows");
        await desk.page.keyboard.press("a");
        await page.getByRole("dialog").getByRole("checkbox").first().waitFor();
        await shot(desk, "action-rule-command");
        await page.keyboard.press("Escape");
        await desk.rows().filter({ hasText: "dedupe.mjs" }).first().click();
        await allowed(desk);
        await desk.page.keyboard.press("a");
        await page.getByRole("dialog").getByRole("checkbox").first().waitFor();
        await shot(desk, "action-rule-edit");
        await page.keyboard.press("Escape");
        await allow();
        await edit;
        await shot(desk, "action-ended");
        await answer("npm test -- report", () => desk.rejectNow("Not now"));
        await command;
        await shot(desk, "action-rejected");
        await desk.room("History").click();
        const rows = page.getByRole("listbox", { name: "History" }).getByRole("option");
        await rows.filter({ hasText: "rm -rf dist" }).click();
        await page.getByText("Keep dist").first().waitFor();
        await shot(desk, "history-actions");
      }),
  },
];
