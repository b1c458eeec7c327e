// Gate 1 by keys alone: answering by hand, and rejecting from any part of the form.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { openWindow } from "../../testing/openWindow.tsx";
import { button, question } from "../../testing/person.ts";
import { TestMain } from "../../testing/testMain.ts";

test("Shift+A answers by hand, once the guard allows it; the button shows the key", async () => {
  const main = new TestMain();
  main.ask(question("Capital of France?"));
  const { user, passGuard } = await openWindow(main);
  await user.keyboard("{Shift>}A{/Shift}");
  expect(main.called("desk.decide")).toEqual([]);
  await passGuard();
  const byHand = button("Answer by hand");
  expect(byHand.getAttribute("aria-keyshortcuts")).toBe("Shift+A");
  byHand.focus();
  expect((await screen.findByRole("tooltip")).textContent).toContain("ShiftA");
  await user.keyboard("{Shift>}A{/Shift}");
  expect(main.called("desk.decide").map(([, , { kind }]) => kind)).toEqual(["answer-by-hand"]);
});

test(
  "Enter rejects from the checkbox too, and keeps the request on Cancel",
  { tags: ["long"] },
  async () => {
    const main = new TestMain();
    main.ask(question("Capital of France?"));
    const { user, passGuard } = await openWindow(main);
    await passGuard();
    await user.keyboard("{Control>}{Shift>}x{/Shift}{/Control}");
    button("Keep").focus();
    await user.keyboard("{Enter}");
    expect(main.called("desk.decide")).toEqual([]);
    await passGuard();
    await user.keyboard("{Control>}{Shift>}x{/Shift}{/Control}");
    await user.keyboard("No time");
    await user.click(screen.getByRole("checkbox", { name: "Tell the server" }));
    await passGuard();
    await user.keyboard("{Enter}");
    expect(main.called("desk.decide").map(([, , decision]) => decision)).toEqual([
      { kind: "reject", note: "No time", tellServer: true },
    ]);
  },
);

test(
  "in a narrow window a key opens the panel and its row, whose first control has the focus, and closes the row",
  { tags: ["long"] },
  async () => {
    vi.stubGlobal("matchMedia", (media: string) =>
      Object.assign(new EventTarget(), { media, matches: true, onchange: null }),
    );
    const main = new TestMain();
    main.ask(question("Capital of France?"));
    const { user } = await openWindow(main);
    expect(screen.queryByRole("region", { name: "Model" })).toBeNull();
    await user.keyboard("m");
    const row = await screen.findByRole("region", { name: "Model" });
    const head = within(row).getByRole("button", { expanded: true });
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    expect(row.contains(document.activeElement)).toBe(true);
    expect(document.activeElement).not.toBe(head);
    await user.keyboard("m");
    await waitFor(() => expect(head.getAttribute("aria-expanded")).toBe("false"));
    expect(document.activeElement).toBe(head);
  },
);
