// What axe finds on the screen as it stands.
import { AxeBuilder } from "@axe-core/playwright";
import { expect } from "../fixtures.ts";
import type { Desk } from "./desk.ts";

/** What depends on the theme: nothing else of a window does, neither its words nor its places. */
export const COLOURS = ["color-contrast", "link-in-text-block"];

/** Fails with a readable list of what axe found; by all of its rules, or by `rules` where the others have looked. */
export async function axe(desk: Desk, where: string, rules?: readonly string[]): Promise<void> {
  // A room that is opened for the first time is fetched first.
  await expect(desk.page.locator("h1").first()).toBeAttached();
  let violations = await look(desk, rules);
  // A button that became usable amid the look had a colour between two.
  if (violations.length > 0) violations = await look(desk, rules);
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where}: ${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ""}`),
  );
  expect.soft(found).toEqual([]);
}

async function look({ page }: Desk, rules: readonly string[] | undefined) {
  // A colour on its way from one to another is neither.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  );
  // Put into the window once: the builder would do so twice a look, and that takes as long as the look.
  const isThere = await page.evaluate(() => "axe" in window);
  const builder = new AxeBuilder({ page, ...(isThere ? { axeSource: "undefined" } : {}) });
  builder.setLegacyMode(true);
  // What passes is not described: of hundreds of nodes that takes longer than the look itself.
  builder.options({ resultTypes: ["violations"] });
  if (rules !== undefined) builder.withRules([...rules]);
  return (await builder.analyze()).violations;
}

/** The same in both themes; in the dark one by its colours. */
export async function axeInBothThemes(desk: Desk, where: string): Promise<void> {
  await useTheme(desk, "light");
  await axe(desk, `${where} (light)`);
  await useTheme(desk, "dark");
  await axe(desk, `${where} (dark)`, COLOURS);
}

/** Sets the theme, and waits until the window has taken it. */
export async function useTheme(desk: Desk, theme: "light" | "dark"): Promise<void> {
  await desk.do("settings.set", { theme });
  await expect
    .poll(() => desk.page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches))
    .toBe(theme === "dark");
}
