// An agent's own tools in the built app: set up in the window, then each action as Claude Code starts its hook.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import { openAgent, undoAgent } from "../../support/agents.ts";
import { axe } from "../../support/axe.ts";
import { ClaudeCode, SESSION, SETTINGS } from "../../support/claudeCode.ts";
import type { Printed } from "../../support/claudeCode.ts";
import type { Desk } from "../../support/desk.ts";
import { tabTo } from "../../support/keyboard.ts";

const TEXT = "const key = of(row);\nconst seen = new Set();\n";

const verdictOf = ({ stdout, code }: Printed): unknown => {
  expect(code).toBe(0);
  return (JSON.parse(stdout) as { hookSpecificOutput: unknown }).hookSpecificOutput;
};
const ALLOWED = expect.objectContaining({ permissionDecision: "allow" });
const DENIED = expect.objectContaining({ permissionDecision: "deny" });
const allow = (desk: Desk) => desk.button(/^Allow/);

/** By keys alone: to the button, through the choices, and out. */
async function setUp(desk: Desk): Promise<void> {
  const { page } = desk;
  const panel = await openAgent(desk, "Claude Code");
  await tabTo(desk, panel.getByRole("button", { name: "Review what it does…" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const changes = dialog.getByRole("radio", { name: /^Commands and changes/ });
  await tabTo(desk, dialog.getByRole("radio", { name: /^What it would ask/ }));
  await page.keyboard.press("ArrowDown");
  await expect(changes).toBeChecked();
  await expect(dialog.locator(".monaco-diff-editor .line-insert").first()).toBeVisible();
  await axe(desk, "the dialog that sets an agent up");
  const apply = dialog.getByRole("button", { name: "Change 1 file" });
  await expect(apply).toBeEnabled();
  await tabTo(desk, apply);
  await page.keyboard.press("Enter");
  await expect(apply).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(panel.getByRole("switch", { name: /built-in tools/ })).toBeChecked();
  await axe(desk, "an agent that is set up");
}

/** An agent that is set up, and the desk that holds its actions. */
const it = test.extend<{ agent: ClaudeCode; desk: Desk }>({
  agent: async ({ later }, use) => {
    const agent = await ClaudeCode.make();
    agent.program = "claude";
    later(() => agent.remove());
    await use(agent);
  },
  desk: async ({ agent, open }, use) => {
    const desk = await open({ profile: agent.profile });
    await setUp(desk);
    await use(desk);
  },
});
const runs = (agent: ClaudeCode, command: string): Promise<Printed> =>
  agent.does("Bash", { command, description: "Does it" });

it("an agent set up in the window: its actions are allowed, rejected, refused; undone to the byte", async ({
  agent,
  desk,
}) => {
  const { page } = desk;
  const bash = (command: string) => runs(agent, command);
  const written = await agent.settings();
  expect(written).toContain("// before the others");
  await desk.room("Inbox").click();

  // A command, by keys.
  const first = bash("npm test");
  await desk.select("npm test");
  await expect(allow(desk)).toBeEnabled();
  await axe(desk, "the card of a command");
  await page.keyboard.press("Control+Enter");
  expect(verdictOf(await first)).toEqual(ALLOWED);

  const reason = "No: “dist” stays, ask me first.";
  const second = bash("rm -rf dist");
  await desk.select("rm -rf dist");
  await desk.rejectNow(reason);
  expect(verdictOf(await second)).toEqual(
    expect.objectContaining({
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining(reason),
    }),
  );

  // The file changes before the click, which then decides nothing.
  const file = path.join(agent.project, "dedupe.mjs");
  await writeFile(file, TEXT);
  const replacement = { old_string: "of(row);", new_string: "of(row) ?? row;" };
  const edit = agent.does("Edit", { file_path: file, ...replacement });
  await desk.select("dedupe.mjs");
  const diff = desk.review.locator(".monaco-diff-editor");
  await expect(diff.getByText(/row\)\s\?\?\srow/)).toBeVisible();
  await expect(allow(desk)).toBeEnabled();
  await writeFile(file, `${TEXT}const late = true;\n`);
  await allow(desk).click();
  await expect(page.getByText(/Changed while you were looking/)).toBeVisible();
  await expect(diff.getByText(/late/).first()).toBeVisible();
  await desk.decide(allow(desk));
  expect(verdictOf(await edit)).toEqual(ALLOWED);
  expect(await readFile(file, "utf8")).toContain("late");

  // What can't be seen holds the button until it was.
  const hidden = bash("echo ok\u202Egpj.sh");
  await desk.select("gpj.sh");
  await expect(desk.button(/^Review findings/)).toBeEnabled();
  await expect(desk.button(/^Allow/)).toHaveCount(0);
  await desk.rejectNow();
  expect(verdictOf(await hidden)).toEqual(DENIED);

  await desk.do("desk.switch", "stopped");
  expect(verdictOf(await bash("npm test"))).toEqual(DENIED);
  await desk.do("desk.switch", "review");

  await expect(
    (await openAgent(desk, "Claude Code")).getByText("Held", { exact: true }).first(),
  ).toBeVisible();
  await undoAgent(desk, "Claude Code");
  await expect.poll(() => agent.settings()).toBe(SETTINGS);
});

it("several actions at once, a rule from a card, and the session as one timeline @long", async ({
  agent,
  desk,
}) => {
  const { page } = desk;
  const bash = (command: string) => runs(agent, command);
  await desk.room("Inbox").click();
  const earlier = bash("rm -rf dist");
  await desk.select("rm -rf dist");
  await desk.rejectNow();
  expect(verdictOf(await earlier)).toEqual(DENIED);
  const file = path.join(agent.project, "dedupe.mjs");
  await writeFile(file, TEXT);

  // Several at once: one press allows the reads, and leaves the one that changes meanwhile.
  expect(await agent.asks("Deduplicate rows\nby key")).toMatchObject({ stdout: "", code: 0 });
  const reads: Promise<Printed>[] = [];
  for (const name of ["one.mjs", "two.mjs"]) {
    const named = path.join(agent.project, name);
    await writeFile(named, TEXT);
    reads.push(agent.does("Read", { file_path: named }, "PermissionRequest"));
  }
  const build = bash("npm run build");
  const head = page.getByRole("option").filter({ hasText: "3 held" });
  await expect(head).toContainText("Deduplicate rows by key");
  await page.getByRole("listbox", { name: "Inbox" }).focus();
  await page.keyboard.press("Home");
  const session = page.getByRole("region", { name: "Session of an agent" });
  await expect(session.getByText("2 reads will be allowed")).toBeVisible();
  await expect(session.getByText("Commands are reviewed one by one")).toBeVisible();
  // Read from the index, which may come after the card.
  await expect(session.getByRole("button", { name: "Earlier in this session" })).toBeVisible();
  await page.keyboard.press("t");
  await expect(session.getByText("rm -rf dist").first()).toBeVisible();
  await axe(desk, "a session");
  await expect(desk.button(/^Allow 2 reads/)).toBeEnabled();
  await writeFile(path.join(agent.project, "two.mjs"), "// another\n");
  await page.keyboard.press("Control+Enter");
  await expect(session.getByText("Allowed 1 of 2.")).toBeVisible();
  await desk.decide(desk.button(/^Allow 1 read/));
  for (const one of reads)
    expect(verdictOf(await one)).toMatchObject({ decision: { behavior: "allow" } });
  await desk.select("npm run build");
  await expect(desk.review.getByText("Deduplicate rows by key")).toBeVisible();
  await desk.rejectNow();
  expect(verdictOf(await build)).toEqual(DENIED);

  // A rule from a card.
  const third = bash("npm test -- unit");
  await desk.select("npm test -- unit");
  await expect(allow(desk)).toBeEnabled();
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/of your last/)).toBeVisible();
  await axe(desk, "a rule from an action");
  await dialog.getByRole("button", { name: /^Create rule/ }).click();
  await expect(dialog).toHaveCount(0);
  await desk.decide(allow(desk));
  await third;
  await desk.do("desk.switch", "rules");
  expect(verdictOf(await bash("npm test"))).toEqual(ALLOWED);
  const chained = bash("npm test && rm -rf /");
  await desk.select("rm -rf /");
  await desk.rejectNow();
  expect(verdictOf(await chained)).toEqual(DENIED);

  // A read passes without a card.
  const read = await agent.does("Read", { file_path: file });
  expect(read).toMatchObject({ stdout: "", code: 0 });
  await desk.room("History").click();
  const passed = page.getByRole("option").filter({ hasText: "dedupe.mjs" }).first();
  await expect(passed.getByText("Passed")).toBeVisible();
  await passed.click();
  await expect(page.getByText(/Claude Code: Commands and changes/).first()).toBeVisible();

  // The session as one timeline.
  await page.keyboard.press("/");
  await page.keyboard.type(`session:${SESSION}`);
  const story = page.getByRole("region", { name: "Session of an agent" });
  await expect(story.getByText("Deduplicate rows by key")).toBeVisible();
  await expect(page.getByRole("option").first()).toContainText("rm -rf dist");
  await expect(page.getByRole("option").last()).toContainText("dedupe.mjs");
});
