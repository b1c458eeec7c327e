// A person's no: the server gets code -1 and exactly the words of the protocol, nothing else unless ticked.
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";
import { streamsText } from "../../support/scriptedModel.ts";

test("rejected at gate 1: code -1, the exact words, no model asked", async ({ openGate }) => {
  const { desk, server, call, model } = await openGate(streamsText(["never"]));
  const asked = server.ask(question("Tell me a secret."));
  await expect(desk.rows()).toHaveCount(1);
  await desk.rejectNow();
  expect(await asked.answer).toEqual({
    jsonrpc: "2.0",
    id: asked.id,
    error: { code: -1, message: "User rejected sampling request" },
  });
  await expect(desk.review).toContainText("Rejected by you");
  server.finish(call, "done");
  await expect(desk.review).toContainText("Rejected by you");
  expect(server.answersTo(asked.id)).toHaveLength(1);
  expect(model.asked()).toEqual([]);
});

test("rejected at gate 2: the answer was there and does not leave", async ({ openGate }) => {
  const { desk, server } = await openGate(streamsText(["The secret", " is 42."]));
  const asked = server.ask(question("Tell me a secret."));
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("The secret is 42.");
  await desk.rejectNow("too revealing");
  expect(await asked.answer).toEqual({
    jsonrpc: "2.0",
    id: asked.id,
    error: { code: -1, message: "User rejected sampling request" },
  });
  expect(JSON.stringify(server.received)).not.toContain("42");
  await expect(desk.review).toContainText("too revealing");
});

test("the reason goes to the server only when ticked", async ({ openCall }) => {
  const { desk, server } = await openCall();
  const kept = server.ask(question("First?"));
  await expect(desk.rows()).toHaveCount(1);
  await desk.rejectNow("my own business");
  expect((await kept.answer).error).toEqual({
    code: -1,
    message: "User rejected sampling request",
  });
  const told = server.ask(question("Second?"));
  await desk.select("Second?");
  await desk.rejectNow("ask your own model", true);
  expect((await told.answer).error).toEqual({
    code: -1,
    message: "User rejected sampling request",
    data: { note: "ask your own model" },
  });
});

test("a rejection that did not arrive is told as such, on the card and in the record", async ({
  openCall,
}) => {
  const { desk, server } = await openCall();
  const heard = server.ask(question("Do you hear me?"));
  await expect(desk.rows()).toHaveCount(1);
  await desk.rejectNow();
  await heard.answer;
  await expect(desk.review).toContainText("The server got error −1 and nothing else.");
  server.closeInput();
  server.ask(question("And now?"));
  await desk.select("And now?");
  await desk.rejectNow();
  await expect(desk.review).toContainText("Rejected by you");
  await expect(desk.review).toContainText("Error −1 was not delivered");
  await expect(desk.review).not.toContainText("The server got error");
  await desk.room("History").click();
  const list = desk.page.getByRole("listbox", { name: "History" });
  await expect(list).toContainText("Rejected, not delivered");
});

test("Escape keeps the request; nothing was sent", async ({ openCall }) => {
  const { desk, server } = await openCall();
  const asked = server.ask(question("Still there?"));
  await desk.decide(desk.reject);
  // While rejecting is meant, approving is not possible.
  await expect(desk.approve).toBeDisabled();
  await desk.page.keyboard.press("Escape");
  await expect(desk.reject).toBeVisible();
  await expect(desk.review).toContainText("Still there?");
  expect(server.answersTo(asked.id)).toEqual([]);
});
