// The scenes of ended requests: the history, one request of it, and its actions.
import { question } from "../../e2e/support/puppet.ts";
import { gate2, onStage } from "./stage.mjs";
import { SUMMARY } from "./texts.mjs";

/** @type {import("./stage.mjs").Scene[]} */
export const record = [
  {
    shows: [
      "history-empty",
      "history",
      "history-compare",
      "history-events",
      "history-who",
      "history-export",
      "history-verified",
      "history-forget",
    ],
    play: (shot) =>
      onStage(async (stage) => {
        const { desk, puppet } = stage;
        const { page } = desk;
        await desk.room("History").click();
        await page.getByRole("heading", { name: "History" }).waitFor();
        await shot(desk, "history-empty");
        await desk.room("Inbox").click();
        const { asked } = await gate2(stage);
        await desk.write(desk.answer, `${SUMMARY.join("")}\n- Retention: 400 days, confirmed.`);
        await desk.decide(desk.approve);
        await asked.answer;
        const second = puppet.ask(question("请简单介绍一下 MCP 协议"));
        await desk.select("请简单介绍");
        await desk.rejectNow("Not for a model.");
        await second.answer;
        await desk.room("History").click();
        const rows = page.getByRole("listbox", { name: "History" }).getByRole("option");
        await rows.nth(1).click();
        await page.getByRole("region", { name: "Sent", exact: true }).waitFor();
        await shot(desk, "history");
        const part = (/** @type {RegExp | string} */ name) => page.getByRole("tab", { name });
        await part("Compare").click();
        await page.locator(".monaco-diff-editor").first().waitFor();
        await shot(desk, "history-compare");
        await part(/events$/).click();
        await page.getByRole("row", { name: /delivered/ }).waitFor();
        await shot(desk, "history-events");
        await part("Details").click();
        await shot(desk, "history-who");
        await desk.button(/^Export…/).click();
        await page.getByRole("dialog").waitFor();
        await shot(desk, "history-export");
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "More actions" }).first().click();
        await page.getByRole("menuitem", { name: /^Verify audit log/ }).click();
        await page.getByRole("dialog").getByText("The audit log is intact").waitFor();
        await shot(desk, "history-verified");
        await page.keyboard.press("Escape");
        const item = page.getByRole("region", { name: "Request", exact: true });
        await item.getByRole("button", { name: "More actions" }).click();
        await page.getByRole("menuitem", { name: /^Delete content/ }).click();
        await page.getByRole("alertdialog").or(page.getByRole("dialog")).first().waitFor();
        await shot(desk, "history-forget");
        await page.keyboard.press("Escape");
        await part("Documents").click();
      }),
  },
];
