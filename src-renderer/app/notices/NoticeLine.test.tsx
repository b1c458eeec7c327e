// The notice line: how long it stays, how its last action is announced, Undo.
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { closeNotice, notify } from "#data/notice.ts";
import { KEYS } from "#shared/shortcuts.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { question } from "../../testing/person.ts";
import { TestMain } from "../../testing/testMain.ts";

const line = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>("[data-notice]");
  if (found === null) throw new Error("no line");
  return found;
};

test(
  "stays for 6 s, longer under pointer or focus, and is announced politely",
  { tags: ["long"] },
  async () => {
    const main = new TestMain();
    main.ask(question("One"));
    const { pass } = await openWindow(main);
    act(() => notify({ says: "Done" }));
    expect(screen.getByText("Done").getAttribute("role")).toBe("status");
    await pass(5000);
    fireEvent.pointerEnter(line());
    await pass(20_000);
    expect(line().textContent).toContain("Done");
    fireEvent.pointerLeave(line());
    await pass(5000);
    act(() => screen.getByRole("button", { name: "Close" }).focus());
    await pass(20_000);
    expect(line().textContent).toContain("Done");
    act(() => screen.getByRole("button", { name: "Close" }).blur());
    await pass(6100);
    expect(line().textContent).toBe("");
  },
);

test("its action runs once, by its key too, and an expired notice reports that", async () => {
  const main = new TestMain();
  main.ask(question("One"));
  const { user, pass } = await openWindow(main);
  const [undo, gone] = [vi.fn(), vi.fn()];
  const notice = { says: "Removed", action: { label: "Undo", keys: KEYS.bringBack, run: undo } };
  act(() => notify({ ...notice, onExpire: gone }));
  await pass(50);
  await user.keyboard("z");
  expect([undo.mock.calls.length, gone.mock.calls.length]).toEqual([1, 0]);
  act(() => notify({ ...notice, onExpire: gone }));
  act(() => notify({ says: "Another one" }));
  expect([undo.mock.calls.length, gone.mock.calls.length]).toEqual([1, 1]);
  act(closeNotice);
  expect(line().textContent).toBe("");
});

test("the focus stays in the room when a press removes or disables what had it", async () => {
  const main = new TestMain();
  main.ask(question("One"));
  const { user, pass } = await openWindow(main);
  act(() => notify({ says: "Done" }));
  await user.click(screen.getByRole("button", { name: "Close" }));
  await pass(400);
  expect(document.activeElement).not.toBe(document.body);
});
