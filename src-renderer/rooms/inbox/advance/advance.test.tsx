// After a decision: which request opens, what the row and the notice say, and that a press already on its way doesn't
// decide the next request.
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openWindow } from "../../../testing/openWindow.tsx";
import type { Opened } from "../../../testing/openWindow.tsx";
import { button, decide, primary, question, row, rows } from "../../../testing/person.ts";
import { TestMain } from "../../../testing/testMain.ts";

const line = (): string => document.querySelector("[data-notice]")?.textContent ?? "";

/** The row of the open request. */
const open = (): string => rows().find((one) => one.ariaSelected === "true")?.textContent ?? "";

/** Generates a response for the open request, up to gate 2. */
async function generated(main: TestMain, opened: Opened, words: string): Promise<void> {
  await decide(opened, primary);
  await opened.inMain(() => main.answer(words));
}

async function rejects(opened: Opened): Promise<void> {
  await opened.passGuard();
  await opened.user.click(button(/^Reject…/));
  await opened.user.keyboard("{Enter}");
  await opened.pass(50);
}

test(
  "opens the next one below after a response, the oldest after the last; the sent one stays in place",
  { tags: ["long"] },
  async () => {
    const main = new TestMain({ advance: true });
    for (const words of ["Oldest", "Middle", "Newest"]) main.ask(question(words));
    const opened = await openWindow(main);
    await opened.user.click(row("Middle"));
    fireEvent.pointerLeave(row("Middle"));
    await generated(main, opened, "42");
    expect(open()).toContain("Middle");
    await decide(opened, primary);
    expect(open()).toContain("Oldest");
    expect(line()).toBe("Sent to notes · can’t be undone·View in History");
    expect(
      rows().map(({ textContent }) => textContent?.match(/Newest|Middle|Oldest/)?.[0]),
    ).toEqual(["Newest", "Middle", "Oldest"]);
    expect(row("Middle").textContent).toContain("sent");
    await rejects(opened);
    expect(open()).toContain("Newest");
    expect(line()).toContain("Rejected the request from notes");
    expect(row("Oldest").textContent).toContain("rejected");
    // The pointer was not over the list: one row stays at a time.
    expect(row("Middle").textContent).not.toContain("sent");
    expect(document.activeElement).not.toBe(document.body);
  },
);

test("rows stay as long as the pointer is over the list", { tags: ["long"] }, async () => {
  const main = new TestMain({ advance: true });
  for (const words of ["One", "Two", "Three"]) main.ask(question(words));
  const opened = await openWindow(main);
  await opened.user.hover(row("Three"));
  await rejects(opened);
  await opened.user.hover(row("Three"));
  await opened.user.keyboard("{Control>}{Shift>}x{/Shift}{/Control}{Enter}");
  await opened.passGuard();
  await opened.user.keyboard("{Control>}{Shift>}x{/Shift}{/Control}{Enter}");
  await opened.pass(50);
  expect(rows().filter(({ textContent }) => textContent?.includes("rejected"))).toHaveLength(2);
  await opened.user.unhover(row("Three"));
  fireEvent.pointerLeave(screen.getByRole("region", { name: "Inbox" }));
  await opened.pass(50);
  expect(rows().filter(({ textContent }) => textContent?.includes("rejected"))).toHaveLength(0);
});

test("a second Ctrl+Enter on its way does not decide the next one", async () => {
  const main = new TestMain({ advance: true });
  main.ask(question("One"));
  main.ask(question("Two"));
  const opened = await openWindow(main);
  await generated(main, opened, "42");
  await opened.passGuard();
  const before = main.called("desk.decide").length;
  await opened.user.keyboard("{Control>}{Enter}{/Control}");
  await opened.pass(100);
  expect(open()).toContain("One");
  await opened.user.keyboard("{Control>}{Enter}{/Control}");
  await opened.pass(300);
  expect(main.called("desk.decide")).toHaveLength(before + 1);
  await opened.pass(300);
  await opened.user.keyboard("{Control>}{Enter}{/Control}");
  expect(main.called("desk.decide")).toHaveLength(before + 2);
});

test(
  "opens the next new request if none is pending, but not while the user does something else",
  { tags: ["long"] },
  async () => {
    const main = new TestMain({ advance: true });
    main.ask(question("One"));
    const opened = await openWindow(main);
    await rejects(opened);
    expect(open()).toContain("One");
    expect(line()).toBe("");
    await opened.inMain(() => void main.ask(question("Two")));
    await opened.pass(50);
    expect(open()).toContain("Two");
    expect(line()).toContain("Rejected");
    await rejects(opened);
    screen.getByRole("combobox", { name: /^Filter/ }).focus();
    await opened.user.keyboard("x{Backspace}");
    await opened.inMain(() => void main.ask(question("Three")));
    await opened.pass(50);
    expect(open()).toContain("Two");
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: /^Filter/ }));
  },
);

test("the setting keeps the ended one open; N opens the next one", { tags: ["long"] }, async () => {
  const main = new TestMain({ advance: false });
  main.ask(question("One"));
  main.ask(question("Two"));
  const opened = await openWindow(main);
  await rejects(opened);
  expect(open()).toContain("Two");
  expect(line()).toBe("");
  await opened.user.keyboard("n");
  await opened.pass(50);
  expect(open()).toContain("One");
});

test(
  "cleared requests come back with Undo, and are dismissed only once the notice has gone",
  { tags: ["long"] },
  async () => {
    const main = new TestMain();
    for (const words of ["One", "Two", "Three"]) main.ask(question(words));
    const opened = await openWindow(main);
    await rejects(opened);
    await opened.user.keyboard("n");
    await rejects(opened);
    await opened.user.keyboard("n");
    await opened.pass(50);
    const clear = () => opened.user.click(button("Clear ended"));
    await clear();
    expect(rows()).toHaveLength(1);
    expect(line()).toContain("Cleared 2 ended requests");
    await opened.user.click(button("Undo"));
    expect(rows()).toHaveLength(3);
    expect(main.called("desk.dismiss")).toEqual([]);
    await clear();
    fireEvent.pointerLeave(document.querySelector("[data-notice]") ?? document.body);
    await opened.pass(6100);
    expect(main.called("desk.dismiss")).toHaveLength(2);
    expect(rows()).toHaveLength(1);
  },
);
