// Gate 1 by keys alone: answering by hand, and rejecting from any part of the form.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
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

test("Enter rejects from the checkbox too, and keeps the request on Cancel", async () => {
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
});
