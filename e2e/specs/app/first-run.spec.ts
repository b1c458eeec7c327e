// The first minutes, by keyboard alone: the demo through both gates, then the user's own server, up to its request.
import { expect, test } from "../../fixtures.ts";
import { axeInBothThemes } from "../../support/axe.ts";
import { countScreen } from "../../support/counts.ts";
import { focusIsSeen, tabTo } from "../../support/keyboard.ts";
import { question } from "../../support/puppet.ts";

test("from the demo to a user's own server: its result has the response, and the server's request arrives", async ({
  open,
  puppet,
}) => {
  const server = await puppet();
  const desk = await open();
  const { page } = desk;
  const { keyboard } = page;
  await expect(desk.button(/^Run the demo/)).toBeFocused();
  await axeInBothThemes(desk, "the start page");
  await keyboard.press("Enter");
  await expect(desk.rows()).toHaveCount(1);
  await expect(desk.rows().first()).toHaveAttribute("aria-selected", "true");
  await expect(desk.review).toContainText("What is the capital of France?");
  await expect(desk.review).toContainText("You are a helpful assistant.");
  await expect(desk.approve).toBeVisible();
  const { words, controls, said } = await countScreen(page);
  expect(words, said).toBeLessThanOrEqual(100);
  expect(controls).toBeLessThanOrEqual(20);
  await desk.answerByHand("Paris, written by hand.");
  const { origin } = await desk.sample(({ phase }) => phase.kind === "ended");
  if (origin.kind !== "certain") throw new Error("the call that led here is not known");
  const run = await desk.ended(origin.call.runId);
  expect(run).toMatchObject({
    state: "done",
    result: {
      content: [{ type: "text", text: "Paris, written by hand." }],
      structuredContent: { model: "human", stopReason: "endTurn", turns: 1 },
    },
  });

  const { command, args } = server.command;
  await expect(page.getByRole("region", { name: "Getting started" })).toContainText(
    "That was both gates.",
  );
  await expect(desk.button("Add server…")).toBeFocused();
  await keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Add a server" });
  await expect(form.getByRole("textbox", { name: "Name", exact: true })).toBeFocused();
  await keyboard.type("Notes");
  await tabTo(desk, form.getByRole("textbox", { name: "Command", exact: true }));
  await keyboard.type(command);
  await tabTo(desk, form.getByRole("textbox", { name: /^Arguments/ }));
  await keyboard.type(args.join("\n"));
  await tabTo(desk, form.getByRole("textbox", { name: "Name", exact: true }), "Shift+Tab");
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Start “Notes” on this computer?");
  await expect(dialog.getByRole("button", { name: "Start", exact: true })).toBeEnabled();
  await keyboard.press("Enter");
  await expect(dialog).toContainText("Connected");
  await axeInBothThemes(desk, "a server that was approved");
  await keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Tools, prompts and resources" })).toBeVisible();
  await focusIsSeen(desk, "on the Workbench");
  await keyboard.press("Control+Enter");
  await server.called();
  server.ask(question("Who wrote this?"));
  await desk.sample(({ phase }) => phase.kind === "request");
  await keyboard.press("Control+1");
  await expect(desk.review).toContainText("Who wrote this?");
});
