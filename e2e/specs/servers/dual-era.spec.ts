// A server of the 2026 era asks inside its result: approving repeats the call with the answer, declining does not
// repeat it, and the screen says so. The same server asks old clients the old way.
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import { serverNode } from "../../support/paths.ts";
import type { Desk } from "../../support/desk.ts";

const dual = {
  command: serverNode,
  args: [path.resolve(import.meta.dirname, "../../servers/dual.mjs")],
};

async function openIn(openShared: () => Promise<Desk>, era: "legacy" | "modern"): Promise<Desk> {
  const desk = await openShared();
  await desk.addServer({
    name: "dual",
    era,
    endpoint: { kind: "stdio", ...dual, cwd: null, env: [] },
  });
  await desk.connectAll();
  expect((await desk.server("dual")).negotiated?.era).toBe(era);
  return desk;
}

async function answer(desk: Desk, text: string): Promise<void> {
  await desk.answerByHand(text);
}

test("an embedded request that is approved repeats the call, with the state as it came", async ({
  openShared,
}) => {
  const desk = await openIn(openShared, "modern");
  const run = await desk.start("dual", "ask", { question: "Why is the sky blue?" });
  await expect(desk.review).toContainText("Why is the sky blue?");
  await expect(desk.review).toContainText("2026-07-28");
  await answer(desk, "Rayleigh.");
  expect(await desk.resultOf(run)).toBe("Rayleigh. (state kept, call 2)");
});

test("two requests of one result leave together, once both are approved", async ({
  openShared,
}) => {
  const desk = await openIn(openShared, "modern");
  const run = await desk.start("dual", "compare");
  await expect(desk.rows()).toHaveCount(2);
  await desk.rows().first().click();
  await answer(desk, "first answer");
  expect((await desk.snapshot()).runs.find(({ id }) => id === run)?.state).toBe("running");
  await desk
    .rows()
    .filter({ has: desk.page.getByRole("img", { name: "Request, waits for you" }) })
    .click();
  await answer(desk, "second answer");
  expect(await desk.resultOf(run)).toMatch(
    /(first answer \| second answer|second answer \| first answer) \(call 2\)/,
  );
});

test("an embedded request that is declined leaves the call unrepeated, and the screen says so", async ({
  openShared,
}) => {
  const desk = await openIn(openShared, "modern");
  const run = await desk.start("dual", "ask", { question: "May I?" });
  await expect(desk.rows()).toHaveCount(1);
  await desk.rejectNow();
  expect(await desk.ended(run)).toMatchObject({
    state: "failed",
    failure: { kind: "run-not-repeated", because: "rejected" },
  });
  await expect(desk.review).toContainText("not repeated");
  // The server was called once: the next call of the tool is its second, not its third.
  const again = await desk.start("dual", "ask", { question: "And now?" });
  await desk.rows().filter({ hasText: "And now?" }).click();
  await answer(desk, "Yes.");
  expect(await desk.resultOf(again)).toBe("Yes. (state kept, call 3)");
});

test("the same server, asked in the old way, pushes its request", async ({ openShared }) => {
  const desk = await openIn(openShared, "legacy");
  const run = await desk.start("dual", "ask", { question: "Old way?" });
  await expect(desk.review).toContainText("2025-11-25");
  await answer(desk, "Old way.");
  expect(await desk.resultOf(run)).toMatch(/^Old way\. \(/);
});
