// A conversation of a hundred messages costs no more than one of five: editors are recycled, nothing is shortened.
import { expect, test } from "./fixtures.ts";

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

test("a hundred messages open in the room of a few editors, and the last one is whole", async ({
  open,
  puppet,
}) => {
  const server = await puppet();
  const desk = await open({ servers: { puppet: server.config } });
  const { page } = desk;
  await desk.start("puppet", "work");
  await server.called();
  server.ask(conversation(3));
  server.ask(conversation(100));
  await expect(desk.rows()).toHaveCount(2);
  const editors = page.locator(".monaco-editor[role='code']");
  const shown = desk.review.locator(".monaco-editor[role='code']");
  await desk.select("Message 1 of 100.");
  await expect(shown.first()).toBeVisible();
  expect(await editors.count()).toBeLessThanOrEqual(20);
  expect(await shown.count()).toBeLessThan(20);

  const last = desk.message(100);
  await desk.review.getByText("Message 100 of 100.").scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  expect(await editors.count()).toBeLessThanOrEqual(20);
  await desk.write(last, "the last one, edited");
  await desk.review.getByText("Message 1 of 100.").scrollIntoViewIfNeeded();
  await desk.review.getByText("the last one, edited").scrollIntoViewIfNeeded();
  await expect(desk.review).toContainText("the last one, edited");
  expect(await editors.count()).toBeLessThanOrEqual(20);
});
