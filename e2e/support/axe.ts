// What axe finds on the screen as it stands.
import { AxeBuilder } from "@axe-core/playwright";
import { expect } from "../fixtures.ts";
import type { Desk } from "./desk.ts";

/** Fails with a readable list of what axe found. */
export async function axe(desk: Desk, where: string): Promise<void> {
  // A room that is opened for the first time is fetched first.
  await expect(desk.page.locator("h1").first()).toBeAttached();
  const { violations } = await new AxeBuilder({ page: desk.page }).setLegacyMode(true).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where}: ${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ""}`),
  );
  expect.soft(found).toEqual([]);
}
