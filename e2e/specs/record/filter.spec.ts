// The filter of the inbox: it narrows the list while one types, offers what can be asked, and points at mistakes.
import type { Locator } from "playwright/test";
import { expect, test } from "../../fixtures.ts";
import { axeInBothThemes } from "../../support/axe.ts";
import type { Desk } from "../../support/desk.ts";
import { question } from "../../support/puppet.ts";

const field = (desk: Desk): Locator => desk.page.getByRole("combobox", { name: /^Filter by/ });
const offers = (desk: Desk): Locator =>
  desk.page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
const inbox = (desk: Desk): Locator => desk.page.getByRole("region", { name: "Inbox" });

test("narrows the list while one types, by words and by facts", async ({ openCall }) => {
  const { desk, server } = await openCall();
  server.ask(question("Please summarize the report", { systemPrompt: "Be brief" }));
  server.ask(question("请简单介绍一下 MCP 协议"));
  const third = server.ask(question("What is the weather?"));
  await expect(desk.rows()).toHaveCount(3);
  await desk.rows().first().click();

  // The key leads into it, the beginning of a word is enough, Escape takes it back.
  await desk.page.keyboard.press("/");
  await expect(field(desk)).toBeFocused();
  await desk.page.keyboard.type("summ");
  await expect(desk.rows()).toHaveCount(1);
  await expect(inbox(desk)).toContainText("1 of 3 shown");
  await desk.page.keyboard.press("Escape");
  await expect(field(desk)).toHaveValue("");
  await expect(desk.rows()).toHaveCount(3);
  await desk.page.keyboard.type("协议");
  await expect(desk.rows()).toHaveCount(1);
  await expect(desk.rows()).toContainText("MCP 协议");

  // Fields, by what is offered: arrows and Enter, nothing typed to its end.
  await field(desk).fill("");
  await desk.page.keyboard.type("ha");
  await expect(offers(desk)).toHaveText([/^has:/]);
  await desk.page.keyboard.press("ArrowDown");
  await desk.page.keyboard.press("Enter");
  await expect(field(desk)).toHaveValue("has:");
  await desk.page.keyboard.type("sys");
  await desk.page.keyboard.press("ArrowDown");
  await desk.page.keyboard.press("Tab");
  await expect(field(desk)).toHaveValue("has:system ");
  await expect(desk.rows()).toHaveCount(1);
  await expect(desk.rows()).toContainText("summarize");
  await field(desk).fill('-has:system -"协议"');
  await expect(desk.rows()).toContainText("weather");
  await expect(desk.rows()).toHaveCount(1);

  // A reason is found by the word that the history shows for it, and stands beside that.
  await field(desk).fill("reason:minu");
  await expect(offers(desk)).toHaveText([/^rate-limited\s*too many a minute$/]);
  await desk.page.keyboard.press("ArrowDown");
  await desk.page.keyboard.press("Enter");
  await expect(field(desk)).toHaveValue("reason:rate-limited ");

  // What ends leaves the filter's list only when one moves on; Enter leads into the list.
  await field(desk).fill("is:open weather");
  await expect(desk.rows()).toHaveCount(1);
  await field(desk).press("Enter");
  await desk.rows().first().click();
  await desk.rejectNow();
  expect((await third.answer).error?.code).toBe(-1);
  await expect(desk.review).toContainText("Rejected");
  await expect(desk.rows()).toHaveCount(1);
});

test("points at a mistake, says it in words and mends it", async ({ openCall }) => {
  const { desk, server } = await openCall();
  server.ask(question("first"));
  await expect(desk.rows()).toHaveCount(1);
  await field(desk).focus();
  // Unfinished is no mistake: the list stays, nothing is said.
  await desk.page.keyboard.type("is:ope");
  await expect(desk.rows()).toHaveCount(1);
  await expect(field(desk)).not.toHaveAttribute("aria-invalid");
  await axeInBothThemes(desk, "filter with suggestions");
  await field(desk).fill("sever:puppet first");
  await expect(field(desk)).toHaveAttribute("aria-invalid", "true");
  await expect(inbox(desk)).toContainText("There is no field sever.");
  await expect(inbox(desk).locator("mark")).toHaveText("sever");
  await axeInBothThemes(desk, "filter with a mistake");
  await desk.button("Write server").click();
  await expect(field(desk)).toHaveValue("server:puppet first");
  await expect(field(desk)).not.toHaveAttribute("aria-invalid");
  await expect(desk.rows()).toHaveCount(1);
  // Left unfinished, it is one.
  await field(desk).fill('server:"pup');
  await expect(field(desk)).not.toHaveAttribute("aria-invalid");
  await desk.page.keyboard.press("Enter");
  await expect(inbox(desk)).toContainText("This quote is not closed.");
});

test("new requests respect it, and only those that fit are announced", async ({ openCall }) => {
  const { desk, server } = await openCall();
  server.ask(question("apples one"));
  await expect(desk.rows()).toHaveCount(1);
  await field(desk).fill("apples");
  // A hand on the list keeps it still: what comes waits behind the pill.
  const list = await inbox(desk).boundingBox();
  if (list === null) throw new Error("no list");
  let moved = 0;
  const move = (): Promise<void> => {
    moved += 1;
    return desk.page.mouse.move(list.x + 40 + (moved % 20), list.y + 200);
  };
  await move();
  server.ask(question("pears"));
  server.ask(question("apples two"));
  // It moves on until the pill is seen: once it rests the list takes in what has come.
  const pill = async (): Promise<boolean> => {
    await move();
    return desk.button("1 new").isVisible();
  };
  await expect.poll(pill, { intervals: [50] }).toBe(true);
  await expect(desk.rows()).toHaveCount(2);
  await expect(inbox(desk)).toContainText("2 of 3 shown");
});
