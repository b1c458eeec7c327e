// The start page: where it leads, that the demo ends there, and how to reach it again.
import { act, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ok } from "#shared/outcome.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { button, decide, primary, question, review, row } from "../../testing/person.ts";
import { aServer } from "../../testing/aServer.ts";
import { TestMain } from "../../testing/testMain.ts";
import { view } from "#data/view.ts";

const start = (): HTMLElement => screen.getByRole("region", { name: "Getting started" });
const doors = (): (string | null)[] =>
  within(start())
    .getAllByRole("button")
    .map(({ textContent }) => textContent);

test("without agents says so and what to do; then the demo, a server and a program", async () => {
  const main = new TestMain();
  const { user } = await openWindow(main);
  expect(doors()).toEqual([
    "Refresh",
    "Connect another agent",
    "Run the demo",
    "Add server…",
    "New program…",
  ]);
  expect(start().textContent).toContain("None found.");
  expect(start().textContent).toContain(
    "Until you set an agent up, Countersign sees nothing of it.",
  );
  expect(document.activeElement).toBe(button("Run the demo"));
  const before = main.called("agents.list").length;
  await user.click(button("Refresh"));
  expect(main.called("agents.list").length).toBeGreaterThan(before);
  await user.click(button("New program…"));
  expect(await screen.findByRole("dialog", { name: "New program" })).toBeDefined();
  await user.keyboard("{Escape}");
  await user.click(button("Connect another agent"));
  expect(view.getState()).toMatchObject({ screen: "agents" });
  act(() => view.setState({ screen: "inbox" }));
  await user.click(button("Add server…"));
  expect(view.getState()).toMatchObject({ screen: "servers", serverDialog: { kind: "add" } });
});

test(
  "the demo ends with the other ways; its row leads back to it",
  { tags: ["long"] },
  async () => {
    const main: TestMain = new TestMain({ answers: { "demo.run": () => ok("demo run") } });
    const opened = await openWindow(main);
    const { user, inMain } = opened;
    await user.click(button(/^Run the demo/));
    const call = { runId: "demo run", method: "tools/call", name: "ask", arguments: {} } as const;
    const origin = { kind: "certain", call } as const;
    await inMain(() => main.ask(question("What is the capital of France?"), { origin }));
    await decide(opened, primary);
    await inMain(() => main.answer("Paris."));
    await decide(opened, primary);
    expect(start().textContent).toContain("That was both gates.");
    expect(doors()).not.toContain("Run the demo");
    await user.click(row("capital of France"));
    expect(review().textContent).toContain("Replied");
    await user.keyboard("{Control>}k{/Control}");
    await user.keyboard("getting started{Enter}");
    expect(doors()).toContain("Run the demo");
    // Requests open as usual afterwards.
    await inMain(() => main.ask(question("And of Spain?")));
    expect(review().textContent).toContain("And of Spain?");
  },
);

test("an empty inbox leads to a tool; typing in the list of tools finds one", async () => {
  const tools = ["add", "echo", "trigger-sampling"].map((name) => ({ name, inputSchema: {} }));
  const { user, pass } = await openWindow(
    new TestMain({ snapshot: { servers: [aServer({ tools })] } }),
  );
  await user.click(button("Run a tool"));
  await act(() => vi.dynamicImportSettled());
  await pass(50);
  const shown = (): (string | null)[] =>
    within(screen.getByRole("listbox", { name: /^Tools/ }))
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
  expect(shown()).toHaveLength(4);
  await user.keyboard("/");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Search tools" }));
  await user.keyboard("sampling{Enter}");
  expect(shown()).toHaveLength(2);
  expect(view.getState().item?.name).toBe("trigger-sampling");
});
