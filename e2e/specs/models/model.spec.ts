// Models that are slow, fail or are asked again: nothing is lost, nothing is sent automatically.
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";
import { answersStatus, neverEnds, streamsText } from "../../support/scriptedModel.ts";

test("text streams in; Stop keeps what has arrived, and it can be sent @long", async ({
  openGate,
}) => {
  const { desk, server, model } = await openGate(neverEnds(["Once ", "upon ", "a time"]));
  const asked = server.ask(question("Tell a story."));
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("Once upon a time");
  await desk.button(/^Stop\b/).click();
  await model.disconnected();
  await expect(desk.approve).toHaveAccessibleName(/Approve & reply/);
  await expect(desk.review).toContainText("Once upon a time");
  await desk.decide(desk.approve);
  const { result } = await asked.answer;
  expect(result).toMatchObject({ content: { type: "text", text: "Once upon a time" } });
});

test("a wrong key is explained, back at gate 1 with every edit in place @long", async ({
  openGate,
}) => {
  const { desk, server, model } = await openGate(
    answersStatus(401, { error: { message: "Incorrect API key provided" } }),
  );
  const asked = server.ask(question("Original question"));
  await desk.write(desk.message(1), "Edited question");
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("The provider doesn’t accept the key (401).");
  await expect(desk.review).toContainText("Nothing was sent back.");
  await expect(desk.approve).toHaveAccessibleName(/Approve & generate/);
  await expect(desk.review).toContainText("Edited question");
  expect(server.answersTo(asked.id)).toEqual([]);
  // Asked once: a paid request is never repeated automatically.
  expect(model.asked()).toHaveLength(1);
  model.answers(streamsText(["Now it works."]));
  await desk.decide(desk.approve);
  await desk.decide(desk.approve.and(desk.button(/^Approve & reply/)));
  expect((await asked.answer).result).toMatchObject({ content: { text: "Now it works." } });
});
