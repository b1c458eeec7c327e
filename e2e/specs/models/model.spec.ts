// Models that are slow, fail or are asked again: nothing is lost, nothing leaves by itself.
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";
import { answersStatus, holdsBack, neverEnds, streamsText } from "../../support/scriptedModel.ts";

test("text streams in; Stop keeps what is there, and it can be sent", async ({ openGate }) => {
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

for (const [name, script, words] of [
  [
    "a wrong key",
    answersStatus(401, { error: { message: "Incorrect API key provided" } }),
    "The provider does not accept the key (401).",
  ],
  [
    "too many requests",
    answersStatus(429, { error: { message: "slow down" } }, { "retry-after": "7" }),
    "The provider takes no more requests for 7 s.",
  ],
  [
    "a model that is gone",
    answersStatus(404, { error: { message: "The model does not exist", code: "model_not_found" } }),
    "The provider no longer has this model.",
  ],
] as const) {
  test(`${name}: said in words, back at gate 1 with every edit in place`, async ({ openGate }) => {
    const { desk, server, model } = await openGate(script);
    const asked = server.ask(question("Original question"));
    await desk.write(desk.message(1), "Edited question");
    await desk.decide(desk.approve);
    await expect(desk.review).toContainText(words);
    await expect(desk.review).toContainText("Nothing was sent to the server.");
    await expect(desk.approve).toHaveAccessibleName(/Approve & generate/);
    await expect(desk.review).toContainText("Edited question");
    expect(server.answersTo(asked.id)).toEqual([]);
    // Asked once: a paid request is never repeated by itself.
    expect(model.asked()).toHaveLength(1);
    model.answers(streamsText(["Now it works."]));
    await desk.decide(desk.approve);
    await desk.decide(desk.approve.and(desk.button(/^Approve & reply/)));
    expect((await asked.answer).result).toMatchObject({ content: { text: "Now it works." } });
  });
}

test("a model that nobody answers for is said to be unreachable", async ({ openGate }) => {
  const { desk, server, model } = await openGate(streamsText(["never"]));
  await model.close();
  server.ask(question("Anybody there?"));
  // Chosen: once it is known that nobody answers, another model comes first.
  const models = desk.review.getByRole("listbox", { name: "Model" });
  const chosen = models.getByRole("option").filter({ hasText: "scripted-1" });
  await chosen.click();
  await expect(chosen).toHaveAttribute("aria-selected", "true");
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("The model’s provider cannot be reached.");
  await expect(desk.approve).toHaveAccessibleName(/Approve & generate/);
});

test("generated again: both answers stay, and the chosen one is sent", async ({ openGate }) => {
  const { desk, server, model } = await openGate(streamsText(["first answer"]));
  const asked = server.ask(question("Again?"));
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("first answer");
  model.answers(streamsText(["second answer"]));
  await desk.decide(desk.button(/^Regenerate/));
  await expect(desk.review).toContainText("second answer");
  await desk.page.getByRole("tab", { name: /^1\b/ }).click();
  await expect(desk.review).toContainText("first answer");
  await desk.decide(desk.approve);
  expect((await asked.answer).result).toMatchObject({ content: { text: "first answer" } });
  expect((await desk.sample()).attempts).toHaveLength(2);
});

test("back to the request from gate 2, then another model answers", async ({ openGate }) => {
  const { desk, server, model } = await openGate(streamsText(["not good"]));
  const asked = server.ask(question("Try"));
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("not good");
  await desk.decide(desk.button(/^Back to request/));
  await desk.write(desk.message(1), "Try harder");
  const held = holdsBack(["second, at last"]);
  model.answers(held.script);
  await desk.decide(desk.approve.and(desk.button(/^Approve & generate/)));

  // What was just asked for is shown; the old answer is one tab away, and nothing sends it by a press too many.
  const reply = desk.approve.and(desk.button(/^Approve & reply/));
  await expect(desk.page.getByRole("tab", { selected: true })).toHaveAccessibleName(/^2\b/);
  await expect(desk.review).toContainText("This answer still comes");
  await expect(reply).toBeDisabled();
  const tried = [{ role: "user", content: "Try harder" }];
  await expect.poll(() => model.asked().length).toBe(1);
  expect(model.asked().at(-1)?.body["messages"]).toEqual(tried);
  await desk.page.getByRole("tab", { name: /^1\b/ }).click();
  await expect(desk.review).toContainText("not good");
  await expect(reply).toBeEnabled();

  // Once more: what is looked at, not the answer of before.
  await desk.page.getByRole("tab", { name: /^2\b/ }).click();
  await expect(reply).toBeDisabled();
  model.answers(streamsText(["third"]));
  await desk.decide(desk.button(/^Regenerate/));
  await expect(desk.page.getByRole("tab", { selected: true })).toHaveAccessibleName(/^3\b/);
  await expect(desk.review).toContainText("third");
  expect(model.asked()).toHaveLength(1);
  expect(model.asked().at(-1)?.body["messages"]).toEqual(tried);

  held.goOn();
  await desk.page.getByRole("tab", { name: /^2\b/ }).click();
  await expect(desk.review).toContainText("second, at last");
  await desk.decide(reply);
  expect((await asked.answer).result).toMatchObject({ content: { text: "second, at last" } });
});
