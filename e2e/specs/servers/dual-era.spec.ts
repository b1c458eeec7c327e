// A server of protocol version 2026-07-28 asks inside its result: approving repeats the call with the response, declining
// does not, and the screen says so. The same server pushes its requests to older clients.
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

/** The identity of the server, opened, names the protocol version. */
async function saysVersion(desk: Desk, version: string): Promise<void> {
  await desk.review.getByRole("button", { name: "dual", exact: true }).click();
  await expect(desk.page.getByRole("dialog")).toContainText(version);
  await desk.page.keyboard.press("Escape");
}

test("an approved call is repeated with its state unchanged; a declined one is not, and the screen says so @long", async ({
  openShared,
}) => {
  const desk = await openIn(openShared, "modern");
  const run = await desk.start("dual", "ask", { question: "Why is the sky blue?" });
  await expect(desk.review).toContainText("Why is the sky blue?");
  await saysVersion(desk, "2026-07-28");
  await desk.answerByHand("Rayleigh.");
  expect(await desk.resultOf(run)).toBe("Rayleigh. (state kept, call 2)");

  const declined = await desk.start("dual", "ask", { question: "May I?" });
  await desk.select("May I?");
  await desk.rejectNow();
  expect(await desk.ended(declined)).toMatchObject({
    state: "failed",
    failure: { kind: "run-not-repeated", because: "rejected" },
  });
  await expect(desk.review).toContainText("isn’t repeated");

  // Two of one result are sent together. The declined call was not repeated: it was the third of its tool.
  const both = await desk.start("dual", "compare");
  await expect(desk.rows()).toHaveCount(4);
  const waits = desk.rows().filter({
    has: desk.page.getByRole("img", { name: "Request, pending" }),
  });
  await waits.first().click();
  await desk.answerByHand("first answer");
  expect((await desk.snapshot()).runs.find(({ id }) => id === both)?.state).toBe("running");
  await waits.first().click();
  await desk.answerByHand("second answer");
  expect(await desk.resultOf(both)).toMatch(
    /(first answer \| second answer|second answer \| first answer) \(call 2\)/,
  );
  const again = await desk.start("dual", "ask", { question: "And now?" });
  await desk.select("And now?");
  await desk.answerByHand("Yes.");
  expect(await desk.resultOf(again)).toBe("Yes. (state kept, call 5)");
});

test("the same server pushes its request in an older protocol version @long", async ({
  openShared,
}) => {
  const desk = await openIn(openShared, "legacy");
  const run = await desk.start("dual", "ask", { question: "Old way?" });
  await saysVersion(desk, "2025-11-25");
  await desk.answerByHand("Old way.");
  expect(await desk.resultOf(run)).toMatch(/^Old way\. \(/);
});
