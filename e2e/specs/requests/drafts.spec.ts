// What was typed and not decided yet is still there after the app was closed and opened again.
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";
import { streamsText } from "../../support/scriptedModel.ts";

test("an edit survives moving to another request and a reload of the window", async ({
  openCall,
}) => {
  const { desk, server } = await openCall();
  server.ask(question("the first question"));
  await expect(desk.rows()).toHaveCount(1);
  await desk.write(desk.message(1), "my edit of the first");
  server.ask(question("the second question"));
  await expect(desk.rows()).toHaveCount(2);
  await desk.select("the second question");
  await expect(desk.review).toContainText("the second question");
  await desk.select("the first question");
  await expect(desk.review).toContainText("my edit of the first");

  const { id } = await desk.sample(({ asked }) => JSON.stringify(asked).includes("the first"));
  await expect
    .poll(async () => JSON.stringify((await desk.snapshot()).drafts[id]))
    .toContain("my edit of the first");
  await desk.page.reload();
  await desk.ready();
  await desk.select("the first question");
  await expect(desk.review).toContainText("my edit of the first");
});

test("an edited answer survives at gate 2, and is what is sent", async ({ openGate }) => {
  const { desk, server } = await openGate(streamsText(["generated"]));
  const asked = server.ask(question("Question"));
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("generated");
  await desk.write(desk.answer, "edited by me");
  const { id } = await desk.sample();
  await expect
    .poll(async () => JSON.stringify((await desk.snapshot()).drafts[id]))
    .toContain("edited by me");
  await desk.page.reload();
  await desk.ready();
  await desk.select("Question");
  await expect(desk.review).toContainText("edited by me");
  await desk.decide(desk.approve);
  expect((await asked.answer).result).toMatchObject({ content: { text: "edited by me" } });

  // What the window sends late, of an edit that was sent, is not kept as one that was not.
  const { proposed: document } = await desk.sample();
  if (document === null) throw new Error("nothing to edit");
  await desk.do("drafts.save", id, { gate: 1, document, model: null });
  expect((await desk.snapshot()).drafts).toEqual({});
});

test("an instruction to refine an answer is there again after a reload, and gone once it is sent", async ({
  openGate,
}) => {
  const { desk, server } = await openGate(streamsText(["generated"]));
  server.ask(question("Question"));
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("generated");
  await desk.decide(desk.button(/^Refine/));
  await desk.write(desk.message(3), "shorter, please");
  const kept = async (): Promise<string> => JSON.stringify((await desk.snapshot()).drafts);
  await expect.poll(kept).toContain("shorter, please");
  await desk.page.reload();
  await desk.ready();
  await desk.select("Question");
  await expect(desk.review).toContainText("shorter, please");
  await desk.decide(desk.approve.and(desk.button(/^Approve & generate/)));
  await expect.poll(kept).not.toContain("shorter, please");
});

test("what was typed for a request that is refused stays when what has ended is cleared, until that one is put away", async ({
  openCall,
}) => {
  const { desk, server } = await openCall();
  server.ask(question("typed for"));
  await desk.select("typed for");
  await desk.write(desk.message(1), "my careful words");
  server.ask(question("untouched"));
  await expect(desk.rows()).toHaveCount(2);
  await desk.page.getByRole("radio", { name: "Stopped" }).click();
  await desk.button("Refuse all 2").click();
  await desk.decide(
    desk.page.getByRole("alertdialog").getByRole("button", { name: "Refuse all 2" }),
  );
  await expect(desk.review).toContainText("Your draft stays here until you put it away.");
  const third = server.ask(question("comes too late"));
  await third.answer;
  await desk.select("comes too late");

  await desk.button("Clear ended").click();
  await expect(desk.rows().filter({ hasText: "untouched" })).toHaveCount(0);
  await expect(desk.button("Clear ended")).toBeHidden();
  await desk.select("typed for");
  await desk.page.getByRole("tab", { name: "Your draft" }).click();
  await expect(desk.review).toContainText("my careful words");
  await desk.button("Put away").click();
  await expect(desk.rows().filter({ hasText: "typed for" })).toHaveCount(0);
  await expect.poll(async () => (await desk.snapshot()).drafts).toEqual({});
});
