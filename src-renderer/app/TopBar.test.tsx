// The mode switch at the top: what Stopped offers for pending requests, and what it says.
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openWindow } from "../testing/openWindow.tsx";
import { TestMain, text } from "../testing/testMain.ts";

const question = (words: string) => ({ messages: [text("user", words)], maxTokens: 100 });
const button = (name: string) => screen.getByRole("button", { name });
const asks = () => screen.queryByRole("alertdialog");

test("pending requests are refused in one step, after a confirmation", async () => {
  const main = new TestMain();
  main.ask(question("one"));
  main.ask(question("two"));
  const { user, passGuard } = await openWindow(main);
  await user.click(screen.getByRole("radio", { name: "Stopped" }));
  expect(screen.getAllByRole("banner")[0]?.textContent).toContain("All requests refused since");
  await user.click(button("Refuse all 2"));
  await passGuard();
  expect(main.called("desk.refuseAll")).toEqual([]);
  const sure = screen.getByRole("alertdialog", { name: "Refuse all 2 pending requests?" });
  await user.click(within(sure).getByRole("button", { name: "Refuse all 2" }));
  expect(main.called("desk.refuseAll")).toEqual([[]]);
  expect(main.server.heard).toMatchObject([{ code: -32060 }, { code: -32060 }]);
});

test(
  "the confirmation closes once nothing is pending, and once the mode changes elsewhere",
  { tags: ["long"] },
  async () => {
    const main = new TestMain();
    const { held } = main.ask(question("given up"));
    const { user, inMain } = await openWindow(main);
    await user.click(screen.getByRole("radio", { name: "Stopped" }));
    await user.click(button("Refuse it"));
    expect(asks()).not.toBeNull();
    await inMain(() => held.withdraw({ kind: "server-cancelled" }));
    expect(asks()).toBeNull();

    await user.click(screen.getByRole("radio", { name: "Review" }));
    await inMain(() => main.ask(question("still here")));
    await user.click(screen.getByRole("radio", { name: "Stopped" }));
    await user.click(button("Refuse it"));
    expect(asks()).not.toBeNull();
    // As the tray does it.
    await inMain(() => main.desk.setSwitch("review"));
    expect(asks()).toBeNull();
    await user.click(screen.getByRole("radio", { name: "Stopped" }));
    expect(asks()).toBeNull();
  },
);
