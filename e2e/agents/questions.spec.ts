// Claude Code in a terminal: its questions are answered at the desk, and its model reads the answers.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "../fixtures.ts";
import type { Desk } from "../support/desk.ts";
import type { ToolCall } from "./agentModel.ts";
import { AGENT_MS } from "./realAgents.ts";
import { select, setUp } from "./window.ts";
import { World } from "./world.ts";

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
/** As its user has it after the first run, in this project. */
async function welcomed({ agent }: World): Promise<void> {
  const config = {
    hasCompletedOnboarding: true,
    theme: "dark",
    customApiKeyResponses: { approved: ["dummy"], rejected: [] },
    projects: { [agent.project]: { hasTrustDialogAccepted: true } },
  };
  const home = path.dirname(path.dirname(agent.config));
  await writeFile(path.join(home, ".claude.json"), JSON.stringify(config));
}

/** What its model was told about its last call. */
async function lastTold({ model }: World, calls: number): Promise<string> {
  await expect.poll(() => model.told().size, { timeout: AGENT_MS }).toBe(calls);
  return [...model.told().values()].at(-1) ?? "";
}

async function answer(desk: Desk): Promise<void> {
  const { keyboard } = desk.page;
  await desk.page.getByRole("radiogroup", { name: /Which backoff/ }).waitFor();
  for (const key of ["2", "1", "2", "3"]) await keyboard.press(key);
  await keyboard.type("all, that job says");
  await desk.decide(desk.button(/^Answer/));
}
const ANSWERED =
  '"Which backoff should the queue use?"="Exponential", ' +
  '"Which errors should never be retried?"="4xx responses, "Validation, too", "all, that job says""';

test("claude-code: its questions are answered at the desk, and no dialog asks @hosts", async ({
  open,
  later,
}) => {
  test.setTimeout(5 * 60_000);
  const world = await World.open("claude-code", later);
  await welcomed(world);
  const desk = await open({ profile: world.agent.profile });
  await setUp(desk, world.agent, { actions: "Commands and changes" });
  const asked = world.play({ main: [[QUESTIONS]] }, { inTerminal: true });
  await select(desk, "Which backoff", asked, /AskUserQuestion/);
  await answer(desk);
  expect(await lastTold(world, 1)).toContain(ANSWERED);
});
