// Requests of hostile or clumsy servers: each ends exactly once, with an explanation, and affects nothing else.
import type { Script } from "../../../src-main/models/testing/scriptedModelServer.ts";
import { expect, test } from "../../fixtures.ts";
import type { OpenGate } from "../../support/gate.ts";
import { question, type Puppet } from "../../support/puppet.ts";
import { neverEnds, streamsText } from "../../support/scriptedModel.ts";

test("a second request under an open id: the first gets the one response, and the screen reports the other @long", async ({
  openCall,
}) => {
  const { desk, server } = await openCall();
  const asked = server.ask(question("the first"), 77);
  server.ask(question("the second"), 77);
  await desk.select("the first");
  await desk.answerByHand("for the first");
  expect((await asked.answer).result).toMatchObject({ content: { text: "for the first" } });
  await probe(server);
  expect(server.answersTo(77)).toHaveLength(1);
  await desk.select("the second");
  await expect(desk.review).toContainText("another open request uses its ID");
  await expect(desk.review).toContainText("Nothing was sent");
});

test("20 MB are shown whole, reach the model whole, and a small request meanwhile gets its response @long", async ({
  openGate,
}) => {
  const { desk, server, model } = await openGate(streamsText(["read it all"]));
  const line = "All work and no play makes a long request. 0123456789 abcdefghijklmnopqrstuvwxyz\n";
  const huge = `${line.repeat(250_000)}THE END`;
  const asked = server.ask(question(huge));
  await expect(desk.rows()).toHaveCount(1, { timeout: 20_000 });
  const small = server.ask(question("a small one meanwhile"));
  await desk.select("a small one meanwhile");
  await desk.answerByHand("small answer");
  expect((await small.answer).result).toMatchObject({ content: { text: "small answer" } });

  await desk.select("All work and no play");
  await desk.message(1).focus();
  await desk.page.keyboard.press("Control+End");
  await expect(desk.review.locator(".view-line", { hasText: "THE END" })).toBeVisible();
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("read it all", { timeout: 20_000 });
  const [generation] = model.asked();
  const [message] = (generation?.body["messages"] ?? []) as { content: string }[];
  expect(message?.content.length).toBe(huge.length);
  expect(message?.content === huge).toBe(true);
  await desk.rejectNow();
  expect((await asked.answer).error?.code).toBe(-1);
});

test("the server cancels during generation: the request ends at once and gets no response", async ({
  openGate,
}) => {
  const { desk, server, model, asked } = await heldOne(openGate);
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("half an answer");
  server.cancel(asked.id, "I changed my mind");
  await desk.request(({ phase }) => phase.kind === "ended");
  await expect(desk.review).toContainText(/cancelled the request/i);
  await expect(desk.review).toContainText("I changed my mind");
  await expect(desk.approve).toBeHidden();
  // A late response of the model is dropped.
  await model.disconnected();
  await probe(server);
  expect(server.answersTo(asked.id)).toEqual([]);
});

test("the server exits at gate 2: the request ends at once @long", async ({ openGate }) => {
  const { desk, server } = await heldOne(openGate);
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("half an answer");
  await desk.button(/^Stop\b/).click();
  await expect(desk.approve).toHaveAccessibleName(/Approve & reply/);
  server.die(3);
  const request = await desk.request(({ phase }) => phase.kind === "ended");
  expect(request.phase).toMatchObject({
    ending: { kind: "cancelled", because: { kind: "server-died" } },
  });
  await expect(desk.review).toContainText(/server.*(ended|died|gone)/i);
  await desk.room("Servers").click();
  await desk.page.getByRole("button", { name: "puppet" }).click();
  await expect(desk.page.getByRole("main")).toContainText("with code 3");
});

test("the call ends while its request is pending: the server, which may still wait, gets an error @long", async ({
  openGate,
}) => {
  const { desk, server, asked, call } = await heldOne(openGate);
  server.finish(call, "I did not wait");
  const request = await desk.request(({ phase }) => phase.kind === "ended");
  expect(request.phase).toMatchObject({
    ending: { kind: "cancelled", because: { kind: "call-ended" } },
  });
  await expect(desk.review).toContainText(/the call behind this request (probably )?ended/);
  await expect(desk.review).toContainText("got error −32055");
  await probe(server);
  const [told, ...more] = server.answersTo(asked.id);
  expect(told?.error).toMatchObject({ code: -32055, data: { reason: "call-over" } });
  expect(more).toEqual([]);

  // A run that the user cancels cancels its request; the server is told once.
  const run = await desk.start("puppet", "work");
  const second = await server.called(1);
  server.ask(question("Shall I?"));
  await expect(desk.rows()).toHaveCount(2);
  await desk.do("calls.cancel", run);
  const cancelled = await server.heard(({ method }) => method === "notifications/cancelled");
  expect(cancelled.params?.["requestId"]).toBe(second.id);
  await expect
    .poll(async () => (await desk.requests()).map(({ phase }) => phase.kind))
    .toEqual(["ended", "ended"]);
});

async function heldOne(openGate: (script: Script) => Promise<OpenGate>) {
  const gate = await openGate(neverEnds(["half ", "an answer"]));
  const asked = gate.server.ask(question("Wait for it"));
  await expect(gate.desk.rows()).toHaveCount(1);
  return { ...gate, asked };
}

/** A round trip after which everything that was on its way has arrived. */
async function probe(server: Puppet): Promise<void> {
  server.send({ jsonrpc: "2.0", id: "probe", method: "ping" });
  await server.heard(({ id }) => id === "probe");
}
