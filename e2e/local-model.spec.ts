// The whole way with nothing scripted: a real server asks, a person edits and approves, a real model inside the app
// answers, the person approves, the server has it.
import { expect, test } from "./fixtures.ts";
import { everythingScript } from "./support/httpServers.ts";
import { projectNode } from "./support/paths.ts";

test("the capital of France, by the model inside the app", async ({ open }) => {
  test.setTimeout(90_000);
  const desk = await open();
  await expect
    .poll(async () => {
      const { models } = await desk.snapshot();
      const local = models.providers.find(({ kind }) => kind === "local");
      return local?.models.map(({ name }) => name);
    })
    .toContain("SmolLM2-135M-Instruct.Q4_1");
  await desk.button(/^Run the demo/).click();
  await expect(desk.review).toContainText("What is the capital of France?");
  await desk.maxTokens.fill("32");
  await desk.decide(desk.approve);
  await expect(desk.approve).toHaveAccessibleName(/Approve & reply/, { timeout: 45_000 });
  await expect(desk.review).toContainText("Paris");
  await desk.decide(desk.approve);
  const { origin, attempts } = await desk.sample(({ phase }) => phase.kind === "ended");
  expect(attempts[0]).toMatchObject({
    document: { maxTokens: 32, temperature: 0 },
    state: { kind: "done", usage: { outputTokens: expect.any(Number) } },
  });
  if (origin.kind !== "certain") throw new Error("the call that led here is not known");
  expect(await desk.resultOf(origin.call.runId)).toContain("Paris");
});

test("the local model answers a server over stdio after an edit of the question", async ({
  open,
}) => {
  test.setTimeout(90_000);
  const desk = await open({
    servers: { everything: { command: projectNode, args: [everythingScript, "stdio"] } },
  });
  const run = await desk.start("everything", "trigger-sampling-request", {
    prompt: "none",
    maxTokens: 24,
  });
  await expect(desk.rows()).toHaveCount(1);
  await desk.write(desk.message(1), "What is the capital of France?");
  await desk.decide(desk.approve);
  await expect(desk.approve).toHaveAccessibleName(/Approve & reply/, { timeout: 45_000 });
  await desk.decide(desk.approve);
  const result = await desk.resultOf(run);
  // The server asks for a temperature, so the words differ from run to run; that there are some does not.
  expect(result).toMatch(/"text": "[^"]{10,}/);
  expect(result).toContain('"model": "SmolLM2-135M-Instruct.Q4_1"');
});
