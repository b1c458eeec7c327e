// A team: windows of three people on one PostgreSQL. What one receives, the others see; one that edits is killed and
// another decides; two people for a server; the team's Stopped; the database restarted; an auditor verifies.
import process from "node:process";
import { expect, test } from "../../fixtures.ts";
import { launch, removeFolder } from "../../support/app.ts";
import { axe } from "../../support/axe.ts";
import { Desk } from "../../support/desk.ts";
import { run } from "../../support/headless.ts";
import { teamDatabase } from "../../support/team/team.ts";

test("a team of windows decides together, and goes on when one is killed and the database restarts @long", async ({
  open,
  puppet,
  later,
}) => {
  test.setTimeout(240_000);
  const database = await teamDatabase();
  later(() => database.end());
  await database.perform({ do: "set-two-people", filters: ["server:puppet delete"] });
  const server = await puppet();
  const join = async (desk: Desk, login: string, role = "reviewer"): Promise<Desk> => {
    await desk.room("Settings").click();
    await desk.button("Team").click();
    const { page } = desk;
    await page.getByLabel("Address of the database").fill(database.address(login));
    await page.getByLabel("Name of this desk").fill(login);
    await desk.button(/^(Join team|Save and reconnect)$/).click();
    await expect(page.getByText(`Online as ${login} (${role})`)).toBeVisible();
    return desk;
  };
  const ana = await open({
    servers: { puppet: { ...server.config, countersign: { team: true, unasked: "ask" } } },
  });
  await join(ana, "ana");
  const bo = await join(await open(), "bo");
  await axe(bo, "settings of the team");
  const doomed = await launch();
  later(() => removeFolder(doomed.profile));
  const killed = new Desk(doomed);
  await killed.ready();
  await join(killed, "cy");

  await ana.start("puppet", "work");
  await server.called();
  const ask = (text: string) =>
    server.ask({
      messages: [{ role: "user", content: { type: "text", text } }],
      maxTokens: 50,
    });
  const first = ask("Which regions are down?");
  for (const desk of [bo, killed]) {
    await desk.room("Inbox").click();
    await desk.select("Which regions");
    await expect(desk.page.getByText("Received by ana’s desk")).toBeVisible();
  }
  await killed.write(killed.message(1), "Which regions were down?");
  await expect(bo.page.getByText("cy is editing").first()).toBeVisible();
  // The line of the team takes one line, and the document the rest.
  expect((await bo.view("Blocks").boundingBox())?.y).toBeLessThan(200);
  await axe(bo, "a request that another edits");
  doomed.app.process().kill("SIGKILL");
  await database.perform({ do: "expire-leases" });
  await bo.rejectNow();
  expect((await first.answer).error?.code).toBe(-1);

  const second = ask("Delete the branch?");
  await bo.select("Delete the branch");
  await expect(bo.page.getByRole("region", { name: "Votes" })).toBeVisible();
  const cy = await open({ profile: doomed.profile });
  await cy.room("Inbox").click();
  await cy.select("Delete the branch");
  await bo.decide(bo.button(/^Answer by hand/));
  await bo.write(bo.answer, "No, keep it.");
  await bo.decide(bo.button("Vote to approve"));
  for (const desk of [bo, cy]) await expect(desk.page.getByText("bo proposed")).toBeVisible();
  await axe(bo, "votes");
  await cy.button("Use what is proposed").click();
  await cy.decide(cy.button("Vote to approve"));
  expect((await second.answer).result?.["content"]).toMatchObject({ text: "No, keep it." });

  const third = ask("Restart the workers?");
  await bo.select("Restart the workers");
  const olga = await join(cy, "olga", "operator");
  await axe(olga, "settings of an operator");
  await olga.button("Stop team").click();
  await expect(bo.page.getByText(/^The team was stopped by olga/)).toBeVisible();
  await expect(ana.page.getByText(/^The team was stopped by olga/)).toBeVisible();
  await axe(bo, "stopped");
  await bo.resize({ width: 900, height: 620 });
  await bo.resize({ width: 1280, height: 800 });
  await olga.button("Resume team").first().click();
  await expect(bo.page.getByText(/^The team was stopped by olga/)).toBeHidden();

  await database.perform({ do: "kill" });
  await expect(bo.page.getByText("The team’s requests can’t be decided").first()).toBeVisible();
  await database.perform({ do: "start" });
  await expect(bo.page.getByText("The team’s requests can’t be decided").first()).toBeHidden({
    timeout: 30_000,
  });
  await bo.rejectNow();
  expect((await third.answer).error?.code).toBe(-1);
  const verified = await run(process.cwd(), ["verify", database.address("aud")]);
  expect(verified).toMatchObject({ code: 0 });
});
