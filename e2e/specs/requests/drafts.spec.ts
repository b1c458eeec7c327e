// Drafts are kept over a restart of the app.
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";
import { streamsText } from "../../support/scriptedModel.ts";

test("an edit at either gate survives a move to another request and a reload of the window, and is sent @long", async ({
  openGate,
}) => {
  const { desk, server } = await openGate(streamsText(["generated"]));
  const asked = server.ask(question("the first question"));
  await expect(desk.rows()).toHaveCount(1);
  await desk.write(desk.message(1), "my edit of the first");
  server.ask(question("the second question"));
  await desk.select("the second question");
  await expect(desk.review).toContainText("the second question");
  await desk.select("the first question");
  await expect(desk.review).toContainText("my edit of the first");

  const { id } = await desk.request(({ asked: of }) => JSON.stringify(of).includes("the first"));
  const reloaded = async (words: string): Promise<void> => {
    await expect
      .poll(async () => JSON.stringify((await desk.snapshot()).drafts[id]))
      .toContain(words);
    await desk.page.reload();
    await desk.ready();
    await desk.select("the first question");
    await expect(desk.review).toContainText(words);
  };
  await reloaded("my edit of the first");
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("generated");
  await desk.write(desk.answer, "edited by me");
  await reloaded("edited by me");
  await desk.decide(desk.approve);
  expect((await asked.answer).result).toMatchObject({ content: { text: "edited by me" } });

  // A late draft of an edit that was sent is not kept.
  const { proposed: document } = await desk.request((one) => one.id === id);
  if (document === null) throw new Error("nothing to edit");
  await desk.do("drafts.save", id, { gate: 1, document, model: null });
  expect((await desk.snapshot()).drafts).toEqual({});
});
