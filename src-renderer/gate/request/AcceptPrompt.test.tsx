// An agent's own prompt and tools are accepted on its first turn; from then on only a change of them is found.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { agentProgram, PROMPT } from "../../testing/agentProgram.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { button, noButton, says } from "../../testing/person.ts";

const dialog = () => within(screen.getByRole("dialog"));

test("what is found in a program's prompt and tools is accepted once, with a row that says so", async () => {
  const { main, turn, rows } = agentProgram();
  const first = turn("Hello");
  const { user } = await openWindow(main, { requestId: first.id });
  expect(says()).toContain("2 serious findings");
  expect(says()).toContain("2 findings are in the system prompt and tools of Claude Code.");
  button("Accept as its own…").focus();
  await user.keyboard("{Enter}");
  expect(await dialog().findByText("System prompt")).toBeDefined();
  expect(dialog().getByText("2 findings in them")).toBeDefined();
  expect(screen.getByRole("dialog").textContent).toContain("Tool 1 · line 1 · ");
  await user.click(dialog().getByRole("button", { name: "Accept" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(says()).not.toContain("serious"));
  expect(rows).toEqual([["prompt-accepted", { program: "p1", texts: 1, tools: 1 }]]);
  expect(noButton("Accept as its own…")).toBe(true);
});

test("a changed prompt is found and shown as a diff; what messages say always is", async () => {
  const { main, programs, turn } = agentProgram();
  const first = turn("Hello");
  await main.bridge.invoke("programs.accept", first.id, first.askedHash);
  main.with({ snapshot: { programs: programs.view() } });
  const changed = turn(PROMPT, { systemPrompt: `${PROMPT} Be quick.` });
  const { user } = await openWindow(main, { requestId: changed.id });
  await waitFor(() => expect(says()).toContain("3 serious findings"));
  expect(says()).toContain("1 part differs from what you accepted as Claude Code’s own.");
  await user.click(button("Show changes…"));
  expect(await dialog().findByText("Changed: system prompt")).toBeDefined();
  expect(dialog().queryByText("Changed: tool")).toBeNull();
  await user.click(dialog().getByRole("button", { name: "Accept" }));
  // The message repeats the prompt's words.
  await waitFor(() => expect(says()).toContain("1 serious finding"));
});

test(
  "a first turn in which nothing is found can be accepted, too",
  { tags: ["long"] },
  async () => {
    const { main, turn } = agentProgram();
    const { user } = await openWindow(main, {
      requestId: turn("Hello", { systemPrompt: "Be terse.", tools: [] }).id,
    });
    await waitFor(() =>
      expect(says()).toContain("Nothing was found in the system prompt and tools of Claude Code."),
    );
    await user.click(button("Accept as its own…"));
    await user.click(dialog().getByRole("button", { name: "Accept" }));
    await waitFor(() => expect(noButton("Accept as its own…")).toBe(true));
  },
);
