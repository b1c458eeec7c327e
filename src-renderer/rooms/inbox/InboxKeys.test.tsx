// The inbox by keyboard: the focus stays where it is, and every row has a text.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openWindow } from "../../testing/openWindow.tsx";
import { question, rows, says } from "../../testing/person.ts";
import { TestMain } from "../../testing/testMain.ts";

test("Ctrl+Enter in the list decides and never moves the focus into the review", async () => {
  const main = new TestMain();
  main.ask(question("One"));
  const { user, passGuard, inMain, pass } = await openWindow(main);
  const list = screen.getByRole("listbox", { name: "Inbox" });
  list.focus();
  await passGuard();
  await user.keyboard("{Control>}{Enter}{/Control}");
  await pass(50);
  expect(main.called("desk.decide")).toHaveLength(1);
  // The model is generating: nothing can be decided.
  await user.keyboard("{Control>}{Enter}{/Control}");
  await pass(50);
  expect(document.activeElement).toBe(list);
  await inMain(() => main.answer("42"));
  expect(document.activeElement).toBe(list);
});

test("the row of a request without text says so, and an invalid one names what no model accepts", async () => {
  const main = new TestMain();
  main.ask({
    messages: [{ role: "narrator", content: { type: "hologram", depth: 3 } }],
    maxTokens: 50,
  });
  const { passGuard } = await openWindow(main);
  await passGuard();
  expect(rows()[0]?.textContent).toContain("(no text)");
  expect(says()).toContain("The protocol doesn’t define this role.");
  expect(says()).toContain("Its provider doesn’t support part of this request");
  expect(says()).not.toContain("No model configured.");
});
