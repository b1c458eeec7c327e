// End to end with nothing scripted: a real server asks, the user edits and approves, a real model inside the app
// generates, the user approves, the server gets the response.
import { expect, test } from "../../fixtures.ts";
import { axeInBothThemes } from "../../support/axe.ts";
import type { Desk } from "../../support/desk.ts";
import { question } from "../../support/puppet.ts";

test("answers the capital of France by the built-in model @long", async ({ open }) => {
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
  await desk.openRows();
  await desk.maxTokens.fill("32");
  await desk.decide(desk.approve);
  await answered(desk);
  await expect(desk.review).toContainText("Paris");
  await desk.decide(desk.approve);
  const { origin, attempts } = await desk.request(({ phase }) => phase.kind === "ended");
  expect(attempts[0]).toMatchObject({
    document: { maxTokens: 32, temperature: 0 },
    state: { kind: "done", usage: { outputTokens: expect.any(Number) } },
  });
  if (origin.kind !== "certain") throw new Error("the call that led here is not known");
  expect(await desk.resultOf(origin.call.runId)).toContain("Paris");
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The model has finished: its response can be approved. */
const answered = (desk: Desk): Promise<void> =>
  expect(desk.approve.and(desk.button(/^Approve & reply/))).toBeEnabled({ timeout: 60_000 });

/** Process ids of the engine, from the system. */
const enginePids = (desk: Desk): Promise<number[]> =>
  desk.app.evaluate(({ app }) =>
    app
      .getAppMetrics()
      .filter(({ name, serviceName }) => `${name} ${serviceName}`.includes("model engine"))
      .map(({ pid }) => pid),
  );

test("requests for a local model are queued; the model is unloaded on request @long", async ({
  openShared,
  puppet,
}) => {
  test.setTimeout(150_000);
  const server = await puppet();
  const desk = await openShared({ puppet: server.config });
  const local = async () => (await desk.snapshot()).local;
  await expect.poll(async () => (await local()).models.length).toBe(1);
  await desk.start("puppet", "work");
  await server.called();
  server.ask({ ...question("Write a long story."), maxTokens: 900 });
  server.ask({ ...question("What is the capital of France?"), maxTokens: 20 });
  server.ask({ ...question("And of Spain?"), maxTokens: 20 });
  await expect(desk.rows()).toHaveCount(3);
  for (const words of ["Write a long story", "capital of France", "And of Spain"]) {
    await desk.select(words);
    await desk.decide(desk.approve);
  }
  await expect(desk.review).toContainText("2 ahead of this one");
  // A cancelled request leaves the queue at once, and those behind it move up.
  await desk.select("capital of France");
  await expect(desk.review).toContainText("1 ahead of this one");
  await desk.button(/^Stop\b/).click();
  await desk.select("And of Spain");
  await expect(desk.review).toContainText("1 ahead of this one");
  expect((await local()).engine).toMatchObject({ kind: "on", busy: true, waiting: 1 });
  await desk.select("Write a long story");
  await desk.button(/^Stop\b/).click();
  await desk.select("And of Spain");
  await answered(desk);

  await desk.room("Settings").click();
  await desk.button("Models").click();
  const held = desk.page.getByRole("group", { name: "In memory" });
  await expect(held).toContainText("is loaded with a context of 8,192 tokens");
  await expect(held).toContainText("Unloads in");
  const [pid = 0] = await enginePids(desk);
  expect(pid).toBeGreaterThan(0);
  await axeInBothThemes(desk, "models");
  await desk.button("Unload now").click();
  await expect(held).toContainText("No model is loaded.");
  expect(isAlive(pid)).toBe(false);
  await expect.poll(() => enginePids(desk)).toEqual([]);
});
