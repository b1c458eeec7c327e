// What a user does in the window with an agent's actions.
import { expect } from "../fixtures.ts";
import { setUpTools, undoAgent } from "../support/agents.ts";
import type { AgentChoice } from "../support/agents.ts";
import type { Desk } from "../support/desk.ts";
import { AGENT_MS } from "./realAgents.ts";
import type { RealAgent, Run } from "./realAgents.ts";

/** Sets the agent up, or changes its choices, and trusts its hook as its user does. */
export async function setUp(desk: Desk, agent: RealAgent, choices: AgentChoice): Promise<void> {
  await setUpTools(desk, agent.name, choices);
  await agent.trust();
  await desk.room("Inbox").click();
}

/** From the card that is open; from then on rules decide. */
export async function createRule(desk: Desk): Promise<void> {
  await desk.page.keyboard.press("a");
  const dialog = desk.page.getByRole("dialog", { name: /^Create rule from/ });
  await dialog.getByRole("checkbox", { name: /^Also switch from Review to Rules mode/ }).click();
  await desk.decide(dialog.getByRole("button", { name: "Create rule" }));
  await expect(dialog).toBeHidden();
}

export const undo = (desk: Desk, agent: RealAgent): Promise<void> => undoAgent(desk, agent.name);

/** Opens the pending row with these words, of this tool. An agent takes its time; one that ends instead says why. */
export async function select(desk: Desk, words: string, { ended }: Run, tool = /./): Promise<void> {
  const gone = ended.then(({ output }) => Promise.reject(new Error(output)));
  const row = desk
    .rows()
    .filter({ hasText: words })
    .filter({ hasText: tool })
    .filter({ hasNot: desk.page.getByRole("img", { name: /^(Allowed|Rejected|Left)/ }) })
    .first();
  await Promise.race([row.click({ timeout: AGENT_MS }), gone]);
}

/** Serious findings are reviewed first, by the same button. */
export const allow = (desk: Desk): Promise<void> =>
  desk.decide(desk.button(/^(Allow|Review findings)/));

export async function reject(desk: Desk, reason: string): Promise<void> {
  await desk.decide(desk.reject);
  await desk.page.getByRole("textbox", { name: /reason/i }).fill(reason);
  await desk.decide(desk.page.getByRole("button", { name: /^Reject(?!…)/ }));
}
