// What the user approves is what is sent, byte for byte, at both gates; the rest stays unchanged.
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";
import { streamsText } from "../../support/scriptedModel.ts";

/** Text that careless code repairs, strips, normalises or cuts. */
const HARD =
  "naïve café cafe\u0301 — “quotes” 日本語 🦊👩‍👩‍👧 \u200Bzero \u202Ertl\u202C\ttab  two spaces \n\n\r\ntrailing \\n \\u0041 <b>&amp;</b> ${x} $& $1\u00A0end ";

const ANSWERS = streamsText(["Generated ", "answer."]);

test("untouched text reaches model and server byte for byte", async ({ openGate }) => {
  const { desk, server, model } = await openGate(ANSWERS);
  model.answers(streamsText([HARD.slice(0, 20), HARD.slice(20)]));
  const asked = server.ask(
    question(HARD, { systemPrompt: HARD, temperature: 0.25, stopSequences: [HARD] }),
  );
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("naïve café");
  await desk.decide(desk.approve);
  const { result } = await asked.answer;
  expect(result).toEqual({
    role: "assistant",
    content: { type: "text", text: HARD },
    model: "scripted-model-2026",
    stopReason: "endTurn",
  });
  const [generation] = model.asked();
  expect(generation?.body).toMatchObject({
    messages: [
      { role: "system", content: HARD },
      { role: "user", content: HARD },
    ],
    temperature: 0.25,
    max_tokens: 100,
    stop: [HARD],
  });
});

test("edits at both gates arrive, and the originals are kept beside them", async ({ openGate }) => {
  const { desk, server, model } = await openGate(ANSWERS);
  const asked = server.ask(question("What the server asked", { systemPrompt: "Be long." }));
  await desk.write(desk.message(1), "What I allow: 日本 “x”\n  indented {\n\tand a tab");
  await desk.write(desk.systemPrompt, "Be brief.");
  await desk.view("Diff").click();
  const diff = desk.page.locator(".monaco-diff-editor").first();
  await expect(diff).toContainText("Be long.");
  await expect(diff).toContainText("Be brief.");
  await desk.view("Blocks").click();
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("Generated answer.");
  expect(model.asked()[0]?.body["messages"]).toEqual([
    { role: "system", content: "Be brief." },
    { role: "user", content: "What I allow: 日本 “x”\n  indented {\n\tand a tab" },
  ]);
  await desk.write(desk.answer, "My own\nwords (edited) “y”");
  // The exact message for the server is shown before it is sent.
  const receives = desk.page.getByRole("region", { name: "Message to the server" });
  await receives.getByRole("button", { name: /^Message to the server/ }).click();
  await expect(receives).toContainText("(edited)");
  await receives.getByRole("button", { name: /^Copy/ }).click();
  await expect(receives).toContainText("Copied");
  const text = await desk.app.evaluate(({ clipboard }) => clipboard.readText());
  await desk.decide(desk.approve);
  expect(JSON.parse(text)).toEqual(await asked.answer);
  expect((await asked.answer).result).toEqual({
    role: "assistant",
    content: { type: "text", text: "My own\nwords (edited) “y”" },
    model: "scripted-model-2026",
    stopReason: "endTurn",
  });
  const request = await desk.request();
  expect(JSON.stringify(request.asked)).toContain("What the server asked");
  expect(JSON.stringify(request.attempts[0]?.state)).toContain("Generated answer.");
});

test("the JSON view edits the whole request, and what does not parse cannot be approved @long", async ({
  openGate,
}) => {
  const { desk, server, model } = await openGate(ANSWERS);
  server.ask(question("From blocks", { metadata: { ticket: 7 }, "x-unknown": "kept" }));
  await expect(desk.rows()).toHaveCount(1);
  await desk.view("JSON").click();
  const editor = desk.jsonEditor;
  await expect(editor).toBeVisible();
  await desk.write(editor, '{ "messages": [');
  await expect(desk.approve).toBeDisabled();
  const document = {
    messages: [{ role: "user", content: { type: "text", text: "From JSON" } }],
    maxTokens: 9,
    metadata: { ticket: 8 },
    "x-unknown": "kept",
  };
  await desk.write(editor, JSON.stringify(document, null, 2));
  await desk.view("Blocks").click();
  await expect(desk.review).toContainText("From JSON");
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("Generated answer.");
  expect(model.asked()[0]?.body).toMatchObject({
    messages: [{ role: "user", content: "From JSON" }],
    max_tokens: 9,
  });
  const { attempts } = await desk.request();
  expect(attempts[0]?.document).toEqual(document);
});
