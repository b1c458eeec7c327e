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
    .getAllByRole("heading", { level: 2 })
    .map(({ textContent }) => textContent);

test("shows one sentence and three buttons, each with its destination", async () => {
  const { user } = await openWindow(
    new TestMain({ answers: { "servers.find": () => ok({ servers: [], faults: [] }) } }),
  );
  expect(doors()).toEqual(["Run the demo", "Add your own servers", "Let a model respond"]);
  expect(start().textContent).toContain("Countersign sees only what passes through it");
  expect(document.activeElement).toBe(button(/^Run the demo/));
  await user.click(button("Choose a model…"));
  expect(view.getState()).toMatchObject({ screen: "settings", settingsPage: "models" });
  act(() => view.setState({ screen: "inbox", settingsPage: "general" }));
  await user.click(button("Add server…"));
  expect(view.getState()).toMatchObject({ screen: "servers", serverDialog: { kind: "add" } });
});

test("the demo ends with buttons for the user's own servers and a model; its row leads back to it", async () => {
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
  expect(doors()).toEqual(["Add your own servers", "Let a model respond"]);
  await user.click(row("capital of France"));
  expect(review().textContent).toContain("Replied");
  await user.keyboard("{Control>}k{/Control}");
  await user.keyboard("getting started{Enter}");
  expect(doors()).toHaveLength(3);
  // Requests open as usual afterwards.
  await inMain(() => main.ask(question("And of Spain?")));
  expect(review().textContent).toContain("And of Spain?");
});

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
