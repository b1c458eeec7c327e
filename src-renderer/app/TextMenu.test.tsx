// The context menu of a text: by keyboard, the block in another format, and Find.
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { openWindow } from "../testing/openWindow.tsx";
import { TestMain, text } from "../testing/testMain.ts";

test("copies the block in the form chosen by keys, and opens find", async () => {
  const main = new TestMain();
  const { request } = main.ask({ maxTokens: 10, messages: [text("user", "What is due?")] });
  const { user, pass } = await openWindow(main, { requestId: request.id });
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const block = screen.getByText("What is due?", { selector: "pre *" });
  const open = async (): Promise<void> => {
    fireEvent.contextMenu(block, { clientX: 40, clientY: 60 });
    await pass(50);
  };
  await open();
  expect(screen.getByRole("menu", { name: "Message 1" })).toBeDefined();
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Copy block as text",
    "Copy block as JSON",
    "Copy block as Markdown",
    expect.stringMatching(/^Find on this page/),
  ]);
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(writeText).toHaveBeenCalledWith(
    JSON.stringify({ type: "text", text: "What is due?" }, null, 2),
  );
  await pass(50);
  await open();
  await user.keyboard("{End}{Enter}");
  await pass(50);
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Find on this page" }));
});
