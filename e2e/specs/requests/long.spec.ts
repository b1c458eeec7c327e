// A conversation of a hundred messages costs no more than one of five: editors are recycled, nothing is shortened.
import type { Locator } from "playwright/test";
import { expect, test } from "../../fixtures.ts";

const conversation = (count: number): object => ({
  messages: Array.from({ length: count }, (_unused, index) => ({
    role: index % 2 === 0 ? "user" : "assistant",
    content: {
      type: "text",
      text: `Message ${index + 1} of ${count}.\n\nSecond line.\n\n- and a list`,
    },
  })),
  maxTokens: 50,
});

test("a hundred messages open with a few editors, and the last one is whole @long", async ({
  openCall,
}) => {
  const { desk, server } = await openCall();
  const { page } = desk;
  server.ask(conversation(3));
  server.ask(conversation(100));
  await expect(desk.rows()).toHaveCount(2);
  const editors = page.locator(".monaco-editor[role='code']");
  const shown = desk.review.locator(".monaco-editor[role='code']");
  await desk.select("Message 100 of 100.");
  await expect(shown.first()).toBeVisible();
  expect(await editors.count()).toBeLessThanOrEqual(20);
  expect(await shown.count()).toBeLessThan(20);

  const paper = page.getByRole("region", { name: "Text under review" });
  const height = await paper.evaluate((element) => element.scrollHeight);
  const scroll = (top: number): Promise<void> =>
    paper.evaluate((element, to) => element.scrollTo({ top: to }), top);
  const line = (text: string): Locator => shown.locator(".view-line", { hasText: text });
  await scroll(height);
  await expect(line("Message 100 of 100.")).toBeInViewport();
  expect(await editors.count()).toBeLessThanOrEqual(20);
  await desk.write(desk.message(100), "the last one, edited");
  await scroll(0);
  await expect(line("Message 1 of 100.")).toBeInViewport();
  await scroll(height);
  await expect(line("the last one, edited")).toBeInViewport();
  expect(await editors.count()).toBeLessThanOrEqual(20);
  // Nothing was folded and nothing moved: plain text is as high as the editor that replaces it.
  const lost = 4 * 20;
  await expect.poll(() => paper.evaluate((element) => element.scrollHeight)).toBe(height - lost);
});

test("of a thousand messages, distant ones are placeholders that say so, and load when reached @long", async ({
  openShared,
  puppet,
}) => {
  const server = await puppet();
  const desk = await openShared({ puppet: server.config });
  const { page } = desk;
  const params = conversation(1000) as { messages: { content: { text: string } }[] };
  const odd = params.messages[949];
  if (odd !== undefined) odd.content.text = "hid\u200bden in message 950";
  server.ask(params);
  await expect(desk.rows()).toHaveCount(1);
  await desk.rows().click();
  const paper = page.getByRole("region", { name: "Text under review" });
  await desk.openRows();
  await expect(paper).toContainText("End of request");
  // The first messages are always rendered, and the next group, which is near.
  const drawn = (): Promise<number> =>
    paper.evaluate((element) => element.querySelectorAll("pre, .monaco-editor[role=code]").length);
  expect(await drawn()).toBeLessThan(200);
  await expect(paper.getByRole("note").first()).toContainText("shown when you scroll near");

  // The finding leads to its message, which is rendered for it.
  const panel = page.getByRole("complementary", { name: "Model, settings and findings" });
  await panel.getByRole("button", { name: /line 1\b/i }).click();
  await expect(desk.message(950)).toBeFocused();
  await expect(paper.getByText("hid").first()).toBeInViewport();
  expect(await drawn()).toBeLessThan(300);

  // To the end: the last one is whole.
  await expect
    .poll(async () => {
      await paper.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
      return paper.locator(".view-line", { hasText: "Message 1000 of 1000." }).count();
    })
    .toBe(1);
  const lastOne = page.getByRole("textbox", { name: "Message 1,000", exact: true });
  await desk.write(lastOne, "the last one, edited");
  await expect(desk.review).toContainText("edited");
  expect(await drawn()).toBeLessThan(400);
});
