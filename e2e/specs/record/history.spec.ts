// All that ended: it comes by itself, is found by its words, compared, saved as files that a stranger can verify, read
// back, and run again.
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { replyKind } from "../../../src-shared/sampling/life/stage.ts";
import { expect, test } from "../../fixtures.ts";
import { axe, useTheme } from "../../support/axe.ts";
import type { Desk } from "../../support/desk.ts";
import { png } from "../../support/media.ts";
import { question } from "../../support/puppet.ts";
import { streamsText } from "../../support/scriptedModel.ts";

const pictures = process.env["HISTORY_PICTURES"];

const rows = (desk: Desk) =>
  desk.page.getByRole("listbox", { name: "History" }).getByRole("option");
const search = (desk: Desk) => desk.page.getByRole("combobox", { name: "Search the history" });
const part = (desk: Desk, name: string | RegExp) => desk.page.getByRole("tab", { name });

/** The next save or open dialog of the system gives this path. */
async function chooses(desk: Desk, file: string): Promise<void> {
  await desk.app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);
}

test("what ended comes by itself, is found by its words, compared, exported, verified and read back", async ({
  openOwnGate,
  folder,
}) => {
  test.setTimeout(120_000);
  const { desk, server } = await openOwnGate(streamsText(["Paris is ", "the capital."]));
  const { page } = desk;
  const first = server.ask(question("Capital of France?"));
  await desk.decide(desk.approve);
  await expect(desk.answer).toBeVisible();
  await desk.write(desk.answer, "Paris.");
  await desk.decide(desk.approve);
  await first.answer;

  await desk.room("History").click();
  await expect(rows(desk)).toHaveCount(1);
  await expect(rows(desk).first()).toContainText("Replied, edited");
  await axe(desk, "history, list");

  // Live: the second one comes while the list is looked at.
  const second = server.ask(question("请简单介绍一下 MCP 协议"));
  await desk.room("Inbox").click();
  await desk.select("请简单介绍");
  await desk.rejectNow("not now");
  await second.answer;
  await desk.room("History").click();
  await expect(rows(desk)).toHaveCount(2);
  await search(desk).fill("协议");
  await expect(rows(desk)).toHaveCount(1);
  await expect(rows(desk)).toContainText("Rejected");
  await search(desk).fill("is:replied");
  await expect(rows(desk)).toContainText(["Replied, edited"]);

  await rows(desk).first().click();
  const sent = page.getByRole("region", { name: "Sent", exact: true });
  await expect(sent).toContainText("Paris.");
  await axe(desk, "history, one request");
  await sent.getByRole("button", { name: /differs? from Generated/ }).click();
  await expect(page.locator(".monaco-diff-editor").first()).toContainText("the capital");
  await axe(desk, "history, compared");
  await part(desk, /events$/).click();
  await expect(page.getByRole("row", { name: /delivered/ })).toBeVisible();

  const file = path.join(folder, "history.jsonl");
  await chooses(desk, file);
  await desk.button(/^Export…/).click();
  await page.getByRole("radio", { name: /found$/ }).click();
  await desk.button(/^Choose the place/).click();
  await expect(page.getByText("1 request was exported.")).toBeVisible();
  const script = path.resolve(import.meta.dirname, "../../verify/verify.py");
  expect(String(execFileSync("python3", [script, file]))).toContain("Verified");
  const text = await readFile(file, "utf8");
  expect(text).toContain("Capital of France?");
  expect(text).not.toContain("协议");

  await page.getByRole("button", { name: "More actions" }).first().click();
  await page.getByRole("menuitem", { name: /^Import for reading/ }).click();
  await expect(page.getByText("You are reading a file")).toBeVisible();
  await search(desk).fill("");
  await expect(rows(desk)).toHaveCount(1);
  await rows(desk).first().click();
  await part(desk, "Documents").click();
  await expect(page.getByRole("region", { name: "Sent", exact: true })).toContainText("Paris.");
  await desk.button("Back to my history").click();
  await expect(rows(desk)).toHaveCount(2);
});

test("that an answer was edited is known without its text: in a file without contents, in a table, after forgetting", async ({
  openOwnGate,
  folder,
}) => {
  test.setTimeout(120_000);
  const { desk, server } = await openOwnGate(streamsText(["Paris is the capital."]));
  const { page } = desk;
  for (const text of ["Left as it came", "Changed at the end"]) {
    const asked = server.ask(question(text));
    await desk.select(text);
    await desk.decide(desk.approve);
    await expect(desk.answer).toBeVisible();
    if (text.startsWith("Changed")) await desk.write(desk.answer, "Paris.");
    await desk.decide(desk.approve);
    await asked.answer;
  }
  const file = path.join(folder, "facts.jsonl");
  await chooses(desk, file);
  await desk.do("history.export", { filter: "" }, "facts");
  expect(await readFile(file, "utf8")).not.toContain("Paris");
  const script = path.resolve(import.meta.dirname, "../../verify/verify.py");
  expect(String(execFileSync("python3", [script, file]))).toContain("Verified");
  await desk.do("history.import");
  await desk.room("History").click();
  await expect(rows(desk)).toHaveCount(2);
  await search(desk).fill("edited:response");
  await expect(rows(desk)).toHaveCount(1);
  await expect(rows(desk)).toContainText("Replied, edited");
  await rows(desk).first().click();
  await part(desk, /events$/).click();
  await expect(page.getByRole("row", { name: /answer approved.*edited/ })).toBeVisible();
  await desk.button("Back to my history").click();

  await expect(rows(desk)).toHaveCount(1);
  const { samples } = await desk.snapshot();
  const ids = samples.filter((one) => replyKind(one) === "edited").map(({ id }) => id);
  await desk.do("history.forget", ids, false);
  await expect(rows(desk).first()).toContainText("content forgotten");
  await expect(rows(desk)).toHaveCount(1);
  await expect(rows(desk)).toContainText("Replied, edited");
  const table = path.join(folder, "facts.csv");
  await chooses(desk, table);
  await desk.do("history.export", { ids }, "csv");
  const [heading = "", line = ""] = (await readFile(table, "utf8")).split("\r\n");
  expect(line.split(",")[heading.split(",").indexOf("edited")]).toBe("response");
});

test("one request is saved as a page that runs nothing, the record verified, the request replayed", async ({
  openOwnGate,
  folder,
}) => {
  test.setTimeout(120_000);
  const { desk, server } = await openOwnGate(streamsText(["<img src=x onerror=alert(1)>"]));
  const { page } = desk;
  const asked = server.ask(question("<script>alert(1)</script> & so on"));
  await desk.decide(desk.approve);
  await expect(desk.answer).toBeVisible();
  await desk.decide(desk.approve);
  await asked.answer;
  await desk.room("History").click();
  await rows(desk).first().click();
  const file = path.join(folder, "page.html");
  await chooses(desk, file);
  const item = page.getByRole("region", { name: "The request" });
  await item.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: /^Save as a page/ }).click();
  await expect.poll(() => readFile(file, "utf8").catch(() => "")).toContain("</html>");
  const html = await readFile(file, "utf8");
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt; &amp; so on");
  expect(html).not.toMatch(/<script|<img src=x/);
  expect(html).toContain("default-src 'none'");

  await page.getByRole("button", { name: "More actions" }).first().click();
  await page.getByRole("menuitem", { name: /^Verify the record/ }).click();
  await expect(page.getByRole("dialog")).toContainText("The record is whole");
  await page.keyboard.press("Escape");

  await item.getByRole("button", { name: /^Run again/ }).click();
  await page.getByRole("menuitem", { name: /^Replay the request/ }).click();
  await desk.button("Open at gate 1").click();
  await expect(page.getByText("This is a replay.")).toBeVisible();
  await desk.answerByHand("By hand this time.");
  // No model wrote anything: there is nothing to show as generated, nor to compare with.
  await expect(page.getByRole("tab", { name: "Approved answer" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Generated" })).toHaveCount(0);
  await page.getByRole("tab", { name: "Changes" }).click();
  await expect(desk.review).toContainText("Nothing differs.");
  await expect(desk.review).toContainText("as received − against what you approved +");
  await expect(desk.review).not.toContainText("as generated");
  await desk.room("History").click();
  await expect(rows(desk)).toHaveCount(2);
  await rows(desk).first().click();
  // Until it is read, the request before stands there, with the same parts.
  await expect(item).toContainText("Replayed");
  // No server asked for it, and none has its answer.
  await expect(item.getByRole("region", { name: "Asked", exact: true })).toContainText("by you");
  await expect(item.getByRole("region", { name: "Kept", exact: true })).toContainText("By hand");
  await expect(item.getByRole("region", { name: "Sent", exact: true })).toHaveCount(0);
  await part(desk, "Compare").click();
  await page.getByRole("combobox", { name: "What was" }).click();
  await page.getByRole("option", { name: "The first time: Sent" }).click();
  await expect(page.locator(".monaco-diff-editor").first()).toContainText("By hand this time.");
});

test("an image is shown from the record after a restart, and its content is forgotten when a person says so", async ({
  open,
  puppet,
}) => {
  test.setTimeout(120_000);
  const server = await puppet();
  const first = await open({ servers: { puppet: server.config } });
  await first.start("puppet", "work");
  await server.called();
  const data = png(64, 40, [200, 30, 90]).toString("base64");
  const image = { type: "image", data, mimeType: "image/png" };
  const asked = server.ask({ messages: [{ role: "user", content: image }], maxTokens: 10 });
  await first.sample();
  await first.answerByHand("A red pixel, nothing else.");
  await asked.answer;
  const { profile } = first;
  await first.close();

  const desk = await open({ profile });
  const { page } = desk;
  await desk.room("History").click();
  await rows(desk).first().click();
  const item = page.getByRole("region", { name: "The request" });
  await expect(item.getByRole("region", { name: "Asked" }).getByRole("img").first()).toBeVisible();
  await item.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: /^Forget the content/ }).click();
  await axe(desk, "history, before forgetting");
  await desk.button("Forget it").click();
  await expect(page.getByText("The content of 1 request was forgotten.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(item.getByRole("region", { name: "Sent", exact: true })).toContainText(
    "This text was forgotten.",
  );
  await expect(item.getByRole("img", { name: /Message/ })).toHaveCount(0);
  await expect(rows(desk).first()).toContainText("content forgotten");
  expect(await desk.do("history.verify")).toMatchObject({ fault: null });
});

test("nothing is done with the request before while another one is selected that is not here yet", async ({
  openOwnGate,
}) => {
  const { desk, server } = await openOwnGate(streamsText(["never"]));
  const { page } = desk;
  for (const text of ["The first", "The second"]) {
    const asked = server.ask(question(text));
    await desk.select(text);
    await desk.rejectNow();
    await asked.answer;
  }
  await desk.room("History").click();
  await expect(rows(desk)).toHaveCount(2);
  await rows(desk).first().click();
  const item = page.getByRole("region", { name: "The request" });
  await expect(item.getByRole("button", { name: /^Run again/ })).toBeEnabled();
  const states = await page.evaluate(async () => {
    const buttons = (): boolean[] =>
      [
        ...document.querySelectorAll<HTMLButtonElement>(
          '[data-history-item] [aria-haspopup="menu"]',
        ),
      ].map(({ disabled }) => disabled);
    const before = buttons();
    const row = document.querySelectorAll('[role="listbox"] [role="option"]')[1];
    row?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0 }));
    row?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    // The next drawing; the other one is read only once the selection has rested.
    await new Promise((drawn) => void requestAnimationFrame(drawn));
    return { before, after: buttons() };
  });
  expect(states.before).toEqual([false, false]);
  expect(states.after).toEqual([true, true]);
  await expect(item.getByRole("button", { name: /^Run again/ })).toBeEnabled();
});

test("the request before is dimmed while a slow next one is read, which is named, and never for a quick one", async ({
  openOwnGate,
}) => {
  const { desk, server } = await openOwnGate(streamsText(["never"]));
  const { page } = desk;
  for (const text of ["The first", "The second", "The third"]) {
    const asked = server.ask(question(text));
    await desk.select(text);
    await desk.rejectNow();
    await asked.answer;
  }
  await desk.room("History").click();
  await rows(desk).first().click();
  const item = page.getByRole("region", { name: "The request" });
  await expect(item).toContainText("The third");
  const around = item.locator("xpath=..");
  const said = page.getByRole("status").filter({ hasText: "Opening" });

  // Held for as long as the test wants.
  await desk.app.evaluate(() => {
    const item = new Promise<void>((go) => void Reflect.set(globalThis, "letGo", go));
    Reflect.set(globalThis, "heldCalls", { "history.item": item });
  });
  // Nothing is seen of what takes 150 ms, by a clock that no slow machine moves.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press("ArrowDown");
  await expect(item.getByRole("button", { name: /^Run again/ })).toBeDisabled();
  await page.clock.runFor(149);
  await expect(around).toHaveAttribute("aria-busy", "false");
  await expect(said).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(said).toHaveText("Opening the request of puppet… The second");
  await page.clock.resume();
  await expect(item).toContainText("The third");
  await expect(around).toHaveAttribute("aria-busy", "true");
  await expect(around).toHaveCSS("opacity", "0.45");
  await page.keyboard.press("ArrowDown");
  await expect(said).toHaveText("Opening the request of puppet… The first");
  await expect(around).toHaveCSS("opacity", "0.45");
  for (const theme of ["light", "dark"] as const) {
    if (pictures === undefined) break;
    await useTheme(desk, theme);
    await page.screenshot({ path: `${pictures}/opening-${theme}.png` });
  }
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(around).toHaveCSS("transition-duration", "0s");
  await page.emulateMedia({ reducedMotion: null });
  await desk.app.evaluate(() => {
    (Reflect.get(globalThis, "letGo") as () => void)();
    Reflect.set(globalThis, "heldCalls", {});
  });
  await expect(item).toContainText("The first");
  await expect(said).toHaveCount(0);
  await expect(around).toHaveAttribute("aria-busy", "false");
  await expect(around).toHaveCSS("opacity", "1");
});
