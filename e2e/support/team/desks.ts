// Desks of a team for tests: a window that joins, and `countersign serve`.
import path from "node:path";
import { expect } from "playwright/test";
import type { Desk } from "../desk.ts";
import { Command } from "../headless.ts";
import type { TeamDatabase } from "./team.ts";

export const NAMED = ["--policy", "rules.json", "--servers", "servers.json"];

export async function join(desk: Desk, database: TeamDatabase, login: string, role = "reviewer") {
  await desk.room("Settings").click();
  await desk.button("Team").click();
  const { page } = desk;
  await page.getByLabel("Address of the database").fill(database.address(login));
  await page.getByLabel("Name of this desk").fill(login);
  if (login === "bo") await page.getByLabel("Password").fill(database.password);
  await desk.button(/^(Join team|Save and reconnect)$/).click();
  await expect(page.getByText(`Online as ${login} (${role})`)).toBeVisible();
  return desk;
}

/** `serve` in this folder, always on the same profile, and its config for hosts. */
export async function serving(
  folder: string,
  database: TeamDatabase,
): Promise<{ command: Command; config: string }> {
  const profile = path.join(folder, "profile");
  const args = ["serve", ...NAMED, "--profile", profile, "--store", database.address("serve")];
  const command = new Command(folder, args, { COUNTERSIGN_STORE_PASSWORD: database.password });
  await command.said(/^Team: online as serve \(reviewer\)/m);
  const [, config = ""] = await command.said(/config for hosts in (\S+),/);
  return { command, config };
}
