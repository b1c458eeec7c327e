// The frame of the window: its keys, and its palette.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openWindow } from "../testing/openWindow.tsx";
import { TestMain } from "../testing/testMain.ts";

test("? lists the keys, and the palette finds commands", async () => {
  const { user, pass } = await openWindow(new TestMain());
  await user.keyboard("?");
  const help = screen.getByRole("dialog", { name: "Keys" });
  expect(help.textContent).toContain("Approve this gate");
  await user.keyboard("{Escape}");
  await pass(50);
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.keyboard("{Control>}k{/Control}");
  expect(screen.getByRole("dialog", { name: "Commands" })).toBeDefined();
  await user.keyboard("settings{Enter}");
  await pass(50);
  expect(screen.queryByRole("dialog")).toBeNull();
  const settings = screen.getByRole("button", { name: /^Settings/ });
  expect(settings.getAttribute("aria-current")).toBe("page");
});
