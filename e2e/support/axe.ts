// What axe finds on the present screen.
import { AxeBuilder } from "@axe-core/playwright";
import { expect } from "../fixtures.ts";
import type { Desk } from "./desk.ts";
import { isLong } from "./everyRun.ts";

/** The rules that depend on the theme: only colours do, neither texts nor places. */
export const COLOURS = ["color-contrast", "link-in-text-block"];

/** Fails with a readable list of what axe found; by all of its rules, or by `rules` where the others have run already. */
export async function axe(desk: Desk, where: string, rules?: readonly string[]): Promise<void> {
  // A screen that opens for the first time is loaded first.
  await expect(desk.page.locator("h1").first()).toBeAttached();
  let violations = await look(desk, rules);
  // A button enabled during the run had a colour in between.
  if (violations.length > 0) violations = await look(desk, rules);
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where}: ${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ""}`),
  );
  expect.soft(found).toEqual([]);
}

async function look({ page }: Desk, rules: readonly string[] | undefined) {
  // A colour in transition is neither.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  );
  // Injected once: the builder would do so twice a run, which takes as long as the run.
  const isThere = await page.evaluate(() => "axe" in window);
  const builder = new AxeBuilder({ page, ...(isThere ? { axeSource: "undefined" } : {}) });
  builder.setLegacyMode(true);
  // Passes are not described: for hundreds of nodes that takes longer than the run itself.
  builder.options({ resultTypes: ["violations"] });
  if (rules !== undefined) builder.withRules([...rules]);
  return (await builder.analyze()).violations;
}

/**
 * The same in both themes, in the dark one by colours only; in `npm test` only in the light one.
 * A walk that `npm test` runs has `@themes` in its title, so that `npm run long` runs it again, in both.
 */
export async function axeInBothThemes(desk: Desk, where: string): Promise<void> {
  if (isLong) await useTheme(desk, "light");
  await axe(desk, `${where} (light)`);
  if (!isLong) return;
  await useTheme(desk, "dark");
  await axe(desk, `${where} (dark)`, COLOURS);
}

/** Sets the theme, and waits until the window has applied it. */
export async function useTheme(desk: Desk, theme: "light" | "dark"): Promise<void> {
  await desk.do("settings.set", { theme });
  await expect
    .poll(() => desk.page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches))
    .toBe(theme === "dark");
}
