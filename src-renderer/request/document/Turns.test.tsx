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
  expect(says()).toMatch(
    /System prompt and 2 earlier messages unchanged since you approved them at [\d:]+ · \d+ tokens/,
  );
  expect(says()).toContain("3 messages, 1 new");
  expect(says()).toContain("End of request: 3 messages, 2 collapsed");
  expect(says()).not.toContain("How deep is Oban?");
  expect(screen.queryByRole("radio", { name: "Diff" })).toBeNull();
  await user.keyboard("{Escape}u");
  await pass(50);
  expect(says()).toContain("How deep is Oban?");
  await user.keyboard("u");
  await pass(50);
  expect(says()).not.toContain("How deep is Oban?");
});

test(
  "an earlier turn in which the server changed one character is never folded, and stands first",
  { tags: ["long"] },
  async () => {
    const { user, pass } = await afterOneTurn("Pay 10 euro?", "Pay 10\u200b euro?");
    const isFirst = (): void => {
      expect(says()).toMatch(/Earlier messages ?Changed ?1 since [\d:]+/);
      expect(says()).toMatch(/Changed since [\d:]+\./);
      expect(says().indexOf("Earlier messages")).toBeLessThan(says().indexOf("Pay 10"));
    };
    isFirst();
    expect(says()).toMatch(/System prompt unchanged since you approved them at/);
    await user.keyboard("{Escape}u");
    await pass(50);
    isFirst();
  },
);

test("a program's turns are one conversation", { tags: ["long"] }, async () => {
  const main = new TestMain();
  const asks = (systemPrompt: string, names: string[], ...said: string[]) =>
    main.ask(
      {
        temperature: names.length / 10,
        systemPrompt,
        tools: names.map((name) => ({ name, inputSchema: { type: "object" } })),
        maxTokens: 50,
        messages: said.map((words, at) => text(at % 2 === 0 ? "user" : "assistant", words)),
      },
      { conversation: { id: "c", side: null } },
    );
  const first = asks("Ask first.", ["look"], "How deep is Oban?");
  const opened = await openWindow(main, { requestId: first.request.id });
  await decide(opened, primary);
  await opened.inMain(() => main.answer("9 m."));
  await decide(opened, primary);
  await opened.inMain(
    () => void asks("Push.", ["look", "push"], "How deep is Oban?", "9 m.", "And Mull?"),
  );
  await decide(opened, () => button(/^Next pending request/));
  expect(says()).toMatch(/2 earlier messages unchanged since you approved them/);
  expect(says()).toContain("3 messages, 1 new");
  expect(says()).toMatch(/System ?Changed ?1 of 1 lines since/);
  expect(says()).toMatch(/Tools ?Changed ?1 of 2 since [\d:]+: push/);
  expect(says()).toMatch(/Settings ?Changed ?1 since [\d:]+: temperature/);
  await opened.pass(2000);
  expect(says()).toContain("System prompt, 2 others changed");
  expect(says()).toContain("System prompt, 1 tool, 1 setting");
  expect(says()).toContain("3 changes");
  expect(says()).not.toContain("How deep is Oban?");
});
