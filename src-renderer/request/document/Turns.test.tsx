// A call's turns on screen: unchanged messages are folded, and those that the server changed never are.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openWindow } from "../../testing/openWindow.tsx";
import type { Opened } from "../../testing/openWindow.tsx";
import { button, decide, primary, says } from "../../testing/person.ts";
import { TestMain, text } from "../../testing/testMain.ts";

const CALL = {
  kind: "certain" as const,
  call: { runId: "run", method: "tools/call" as const, name: "investigate", arguments: {} },
};
const USE = { type: "tool_use" as const, id: "c1", name: "look", input: {} };
const loop = (question: string) => ({
  systemPrompt: "You are a sailor.",
  maxTokens: 50,
  tools: [{ name: "look", inputSchema: { type: "object" } }],
  messages: [text("user", question)],
});
const secondTurn = (question: string) => ({
  ...loop(question),
  messages: [
    text("user", question),
    { role: "assistant", content: [USE] },
    { role: "user", content: [{ type: "tool_result", toolUseId: "c1", content: [] }] },
  ],
});

/** The first turn is answered with a tool use, and the second one is pending. */
async function afterOneTurn(first: string, then: string): Promise<Opened> {
  const main = new TestMain();
  const { request } = main.ask(loop(first), { origin: CALL });
  const opened = await openWindow(main, { requestId: request.id });
  await decide(opened, primary);
  await opened.inMain(() =>
    main.answer({
      kind: "done",
      generated: { role: "assistant", content: [USE], model: "m", stopReason: "toolUse" },
      tookMs: 2,
    }),
  );
  await decide(opened, primary);
  await opened.inMain(() => void main.ask(secondTurn(then), { origin: CALL }));
  await decide(opened, () => button(/^Next pending request/));
  return opened;
}

test("unchanged turns are folded, and one key toggles them", { tags: ["long"] }, async () => {
  const { user, pass } = await afterOneTurn("How deep is Oban?", "How deep is Oban?");
  expect(says()).toMatch(/System prompt and 2 messages · \d+ characters, unchanged since turn 1/);
  expect(says()).toContain("End of request: 3 messages, 2 collapsed");
  expect(says()).not.toContain("How deep is Oban?");
  await user.keyboard("{Escape}u");
  await pass(50);
  expect(says()).toContain("How deep is Oban?");
  await user.keyboard("u");
  await pass(50);
  expect(says()).not.toContain("How deep is Oban?");
});

test(
  "an earlier turn in which the server changed one character is never folded",
  { tags: ["long"] },
  async () => {
    await afterOneTurn("Pay 10 euro?", "Pay 10\u200b euro?");
    expect(says()).toContain("Changed by the server since turn 1.");
    expect(says()).toMatch(/System prompt · \d+ characters, unchanged since turn 1/);
    expect(screen.getByRole("button", { name: "Show changes" })).toBeDefined();
  },
);
