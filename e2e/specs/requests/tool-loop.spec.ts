// A server's loop of tool calls as one thread: tools whole and in the person's hand, each call checked, what is old
// folded, what the server changed marked, earlier edits brought back, and an end after so many rounds.
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import type { Desk } from "../../support/desk.ts";
import { serverNode } from "../../support/paths.ts";
import { startScriptedModel } from "../../support/scriptedModel.ts";
import { answerJson, streamsCalls, toolLoop, type Call } from "../../support/toolLoop.ts";

const tides: Call = { id: "c1", name: "tides", args: { harbour: "Oban", days: 2 } };
const depth: Call = { id: "c2", name: "depth", args: { harbour: "Oban" } };

const panel = (desk: Desk) => desk.page.getByRole("complementary");
const isGate = (desk: Desk, gate: "generate" | "reply") =>
  expect(desk.approve).toHaveAccessibleName(new RegExp(`^Approve & ${gate}`));

/** Opens the turn that has come since: arrivals never take the screen by themselves. */
async function nextTurn(desk: Desk): Promise<void> {
  await desk.button("Next request").click();
  await isGate(desk, "generate");
}

/** Answers the request that is open by hand, with tool calls. */
async function callByHand(desk: Desk, calls: readonly Call[]): Promise<void> {
  await desk.decide(desk.button(/^Answer by hand/));
  await isGate(desk, "reply");
  await desk.view("JSON").click();
  await desk.write(desk.jsonEditor, answerJson(calls));
  await desk.view("Blocks").click();
}

test("three turns with a model: approved, edited, rejected", async ({ openShared, later }) => {
  const model = await startScriptedModel(streamsCalls([tides, { ...depth, args: { harbour: 7 } }]));
  later(model.close);
  const desk = await openShared({ loop: toolLoop });
  await desk.useModels(model.baseUrl);
  const run = await desk.start("loop", "investigate", { question: "Can I moor in Oban?" });

  // Turn 1: every tool is there, whole; one is taken out, and put back, and taken out.
  await isGate(desk, "generate");
  await expect(desk.review).toContainText("Turn 1 of 10");
  for (const name of ["tides", "Tide table", "depth", "wipe_disk"]) {
    await expect(panel(desk)).toContainText(name);
  }
  await desk.button("Whole tool as JSON").first().click();
  await expect(desk.page.getByRole("region", { name: /^tides: whole tool/ })).toContainText(
    '"example.com/cost": 2',
  );
  await desk.button("Take out wipe_disk").click();
  await desk.button("Put back").click();
  await desk.button("Take out wipe_disk").click();
  await desk.page.getByRole("checkbox", { name: /One tool call at a time/ }).check();
  await desk.write(desk.message(1), "Can I moor a small boat in Oban?");
  await desk.decide(desk.approve);

  // What the model was asked, and both of its calls, the wrong argument at its place.
  await isGate(desk, "reply");
  expect(model.asked()[0]?.body).toMatchObject({
    parallel_tool_calls: false,
    tools: [{ function: { name: "tides" } }, { function: { name: "depth" } }],
  });
  await expect(desk.review).toContainText("Call 1 of 2");
  await expect(desk.review).toContainText("Arguments fit the tool’s schema.");
  await expect(desk.review).toContainText("input.harbour It must be of type string.");
  await expect(panel(desk)).toContainText("asked for one tool call at a time and made several");
  await desk.view("JSON").click();
  await desk.write(desk.jsonEditor, answerJson([tides, depth]));
  await desk.view("Blocks").click();
  await expect(desk.review).not.toContainText("input.harbour");
  model.answers(streamsCalls([{ id: "c3", name: "rm", args: {} }]));
  await desk.decide(desk.approve);

  // Turn 2: the answer as sent is folded; the server's own first message is not, and is marked.
  await nextTurn(desk);
  await expect(desk.review).toContainText("Turn 2 of 10");
  await expect(desk.review).toContainText(/1 message · \d+ characters, unchanged since turn 1/);
  await expect(desk.review).toContainText("Your edit of turn 1 is not in it");
  await expect(desk.message(1)).toBeVisible();
  await expect(desk.message(2)).toHaveCount(0);
  await desk.page.keyboard.press("Escape");
  await desk.button("Apply my edits again").click();
  await expect(desk.review).toContainText(
    /System prompt and 2 messages · \d+ characters, unchanged since turn 1/,
  );
  await expect(desk.message(1)).toHaveCount(0);
  await expect(panel(desk)).toContainText("taken out by you");
  await desk.decide(desk.approve);
  await isGate(desk, "reply");
  await expect(desk.approve).toBeEnabled();
  const asked = model.asked().at(-1)?.body;
  expect(JSON.stringify(asked?.["messages"])).toContain("moor a small boat");
  expect(JSON.stringify(asked?.["messages"])).toContain("tides of Oban");
  expect(JSON.stringify(asked?.["tools"])).not.toContain("wipe_disk");

  // A call of a tool that nobody offered is said, and is the person's to send.
  await expect(panel(desk)).toContainText("A tool is used that was not offered");
  await desk.decide(desk.approve);

  // Turn 3: rejected, and the loop ends with the person's no.
  await nextTurn(desk);
  await expect(desk.review).toContainText("Turn 3 of 10");
  await desk.rejectNow();
  expect(await desk.resultOf(run)).toMatch(/^turn 3 failed: -1 .*User rejected sampling request/);
  await expect(desk.page.getByRole("listbox", { name: "Inbox" })).toContainText("Turn 3");
});

test("three turns by hand, folded and unfolded by one key", async ({ openShared }) => {
  const desk = await openShared({ loop: toolLoop });
  const run = await desk.start("loop", "investigate", { question: "How deep is Oban?" });
  await isGate(desk, "generate");
  await callByHand(desk, [tides, { ...depth, id: "c1" }]);
  await expect(panel(desk)).toContainText("Two tool calls have this id");
  await desk.view("JSON").click();
  await desk.write(desk.jsonEditor, answerJson([tides, depth]));
  await desk.decide(desk.approve);
  await nextTurn(desk);
  await callByHand(desk, [{ ...depth, id: "c3" }]);
  await desk.decide(desk.approve);
  await nextTurn(desk);
  await expect(desk.review).toContainText(
    /System prompt and 4 messages · \d+ characters, unchanged since turn 2/,
  );
  await expect(desk.review).toContainText("End of request: 5 messages, 4 folded");
  const results = await desk.sample();
  expect(results.turn).toBe(3);
  await desk.page.keyboard.press("Escape");
  await desk.page.keyboard.press("u");
  await expect(desk.review).toContainText("How deep is Oban?");
  await expect(desk.review).toContainText("4 messages, unchanged since turn 2");
  await desk.page.keyboard.press("u");
  await expect(desk.message(1)).toHaveCount(0);
  await desk.answerByHand("Deep enough.");
  expect(await desk.resultOf(run)).toBe("Deep enough. (turn 3)");
});

test("one character that the server changes in an earlier turn is never folded", async ({
  openShared,
}) => {
  const desk = await openShared({ loop: toolLoop });
  await desk.start("loop", "investigate", {
    question: "Pay 10 euro?",
    meddle: "Pay 10\u200b euro?",
  });
  await isGate(desk, "generate");
  await callByHand(desk, [depth]);
  await desk.decide(desk.approve);
  await nextTurn(desk);
  await expect(desk.review).toContainText("Changed by the server since turn 1.");
  await expect(desk.review).toContainText(/System prompt · 18 characters, unchanged since turn 1/);
  await expect(desk.message(1)).toBeVisible();
  await desk.button("What changed").click();
  await expect(desk.review.locator(".monaco-diff-editor")).toBeVisible();
});

test("required and none are held against every answer, and a person can still send it", async ({
  openShared,
}) => {
  const desk = await openShared({ loop: toolLoop });
  const run = await desk.start("loop", "investigate", { question: "Q?", choice: "required" });
  await desk.decide(desk.button(/^Answer by hand/));
  await desk.write(desk.answer, "No tool needed.");
  await expect(panel(desk)).toContainText(
    "The server requires a tool call, and the answer has none.",
  );
  await desk.decide(desk.approve);
  expect(await desk.resultOf(run)).toBe("No tool needed. (turn 1)");
  await desk.start("loop", "investigate", { question: "Again?", choice: "none" });
  await desk.select("Again?");
  await callByHand(desk, [depth]);
  await expect(panel(desk)).toContainText("The server wants no tool call, and the answer has one.");
  await expect(desk.approve).toBeEnabled();
});

test("the round too many is refused by its own error; a person can allow more", async ({
  openShared,
}) => {
  const desk = await openShared({ loop: toolLoop });
  const { id, policy } = await desk.server("loop");
  await desk.do("servers.policy", id, {
    ...policy,
    limits: { ...policy.limits, toolRounds: 2 },
  });
  const run = await desk.start("loop", "investigate", { question: "First?" });
  for (const turn of [1, 2]) {
    if (turn > 1) await nextTurn(desk);
    await expect(desk.review).toContainText(`Turn ${turn} of 2`);
    await callByHand(desk, [{ ...depth, id: `a${turn}` }]);
    await desk.decide(desk.approve);
  }
  expect(await desk.resultOf(run)).toMatch(/^turn 3 failed: -32067 .*too-many-rounds/);
  const refused = await desk.sample((sample) => sample.phase.kind === "ended" && sample.turn === 3);
  expect(refused.phase).toMatchObject({ ending: { refusal: { reason: "too-many-rounds" } } });

  const second = await desk.start("loop", "investigate", { question: "Second?" });
  await desk.select("Second?");
  await desk.button("Allow as many again").click();
  for (const turn of [1, 2, 3]) {
    if (turn > 1) await nextTurn(desk);
    await expect(desk.review).toContainText(`Turn ${turn} of 4`);
    if (turn === 3) break;
    await callByHand(desk, [{ ...depth, id: `b${turn}` }]);
    await desk.decide(desk.approve);
  }
  await desk.answerByHand("Enough.");
  expect(await desk.resultOf(second)).toBe("Enough. (turn 3)");
});

test("a call goes on from the request that was one too many, while it still runs", async ({
  openShared,
  puppet,
}) => {
  const server = await puppet();
  const desk = await openShared({ P: server.config });
  const { id, policy } = await desk.server("P");
  await desk.do("servers.policy", id, { ...policy, limits: { ...policy.limits, toolRounds: 1 } });
  const run = await desk.start("P", "work");
  const call = await server.called();
  const params = (text: string) => ({
    messages: [{ role: "user", content: { type: "text", text } }],
    maxTokens: 50,
    tools: [{ name: "look", inputSchema: { type: "object" } }],
  });
  const first = server.ask(params("First round?"));
  await desk.select("First round?");
  await expect(panel(desk)).toContainText("The last of 1 rounds");
  await desk.answerByHand("One.");
  expect((await first.answer).result).toBeDefined();
  const second = server.ask(params("Second round?"));
  expect((await second.answer).error).toMatchObject({
    code: -32067,
    data: { reason: "too-many-rounds" },
  });

  await desk.select("Turn 2, Refused");
  await expect(desk.approve).toBeHidden();
  await expect(panel(desk)).toContainText("Round 2 of 1");
  await desk.button("Allow as many again").click();
  await expect(panel(desk)).toContainText("The last of 2 rounds");
  const third = server.ask(params("Second round, again?"));
  await desk.select("Second round, again?");
  await expect(panel(desk)).toContainText("The last of 2 rounds");
  await desk.answerByHand("Two.");
  expect((await third.answer).result).toBeDefined();

  // Once the call is over there is nothing to allow more of.
  const fourth = server.ask(params("Third round?"));
  expect((await fourth.answer).error).toMatchObject({ code: -32067 });
  await desk.select("Refused 2 requests");
  await expect(desk.button("Allow as many again")).toBeVisible();
  server.finish(call, "done");
  expect(await desk.resultOf(run)).toBe("done");
  await expect(desk.button("Allow as many again")).toBeHidden();
});

test("rounds of embedded requests count as well", async ({ openShared }) => {
  const desk = await openShared();
  const script = path.resolve(import.meta.dirname, "../../interop/servers/typescript/v2.mjs");
  const id = await desk.addServer({
    name: "two",
    era: "modern",
    endpoint: { kind: "stdio", command: serverNode, args: [script, "stdio"], cwd: null, env: [] },
  });
  await desk.connectAll();
  const { policy } = await desk.server("two");
  await desk.do("servers.policy", id, { ...policy, limits: { ...policy.limits, toolRounds: 1 } });
  const run = await desk.start("two", "with-tools", { prompt: "2 + 40?" });
  await isGate(desk, "generate");
  await expect(panel(desk)).toContainText("The last of 1 rounds");
  await callByHand(desk, [{ id: "c1", name: "add", args: { a: 2, b: 40 } }]);
  await desk.decide(desk.approve);
  expect(await desk.ended(run)).toMatchObject({
    state: "failed",
    failure: { kind: "run-not-repeated", because: "refused" },
  });
  const second = await desk.sample(({ turn }) => turn === 2);
  expect(second.phase).toMatchObject({ ending: { refusal: { reason: "too-many-rounds" } } });
  // Its call is over: there is nothing to allow more of.
  await desk.select("Turn 2, Refused");
  await expect(desk.button("Allow as many again")).toBeHidden();
});
