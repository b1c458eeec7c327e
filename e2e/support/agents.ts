// Agents, set up and undone in the window as their users do, or by the channels alone.
import type { Locator } from "playwright";
import type { AgentSetup } from "../../src-shared/agents/agentRow.ts";
import { expect } from "../fixtures.ts";
import type { Desk } from "./desk.ts";

export interface AgentChoice {
  actions: "What it would ask you anyway" | "Commands and changes" | "Everything";
  absent?: "Block" | "leave";
}

/** Opens the room, and the panel of this agent or program. */
export async function openAgent(desk: Desk, name: string): Promise<Locator> {
  await desk.room("Agents").click();
  await desk.page.getByRole("row").getByRole("button", { name }).first().click();
  return desk.page.getByRole("complementary", { name });
}

const dialogOf = (desk: Desk) => desk.page.getByRole("dialog");
const apply = (desk: Desk) => dialogOf(desk).getByRole("button", { name: /^(Change|Update) \d/ });

/** Opens the dialog that sets the tools of an agent up, or changes that. */
async function openSetUp(desk: Desk, name: string): Promise<void> {
  const panel = await openAgent(desk, name);
  const first = panel.getByRole("button", { name: "Review what it does…" });
  const tools = panel.getByRole("switch", { name: /built-in tools/ });
  await expect(first.or(tools).first()).toBeVisible();
  if (await first.isVisible()) return first.click();
  if (!(await tools.isChecked())) return tools.click();
  await panel.getByRole("combobox", { name: "Comes to you" }).click();
  return desk.page.getByRole("option").last().click();
}

/** Sets an agent's tools up, or changes its choices. What comes afterwards is closed. */
export async function setUpTools(desk: Desk, name: string, choice: AgentChoice): Promise<void> {
  await openSetUp(desk, name);
  const dialog = dialogOf(desk);
  await dialog.getByRole("radio", { name: choice.actions }).click();
  if (choice.absent !== undefined)
    await dialog
      .getByRole("radio", { name: choice.absent === "leave" ? `Let ${name} ask` : "Block" })
      .click();
  await desk.decide(apply(desk));
  await expect(apply(desk)).toHaveCount(0);
  const after = dialog.getByRole("button", { name: /^(Not now|Done)$/ });
  await after.click();
  await expect(dialog).toBeHidden();
}

/** Has all servers of an agent without other doors go through Countersign, and starts them. */
export async function wrapServers(
  desk: Desk,
  name: string,
  look: (dialog: Locator) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const panel = await openAgent(desk, name);
  const review = panel.getByRole("button", { name: "Review what it does…" });
  await review.click();
  const dialog = dialogOf(desk);
  await expect(apply(desk)).toBeEnabled();
  await look(dialog);
  await apply(desk).click();
  const start = desk.page.getByRole("button", { name: /^Start/ });
  const later = dialog.getByRole("button", { name: /^(Not now|Done)$/ });
  await expect(start.or(later).first()).toBeVisible();
  if (await later.isVisible()) await later.click();
  await desk.decide(start);
  await dialog.getByRole("button", { name: "Close" }).last().click();
}

/** Undoes all that was changed for an agent. */
export async function undoAgent(desk: Desk, name: string): Promise<void> {
  const panel = await openAgent(desk, name);
  await panel.getByRole("button", { name: "Undo…" }).click();
  const dialog = dialogOf(desk);
  await desk.decide(dialog.getByRole("button", { name: /^Undo (in|changes)/ }));
  await expect(dialog).toBeHidden();
}

/** Without the window; whatever is left out becomes direct. @returns the servers to confirm */
export async function setUpAgent(
  desk: Desk,
  name: string,
  { tools = null, servers = [], calls = false }: Partial<AgentSetup>,
): Promise<string[]> {
  const setup = { tools, servers, calls };
  const changes = await desk.do("agents.previewSetup", name, setup);
  const hashes = Object.fromEntries(changes.map(({ file, hash }) => [file, hash]));
  return (await desk.do("agents.setUp", name, setup, hashes)).confirm;
}
