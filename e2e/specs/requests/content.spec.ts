// Content of every type, in and out: shown as such, kept unchanged, added, replaced, saved and fixed.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Locator } from "playwright/test";
import { expect, test } from "../../fixtures.ts";
import { dialogsAnswer, png, wav } from "../../support/media.ts";
import { question } from "../../support/puppet.ts";
import { streamsText } from "../../support/scriptedModel.ts";

const PICTURE = png(64, 40, [200, 30, 90]);
const TONE = wav(400);
const image = (more: object = {}) => ({
  type: "image",
  data: PICTURE.toString("base64"),
  mimeType: "image/png",
  ...more,
});
const audio = { type: "audio", data: TONE.toString("base64"), mimeType: "audio/wav" };
const text = (words: string, more: object = {}) => ({ type: "text", text: words, ...more });
const tools = [
  {
    name: "lookup",
    inputSchema: { type: "object", properties: { q: { type: "string" } }, required: ["q"] },
  },
];

const EVERYTHING = {
  messages: [
    {
      role: "user",
      content: [
        text("Look:", { annotations: { audience: ["user"], priority: 0.5 }, _meta: { from: "x" } }),
        image({ _meta: { page: 3 } }),
        audio,
      ],
      _meta: { trace: "abc" },
    },
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "c1", name: "lookup", input: { q: "a" } }],
    },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          toolUseId: "c1",
          content: [
            text("found"),
            image(),
            audio,
            { type: "resource_link", uri: "file:///a.txt", name: "a.txt" },
            { type: "resource", resource: { uri: "file:///b.md", text: "# B" } },
            {
              type: "resource",
              resource: { uri: "file:///c", mimeType: "image/png", blob: image().data },
            },
          ],
          structuredContent: { rows: [1, 2] },
          isError: true,
        },
      ],
    },
    { role: "assistant", content: { type: "hologram", depth: 3 } },
  ],
  maxTokens: 100,
  tools,
  metadata: { ticket: { id: 7 } },
  modelPreferences: { hints: [{ name: "one" }, { name: "two", vendor: "v" }], costPriority: 0.25 },
  "x-own": { of: "the server" },
  _meta: { progressToken: 0 },
};

test("every content type is shown as such and stays unchanged; a response with every type arrives exactly @long", async ({
  openCall,
}) => {
  const { desk, server } = await openCall();
  const asked = server.ask(EVERYTHING);
  await desk.openRows();
  const { review, page } = desk;
  await expect(desk.rows()).toHaveCount(1);
  // The image opens in a dialog of the app, by keyboard, and closes again.
  const thumb = page.getByRole("button", { name: /^Open full size: Message 1/ });
  await thumb.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Full-size image" });
  await expect(dialog).toContainText("64 × 40 pixels");
  await page.keyboard.press("=");
  await expect(dialog).toContainText("shown at 150 %");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(review).toContainText("64 × 40 pixels");
  // The audio can be played.
  const length = await page
    .locator("audio")
    .first()
    .evaluate(async (sound: HTMLAudioElement) => {
      sound.muted = true;
      await sound.play();
      return sound.duration;
    });
  expect(length).toBeCloseTo(0.4, 1);
  for (const words of ["embedded resource", "resource link", "structured content", "hologram"]) {
    await expect(review).toContainText(words);
  }
  // Invalid content is shown as one line, whole when opened.
  await page
    .getByRole("group", { name: "annotations of Message 1, 1" })
    .getByRole("button")
    .first()
    .click();
  await expect(page.getByRole("textbox", { name: "annotations of Message 1, 1" })).toBeVisible();
  await expect(page.getByRole("group", { name: "_meta of Message 1" })).toHaveCount(3);
  await expect(page.getByRole("group", { name: "x-own of Parameters" })).toContainText(
    "the server",
  );
  const { proposed, id } = await desk.request();
  await desk.decide(desk.button(/^Answer by hand/));

  const { attempts, media } = await desk.request((request) => request.attempts.length > 0);
  expect(attempts[0]?.document).toEqual(proposed);
  const held = new Map<string, string>();
  for (const { ref } of media) {
    const { bytes } = await page.evaluate(
      async ([requestId, name]) => {
        const read = await window.desk.invoke("media.read", requestId ?? "", name ?? "", 0);
        return { bytes: read.ok ? [...read.value.bytes] : [] };
      },
      [id, ref],
    );
    held.set(ref, Buffer.from(bytes).toString("base64"));
  }
  const whole: unknown = JSON.parse(JSON.stringify(proposed), (_key, value: unknown) =>
    typeof value === "string" ? (held.get(value) ?? value) : value,
  );
  expect(whole).toEqual(EVERYTHING);

  // The response: fields that Countersign does not know, in an unusual order.
  const answer =
    '{"model":"human","_meta":{"z":1,"a":[null,0.1]},"content":[' +
    '{"annotations":{"priority":1,"audience":["assistant"]},"text":"naïve \\u0041 日本","type":"text","_meta":{"k":{}}},' +
    '{"type":"hologram","b":1,"a":{"y":2,"x":[]}},' +
    '{"input":{"q":"b","extra":[1,{"deep":true}]},"id":"c2","name":"lookup","type":"tool_use"}' +
    '],"role":"assistant","stopReason":"toolUse"}';
  await desk.view("JSON").click();
  await desk.write(desk.jsonEditor, answer);
  await desk.decide(desk.approve);
  const { result } = await asked.answer;
  expect(JSON.stringify(result)).toBe(JSON.stringify(JSON.parse(answer)));
});

/** Side by side with one gap, not spread over the width. */
async function expectOneRow(buttons: readonly Locator[]): Promise<void> {
  const boxes = await Promise.all(buttons.map((button) => button.boundingBox()));
  const gaps = boxes.slice(1).map((box, at) => {
    const before = boxes[at];
    return before && box ? Math.round(box.x - before.x - before.width) : Infinity;
  });
  expect(Math.max(...gaps)).toBeLessThan(20);
  expect(new Set(gaps).size).toBe(1);
}

test("an image from a file is the response to a server that takes one block; a second block is an error, not dropped @long", async ({
  openCall,
  folder,
}) => {
  const { desk, server } = await openCall();
  const asked = server.ask(question("Draw", { maxTokens: 5 }));
  const { page, review } = desk;
  await desk.decide(desk.button(/^Answer by hand/));
  const file = path.join(folder, "drawing.jpg");
  await writeFile(file, "no image at all");
  await dialogsAnswer(desk, file);
  await expectOneRow(["Add text", "Add image…", "Add audio…"].map((name) => desk.button(name)));
  await desk.button("Add image…").click();
  await expect(review).toContainText("Unsupported image type");
  await writeFile(file, PICTURE);
  await desk.button("Add image…").click();
  await expect(review).toContainText("64 × 40 pixels");
  await desk.button("Add text").click();
  await desk.write(
    page.getByRole("textbox", { name: "Response, 2" }),
    "Here it is, and this is long",
  );
  await expect(review).toContainText("This server accepts only one part. The response has 2.");
  await expect(review).toContainText("This is longer than the server allows, by estimate");
  await expect(desk.approve).toBeDisabled();
  // Moved and moved back by the block's own menu.
  await desk.button("More actions: Response, 2").click();
  await page.getByRole("menuitem", { name: "Move part up" }).click();
  await expect(page.getByRole("textbox", { name: "Response, 1" })).toBeVisible();
  await desk.button("Keep only part 2").click();
  await expect(review).not.toContainText("This server accepts only one part");
  // The added file can be saved again, byte for byte.
  const copy = path.join(folder, "copy.png");
  await dialogsAnswer(desk, copy);
  await desk.button("Save…: Response").click();
  await expect(review.getByText("Saved")).toBeVisible();
  expect((await readFile(copy)).equals(PICTURE)).toBe(true);
  // The draft with its image survives the window.
  const { id } = await desk.request();
  await expect
    .poll(async () => (await desk.snapshot()).drafts[id]?.[0]?.document)
    .toMatchObject({ content: { type: "image" } });
  await page.reload();
  await desk.ready();
  await desk.select("Draw");
  await expect(review).toContainText("64 × 40 pixels");
  await desk.button(/^Stop reason/).click();
  await page.getByRole("combobox", { name: "Stop reason" }).click();
  await page.getByRole("option", { name: /^maxTokens/ }).click();
  await desk.decide(desk.approve);
  expect((await asked.answer).result).toEqual({
    role: "assistant",
    content: image(),
    model: "human",
    stopReason: "maxTokens",
  });
});

test("a tool use by hand: offered tools only, arguments as JSON, disabled until they parse @long", async ({
  openCall,
}) => {
  const { desk, server } = await openCall();
  const asked = server.ask(question("Use it", { tools }));
  await desk.openRows();
  const { page } = desk;
  await desk.decide(desk.button(/^Answer by hand/));
  await desk.button("Add tool call").click();
  await page.getByRole("menuitem", { name: "Tool call lookup" }).click();
  const editor = page.getByRole("textbox", { name: "Response, Arguments" });
  await desk.write(editor, '{ "q": ');
  await expect(desk.approve).toBeDisabled();
  await desk.write(editor, '{ "q": "birds" }');
  await expect(desk.review).toContainText("Arguments match the tool’s schema.");
  const reason = page.getByRole("combobox", { name: "Stop reason" });
  await desk.write(editor, '{ "q": "cats" }');
  await reason.click();
  await page.getByRole("option", { name: /^toolUse/ }).click();
  await desk.decide(desk.approve);
  const { result } = await asked.answer;
  expect(result).toMatchObject({ model: "human", stopReason: "toolUse" });
  const [use] = [result?.["content"]].flat() as { id: string; input: unknown; name: string }[];
  expect(use).toMatchObject({ type: "tool_use", name: "lookup", input: { q: "cats" } });
  expect(use?.id).toMatch(/^call_\w{24}$/);
});

test("an odd request is fixed where it is odd, and reaches the model fixed @long", async ({
  openGate,
}) => {
  const { desk, server, model } = await openGate(streamsText(["read"]));
  const lines = PICTURE.toString("base64").replace(/.{40}/g, "$&\n");
  server.ask({
    messages: [
      "just words",
      { role: "narrator", content: "content as text" },
      { role: "user", content: image({ data: lines }) },
      { role: "user", content: image({ mimeType: "image/jpeg" }) },
    ],
    includeContext: "当前服务",
    modelPreferences: { costPriority: 7 },
    surprise: 1,
  });
  const { page, review } = desk;
  await desk.openRows();
  await expect(desk.rows()).toHaveCount(1);
  await expect(review).toContainText("This message isn’t an object");
  await expect(desk.approve).toBeDisabled();
  for (const number of [1, 2]) {
    await page.getByRole("combobox", { name: `Role of message ${number}` }).click();
    await page.getByRole("option", { name: "user" }).click();
  }
  const paper = page.getByRole("region", { name: "Text under review" });
  await paper.getByRole("button", { name: "Convert to valid base64" }).click();
  await paper.getByRole("button", { name: "Set type to image/png" }).click();
  const panel = page.getByRole("complementary", { name: "Model, settings and findings" });
  for (const words of ["Set to 1", "Remove value", "Remove surprise"]) {
    await panel.getByRole("button", { name: words, exact: true }).last().click();
    await expect(panel.getByRole("button", { name: words, exact: true })).toHaveCount(0);
  }
  // The finding leads to the place without a value.
  await panel.getByRole("button", { name: "maxTokens", exact: true }).click();
  await expect(desk.maxTokens).toBeFocused();
  await desk.write(desk.maxTokens, "50");
  const newStop = page.getByRole("textbox", { name: "New stop sequence" });
  await newStop.fill("\\n\\nHuman:");
  await newStop.press("Enter");
  await desk.decide(desk.approve);
  await expect(review).toContainText("read");
  const { attempts } = await desk.request();
  expect(attempts[0]?.document).toMatchObject({
    messages: [
      { role: "user", content: text("just words") },
      { role: "user", content: text("content as text") },
      { role: "user", content: { mimeType: "image/png" } },
      { role: "user", content: { mimeType: "image/png" } },
    ],
    maxTokens: 50,
    stopSequences: ["\n\nHuman:"],
    modelPreferences: { costPriority: 1 },
  });
  expect(attempts[0]?.document).not.toHaveProperty("includeContext");
  expect(attempts[0]?.document).not.toHaveProperty("surprise");
  expect(JSON.stringify(model.asked()[0]?.body)).toContain(PICTURE.toString("base64"));
});
