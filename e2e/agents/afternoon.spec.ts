// The first minutes and an afternoon with two agents: found and set up on the first screen, checked, then worked with. In
// the end what ran, what the agents' models were told, the ledger and History are the same.
import { chmod, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "../fixtures.ts";
import type { AgentChoice } from "../support/agents.ts";
import type { Desk } from "../support/desk.ts";
import type { ToolCall } from "./agentModel.ts";
import { envOf, obeysChecks } from "./checked.ts";
import { AGENT_MS } from "./realAgents.ts";
import { recordedActions } from "./recordedActions.ts";
import { allow, createRule, reject, select } from "./window.ts";
import { World } from "./world.ts";

/** From the first screen until both agents are checked. */
const CHECKED_MS = 120_000;

const QUESTIONS: ToolCall = {
  tool: "AskUserQuestion",
  input: {
    questions: [
      {
        question: "Which backoff should the queue use?",
        header: "Backoff",
        options: [
          { label: "Linear", description: "Attempt × 1 s, as today" },
          { label: "Exponential", description: "250 ms doubling, full jitter, cap 30 s" },
          { label: "Fixed", description: "Always 5 s" },
        ],
        multiSelect: false,
      },
      {
        question: "Which errors should never be retried?",
        header: "Errors",
        options: [
          { label: "4xx responses", description: "Except 408 and 429" },
          { label: "Validation, too", description: "Thrown by the job itself" },
        ],
        multiSelect: true,
      },
    ],
  },
};
const ANSWERED =
  '"Which backoff should the queue use?"="Exponential", ' +
  '"Which errors should never be retried?"="4xx responses, "Validation, too", "all, that job says""';

const PLAN = "# Bounded backoff\n\n1. Add `backoff.ts`\n2. Use it in `retry.ts`\n";
const LATER_PLAN = `${PLAN}3. Test both\n`;
const FEEDBACK = "Say how you will test it: “unit” only";
const REASON = "Not now: “ask” Ada first, 100 % of it";
const FILES = ["queue.ts", "retry.ts", "errors.ts"] as const;

/** As Claude Code's user has it after the first run, in this project. */
async function welcomed({ agent }: World): Promise<void> {
  const config = {
    hasCompletedOnboarding: true,
    theme: "dark",
    customApiKeyResponses: { approved: ["dummy"], rejected: [] },
    projects: { [agent.project]: { hasTrustDialogAccepted: true } },
  };
  await writeFile(path.join(agent.profile, "home/.claude.json"), JSON.stringify(config));
}

/** On the first screen, with the check that follows. */
async function setUpAndCheck(desk: Desk, world: World, choice: AgentChoice): Promise<void> {
  const { name, trust } = world.agent;
  await desk.button(`${name}: Review what it does…`).click();
  const dialog = desk.page.getByRole("dialog");
  await dialog.getByRole("radio", { name: choice.actions }).click();
  await desk.decide(dialog.getByRole("button", { name: "Change 1 file" }));
  await expect(dialog).toContainText(`${name} is set up`);
  await trust();
  await obeysChecks(world);
  await dialog.getByRole("button", { name: "Check now" }).click();
  await expect(dialog).toContainText(`${name} is held`, { timeout: CHECKED_MS });
  await expect(dialog.getByText(/^No file/)).toHaveCount(4);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
}

async function answer(desk: Desk): Promise<void> {
  const { keyboard } = desk.page;
  await desk.page.getByRole("radiogroup", { name: /Which backoff/ }).waitFor();
  for (const key of ["2", "1", "2", "3"]) await keyboard.press(key);
  await keyboard.type("all, that job says");
  await desk.decide(desk.button(/^Answer/));
}

/** Of the calls of which an agent's models were told, those that the ledger hasn't as done; it has each of them once. */
function notDone({ agent }: World, told: ReadonlyMap<string, string>): string[] {
  const all = recordedActions(agent.profile);
  const own = all.filter((one) => one.agent === agent.id && told.has(one.callId));
  expect(own.map(({ callId }) => callId).toSorted()).toEqual([...told.keys()].toSorted());
  return own.filter(({ rows }) => !rows.includes("completed")).map(({ callId }) => callId);
}

test("claude-code and codex: checked within two minutes, and an afternoon that the ledger knows @hosts", async ({
  open,
  later,
}) => {
  test.setTimeout(10 * 60_000);
  const claude = await World.open("claude-code", later);
  const { profile } = claude.agent;
  const codex = await World.open("codex", later, profile);
  await welcomed(claude);
  await claude.write("count.sh", '#!/bin/sh\necho "$1" >> ran.txt\n');
  await chmod(path.join(claude.agent.project, "count.sh"), 0o700);
  for (const file of FILES) await claude.write(file, `// ${file}\nconst wait = 1;\n`);

  const desk = await open({ profile, env: envOf(claude, codex) });
  const startMs = performance.now();
  await setUpAndCheck(desk, claude, { actions: "Everything" });
  await setUpAndCheck(desk, codex, { actions: "Commands and changes" });
  const tookMs = performance.now() - startMs;
  process.stdout.write(`Two agents set up and checked in ${(tookMs / 1000).toFixed(1)} s\n`);
  expect(tookMs).toBeLessThan(CHECKED_MS);

  await desk.room("Inbox").click();
  const plan = { file_path: "", content: PLAN };
  const { command, read, edit, spawns } = claude.agent;
  const script = {
    main: [
      FILES.map(read),
      [QUESTIONS],
      [{ tool: "Write", input: plan }],
      [{ tool: "ExitPlanMode", input: {} }],
      [{ tool: "Write", input: plan }],
      [{ tool: "ExitPlanMode", input: {} }],
      [command("./count.sh 1")],
      [command("./count.sh 2")],
      [edit("retry.ts", "wait = 1", "wait = 250")],
      [spawns("sub")],
      [command("rm -r docs")],
    ],
    sub: [[command("touch from-below")]],
  };
  const planning = { inTerminal: true, args: ["--permission-mode", "plan"] };
  const work = claude.play(script, planning, (_, turn) => {
    const said = JSON.stringify(claude.model.seen.at(-1)?.body);
    plan.file_path = /\/[^\s"'`\\]*\/plans\/[\w-]+\.md/.exec(said)?.[0] ?? "";
    plan.content = turn < 4 ? PLAN : LATER_PLAN;
    return Promise.resolve();
  });

  // Its first reads, at once.
  await select(desk, "3 held", work);
  await desk.decide(desk.button(/^Allow 3 reads/));
  await select(desk, "Which backoff", work);
  await answer(desk);
  await select(desk, "/plans/", work);
  await allow(desk);
  await select(desk, "Bounded backoff", work, /Plan/);
  await desk.decide(desk.button(/^Reject with feedback/));
  await desk.page.getByRole("textbox", { name: /reason/i }).fill(FEEDBACK);
  await desk.decide(desk.page.getByRole("button", { name: /^Reject(?!…| with)/ }));
  await select(desk, "/plans/", work);
  await allow(desk);
  await select(desk, "Bounded backoff", work, /Plan/);
  await expect(desk.page.getByText("Claude Code takes no changes here")).toBeVisible();
  await desk.decide(desk.button(/^Approve plan/));

  await select(desk, "./count.sh 1", work);
  await createRule(desk);
  // Rules decide about what comes later.
  await select(desk, "./count.sh 1", work);
  await allow(desk);
  await select(desk, "retry.ts", work, claude.agent.editTool);

  // The other one begins meanwhile.
  await codex.write("notes.txt", "one\ntwo\nthree\n");
  const patching = codex.play(
    {
      main: [
        [codex.agent.command("touch from-codex")],
        [codex.agent.edit("notes.txt", "two", "zwei")],
        [codex.agent.command("rm -r build")],
      ],
    },
    { args: ["-c", 'model="gpt-5.5"'] },
  );
  await select(desk, "touch from-codex", patching);
  await allow(desk);
  await select(desk, "retry.ts", work, claude.agent.editTool);
  await expect(desk.review.locator(".monaco-diff-editor").getByText(/250/)).toBeVisible();
  await allow(desk);
  await select(desk, "notes.txt", patching, codex.agent.editTool);
  await expect(desk.review.locator(".monaco-diff-editor").getByText(/zwei/)).toBeVisible();
  await allow(desk);
  await select(desk, "rm -r build", patching);
  await reject(desk, REASON);
  await patching.ended;
  const toldOfPatch = codex.model.told();

  await select(desk, "Look around", work);
  await allow(desk);
  await select(desk, "touch from-below", work);
  await expect(desk.review.getByText("for its sub-agent")).toBeVisible();
  await allow(desk);
  await select(desk, "rm -r docs", work);
  await reject(desk, REASON);
  await expect.poll(() => claude.model.told().size, { timeout: AGENT_MS }).toBe(14);
  const told = claude.model.told();

  const below = codex.play({
    main: [[codex.agent.spawns("sub")], [codex.agent.command("sleep 3")]],
    sub: [[codex.agent.command("touch codex-below")]],
  });
  for (const words of ["SCRIPT:sub", "touch codex-below", "sleep 3"]) {
    await select(desk, words, below);
    await allow(desk);
  }
  await below.ended;
  const toldOfSub = codex.model.told();

  // What ran.
  expect((await claude.read("ran.txt")).trim().split("\n")).toEqual(["1", "2"]);
  expect(await claude.read("retry.ts")).toContain("wait = 250");
  expect(await claude.read("notes.txt")).toBe("one\nzwei\nthree\n");
  for (const file of ["from-below", "from-codex", "codex-below"])
    expect(claude.has(file), file).toBe(true);

  // What their models read.
  const said = [...told.values()].join("\n");
  for (const words of [ANSWERED, FEEDBACK, "User has approved your plan.", REASON])
    expect(said).toContain(words);

  // What the ledger knows.
  expect({
    claude: notDone(claude, told),
    codex: notDone(codex, toldOfPatch),
    below: notDone(codex, toldOfSub),
  }).toEqual({
    claude: ["call_r1main_3_0", "call_r1main_10_0"],
    codex: ["call_r1main_2_0"],
    below: [],
  });

  const recorded = recordedActions(profile);
  const ruled = recorded.filter(({ rows }) => rows.includes("judged"));
  expect(ruled.map(({ callId }) => callId)).toEqual(["call_r1main_7_0"]);

  // And History.
  const [first] = recorded;
  await desk.room("History").click();
  await desk.page.keyboard.press("/");
  await desk.page.keyboard.type(`session:${first?.session ?? ""}`);
  const story = desk.page.getByRole("region", { name: "Session of an agent" });
  await expect(story.getByText("SCRIPT:main")).toBeVisible();
  await expect(desk.page.getByRole("option")).toHaveCount(told.size);
});
