// Several responses for one request, as they stream: reasoning stays here, Stop always works, any of them or an edit of
// one becomes the response.
import { expect, test } from "../../fixtures.ts";
import type { Attempt } from "../../../src-shared/request/life/heldRequest.ts";
import { axe } from "../../support/axe.ts";
import { question } from "../../support/puppet.ts";
import { byModel, neverEnds, streamsParts, streamsText } from "../../support/scriptedModel.ts";

test("reasoning is shown apart and kept; the server never gets it @long", async ({ openGate }) => {
  const { desk, server, model } = await openGate(
    streamsParts([{ reasoning_content: "The secret plan: " }, { reasoning_content: "say Paris." }]),
  );
  const asked = server.ask(question("Capital?"));
  await desk.decide(desk.approve);
  // Stopped while it reasons: the provider's request ends, the reasoning is kept.
  await expect(desk.review).toContainText("27 characters");
  await desk.button(/^Stop\b/).click();
  await model.disconnected();
  await expect(desk.approve).toHaveAccessibleName(/Approve & reply/);
  await expect(desk.review).toContainText("never sent to the server");
  await expect(desk.review).not.toContainText("The secret plan");
  // The response's own: the streamed one is removed once that is rendered.
  const show = desk.review.getByRole("button", { name: "Show" });
  await expect(show).toHaveCount(1);
  await show.click();
  await expect(desk.review).toContainText("The secret plan: say Paris.");
  await desk.write(desk.answer, "Paris.");
  await desk.decide(desk.approve);
  expect((await asked.answer).result).toEqual({
    role: "assistant",
    content: { type: "text", text: "Paris." },
    model: "scripted-1",
    stopReason: "stopped",
  });
  expect(JSON.stringify(server.answersTo(asked.id))).not.toContain("secret");
  const [attempt] = (await desk.request()).attempts;
  expect(attempt?.state).toMatchObject({ reasoning: [{ text: "The secret plan: say Paris." }] });
});

test("several models at once: one is stopped, two are compared, one is sent @long", async ({
  openGate,
}) => {
  const { desk, server, model } = await openGate(
    byModel({
      one: streamsText(["The cat sat.\n\n", "On the mat."]),
      two: neverEnds(["The dog sat.\n\n", "On the mat, and stayed"]),
      three: neverEnds(["The bird sat."]),
    }),
    ["one", "two", "three"],
  );
  const { models } = await desk.snapshot();
  const local = models.providers.find(({ kind }) => kind === "local")?.models ?? [];
  for (const { ref } of local) await desk.do("models.enable", ref, false);
  const asked = server.ask(question("Write two lines."));

  // Gate 1: the chosen model and one beside it; then one more while they generate.
  await desk.more(/^Also with two/);
  await desk.button(/^More responses/).click();
  await desk.decide(desk.page.getByRole("menuitem", { name: /^Also with three/ }));
  const at = (attempts: Attempt[], modelId: string | RegExp): Attempt | undefined =>
    attempts.find(({ model: ref }) => ref?.modelId.match(modelId));
  await desk.request(
    ({ attempts }) =>
      at(attempts, "one")?.state.kind === "done" && at(attempts, "two")?.state.kind === "running",
  );
  // A running one may not have reached the provider yet.
  await expect
    .poll(() =>
      model
        .asked()
        .map(({ body }) => String(body["model"]))
        .toSorted(),
    )
    .toEqual(["one", "three", "two"]);

  // Gate 2 opens while the other still streams; both are shown side by side.
  await expect(desk.approve).toHaveAccessibleName(/Approve & reply/);
  await desk.button(/^Side by side/).click();
  const columns = desk.review.locator("section[aria-label*=' · ']");
  await expect(columns).toHaveCount(3);
  await expect(columns.first()).toContainText("The cat sat.");
  const two = columns.filter({ hasText: "· two" });
  await expect(two).toContainText("The dog sat.");
  await expect(two).toContainText("and stayed");
  await axe(desk, "side by side");
  await two.getByRole("button", { name: "Stop" }).click();
  await model.disconnected();
  await desk.request(({ attempts }) => at(attempts, "two")?.state.kind === "stopped");
  await two.getByRole("button", { name: "Choose" }).click();

  // The difference between any two.
  await desk.page.keyboard.press("d");
  await desk.page.getByRole("combobox", { name: "Compared with" }).click();
  await desk.page.getByRole("option", { name: /^1 · one/ }).click();
  await expect(desk.review.locator(".line-delete, .char-delete").first()).toBeVisible();

  // The chosen one is sent.
  await desk.page.getByRole("tab", { name: /^1\b/ }).click();
  await desk.view("Blocks").click();
  await desk.decide(desk.approve.and(desk.button(/^Approve & reply/)));
  expect((await asked.answer).result).toEqual({
    role: "assistant",
    content: { type: "text", text: "The cat sat.\n\nOn the mat." },
    model: "scripted-model-2026",
    stopReason: "endTurn",
  });
});
