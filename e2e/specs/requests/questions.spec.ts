// What a server asks beside a sample: a form for the person on the Workbench, in one result with a request for
// a sample, or pushed. Mixed endings are said at both; nothing leaves that was not meant.
import path from "node:path";
import type { Locator } from "playwright/test";
import { expect, test } from "../../fixtures.ts";
import { axe } from "../../support/axe.ts";
import { serverNode } from "../../support/paths.ts";
import type { Desk } from "../../support/desk.ts";

const dual = {
  command: serverNode,
  args: [path.resolve(import.meta.dirname, "../../servers/dual.mjs")],
};

async function openIn(open: () => Promise<Desk>, era: "legacy" | "modern"): Promise<Desk> {
  const desk = await open();
  const endpoint = { kind: "stdio" as const, ...dual, cwd: null, env: [] };
  await desk.addServer({ name: "dual", era, endpoint });
  await desk.connectAll();
  return desk;
}

const questionOf = (desk: Desk): Locator =>
  desk.page.getByRole("region", { name: "Question of dual" });

/** Opens the one question that waits, wherever it stands. */
async function openQuestion(desk: Desk): Promise<Locator> {
  await expect(desk.room("Workbench")).toHaveAccessibleName(/1 waits for you/);
  await desk.room("Workbench").click();
  const card = questionOf(desk);
  const show = desk.button("Show the question");
  await expect(card.or(show).first()).toBeVisible();
  if (await show.isVisible()) await show.click();
  await expect(card).toBeVisible();
  return card;
}

test("a form and a sample of one result leave together", async ({ open }, info) => {
  const desk = await openIn(open, "modern");
  const run = await desk.start("dual", "mixed");
  const card = await openQuestion(desk);
  await expect(card).toContainText("dual asks you");
  await expect(card).toContainText("Nothing of it is kept.");
  const send = card.getByRole("button", { name: "Send answer" });
  // A required name is missing: nothing is sent, and its field says so.
  await desk.decide(send);
  await expect(card).toContainText("It is required.");
  await card.getByRole("textbox", { name: /name/ }).fill("Ada");
  await axe(desk, "a question's form");
  await desk.page.screenshot({ path: info.outputPath("form.png") });
  await desk.decide(send);
  await expect(card).toContainText("You answered. It leaves once everything");
  await card.getByRole("button", { name: "Take back" }).click();
  await expect(card.getByRole("textbox", { name: /name/ })).toHaveValue("Ada");
  await desk.decide(send);
  await desk.page.getByRole("button", { name: /^Review/ }).click();
  await desk.answerByHand("Blue suits.");
  const text = await desk.resultOf(run);
  const person = { colour: "Green", name: "Ada", amount: 3, daily: true, extras: ["warm"] };
  expect(text).toMatch(/^Blue suits\. \| /);
  const sent: unknown = JSON.parse(text.slice("Blue suits. | ".length, text.lastIndexOf(" (")));
  expect(sent).toEqual({ action: "accept", content: person });
  expect(text).toMatch(/\(state kept, call 2\)$/);
  await desk.room("Workbench").click();
  await expect(card).toContainText("The server has exactly what is shown below.");
});

test("an approved sample waits for the question, can be taken back, and says so", async ({
  open,
}) => {
  const desk = await openIn(open, "modern");
  const run = await desk.start("dual", "mixed");
  await desk.rows().first().click();
  await desk.answerByHand("Red.");
  await expect(desk.review).toContainText("1 of it is a question on the Workbench.");
  await desk.page.getByRole("button", { name: "Take back" }).first().click();
  // What was approved stands there again.
  await expect(desk.approve).toBeVisible();
  await expect(desk.review).toContainText("Red.");
  await desk.decide(desk.approve);
  await desk.button("Open the Workbench").click();
  await desk.decide(questionOf(desk).getByRole("button", { name: "Decline" }));
  expect(await desk.resultOf(run)).toContain('Red. | {"action":"decline"} (state kept, call 2)');
  await expect(questionOf(desk)).toContainText("You declined. The server was told so");
});

test("a rejected sample takes the person's answer with it, and both say what was not sent", async ({
  open,
}, info) => {
  const desk = await openIn(open, "modern");
  const run = await desk.start("dual", "mixed");
  const card = await openQuestion(desk);
  await card.getByRole("textbox", { name: /name/ }).fill("Ada");
  await desk.decide(card.getByRole("button", { name: "Send answer" }));
  await desk.page.getByRole("button", { name: /^Review/ }).click();
  await desk.rejectNow();
  await expect(desk.review).toContainText("the server got nothing, also not for what it asked");
  await desk.page.screenshot({ path: info.outputPath("rejected.png") });
  await desk.room("Workbench").click();
  await expect(card).toContainText("so the call is not repeated");
  await expect(card).toContainText("Your answer below was not sent.");
  await desk.page.screenshot({ path: info.outputPath("not-sent.png") });
  expect(await desk.ended(run)).toMatchObject({ failure: { kind: "run-not-repeated" } });
});

test("one approved, one rejected: the call is not repeated, and each says exactly that", async ({
  open,
}, info) => {
  const desk = await openIn(open, "modern");
  const run = await desk.start("dual", "compare");
  await expect(desk.rows()).toHaveCount(2);
  await desk.rows().first().click();
  await desk.answerByHand("approved answer");
  await expect(desk.review).toContainText("You approved this answer.");
  await desk
    .rows()
    .filter({ has: desk.page.getByRole("img", { name: "Request, waits for you" }) })
    .click();
  await desk.rejectNow();
  await expect(desk.review).toContainText("the server got nothing, also not for what it asked");
  await desk.page.screenshot({ path: info.outputPath("mixed-rejected.png") });
  const { samples } = await desk.snapshot();
  const approved = samples.find(({ timeline }) =>
    timeline.some(({ kind }) => kind === "response-approved"),
  );
  expect(approved?.phase).toMatchObject({
    kind: "ended",
    ending: { kind: "cancelled", because: { kind: "sibling-declined" } },
  });
  // Both came in one result: neither is a turn.
  await expect(desk.rows().filter({ hasText: "Turn" })).toHaveCount(0);
  await desk
    .rows()
    .filter({ has: desk.page.getByRole("img", { name: "Ended unanswered" }) })
    .click();
  await expect(desk.review).toContainText(
    "You approved this answer, but another request of the same call was declined.",
  );
  await expect(desk.review).toContainText("your answer was not sent");
  await desk.page.screenshot({ path: info.outputPath("mixed-approved.png") });
  expect(await desk.ended(run)).toMatchObject({
    failure: { kind: "run-not-repeated", because: "rejected" },
  });
});

test("a question that is pushed is answered under its id, and one that is dismissed says so", async ({
  open,
}) => {
  const desk = await openIn(open, "legacy");
  const run = await desk.start("dual", "form");
  const card = await openQuestion(desk);
  await card.getByRole("textbox", { name: /name/ }).fill("Ada");
  await desk.decide(card.getByRole("button", { name: "Send answer" }));
  expect(await desk.resultOf(run)).toContain('"name":"Ada"');
  const again = await desk.start("dual", "form");
  const second = await openQuestion(desk);
  await desk.decide(second.getByRole("button", { name: "Dismiss" }));
  expect(await desk.resultOf(again)).toContain('"action":"cancel"');
});

test("a question that comes into a small window is said there, and a key goes to it", async ({
  open,
}, info) => {
  const desk = await openIn(open, "legacy");
  await desk.resize({ width: 900, height: 600 });
  await desk.room("Inbox").click();
  const first = await desk.start("dual", "form");
  const said = desk.page.getByRole("status").filter({ hasText: "dual asks you something." });
  await expect(said).toBeInViewport({ ratio: 1 });
  await expect(said).not.toContainText("more question");
  await desk.page.screenshot({ path: info.outputPath("said.png") });
  await desk.page.keyboard.press("Control+J");
  const card = questionOf(desk);
  await expect(card).toBeFocused();
  await expect(card.getByRole("heading")).toBeInViewport({ ratio: 1 });
  await expect(said).toBeHidden();
  await desk.page.screenshot({ path: info.outputPath("there.png") });
  // On the Workbench itself, where the arguments take the place of the run.
  await desk.page.getByRole("radio", { name: "Form" }).click();
  await expect(said).toBeInViewport({ ratio: 1 });
  await desk.page.screenshot({ path: info.outputPath("arguments.png") });
  await desk.page.keyboard.press("Control+J");
  await expect(card.getByRole("heading")).toBeInViewport({ ratio: 1 });
  await desk.decide(card.getByRole("button", { name: "Decline" }));
  expect(await desk.resultOf(first)).toContain('"action":"decline"');
});

test("a server that asks without end gets errors, and the screen a number", async ({
  open,
  puppet,
}, info) => {
  const server = await puppet();
  const desk = await open({ servers: { puppet: server.command } });
  const run = await desk.start("puppet", "work");
  const call = await server.called();
  const ask = (id: number): void =>
    server.send({
      jsonrpc: "2.0",
      id,
      method: "elicitation/create",
      params: { message: `Question ${id}`, requestedSchema: { type: "object", properties: {} } },
    });
  for (let id = 1; id <= 300; id += 1) ask(id);
  const last = await server.heard(({ id, error }) => id === 300 && error !== undefined);
  expect(last.error).toMatchObject({ code: -32065, data: { reason: "rate-limited", limit: 120 } });
  const refused = server.received.filter(({ error }) => error !== undefined);
  const counted = (code: number): number =>
    refused.filter(({ error }) => error?.code === code).length;
  // 50 wait, 70 are too many at once, 180 too many for the minute, but for those for which it refills meanwhile.
  const [late, many] = [counted(-32065), counted(-32066)];
  expect(late + many).toBe(250);
  expect(many).toBeGreaterThanOrEqual(70);
  expect(many).toBeLessThan(90);
  const asked = (await desk.snapshot()).elicitations;
  expect(asked).toHaveLength(52);
  await desk.room("Workbench").click();
  await expect(desk.page.getByText(`${late - 1} more like it were refused since.`)).toBeVisible();
  await expect(desk.page.getByText(`${many - 1} more like it were refused since.`)).toBeVisible();
  await desk.page
    .getByText(`${late - 1} more like it were refused since.`)
    .scrollIntoViewIfNeeded();
  await desk.page.screenshot({ path: info.outputPath("flood.png") });
  server.finish(call, "done");
  expect(await desk.resultOf(run)).toBe("done");
});
