// What only some families can do: log by level in Chinese, request with tools in their own loop, want a response of a
// given shape.
import {
  chunk,
  beginStream,
  type Script,
} from "../../src-main/models/testing/scriptedModelServer.ts";
import { expect, test } from "../fixtures.ts";
import { streamsText } from "../support/scriptedModel.ts";
import { STEPS } from "./subject.ts";
import { held, openRun, openWaiting, PROMPT, runPanel, type Walk } from "./steps.ts";

const SLOW = { timeout: 20_000 };

/** A model that calls one tool. */
function callsTool(name: string, args: object): Script {
  return (_seen, response) => {
    const send = beginStream(response);
    const call = { name, arguments: JSON.stringify(args) };
    send(
      chunk({
        role: "assistant",
        tool_calls: [{ index: 0, id: "call_1", type: "function", function: call }],
      }),
    );
    send(chunk({}, "tool_calls"));
    send("[DONE]");
    response.end();
  };
}

/** Approves a turn whose response is a tool use, unchanged. */
async function approveToolUse({ desk, model }: Walk, name: string, args: object): Promise<void> {
  model.answers(callsTool(name, args));
  await desk.decide(desk.approve);
  await expect(desk.approve).toHaveAccessibleName(/^Approve & reply/, SLOW);
  await expect(desk.review).toContainText(name);
  await desk.decide(desk.approve);
}

async function withTools(walk: Walk): Promise<void> {
  const { desk, model, subject } = walk;
  if (subject.withTools === undefined)
    throw new Error("this family has no tool that asks with tools");
  const run = await held(walk, subject.withTools, `${PROMPT} 2 + 40?`);
  await expect(desk.review).toContainText("Adds two whole numbers.");
  await approveToolUse(walk, "add", { a: 2, b: 40 });
  await openWaiting(desk);
  model.answers(streamsText(["四十二"]));
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("四十二", SLOW);
  const asked = JSON.stringify(model.asked()[0]?.body["messages"]);
  expect(asked).toContain('"tool_call_id":"call_1"');
  expect(asked).toContain("42");
  await desk.decide(desk.approve);
  // FastMCP counts the last response as a message too.
  expect(await desk.resultOf(run)).toMatch(/^四十二 \([34] messages\)$/);
}

async function logs(walk: Walk): Promise<void> {
  const { desk, subject } = walk;
  const run = await held(walk, subject.ask, PROMPT);
  await desk.answerByHand("好的");
  expect(await desk.resultOf(run)).toContain("好的");
  await openRun(desk, subject.ask.name);
  for (const [level, text] of subject.logs ?? []) {
    const line = runPanel(desk).getByRole("listitem").filter({ hasText: text });
    await expect(line).toContainText(level);
  }
  await desk.room("Inbox").click();
}

async function typed(walk: Walk): Promise<void> {
  const { desk } = walk;
  const run = await held(walk, { name: "typed", args: (prompt) => ({ prompt }) }, PROMPT);
  await expect(desk.review).toContainText("final_response");
  await approveToolUse(walk, "final_response", { name: "北京", people: 22 });
  expect(await desk.resultOf(run)).toBe("北京 has 22");
}

/** Those that this family has. */
export async function tryExtras(walk: Walk): Promise<void> {
  // What a request offers the model stands in the row of its settings.
  await walk.desk.openRows();
  const { subject } = walk;
  if (subject.withTools !== undefined) await test.step(STEPS.tools, () => withTools(walk));
  if (subject.logs !== undefined) await test.step(STEPS.logs, () => logs(walk));
  if (subject.typed === true) await test.step(STEPS.typed, () => typed(walk));
}
