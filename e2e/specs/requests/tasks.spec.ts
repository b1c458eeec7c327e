// Sampling as a task, with the reference server: what is sent, and when, is shown at every step.
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import { serverNode } from "../../support/paths.ts";

const everything = {
  command: serverNode,
  args: [
    path.resolve(
      import.meta.dirname,
      "../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
    ),
    "stdio",
  ],
};
const TOOL = "trigger-sampling-request-async";

test("server-everything fetches the response of a task once it is approved @long", async ({
  openShared,
}, info) => {
  const desk = await openShared({ everything: { ...everything, countersign: { tasks: true } } });
  const run = await desk.start("everything", TOOL, { prompt: "Why is the sky blue?" });
  await desk.rows().first().click();
  await expect(desk.review).toContainText("Why is the sky blue?");
  await desk.decide(desk.button(/^Answer by hand/));
  await desk.write(desk.answer, "Rayleigh.");
  await expect(desk.review).toContainText("fetched as a task");
  await desk.page.screenshot({ path: info.outputPath("task-gate2.png") });
  await desk.decide(desk.approve);
  const text = await desk.resultOf(run);
  expect(text).toContain("[COMPLETED] Async sampling completed!");
  expect(text).toContain("Rayleigh.");
  await expect(desk.review).toContainText("“everything” received the response.");

  const again = await desk.start("everything", TOOL, { prompt: "And now?" });
  await desk.rows().filter({ hasText: "And now?" }).click();
  await desk.rejectNow();
  await expect(desk.review).toContainText("The task is marked as failed");
  await desk.page.screenshot({ path: info.outputPath("task-rejected.png") });
  expect(await desk.resultOf(again)).toContain("[FAILED] User rejected sampling request");
});
