// A team as at night: two windows and one `countersign serve` on one PostgreSQL. `serve` holds what a host's server asks
// for; one window edits and is killed, the other decides; two people for a second server; the team's Stopped; the
// database restarted; `serve` killed; an auditor verifies.
import process from "node:process";
import { expect, test } from "../../fixtures.ts";
import { launch, removeFolder } from "../../support/app.ts";
import { axe } from "../../support/axe.ts";
import { Desk } from "../../support/desk.ts";
import { DEMO, entryOf, folderWith, run } from "../../support/headless.ts";
import { Host } from "../../support/host.ts";
import { startScriptedModel, streamsText } from "../../support/scriptedModel.ts";
import { NAMED, join, serving } from "../../support/team/desks.ts";
import { teamDatabase } from "../../support/team/team.ts";
import type { TeamDatabase } from "../../support/team/team.ts";

const KNOWN = { id: "known", name: "Known", gate: "both", when: "sunrise", decide: "allow" };
/** With a team, what a desk's own rules allow is asked. */
const OWN = { id: "own", name: "Own", gate: "both", when: "regions", decide: "allow" };
const OFFLINE = "The team’s requests can’t be decided";
const LOST = "Undeliverable: the desk that received this request stopped responding.";
const STOPPED = /^The team was stopped by olga/;

/** The second time, after the first is killed, on the same profile. */
async function servingTwo(folder: string, database: TeamDatabase) {
  const { command, config } = await serving(folder, database);
  const host = async (name: string): Promise<(question: string) => Promise<string>> => {
    const connected = new Host(entryOf(config, name), folder);
    await connected.initialize();
    return async (question) => JSON.stringify(await connected.call("ask", { question }));
  };
  return { command, travel: await host("travel"), bank: await host("bank") };
}

test("a night: serve holds, two windows decide, and each of the three and the database is killed once @long", async ({
  open,
  later,
}) => {
  test.setTimeout(240_000);
  const database = await teamDatabase();
  later(() => database.end());
  await database.perform({ do: "set-policy", twoPeople: ["server:bank"], rules: [KNOWN] });
  const model = await startScriptedModel(streamsText(["From ", "the model."]));
  later(() => model.close());
  const folder = folderWith([OWN], {
    mcpServers: { travel: DEMO, bank: DEMO },
    providers: [{ name: "scripted", kind: "openai-compatible", address: model.baseUrl }],
  });
  later(() => removeFolder(folder));
  expect(await run(folder, ["accept", ...NAMED])).toMatchObject({ code: 0, err: "" });
  const { command, travel, bank } = await servingTwo(folder, database);
  const bo = await join(await open(), database, "bo");
  await axe(bo, "settings of the team");
  const doomed = await launch();
  later(() => removeFolder(doomed.profile));
  const killed = new Desk(doomed);
  await killed.ready();
  await join(killed, database, "cy");

  // A rule of the team decides, and nobody is asked.
  expect(await travel("When is sunrise?")).toContain("From the model.");
  const first = travel("Which regions are down?");
  for (const desk of [bo, killed]) {
    await desk.room("Inbox").click();
    await desk.select("Which regions");
    await expect(desk.page.getByText("Received by serve’s desk")).toBeVisible();
  }
  await killed.write(killed.message(1), "Which regions were down?");
  await expect(bo.page.getByText("cy is editing").first()).toBeVisible();
  // The line of the team takes one line, and the document the rest.
  expect((await bo.view("Blocks").boundingBox())?.y).toBeLessThan(200);
  await axe(bo, "a request that another edits");
  doomed.app.process().kill("SIGKILL");
  await database.perform({ do: "expire-leases" });
  await expect(bo.page.getByText("cy is editing").first()).toBeHidden();
  await bo.write(bo.message(1), "Which regions are up?");
  // The models are those of serve.
  await bo.decide(bo.approve);
  await expect(bo.page.getByText("From the model.").first()).toBeVisible();
  expect(JSON.stringify(model.asked().at(-1)?.body)).toContain("Which regions are up?");
  await bo.decide(bo.approve);
  expect(await first).toContain("From the model.");

  const second = bank("Delete the branch?");
  const cy = await open({ profile: doomed.profile });
  for (const desk of [bo, cy]) {
    await desk.room("Inbox").click();
    await desk.select("Delete the branch");
    await expect(desk.page.getByRole("region", { name: "Votes" })).toBeVisible();
  }
  const asked = model.asked().length;
  await bo.decide(bo.button("Vote to approve"));
  for (const desk of [bo, cy]) await expect(desk.page.getByText("bo proposed")).toBeVisible();
  await axe(bo, "votes");
  expect(model.asked()).toHaveLength(asked);
  await cy.decide(cy.button("Vote to approve"));
  await expect.poll(() => model.asked().length).toBe(asked + 1);
  await bo.write(bo.answer, "No, keep it.");
  await bo.decide(bo.button("Vote to approve"));
  await cy.button("Use what is proposed").click();
  await cy.decide(cy.button("Vote to approve"));
  expect(await second).toContain("No, keep it.");

  const third = travel("Restart the workers?");
  await bo.select("Restart the workers");
  const olga = await join(cy, database, "olga", "operator");
  await axe(olga, "settings of an operator");
  await olga.button("Stop team").click();
  await expect(bo.page.getByText(STOPPED)).toBeVisible();
  await expect(bo.approve).toBeDisabled();
  await axe(bo, "stopped");
  await bo.resize({ width: 900, height: 620 });
  await bo.resize({ width: 1280, height: 800 });
  await olga.button("Resume team").first().click();
  await expect(bo.page.getByText(STOPPED)).toBeHidden();

  await database.perform({ do: "kill" });
  await expect(bo.page.getByText(OFFLINE).first()).toBeVisible();
  await command.said(/^Team: The database cannot be reached/m);
  await database.perform({ do: "start" });
  await expect(bo.page.getByText(OFFLINE).first()).toBeHidden({ timeout: 30_000 });
  await bo.rejectNow();
  expect(await third).toContain("-1");

  void travel("Is anybody there?");
  await bo.select("Is anybody there");
  await olga.room("Inbox").click();
  await olga.select("Is anybody there");
  await command.end("SIGKILL");
  await database.perform({ do: "expire-holder" });
  for (const desk of [bo, olga]) {
    const told = desk.page.getByRole("status").filter({ hasText: "stopped responding" });
    await expect(told).toContainText("Nothing was sent.", { timeout: 60_000 });
  }

  const again = await servingTwo(folder, database);
  expect(await again.travel("When is sunrise?")).toContain("From the model.");
  for (const { page } of [bo, olga]) {
    await expect(page.getByText(LOST).first()).toBeVisible({ timeout: 45_000 });
  }
  const ended = await again.command.end();
  expect(ended).toMatchObject({ code: 0, err: "" });
  expect(ended.out).toContain("travel sampling cancelled in ask (interrupted)");
  const verified = await run(process.cwd(), ["verify", database.address("aud")]);
  expect(verified).toMatchObject({ code: 0 });
});
