// A rejection: the server gets code -1 and exactly the protocol's message, nothing else unless ticked.
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";
import { streamsText } from "../../support/scriptedModel.ts";

const NO = { code: -1, message: "User rejected sampling request" };

test("rejected at either gate: code -1, the exact message, and the reason only when ticked", async ({
  openGate,
}) => {
  const { desk, server, call, model } = await openGate(streamsText(["The secret", " is 42."]));
  const first = server.ask(question("Tell me a secret."));
  await desk.select("Tell me a secret.");
  await desk.rejectNow("my own business");
  expect(await first.answer).toEqual({ jsonrpc: "2.0", id: first.id, error: NO });
  await expect(desk.review).toContainText("You rejected this at gate");
  expect(model.asked()).toEqual([]);

  const told = server.ask(question("Second?"));
  await desk.select("Second?");
  await desk.rejectNow("ask your own model", true);
  expect((await told.answer).error).toEqual({ ...NO, data: { note: "ask your own model" } });

  // At gate 2 the response was there and is not sent.
  const third = server.ask(question("Another secret?"));
  await desk.select("Another secret?");
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("The secret is 42.");
  await desk.rejectNow("too revealing");
  expect((await third.answer).error).toEqual(NO);
  await expect(desk.review).toContainText("too revealing");
  expect(JSON.stringify(server.received)).not.toContain("42");
  server.finish(call, "done");
  for (const { id } of [first, told, third]) expect(server.answersTo(id)).toHaveLength(1);
});
