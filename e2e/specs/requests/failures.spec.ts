// Providers that refuse, are full, break off or answer nonsense: each told apart in words, asked once, and asked again only when
// the person says so.
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";
import { answersStatus, streamsText } from "../../support/scriptedModel.ts";
import {
  beginStream,
  chunk,
  type Script,
} from "../../../src-main/model/testing/scriptedModelServer.ts";

const breaksOff: Script = (_seen, response) => {
  beginStream(response)(chunk({ content: "Half an ans" }));
  setTimeout(() => response.destroy(), 50);
};
const page: Script = (_seen, response) => {
  response.writeHead(200, { "content-type": "text/html" });
  response.end("<!doctype html><title>Sign in to Wi-Fi</title><p>Hello</p>");
};
const tooLong = {
  message:
    "This model's maximum context length is 4096 tokens. However, your messages resulted in 5012 tokens.",
  code: "context_length_exceeded",
};
const quota = { message: "You exceeded your current quota", code: "insufficient_quota" };

test("each failure has its own words, and nobody is asked twice", async ({ openGate }) => {
  const { desk, server, model } = await openGate(streamsText(["Now it works."]));
  const asked = server.ask(question("Who answers?"));
  for (const [script, words] of [
    [
      answersStatus(429, { error: quota }),
      "The account at this provider has no credit left (429).",
    ],
    [
      answersStatus(529, { error: { message: "Overloaded" } }),
      "The provider is overloaded or out of order (529).",
    ],
    [
      answersStatus(403, { error: { message: "Not for this key" } }),
      "The provider does not let this key use this model (403).",
    ],
    [
      answersStatus(400, { error: tooLong }),
      "The request is 916 tokens too long for this model: it needs 5,012, 4,096 fit.",
    ],
    [
      answersStatus(400, { error: { message: "Flagged", code: "content_filter" } }),
      "A content filter held the answer back.",
    ],
    [page, "The model’s answer makes no sense."],
  ] as const) {
    model.answers(script);
    await desk.decide(desk.approve);
    await expect(desk.review).toContainText(words);
    await expect(desk.approve).toHaveAccessibleName(/Approve & generate/);
    expect(model.asked()).toHaveLength(1);
  }
  expect(server.answersTo(asked.id)).toEqual([]);

  model.answers(breaksOff);
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("Half an ans");
  await expect(desk.review).toContainText("What had come until then stands below");
  expect(model.asked()).toHaveLength(1);
  expect(server.answersTo(asked.id)).toEqual([]);
});

test("one repetition by itself is allowed, seen, and can be stopped", async ({ openGate }) => {
  const full = answersStatus(429, { error: { message: "slow down" } }, { "retry-after": "6" });
  const { desk, server, model } = await openGate(full);
  server.ask(question("Later?"));
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("The provider takes no more requests for 6 s.");
  await desk.button(/^Try again by itself in/).click();
  await expect(desk.review).toContainText(/Trying again once, by itself, in/);
  await desk.button("Stop that").click();
  await expect(desk.button(/^Try again by itself in/)).toBeVisible();
  // Due while the person is rejecting it: not sent, then or afterwards.
  await desk.button(/^Try again by itself in/).click();
  await desk.decide(desk.reject);
  await expect(desk.review).toContainText("Not tried again by itself", {
    timeout: 10_000,
  });
  await desk.page.keyboard.press("Escape");
  await expect(desk.approve).toBeEnabled();
  expect(model.asked()).toHaveLength(1);

  await desk.decide(desk.approve);
  await expect(desk.button(/^Try again by itself in/)).toBeVisible();
  expect(model.asked()).toHaveLength(2);
  model.answers(streamsText(["After the wait."]));
  await desk.button(/^Try again by itself in/).click();
  await expect(desk.review).toContainText("After the wait.");
  expect(model.asked()).toHaveLength(1);
});
