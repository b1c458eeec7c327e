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
  desk.page.getByRole("region", { name: "Question from “dual”" });

/** Opens the one question that waits, wherever it stands. */
async function openQuestion(desk: Desk): Promise<Locator> {
  await expect(desk.room("Workbench")).toHaveAccessibleName(/1 pending/);
  await desk.room("Workbench").click();
  const card = questionOf(desk);
  const show = desk.button("Open question");
  await expect(card.or(show).first()).toBeVisible();
  if (await show.isVisible()) await show.click();
  await expect(card).toBeVisible();
  return card;
}

test("a form and a sample of one result leave together", async ({ open }, info) => {
  const desk = await openIn(open, "modern");
  const run = await desk.start("dual", "mixed");
  const card = await openQuestion(desk);
  await expect(card).toContainText("“dual” asks you a question");
  await expect(card).toContainText("Nothing of it is kept.");
  const send = card.getByRole("button", { name: "Send answer" });
  // A required name is missing: nothing is sent, and its field says so.
  await desk.decide(send);
  await expect(card).toContainText("Required.");
  await card.getByRole("textbox", { name: /name/ }).fill("Ada");
  await axe(desk, "a question's form");
  await desk.page.screenshot({ path: info.outputPath("form.png") });
  await desk.decide(send);
  await expect(card).toContainText("You answered. Your answer is sent once");
  await card.getByRole("button", { name: "Withdraw" }).click();
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
  await expect(card).toContainText("The server received exactly what is shown below.");
});

test("a question that is pushed into a small window is said there, a key goes to it, and it is answered under its id", async ({
  open,
}, info) => {
  const desk = await openIn(open, "legacy");
  await desk.resize({ width: 900, height: 600 });
  await desk.room("Inbox").click();
  const first = await desk.start("dual", "form");
  const said = desk.page.getByRole("status").filter({ hasText: "“dual” asks you a question." });
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

  const again = await desk.start("dual", "form");
  const second = await openQuestion(desk);
  await second.getByRole("textbox", { name: /name/ }).fill("Ada");
  await desk.decide(second.getByRole("button", { name: "Send answer" }));
  expect(await desk.resultOf(again)).toContain('"name":"Ada"');
});
