// The first minutes, by keyboard alone: an agent set up and undone, the demo through both gates, then the user's own
// server, up to its request.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import { axeInBothThemes } from "../../support/axe.ts";
import { ClaudeCode, SETTINGS } from "../../support/claudeCode.ts";
import { countScreen } from "../../support/counts.ts";
import type { Desk } from "../../support/desk.ts";
import { command, focusIsSeen, tabTo } from "../../support/keyboard.ts";
import { question } from "../../support/puppet.ts";

const SERVERS = `{
  "mcpServers": { "files": { "command": "files-mcp", "args": ["--stdio"] } },
  "numStartups": 3
}
`;

/** From the start page, and back again in Agents: what is on disk is what was shown, then what it was. */
async function setUpAndUndo(desk: Desk, file: string): Promise<void> {
  const { page } = desk;
  const { keyboard } = page;
  const onDisk = (files: readonly string[]) =>
    Promise.all(files.map((one) => readFile(one, "utf8")));
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await tabTo(desk, dialog.getByRole("radio", { name: /^What it would ask/ }));
  await keyboard.press("ArrowDown");
  await expect(dialog.getByRole("checkbox", { name: "files" })).toBeChecked();
  const change = dialog.getByRole("button", { name: "Change 2 files" });
  await expect(change).toBeEnabled();
  await expect(dialog.locator(".monaco-diff-editor .line-insert").first()).toBeVisible();
  await axeInBothThemes(desk, "the dialog that sets an agent up");
  const previewed = await desk.do("agents.previewSetup", "Claude Code", {
    tools: { actions: "changes", absent: "block" },
    servers: [{ file, path: ["mcpServers", "files"] }],
    calls: false,
  });
  await tabTo(desk, change);
  await keyboard.press("Enter");
  await expect(dialog).toContainText("Claude Code is set up");
  await expect(dialog).toContainText("Restart Claude Code.");
  await axeInBothThemes(desk, "what an agent still needs");
  // All of it as shown, but for the token, which no window gets.
  const withoutToken = (text: string) => text.replace(/("COUNTERSIGN_TOKEN":\s*")[^"]+/, "$1");
  const written = await onDisk(previewed.map((one) => one.file));
  expect(written.map(withoutToken)).toEqual(previewed.map(({ after }) => withoutToken(after)));
  await keyboard.press("Escape");
  // Its server is started by Countersign from now on.
  await expect(dialog).toContainText("Start “files” on this computer?");
  await desk.decide(dialog.getByRole("button", { name: "Don’t start" }));
  await expect(dialog).toHaveCount(0);

  await keyboard.press("Control+2");
  await tabTo(desk, page.getByRole("button", { name: "Undo…", exact: true }));
  await keyboard.press("Enter");
  const undo = dialog.getByRole("button", { name: "Undo in 2 files" });
  await expect(undo).toBeEnabled();
  await axeInBothThemes(desk, "the dialog that undoes it");
  await keyboard.press("Control+Enter");
  await expect(dialog).toHaveCount(0);
  expect(await onDisk(previewed.map((one) => one.file))).toEqual(
    previewed.map((one) => (one.file === file ? SERVERS : SETTINGS)),
  );
  await command(desk, "getting started");
}

test("from an agent and the demo to a user's own server: its result has the response, and the server's request arrives @themes", async ({
  open,
  puppet,
  later,
}) => {
  const server = await puppet();
  const agent = await ClaudeCode.make();
  later(() => agent.remove());
  const home = path.join(agent.profile, "home");
  const file = path.join(home, ".claude.json");
  await writeFile(file, SERVERS);
  await writeFile(path.join(home, ".claude/history.jsonl"), "");
  await mkdir(path.join(home, ".codex"));
  const desk = await open({ profile: agent.profile });
  const { page } = desk;
  const { keyboard } = page;
  await expect(desk.button("Claude Code: Review what it does…")).toBeFocused();
  await expect(desk.button("Codex: Review what it does…")).toBeVisible();
  await axeInBothThemes(desk, "the start page");
  await setUpAndUndo(desk, file);
  await tabTo(desk, desk.button(/^Run the demo/));
  await keyboard.press("Enter");
  await expect(desk.rows()).toHaveCount(1);
  await expect(desk.rows().first()).toHaveAttribute("aria-selected", "true");
  await expect(desk.review).toContainText("What is the capital of France?");
  await expect(desk.review).toContainText("You are a helpful assistant.");
  await expect(desk.approve).toBeVisible();
  const { words, controls, said } = await countScreen(page);
  // With the notice of what was undone.
  expect(words, said).toBeLessThanOrEqual(110);
  expect(controls).toBeLessThanOrEqual(20);
  await desk.answerByHand("Paris, written by hand.");
  const { origin } = await desk.request(({ phase }) => phase.kind === "ended");
  if (origin.kind !== "certain") throw new Error("the call that led here is not known");
  const run = await desk.ended(origin.call.runId);
  expect(run).toMatchObject({
    state: "done",
    result: {
      content: [{ type: "text", text: "Paris, written by hand." }],
      structuredContent: { model: "human", stopReason: "endTurn", turns: 1 },
    },
  });

  const { command: program, args } = server.command;
  await expect(page.getByRole("region", { name: "Getting started" })).toContainText(
    "That was both gates.",
  );
  await tabTo(desk, desk.button("Add server…"));
  await keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Add a server" });
  await expect(form.getByRole("textbox", { name: "Name", exact: true })).toBeFocused();
  await keyboard.type("Notes");
  await tabTo(desk, form.getByRole("textbox", { name: "Command", exact: true }));
  await keyboard.type(program);
  await tabTo(desk, form.getByRole("textbox", { name: /^Arguments/ }));
  await keyboard.type(args.join("\n"));
  await tabTo(desk, form.getByRole("textbox", { name: "Name", exact: true }), "Shift+Tab");
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Start “Notes” on this computer?");
  await expect(dialog.getByRole("button", { name: "Start", exact: true })).toBeEnabled();
  await keyboard.press("Enter");
  await expect(dialog).toContainText("Connected");
  await axeInBothThemes(desk, "a server that was approved");
  await keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Tools, prompts and resources" })).toBeVisible();
  await focusIsSeen(desk, "on the Workbench");
  await keyboard.press("Control+Enter");
  await server.called();
  server.ask(question("Who wrote this?"));
  await desk.request(({ phase }) => phase.kind === "request");
  await keyboard.press("Control+1");
  await expect(desk.review).toContainText("Who wrote this?");
});
