// A server's loop of tool calls as one conversation: tools can be edited, each call is checked, old turns are
// folded, the server's changes marked, earlier edits applied again, and it ends at the limit of rounds.
import { expect, test } from "../../fixtures.ts";
import type { Desk } from "../../support/desk.ts";
import { startScriptedModel } from "../../support/scriptedModel.ts";
import { answerJson, streamsCalls, toolLoop, type Call } from "../../support/toolLoop.ts";

const tides: Call = { id: "c1", name: "tides", args: { harbour: "Oban", days: 2 } };
const depth: Call = { id: "c2", name: "depth", args: { harbour: "Oban" } };

const panel = (desk: Desk) => desk.page.getByRole("complementary");
const isGate = (desk: Desk, gate: "generate" | "reply") =>
  expect(desk.approve).toHaveAccessibleName(new RegExp(`^Approve & ${gate}`));

/** Opens the newest turn: arrivals never open by themselves. */
async function nextTurn(desk: Desk): Promise<void> {
  await desk.button("Next pending request").click();
  await isGate(desk, "generate");
}

test("three turns with a model: approved, edited, rejected @long", async ({
  openShared,
  later,
}) => {
  const model = await startScriptedModel(streamsCalls([tides, { ...depth, args: { harbour: 7 } }]));
  later(model.close);
  const desk = await openShared({ loop: toolLoop });
  await desk.useModels(model.baseUrl);
  const run = await desk.start("loop", "investigate", { question: "Can I moor in Oban?" });
  await desk.openRows();

  // Turn 1: every tool is listed whole; one is removed, restored, and removed.
  await isGate(desk, "generate");
  await expect(desk.review).toContainText("Turn 1 of 10");
  for (const name of ["tides", "Tide table", "depth", "wipe_disk"]) {
    await expect(panel(desk)).toContainText(name);
  }
  await desk.button("Tool as JSON").first().click();
  await expect(desk.page.getByRole("region", { name: /^tides: tool as JSON/ })).toContainText(
    '"example.com/cost": 2',
  );
  await desk.button("Remove wipe_disk").click();
  await desk.button("Restore").click();
  await desk.button("Remove wipe_disk").click();
  await desk.page.getByRole("checkbox", { name: /One tool call at a time/ }).check();
  await desk.write(desk.message(1), "Can I moor a small boat in Oban?");
  await desk.decide(desk.approve);

  // What the model was asked, and both of its calls, with the invalid argument at its place.
  await isGate(desk, "reply");
  expect(model.asked()[0]?.body).toMatchObject({
    parallel_tool_calls: false,
    tools: [{ function: { name: "tides" } }, { function: { name: "depth" } }],
  });
  await expect(desk.review).toContainText("Call 1 of 2");
  await expect(desk.review).toContainText("Arguments match the tool’s schema.");
  await expect(desk.review).toContainText("input.harbour Must be of type string.");
  await expect(panel(desk)).toContainText("told to make one tool call at a time but made several");
  await desk.view("JSON").click();
  await desk.write(desk.jsonEditor, answerJson([tides, depth]));
  await desk.view("Blocks").click();
  await expect(desk.review).not.toContainText("input.harbour");
  model.answers(streamsCalls([{ id: "c3", name: "rm", args: {} }]));
  await desk.decide(desk.approve);

  // Turn 2: the response as sent is folded; the changed first message is not, and is marked.
  await nextTurn(desk);
  await expect(desk.review).toContainText("Turn 2 of 10");
  await expect(desk.review).toContainText(/1 earlier message unchanged since you approved them/);
  await expect(desk.review).toContainText(/Your edit of [\d:]+ is missing/);
  await expect(desk.message(1)).toBeVisible();
  await expect(desk.message(2)).toHaveCount(0);
  await desk.page.keyboard.press("Escape");
  await desk.button("Use your earlier edits").click();
  await expect(desk.review).toContainText(
    /System prompt and 2 earlier messages unchanged since you approved them/,
  );
  await expect(desk.message(1)).toHaveCount(0);
  await expect(panel(desk)).toContainText("removed by you");
  await desk.decide(desk.approve);
  await isGate(desk, "reply");
  await expect(desk.approve).toBeEnabled();
  const asked = model.asked().at(-1)?.body;
  expect(JSON.stringify(asked?.["messages"])).toContain("moor a small boat");
  expect(JSON.stringify(asked?.["messages"])).toContain("tides of Oban");
  expect(JSON.stringify(asked?.["tools"])).not.toContain("wipe_disk");

  // A call of an unknown tool is flagged, and the user may send it.
  await expect(panel(desk)).toContainText("A tool is called that wasn’t offered");
  await desk.decide(desk.approve);

  // Turn 3: rejected, and the loop ends with the rejection.
  await nextTurn(desk);
  await expect(desk.review).toContainText("Turn 3 of 10");
  await desk.rejectNow();
  expect(await desk.resultOf(run)).toMatch(/^turn 3 failed: -1 .*User rejected sampling request/);
  await expect(desk.page.getByRole("listbox", { name: "Inbox" })).toContainText("Turn 3");
});
