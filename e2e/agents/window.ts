// What a user does in the window with an agent's actions.
import { expect } from "../fixtures.ts";
import type { Desk } from "../support/desk.ts";
import { AGENT_MS } from "./realAgents.ts";
import type { RealAgent, Run } from "./realAgents.ts";

interface Choices {
  actions: "What it would ask you anyway" | "Commands and changes" | "Everything";
  absent?: "Block" | "leave";
}

async function openHosts(desk: Desk): Promise<void> {
  await desk.room("Agents").click();
}

/** Sets the agent up, or changes its choices, and trusts its hook as its user does. */
export async function setUp(desk: Desk, agent: RealAgent, choices: Choices): Promise<void> {
  const { page } = desk;
  await openHosts(desk);
  const opens = new RegExp(`(built-in tools|Change what) of ${agent.name}\\b.*…$`);
  await page.getByRole("button", { name: opens }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: choices.actions }).click();
  if (choices.absent === "leave")
    await dialog.getByRole("radio", { name: `Let ${agent.name} ask` }).click();
  await desk.decide(dialog.getByRole("button", { name: "Change 1 file" }));
  await expect(dialog).toBeHidden();
  await agent.trust();
  await desk.room("Inbox").click();
}

export async function undo(desk: Desk, agent: RealAgent): Promise<void> {
  const { page } = desk;
  await openHosts(desk);
  await page.getByRole("button", { name: `Undo the hook of ${agent.name}…` }).click();
  const dialog = page.getByRole("dialog");
  await desk.decide(dialog.getByRole("button", { name: "Undo changes" }));
  await expect(dialog).toBeHidden();
}

/** Opens the row with these words, of this tool. An agent takes its time; one that ends instead says why. */
export async function select(desk: Desk, words: string, { ended }: Run, tool = /./): Promise<void> {
  const gone = ended.then(({ output }) => Promise.reject(new Error(output)));
  const row = desk.rows().filter({ hasText: words }).filter({ hasText: tool }).first();
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
