// Rules that begin to apply with requests pending: announced first, decided only on the user's confirmation, and
// never for requests that the user opened or edited.
import { ruleSchema } from "../../../src-shared/rules/rule.ts";
import type { Rule } from "../../../src-shared/rules/rule.ts";
import { expect, test } from "../../fixtures.ts";
import { axeInBothThemes } from "../../support/axe.ts";
import type { Desk } from "../../support/desk.ts";
import { question } from "../../support/puppet.ts";
import { streamsText } from "../../support/scriptedModel.ts";

const rule = (id: string, more: Partial<Rule>): Rule =>
  ruleSchema.parse({ id, name: id, decide: "ask", ...more });
const save = async (desk: Desk, rules: Rule[]) =>
  desk.do("rules.save", rules, (await desk.snapshot()).rules.revision);

test("rules decide pending requests on confirmation; requests that the user opened stay pending, also after a reload @long", async ({
  openGate,
}) => {
  const { desk, server } = await openGate(streamsText(["Paris"]));
  const { page } = desk;
  server.ask(question("What time is it?"));
  await desk.select("What time is it?");
  server.ask(question("Capital of France?"));
  await desk.select("Capital of France?");
  // After the reload another one is shown.
  await desk.select("What time is it?");
  const other = server.ask(question("Capital of Spain?"));
  await expect.poll(async () => (await desk.requests()).length).toBe(3);
  await page.getByRole("radio", { name: "Rules" }).click();
  await page.reload();
  await save(desk, [rule("no", { when: "capital", decide: "refuse" })]);
  const bar = page.getByRole("status").filter({ hasText: "the current rules" });
  await expect(bar).toContainText("1 pending request matches the current rules.");
  await expect(bar).toContainText("1 more isn’t included: you opened it.");
  expect(server.answersTo(other.id)).toEqual([]);
  await axeInBothThemes(desk, "what waited before the rules");
  await desk.decide(bar.getByRole("button", { name: "Let rules decide 1" }));
  expect((await other.answer).error).toMatchObject({ code: -32_050 });
  await expect(
    page.getByRole("status").filter({ hasText: "Rules decided 1 pending request." }),
  ).toContainText("1 refused by no.");
  await expect(page.getByRole("banner")).toContainText("1 decided by rules since");
  const open = (await desk.requests()).filter(({ phase }) => phase.kind === "request");
  expect(open).toHaveLength(2);
  expect(JSON.stringify(open)).toContain("France");
});
