// Several answers for one request, as they come: what a model thinks stays here, stopping is certain, any of them or
// an edit of one becomes the answer.
import { expect, test } from "./fixtures.ts";
import { question } from "./support/puppet.ts";
import { startScriptedModel, streamsParts } from "./support/scriptedModel.ts";

test("reasoning is shown apart and kept; the server never gets it", async ({
  open,
  puppet,
  later,
}) => {
  const model = await startScriptedModel(
    streamsParts([{ reasoning_content: "The secret plan: " }, { reasoning_content: "say Paris." }]),
  );
  later(model.close);
  const server = await puppet();
  const desk = await open({ servers: { puppet: server.config } });
  await desk.useModels(model.baseUrl);
  await desk.start("puppet", "work");
  await server.called();
  const asked = server.ask(question("Capital?"));
  await desk.decide(desk.approve);
  // Stopped while it thinks: the provider's request ends, what it thought is kept.
  await expect(desk.review).toContainText("27 characters");
  await desk.button(/^Stop\b/).click();
  await model.disconnected();
  await expect(desk.approve).toHaveAccessibleName(/Approve & reply/);
  await expect(desk.review).toContainText("never sent to the server");
  await expect(desk.review).not.toContainText("The secret plan");
  await desk.review.getByRole("button", { name: "Show" }).click();
  await expect(desk.review).toContainText("The secret plan: say Paris.");
  await desk.write(desk.answer, "Paris.");
  await desk.decide(desk.approve);
  expect((await asked.answer).result).toEqual({
    role: "assistant",
    content: { type: "text", text: "Paris." },
    model: "scripted-1",
    stopReason: "stopped",
  });
  expect(JSON.stringify(server.answersTo(asked.id))).not.toContain("secret");
  const [attempt] = (await desk.sample()).attempts;
  expect(attempt?.state).toMatchObject({ reasoning: [{ text: "The secret plan: say Paris." }] });
});
