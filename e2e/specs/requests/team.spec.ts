// A team: windows of three people on one PostgreSQL. What one receives, the others see; one that edits is killed and
// another decides; two people for a server; the team's Stopped; the database restarted; an auditor verifies.
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { expect, test } from "../../fixtures.ts";
import { launch, removeFolder } from "../../support/app.ts";
import { axe } from "../../support/axe.ts";
import { Desk } from "../../support/desk.ts";
import { run } from "../../support/headless.ts";

/** A folder for pictures of the screens, to be looked at. */
const PICTURES = process.env["COUNTERSIGN_PICTURES"];

async function pictures(desk: Desk, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  for (const theme of ["light", "dark"] as const)
    for (const language of ["en", "zh"] as const) {
      await desk.do("settings.set", { theme, language });
      await desk.page.waitForTimeout(300);
      await desk.page.screenshot({ path: `${PICTURES}/${name}-${theme}-${language}.png` });
    }
  await desk.do("settings.set", { theme: "light", language: "en" });
}

test("a team of windows decides together, and goes on when one is killed and the database restarts @long", async ({
  open,
  puppet,
  later,
}) => {
  test.setTimeout(240_000);
  // Loaded by Node itself: a module of Playwright's cannot wait for it.
  const load = new Function("url", "return import(url)") as (
    url: string,
  ) => Promise<typeof import("../../../src-main/team/testing/team.ts")>;
  const file = path.resolve(import.meta.dirname, "../../../src-main/team/testing/team.ts");
  const { testTeam } = await load(pathToFileURL(file).href);
  const database = await testTeam();
  later(() => database.end());
  const olga = await database.desk("olga");
  const server = await puppet();
  const join = async (desk: Desk, login: "ana" | "bo" | "cy"): Promise<Desk> => {
    await desk.room("Settings").click();
    await desk.button("Team").click();
    const { page } = desk;
    await page.getByLabel("Address of the database").fill(database.server.url(login));
    await page.getByLabel("Name of this desk").fill(login);
    await desk.button("Join team").click();
    await expect(page.getByText(`Online as ${login} (reviewer)`)).toBeVisible();
    return desk;
  };
  const ana = await open({
    servers: { puppet: { ...server.config, countersign: { team: true, unasked: "ask" } } },
  });
  await join(ana, "ana");
  const bo = await join(await open(), "bo");
  await axe(bo, "settings of the team");
  await pictures(bo, "settings");
  const running = await launch({});
  later(() => removeFolder(running.profile));
  const cy = new Desk(running);
  await cy.ready();
  await join(cy, "cy");

  await ana.start("puppet", "work");
  await server.called();
  const ask = (text: string) =>
    server.ask({
      messages: [{ role: "user", content: { type: "text", text } }],
      maxTokens: 50,
    });
  const first = ask("Which regions are down?");
  for (const desk of [bo, cy]) {
    await desk.room("Inbox").click();
    await desk.select("Which regions");
    await expect(desk.page.getByText("Received by ana’s desk")).toBeVisible();
  }
  await cy.write(cy.message(1), "Which regions were down?");
  await expect(bo.page.getByText("cy is editing").first()).toBeVisible();
  await axe(bo, "a request that another edits");
  await pictures(bo, "inbox");
  running.app.process().kill("SIGKILL");
  await (
    await database.sql("postgres")
  ).query("UPDATE countersign.request SET lease_until_ms = 1 WHERE lease_until_ms > 1");
  await bo.rejectNow();
  expect((await first.answer).error?.code).toBe(-1);

  const { policy, version } = olga.policy();
  const set = await olga.setPolicy({ ...policy, twoPeople: ["server:puppet"] }, version);
  expect(set.ok).toBe(true);
  await olga.refresh();
  const second = ask("Delete the branch?");
  await bo.select("Delete the branch");
  await expect(bo.page.getByRole("region", { name: "Votes" })).toBeVisible();
  await axe(bo, "votes");
  await pictures(bo, "votes");

  expect((await olga.setMode("stopped")).ok).toBe(true);
  await expect(bo.page.getByText(/^The team was stopped by olga/)).toBeVisible();
  await expect(ana.page.getByText(/^The team was stopped by olga/)).toBeVisible();
  await axe(bo, "stopped");
  await pictures(bo, "stopped");
  expect((await olga.setMode("running")).ok).toBe(true);

  await database.server.kill();
  await expect(bo.page.getByText("The team’s requests can’t be decided").first()).toBeVisible();
  await pictures(bo, "offline");
  await database.server.start();
  await expect(bo.page.getByText("The team’s requests can’t be decided").first()).toBeHidden({
    timeout: 30_000,
  });
  await bo.rejectNow();
  expect((await second.answer).error?.code).toBe(-1);
  const verified = await run(process.cwd(), ["verify", database.server.url("aud")]);
  expect(verified).toMatchObject({ code: 0 });
});
