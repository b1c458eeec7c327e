// Requests as hostile or clumsy servers send them: each ends exactly once, in words, and nothing else is harmed.
import type { Script } from "../../../src-main/model/testing/scriptedModelServer.ts";
import { expect, test } from "../../fixtures.ts";
import type { OpenGate } from "../../support/gate.ts";
import { question, type Puppet } from "../../support/puppet.ts";
import { neverEnds, streamsText } from "../../support/scriptedModel.ts";
import type { Desk } from "../../support/desk.ts";

const toolUse = { type: "tool_use", id: "call_1", name: "lookup", input: {} };
const toolResult = { type: "tool_result", toolUseId: "call_1", content: [] };
const text = { type: "text", text: "hello" };

/** What the protocol names as wrong is answered by itself, with its own words. */
const WRONG: [name: string, params: object, message: string | RegExp][] = [
  [
    "a tool use without its result",
    {
      messages: [
        { role: "assistant", content: [toolUse] },
        { role: "user", content: text },
      ],
      maxTokens: 5,
      tools: [{ name: "lookup", inputSchema: { type: "object" } }],
    },
    "Tool result missing in request",
  ],
  [
    "tool results mixed with text",
    {
      messages: [
        { role: "assistant", content: [toolUse] },
        { role: "user", content: [toolResult, text] },
      ],
      maxTokens: 5,
      tools: [{ name: "lookup", inputSchema: { type: "object" } }],
    },
    "Tool results mixed with other content",
  ],
  ["no messages", { maxTokens: 5 }, /^Invalid params/],
  ["messages of a wrong type", { messages: "hello", maxTokens: 5 }, /^Invalid params/],
];

for (const [name, params, message] of WRONG) {
  test(`${name} is refused with -32602 and stands in the list as refused`, async ({ openCall }) => {
    const { desk, server } = await openCall();
    const { error } = await server.ask(params).answer;
    expect(error?.code).toBe(-32602);
    if (typeof message === "string") expect(error?.message).toBe(message);
    else expect(error?.message).toMatch(message);
    expect(error?.data).toMatchObject({ reason: expect.any(String) });
    expect(await desk.sample()).toMatchObject({
      phase: { kind: "ended", ending: { kind: "refused" } },
    });
    await expect(desk.rows()).toHaveCount(1);
    await desk.rows().first().click();
    await expect(desk.review).toContainText("efused");
  });
}

test("what is merely odd is held and flagged, not refused", async ({ openCall }) => {
  const { desk, server } = await openCall();
  const asked = server.ask({
    messages: [
      { role: "narrator", content: { type: "hologram", depth: 3 } },
      { role: "user", content: { type: "image", mimeType: "image/png", data: "not base64!" } },
    ],
    maxTokens: 5,
    includeContext: "everything",
  });
  await expect(desk.rows()).toHaveCount(1);
  await expect(desk.review).toContainText("hologram");
  await expect(desk.review).toContainText("The protocol does not know this role.");
  expect(server.answersTo(asked.id)).toEqual([]);
});

test("a second request under an open id: the first gets the one answer, the screen tells of the other", async ({
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
  await expect(desk.review).toContainText("its id is in use by another open request");
  await expect(desk.review).toContainText("Nothing was sent");
});

test("20 MB are shown whole, reach the model whole, and a small request meanwhile is answered", async ({
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

/** Brings a request to a phase, for something to happen to it there. */
async function generating(desk: Desk): Promise<void> {
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("half an answer");
}
const PHASES: [name: string, to: (desk: Desk) => Promise<void>][] = [
  ["waiting at gate 1", async (desk) => void (await expect(desk.approve).toBeEnabled())],
  ["generating", generating],
  [
    "waiting at gate 2",
    async (desk) => {
      await generating(desk);
      await desk.button(/^Stop\b/).click();
      await expect(desk.approve).toHaveAccessibleName(/Approve & reply/);
    },
  ],
];

for (const [name, bring] of PHASES) {
  test(`${name}: the server cancels, the request ends at once and is never answered`, async ({
    openGate,
  }) => {
    const { desk, server, asked } = await heldOne(openGate, bring);
    server.cancel(asked.id, "I changed my mind");
    await desk.sample(({ phase }) => phase.kind === "ended");
    await expect(desk.review).toContainText(/server (cancelled|withdrew|gave up|no longer)/i);
    await expect(desk.review).toContainText("I changed my mind");
    await expect(desk.approve).toBeHidden();
    await probe(server);
    expect(server.answersTo(asked.id)).toEqual([]);
  });

  test(`${name}: the server dies, the request ends at once`, async ({ openGate }) => {
    const { desk, server } = await heldOne(openGate, bring);
    server.die(3);
    const sample = await desk.sample(({ phase }) => phase.kind === "ended");
    expect(sample.phase).toMatchObject({
      ending: { kind: "cancelled", because: { kind: "server-died" } },
    });
    await expect(desk.review).toContainText(/server.*(ended|died|gone)/i);
    await desk.room("Servers").click();
    await desk.page.getByRole("button", { name: "puppet" }).click();
    await expect(desk.page.getByRole("main")).toContainText("with code 3");
  });
}

test("the call ends while its request waits: the server, which may wait for it, gets an error", async ({
  openGate,
}) => {
  const { desk, server, asked, call } = await heldOne(openGate, async (desk) => {
    await expect(desk.approve).toBeEnabled();
  });
  server.finish(call, "I did not wait");
  const sample = await desk.sample(({ phase }) => phase.kind === "ended");
  expect(sample.phase).toMatchObject({
    ending: { kind: "cancelled", because: { kind: "call-ended" } },
  });
  await expect(desk.review).toContainText("the call that led here has ended");
  await expect(desk.review).toContainText("The server got error -32055");
  await probe(server);
  const [told, ...more] = server.answersTo(asked.id);
  expect(told?.error).toMatchObject({ code: -32055, data: { reason: "call-over" } });
  expect(more).toEqual([]);
});

test("a cancelled run takes its request with it; the server is told once", async ({ openCall }) => {
  const { desk, server, call, run } = await openCall();
  server.ask(question("Shall I?"));
  await expect(desk.rows()).toHaveCount(1);
  await desk.do("calls.cancel", run);
  const told = await server.heard(({ method }) => method === "notifications/cancelled");
  expect(told.params?.["requestId"]).toBe(call.id);
  const sample = await desk.sample(({ phase }) => phase.kind === "ended");
  expect(sample.phase).toMatchObject({ ending: { because: { kind: "call-cancelled" } } });
});

test("a late answer of the model to a cancelled request goes nowhere", async ({ openGate }) => {
  const { desk, server, asked, model } = await heldOne(openGate, generating);
  server.cancel(asked.id);
  await desk.sample(({ phase }) => phase.kind === "ended");
  await model.disconnected();
  await probe(server);
  expect(server.answersTo(asked.id)).toEqual([]);
});

async function heldOne(
  openGate: (script: Script) => Promise<OpenGate>,
  bring: (desk: Desk) => Promise<void>,
) {
  const gate = await openGate(neverEnds(["half ", "an answer"]));
  const asked = gate.server.ask(question("Wait for it"));
  await expect(gate.desk.rows()).toHaveCount(1);
  await bring(gate.desk);
  return { ...gate, asked };
}

/** A round trip after which everything that was on its way has arrived. */
async function probe(server: Puppet): Promise<void> {
  server.send({ jsonrpc: "2.0", id: "probe", method: "ping" });
  await server.heard(({ id }) => id === "probe");
}

test("a stream of requests is held, one by one, and none is lost", async ({ openCall }) => {
  const { desk, server } = await openCall();
  const many = Array.from({ length: 200 }, (_unused, index) =>
    server.ask(question(`number ${index}`)),
  );
  // Each is judged, looked through and written: on a machine that does other work all of them take a while.
  await expect.poll(async () => (await desk.samples()).length, { timeout: 60_000 }).toBe(200);
  await expect(desk.room("Inbox")).toHaveAccessibleName(/200 wait for you/);
  expect(await desk.do("desk.refuseAll")).toBe(200);
  const errors = await Promise.all(many.map(async ({ answer }) => (await answer).error?.code));
  expect(new Set(errors)).toEqual(new Set([-32060]));
});
