// Every screen and gate, in both languages and both themes: named, reachable, readable (axe finds nothing).
import type { Locator } from "playwright/test";
import { expect, test } from "../../fixtures.ts";
import { axe, COLOURS, useTheme } from "../../support/axe.ts";
import type { Desk } from "../../support/desk.ts";
import { question } from "../../support/puppet.ts";
import { neverEnds, startScriptedModel, streamsText } from "../../support/scriptedModel.ts";

for (const theme of ["light", "dark"] as const) {
  const look = (desk: Desk, where: string): Promise<void> =>
    axe(desk, where, theme === "light" ? undefined : COLOURS);

  test(`axe finds nothing on any screen (${theme})${theme === "dark" ? " @long" : ""}`, async ({
    openShared,
    puppet,
  }) => {
    test.setTimeout(90_000);
    const server = await puppet();
    const desk = await openShared(
      { puppet: server.config, nobody: { url: `http://127.0.0.1:9/${theme}` } },
      { connect: false },
    );
    const { page } = desk;
    await useTheme(desk, theme);
    await look(desk, "inbox, empty");
    await desk.room("Servers").click();
    await desk.button(/^Review (command|address)…$/).click();
    await look(desk, "confirm dialog, address");
    await desk.decide(
      page.getByRole("dialog").getByRole("button", { name: "Connect", exact: true }),
    );
    await look(desk, "confirm dialog");
    await desk.decide(page.getByRole("dialog").getByRole("button", { name: "Start", exact: true }));
    await desk.serverIs("puppet", "connected");
    await page.keyboard.press("Escape");
    await desk.button("puppet").click();
    await look(desk, "servers");
    await desk.button("Traffic").click();
    await page.getByRole("option").first().click();
    await expect(page.getByRole("region", { name: "Message", exact: true })).toContainText(
      "initialize",
    );
    await look(desk, "traffic");
    await page.keyboard.press("Escape");
    await desk.button("Add server…").first().click();
    await look(desk, "server form");
    await page.keyboard.press("Escape");
    await desk.room("Workbench").click();
    await look(desk, "workbench");
    await desk.room("Settings").click();
    await look(desk, "settings");
    await page.keyboard.press("?");
    await look(desk, "keys");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+K");
    await look(desk, "palette");
    await page.keyboard.press("Escape");
    await page.getByRole("radio", { name: "Stopped" }).click();
    await look(desk, "stopped");
  });

  test(`axe finds nothing at any gate (${theme})${theme === "dark" ? " @long" : ""}`, async ({
    openShared,
    puppet,
    later,
  }) => {
    test.setTimeout(90_000);
    const model = await startScriptedModel(neverEnds(["It ", "streams"]));
    later(model.close);
    const server = await puppet();
    const desk = await openShared({ puppet: server.config });
    await useTheme(desk, theme);
    await desk.useModels(model.baseUrl);
    await desk.start("puppet", "work", { topic: "axe" });
    await server.called();
    server.ask(
      question("A question with a hidden \u200B character", {
        systemPrompt: "System",
        temperature: 0.5,
        stopSequences: ["END"],
        modelPreferences: { hints: [{ name: "small" }], costPriority: 0.5 },
      }),
    );
    await expect(desk.approve).toBeEnabled();
    await expect(desk.message(1)).toBeAttached();
    await look(desk, "gate 1, blocks");
    for (const view of ["JSON", "Diff", "Blocks"] as const) {
      await desk.view(view).click();
      await look(desk, `gate 1, ${view}`);
    }
    await desk.decide(desk.approve);
    await expect(desk.review).toContainText("It streams");
    await look(desk, "generating");
    await desk.button(/^Stop\b/).click();
    await expect(desk.approve).toBeEnabled();
    await look(desk, "gate 2");
    await desk.decide(desk.reject);
    await look(desk, "reject bar");
    await desk.decide(desk.page.getByRole("button", { name: /^Reject(?!…)/ }));
    await desk.request(({ phase }) => phase.kind === "ended");
    await look(desk, "ended");
  });
}

test("简体中文: chosen once, used everywhere, and kept", async ({ open, openCall }) => {
  const { desk, server } = await openCall();
  const { page } = desk;
  server.ask(question("Question"));
  await expect(desk.rows()).toHaveCount(1);
  await desk.room("Settings").click();
  await page.getByRole("radio", { name: "简体中文" }).click();
  const rail = page.getByRole("navigation");
  await expect(rail.getByRole("button").first()).toHaveAccessibleName(/收件箱/);
  await expect(page.locator("html")).toHaveAttribute("lang", /^zh/);
  // No English sentence of Countersign remains on any screen.
  for (const index of [0, 1, 2, 3]) {
    await rail.getByRole("button").nth(index).click();
    const words = await page.getByRole("main").innerText();
    expect(words).not.toMatch(
      /\b(Approve|Reject|Settings|Servers|Waits|Model|Language|Add|Tools)\b/,
    );
  }
  await desk.close();
  const again = await open({ profile: desk.profile });
  await expect(again.page.getByRole("navigation").getByRole("button").first()).toHaveAccessibleName(
    /收件箱/,
  );
});

test("the window fits down to 900 × 600: server, step, Reject and Approve keep their places @long", async ({
  openGate,
}) => {
  const { desk, server } = await openGate(streamsText(["answer"]));
  server.ask(question("Narrow?"));
  const place = async (size: { width: number; height: number }) => {
    await desk.resize(size);
    const box = await desk.approve.boundingBox();
    if (box === null) throw new Error("no primary");
    const inner = await desk.page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
    return {
      right: Math.round(inner.width - box.x - box.width),
      bottom: Math.round(inner.height - box.y - box.height),
      width: Math.round(box.width),
      height: Math.round(box.height),
    };
  };
  await expect(desk.approve).toBeEnabled();
  // The bar is laid out once it has its size.
  const usual = { width: 216, height: 32, right: 12 };
  await expect.poll(() => place({ width: 1280, height: 800 })).toMatchObject(usual);
  const wide = await place({ width: 1280, height: 800 });
  await expect.poll(() => place({ width: 900, height: 600 })).toEqual(wide);
  const before = await desk.approve.boundingBox();
  await desk.decide(desk.approve);
  // Another button for each new decision; the initial place of the last one is what counts.
  let after: typeof before = null;
  const reply = desk.button(/^Approve & reply/);
  await expect.poll(async () => (after = await reply.boundingBox())).not.toBeNull();
  expect(after).toEqual(before);
  await expect(desk.review).toContainText("answer");
  const sideways = await desk.page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(sideways).toBe(false);

  // A tooltip stays below whatever opens over the screen.
  const { page } = desk;
  await page.getByRole("navigation").getByRole("button").nth(3).hover();
  await expect(page.getByRole("tooltip")).toHaveCount(1);
  await page.keyboard.press("Control+K");
  await expect(page.getByRole("dialog", { name: "Commands" })).toBeVisible();
  const above = await page.evaluate(() =>
    [...document.querySelectorAll("[data-radix-popper-content-wrapper]")]
      .filter((one) => one.querySelector("[role=tooltip]") !== null)
      .map((one) => Number(getComputedStyle(one).zIndex)),
  );
  expect(above.filter((layer) => layer >= 20)).toEqual([]);
  await page.keyboard.press("Escape");

  // In forced colours the selection is visible.
  await page.emulateMedia({ forcedColors: "active" });
  const fill = (of: Locator, pseudo?: string): Promise<string> =>
    of.evaluate((one, part) => getComputedStyle(one, part).backgroundColor, pseudo);
  const mode = page.getByRole("banner").getByRole("radio");
  expect(await fill(mode.nth(0))).not.toBe(await fill(mode.nth(1)));
  const rail = page.getByRole("navigation").getByRole("button");
  expect(await fill(rail.first(), "::before")).not.toBe(await fill(page.locator("body")));
  await axe(desk, "forced colours", COLOURS);
});
