// What axe finds on the screen as it stands.
import { AxeBuilder } from "@axe-core/playwright";
import { expect } from "../fixtures.ts";
import type { Desk } from "./desk.ts";

/** Fails with a readable list of what axe found. */
export async function axe(desk: Desk, where: string): Promise<void> {
  // A room that is opened for the first time is fetched first.
  await expect(desk.page.locator("h1").first()).toBeAttached();
  let violations = await look(desk);
  // A button that became usable amid the look had a colour between two.
  if (violations.length > 0) violations = await look(desk);
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where}: ${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ""}`),
  );
  expect.soft(found).toEqual([]);
}

async function look({ page }: Desk) {
  // A colour on its way from one to another is neither.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  );
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  // What passes is not described: of hundreds of nodes that takes longer than the look itself.
  return (await builder.options({ resultTypes: ["violations"] }).analyze()).violations;
}

/** The same in both themes. */
export async function axeInBothThemes(desk: Desk, where: string): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await useTheme(desk, theme);
    await axe(desk, `${where} (${theme})`);
  }
}

/** Sets the theme, and waits until the window has taken it. */
export async function useTheme(desk: Desk, theme: "light" | "dark"): Promise<void> {
  await desk.do("settings.set", { theme });
  await expect
    .poll(() => desk.page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches))
    .toBe(theme === "dark");
}
