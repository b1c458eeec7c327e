// What helps a person to read what they approve: the difference to what was approved a moment ago, a word when nothing is
// read any more, a pause; and what the history makes of it: a proposed rule, tried before it holds.
import type { DryRun } from "../../../src-shared/ipc/rules.ts";
import { fromJsonText } from "../../../src-shared/ledger/history.ts";
import { expect, test } from "../../fixtures.ts";
import { axeInBothThemes } from "../../support/axe.ts";
import type { Desk } from "../../support/desk.ts";
import { question } from "../../support/puppet.ts";
import { streamsText } from "../../support/scriptedModel.ts";

const TEXT =
  "Please summarise the attached report about the energy plan for the council meeting on Monday, in English. " +
  "Name the three largest costs first, then what speaks against the plan, and end with open questions. Keep to one page.";

/** A text of words that no other one has. */
const long = (n: number): string =>
  `Report ${n}: ${Array.from({ length: 500 }, (_, at) => `w${(n * 7919 + at * 104_729) % 99_991}`).join(" ")}`;

const approveRequest = async (desk: Desk, words: string): Promise<void> => {
  await desk.select(words);
  await desk.decide(desk.button(/^Approve & generate/));
  await expect(desk.button(/^Approve & reply/)).toBeVisible();
};

test("a request that is nearly the same as one approved a moment ago shows the difference first", async ({
  openOwnGate,
}) => {
  const { desk, server } = await openOwnGate(streamsText(["Done"]));
  server.ask(question(TEXT));
  await approveRequest(desk, "Please summarise");
  await desk.decide(desk.approve);

  const next = TEXT.replace("energy", "traffic").replace("Monday", "Tuesday");
  server.ask(question(next));
  await desk.select("about the traffic plan");
  await expect(desk.review).toContainText(/Differs from the one you approved .+ ago in 2 places\./);
  await expect(desk.view("Diff")).toBeChecked();
  await expect(desk.review).toContainText("− approved before · + this request");
  await axeInBothThemes(desk, "gate 1, against a likeness");
  await desk.button("Show all of the request").click();
  await expect(desk.view("Blocks")).toBeChecked();
  await desk.button("Show the difference").click();
  await desk.page.getByRole("radio", { name: "What was received" }).click();
  await expect(desk.review).toContainText("Nothing differs.");
  // What comes next is shown as ever.
  await desk.decide(desk.button(/^Approve & generate/));
  await expect(desk.view("Blocks")).toBeChecked();

  const { id } = await desk.sample(({ askedHash }) => askedHash !== "");
  const proposal = await desk.do("rules.propose", id, "request");
  expect(proposal.parts.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["server", "call", "size", "tools", "media", "system", "findings"]),
  );
  const run = async (): Promise<DryRun> =>
    fromJsonText(await desk.do("rules.dryRun", [proposal.rule], [proposal.rule.id], 100));
  // The record is read on a thread of its own, a moment later.
  await expect.poll(async () => (await run()).judged).toBe(2);
  const dry = await run();
  expect(dry.items.map((item) => item.id)).toContain(id);
  expect(dry).toMatchObject({ contradicted: 0, cancelled: false, refused: 0 });
});

test("approving faster than anybody reads is said, and a pause is offered", async ({
  openGate,
}) => {
  test.slow();
  const { desk, server } = await openGate(streamsText(["Done"]));
  const { page } = desk;
  for (let n = 1; n <= 11; n += 1) server.ask(question(long(n)));
  const said = page.getByRole("status").filter({ hasText: "faster than they can be read" });
  for (let n = 1; n <= 10; n += 1) {
    await expect(said).toHaveCount(0);
    await approveRequest(desk, `Report ${n}:`);
  }
  await desk.select("Report 11:");
  await expect(said).toContainText("10 approvals in a row");
  await axeInBothThemes(desk, "gate 1, faster than anybody reads");
  // It keeps nothing from being decided.
  await expect(desk.button(/^Approve & generate/)).toBeEnabled();
  await said.getByRole("button", { name: "Make a rule" }).click();
  const always = page.getByRole("dialog", { name: "Always for requests like this" });
  await expect(always).toContainText("turn:<=11");
  await always.getByRole("button", { name: "Cancel" }).click();
  await said.getByRole("button", { name: "Pause for 5 min" }).click();
  await expect(page.getByText(/^A pause until /)).toBeVisible();
  await expect(desk.button(/^Approve & generate/)).toHaveCount(0);
  await axeInBothThemes(desk, "a pause");
  await desk.button("Go on now").click();
  await expect(desk.button(/^Approve & generate/)).toBeVisible();
  await expect(said).toHaveCount(0);
});
