// The scenes of agents: the room, setting one up, its states, a rule from an action, and what is kept of its actions.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { openAgent, setUpAgent } from "../../e2e/support/agents.ts";
import { launch } from "../../e2e/support/app.ts";
import { ClaudeCode } from "../../e2e/support/claudeCode.ts";
import { Desk } from "../../e2e/support/desk.ts";
import { programInputSchema } from "../../src-shared/programs/program.ts";

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
  agent.program = "claude";
  const file = path.join(agent.project, "src/dedupe.mjs");
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, DEDUP);
  const home = path.join(agent.profile, "home");
  for (const folder of [".codex", ".cursor"]) await mkdir(path.join(home, folder));
  const servers = (/** @type {string[]} */ names) => ({
    mcpServers: Object.fromEntries(names.map((name) => [name, { command: "npx", args: [name] }])),
  });
  await writeFile(
    path.join(home, ".claude.json"),
    JSON.stringify(servers(["github", "filesystem", "sentry"]), null, 2),
  );
  await writeFile(path.join(home, ".cursor/mcp.json"), JSON.stringify(servers(["sentry"])));
  const desk = new Desk(await launch({ profile: agent.profile }));
  try {
    await desk.ready();
    await act({ desk, agent });
  } finally {
    await desk.close();
    await agent.remove();
  }
}

/** @param {Desk} desk @param {"asked" | "changes" | "everything"} actions @param {string} [name] */
const setUp = (desk, actions, name = "Claude Code") =>
  setUpAgent(desk, name, { tools: { actions, absent: "block" } });

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
      "agents-codex",
      "agents",
      "agents-program",
      "agent-file",
      "agent-undo",
      "agents-changed",
    ],
    play: (shot) =>
      withAgent(async ({ desk, agent }) => {
        const { page } = desk;
        const diff = () => page.locator(".monaco-diff-editor .line-insert").first().waitFor();
        const panel = await openAgent(desk, "Claude Code");
        await shot(desk, "agents-direct");
        await panel.getByRole("button", { name: "Review what it does…" }).click();
        await diff();
        await shot(desk, "agent-asked");
        await page.getByRole("radio", { name: /^Commands and changes/ }).click();
        await diff();
        await shot(desk, "agent-changes");
        await page.keyboard.press("Escape");
        const [github, filesystem] = ["github", "filesystem"].map((name) => ({
          file: path.join(agent.profile, "home/.claude.json"),
          path: ["mcpServers", name],
        }));
        await setUpAgent(desk, "Claude Code", {
          tools: { actions: "changes", absent: "block" },
          servers: [github, filesystem].filter((one) => one !== undefined),
        });
        await setUp(desk, "changes", "Codex");
        await desk.do("programs.add", programInputSchema.parse({ name: "nightly-report" }));
        const test = agent.does("Bash", { command: "npm test" });
        await desk.room("Inbox").click();
        await desk.select("npm test");
        await allowed(desk);
        await desk.decide(desk.button(/^Allow/));
        await test;
        const codex = await openAgent(desk, "Codex");
        await codex.getByRole("switch", { name: /built-in tools/ }).waitFor();
        await shot(desk, "agents-codex");
        const program = await openAgent(desk, "nightly-report");
        await program.getByRole("combobox").waitFor();
        await shot(desk, "agents-program");
        await openAgent(desk, "Claude Code");
        await panel.getByText("Held", { exact: true }).first().waitFor();
        await shot(desk, "agents");
        await panel
          .getByRole("button", { name: /^View the changes/ })
          .first()
          .click();
        await page.locator(".monaco-diff-editor").first().waitFor();
        await shot(desk, "agent-file");
        await page.keyboard.press("Escape");
        await panel.getByRole("button", { name: "Undo…" }).click();
        await page.locator(".monaco-diff-editor").first().waitFor();
        await shot(desk, "agent-undo");
        await page.keyboard.press("Escape");
        await writeFile(agent.file, "{}\n");
        await panel.getByText(/hook is gone/).waitFor();
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
  {
    shows: ["session", "session-open", "session-edit"],
    play: (shot) =>
      withAgent(async ({ desk, agent }) => {
        const { page } = desk;
        const file = path.join(agent.project, "src/dedupe.mjs");
        await setUp(desk, "everything");
        await agent.asks("Find why rows of the report are there twice");
        const allow = () => desk.decide(desk.button(/^Allow/));
        const first = agent.does("Bash", { command: "git status" });
        await desk.select("git status");
        await allowed(desk);
        await allow();
        await first;
        await agent.does("Bash", { command: "git status" }, "PostToolUse");
        const others = ["report.mjs", "rows.mjs"].map((name) =>
          path.join(agent.project, "src", name),
        );
        for (const other of others) await writeFile(other, DEDUP);
        for (const one of [file, ...others]) void agent.does("Read", { file_path: one });
        void agent.does("Read", { file_path: path.join(agent.project, "../.netrc") });
        void agent.does("Bash", { command: "npm test && rm -rf dist" });
        void agent.does("Edit", {
          file_path: file,
          old_string: "const key = keyOf(row);",
          new_string: "const key = keyOf(row) ?? row;",
        });
        const head = page
          .getByRole("option")
          .filter({ hasText: /Find why rows/ })
          .first();
        await head.click();
        await page.getByRole("region", { name: "Session of an agent" }).waitFor();
        await page.getByText("3 reads will be allowed").waitFor();
        await shot(desk, "session");
        await page.keyboard.press("t");
        await shot(desk, "session-open");
        await desk.rows().filter({ hasText: "Edit" }).first().click();
        await allowed(desk);
        await shot(desk, "session-edit");
      }),
  },
  {
    shows: ["agent-question", "agent-plan"],
    play: (shot) =>
      withAgent(async ({ desk, agent }) => {
        await setUp(desk, "changes");
        void agent.does("AskUserQuestion", {
          questions: [
            {
              question: "Which key tells two rows apart?",
              header: "Key",
              multiSelect: false,
              options: [
                { label: "Invoice number", description: "Unique since 2019" },
                { label: "Customer and date", description: "Older rows have no number" },
              ],
            },
          ],
        });
        void agent.does("ExitPlanMode", {
          plan: "# Rows that are there twice\n\n1. Compare rows by their invoice number.\n2. Add a test of older rows.\n",
        });
        await desk.room("Inbox").click();
        await desk.select("Which key");
        await desk.page.getByRole("radio", { name: /^Invoice number/ }).waitFor();
        await shot(desk, "agent-question");
        await desk.rows().filter({ hasText: "Plan" }).first().click();
        await desk
          .button(/^Approve/)
          .and(desk.page.locator(":enabled"))
          .first()
          .waitFor();
        await shot(desk, "agent-plan");
      }),
  },
];
