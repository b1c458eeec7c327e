// The first minute: one button, a real request of a real server, an answer by hand, delivered.
import { expect, test } from "../../fixtures.ts";

test("Run the demo, answer by hand, approve: the tool's result holds the answer", async ({
  open,
}) => {
  const desk = await open();
  const { page } = desk;
  await desk.button(/^Run the demo/).click();
  await expect(desk.rows()).toHaveCount(1);
  await expect(desk.rows().first()).toHaveAttribute("aria-selected", "true");
  await expect(desk.review).toContainText("What is the capital of France?");
  await expect(desk.review).toContainText("You are a helpful assistant.");
  await desk.answerByHand("Paris, written by hand.");
  const { origin } = await desk.sample(({ phase }) => phase.kind === "ended");
  if (origin.kind !== "certain") throw new Error("the call that led here is not known");
  const run = await desk.ended(origin.call.runId);
  expect(run).toMatchObject({
    state: "done",
    result: {
      content: [{ type: "text", text: "Paris, written by hand." }],
      structuredContent: { model: "human", stopReason: "endTurn", turns: 1 },
    },
  });
  await desk.room("Workbench").click();
  await expect(page.getByRole("main")).toContainText("Paris, written by hand.");
});
