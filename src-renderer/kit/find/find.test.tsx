// The find bar of a page: all its texts, rendered or not; the focus returns to where it was.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openWindow } from "../../testing/openWindow.tsx";
import { TestMain, text } from "../../testing/testMain.ts";

const uses = {
  role: "assistant",
  content: { type: "tool_use", id: "c1", name: "look", input: { invoice: "4711" } },
};
const result = { role: "user", content: { type: "tool_result", toolUseId: "c1", content: [] } };
const many = Array.from({ length: 150 }, (_, at) => text("user", `Line ${at}: an Invoice`));

const count = (): string =>
  screen.getByRole("search").querySelector('[role="status"]')?.textContent ?? "";

test(
  "finds in every message, rendered or not, in tool JSON and in the system prompt",
  { tags: ["long"] },
  async () => {
    const main = new TestMain();
    const { request } = main.ask({
      maxTokens: 10,
      systemPrompt: "Read each INVOICE.",
      tools: [{ name: "look", inputSchema: { type: "object" } }],
      messages: [uses, result, ...many],
    });
    const { user, pass } = await openWindow(main, { requestId: request.id });
    const paper = screen.getByRole("region", { name: "Text under review" });
    paper.focus();
    await user.keyboard("{Control>}f{/Control}invoice");
    await pass(50);
    expect(count()).toBe("1 of 152");
    await user.keyboard("{Enter}");
    expect(count()).toBe("2 of 152");
    await user.keyboard("{Shift>}{Enter}{Enter}{/Shift}");
    expect(count()).toBe("152 of 152");
    // It was far from view: it is rendered, and is still the same one.
    await pass(500);
    expect(count()).toBe("152 of 152");
    await user.keyboard(" x");
    await pass(50);
    expect(count()).toBe("No matches");
    await user.keyboard("{Escape}");
    await pass(50);
    expect(screen.queryByRole("search")).toBeNull();
    expect(document.activeElement).toBe(paper);
  },
);
