// What the user redacts: chosen at the findings, replaced in everything that the provider gets, restored
// in what the server gets, both forms on screen, and recorded in the ledger without the values.
import { expect, test } from "../../fixtures.ts";
import { axeInBothThemes } from "../../support/axe.ts";
import { streamsText } from "../../support/scriptedModel.ts";

const MAIL = "maria@lindqvist-werke.de";
const IBAN = "DE89 3704 0044 0532 0130 00";
const params = {
  systemPrompt: `You answer for ${MAIL}.`,
  messages: [
    {
      role: "user",
      content: { type: "text", text: `Write to ${MAIL} that ${IBAN} was debited.` },
    },
  ],
  maxTokens: 200,
};

test("values are redacted for the model and restored for the server @themes", async ({
  openGate,
}) => {
  const { desk, server, model } = await openGate(
    streamsText(["Dear ⟦EM", "AIL_1⟧, from ⟦iban 1⟧ ", "it was debited. [EMAIL_1]"]),
  );
  const asked = server.ask(params as never);
  await desk.openRows();
  await expect(desk.review).toContainText("Email address");
  await expect(desk.review).toContainText("Bank account");
  await desk.review.getByRole("button", { name: /^Redact all 2 values/ }).click();
  await expect(desk.review).toContainText("2 values are redacted before a model sees this request");
  await axeInBothThemes(desk, "gate 1 with values replaced");

  // Both forms; what the model gets is shown before anything is sent.
  await desk.review.getByRole("radio", { name: "As the model sees it" }).click();
  await expect(desk.review).toContainText("Write to ⟦EMAIL_1⟧ that ⟦IBAN_1⟧ was debited.");
  await expect(desk.review.locator(".countersign-placeholder").first()).toBeVisible();
  // A rule made from it redacts what the user redacted.
  await desk.page.keyboard.press("a");
  const always = desk.page.getByRole("dialog", { name: "Create rule from request" });
  await expect(always.getByRole("checkbox", { name: "Redact personal data" })).toBeChecked();
  await expect(always.getByRole("checkbox", { name: "Redact secrets" })).toHaveCount(0);
  await desk.page.keyboard.press("Escape");
  await desk.decide(desk.approve);

  await expect(desk.approve).toHaveAccessibleName(/Approve & reply/);
  const body = model.asked()[0]?.body;
  const sent = JSON.stringify(body);
  expect(sent).toContain("You answer for ⟦EMAIL_1⟧.");
  expect(sent).not.toMatch(/lindqvist|3704|0532/i);

  // Gate 2: the values are in the response; doubtful ones are reported, and the model's own text can be shown.
  await expect(desk.review).toContainText(`Dear ${MAIL}, from ${IBAN}`);
  await expect(desk.review).toContainText("2 placeholders were replaced with their values");
  await expect(desk.review).toContainText("1 looks like a placeholder and was left unchanged");
  await axeInBothThemes(desk, "gate 2 with values put back");
  await desk.review.getByRole("radio", { name: "As generated" }).click();
  await expect(desk.review).toContainText("Dear ⟦EMAIL_1⟧, from ⟦iban 1⟧");
  await desk.review.getByRole("radio", { name: "As sent to the server" }).click();
  await desk.decide(desk.approve);
  const { result } = await asked.answer;
  expect(result).toMatchObject({
    content: { text: `Dear ${MAIL}, from ${IBAN} it was debited. [EMAIL_1]` },
  });

  const request = await desk.request(({ phase }) => phase.kind === "ended");
  const [attempt] = request.attempts;
  expect(JSON.stringify(attempt?.document)).not.toMatch(/lindqvist|3704/);
  expect(attempt?.redacted).toEqual({
    names: [
      { name: "EMAIL", values: 1, places: 2 },
      { name: "IBAN", values: 1, places: 1 },
    ],
  });
});
