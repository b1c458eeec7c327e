// The inbox filter: filters as the user types, offers completions, and marks errors.
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { openWindow } from "../../testing/openWindow.tsx";
import { TestMain, text } from "../../testing/testMain.ts";

const question = (words: string, systemPrompt?: string) => ({
  messages: [text("user", words)],
  maxTokens: 100,
  ...(systemPrompt === undefined ? {} : { systemPrompt }),
});
const field = () => screen.getByRole("combobox", { name: /^Filter by/ });
const written = (): unknown => Reflect.get(field(), "value");
const inbox = () => screen.getByRole("region", { name: "Inbox" });
const rows = () =>
  within(screen.getByRole("listbox", { name: "Inbox" }))
    .queryAllByRole("option")
    .map(({ textContent }) => textContent);
const offers = () =>
  within(screen.getByRole("listbox", { name: "Suggestions" }))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);

beforeEach(() => {
  // jsdom has no editing commands.
  Object.assign(document, { execCommand: () => false });
});

/** Replaces the filter text and lets the list update. */
async function opened(...asked: ReturnType<typeof question>[]) {
  const main = new TestMain();
  for (const one of asked) main.ask(one);
  const window = await openWindow(main);
  const fill = async (words: string): Promise<void> => {
    await window.user.clear(field());
    await window.user.type(field(), words.replace(/[[{]/g, "$&$&"));
    await window.pass(300);
  };
  return { main, ...window, fill };
}

test(
  "narrows the list while the user types, by words and by facts",
  { tags: ["long"] },
  async () => {
    const { user, pass, fill } = await opened(
      question("Please summarize the report", "Be brief"),
      question("请简单介绍一下 MCP 协议"),
      question("What is the weather?"),
    );
    // The shortcut focuses it, a prefix of a word is enough, Escape reverts it.
    await user.keyboard("/");
    expect(document.activeElement).toBe(field());
    await user.keyboard("summ");
    await pass(300);
    expect(rows()).toEqual([expect.stringContaining("summarize")]);
    expect(inbox().textContent).toContain("1 of 3 shown");
    await user.keyboard("{Escape}{Escape}");
    await pass(300);
    expect([written(), rows().length]).toEqual(["", 3]);
    await fill("协议");
    expect(rows()).toEqual([expect.stringContaining("MCP 协议")]);

    // Completes fields with arrows and Enter, nothing typed in full.
    await fill("ha");
    expect(offers()).toEqual([expect.stringMatching(/^has:/)]);
    await user.keyboard("{ArrowDown}{Enter}");
    expect(written()).toBe("has:");
    await user.keyboard("sys{ArrowDown}{Tab}");
    await pass(300);
    expect(written()).toBe("has:system ");
    expect(rows()).toEqual([expect.stringContaining("summarize")]);
    await fill('-has:system -"协议"');
    expect(rows()).toEqual([expect.stringContaining("weather")]);

    // A reason is found by the text History shows for it, which is listed next to it.
    await fill("reason:minu");
    expect(offers()).toEqual([expect.stringMatching(/^rate-limited\s*too many per minute$/)]);
  },
);

test("points at a mistake, explains it and fixes it", { tags: ["long"] }, async () => {
  const { user, fill } = await opened(question("first"));
  // Incomplete input is not an error: the list stays, nothing is reported.
  await fill("is:ope");
  expect([rows().length, field().getAttribute("aria-invalid")]).toEqual([1, null]);
  await fill("sever:notes first");
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(inbox().textContent).toContain("Unknown field: sever.");
  expect(inbox().querySelector("mark")?.textContent).toBe("sever");
  await user.click(screen.getByRole("button", { name: "Use server" }));
  expect([written(), rows().length]).toEqual(["server:notes first", 1]);
  // Left incomplete, it is one.
  await fill('server:"pup');
  expect(field().getAttribute("aria-invalid")).toBe(null);
  await user.keyboard("{Enter}");
  expect(inbox().textContent).toContain("Missing closing quote.");
});

test("a pointer on the list keeps it still, and only new matches are announced", async () => {
  const { user, main, fill, inMain, pass } = await opened(question("apples one"));
  await fill("apples");
  await user.hover(screen.getByRole("listbox", { name: "Inbox" }));
  await inMain(() => main.ask(question("pears")));
  await inMain(() => main.ask(question("apples two")));
  expect(screen.getByRole("button", { name: "1 new" })).toBeDefined();
  expect(rows()).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "1 new" }));
  await pass(300);
  expect(rows()).toHaveLength(2);
  expect(inbox().textContent).toContain("2 of 3 shown");
});
