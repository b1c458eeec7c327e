// Files pasted or dropped at either gate: each becomes a content block where it was dropped, checked by its bytes; the
// bytes of an embedded resource are replaced like an image.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Locator } from "playwright/test";
import { expect, test } from "../../fixtures.ts";
import type { Desk } from "../../support/desk.ts";
import { dialogsAnswer, png, wav } from "../../support/media.ts";
import { question } from "../../support/puppet.ts";

const RED = png(64, 40, [200, 30, 90]);
const BLUE = png(32, 20, [30, 60, 200]);
const TONE = wav(300);

interface OwnFile {
  name: string;
  type: string;
  bytes: Buffer;
}
const image = (bytes = RED): OwnFile => ({ name: "a.png", type: "image/png", bytes });
const sound: OwnFile = { name: "a.wav", type: "audio/wav", bytes: TONE };

/** Drops files on an element, or pastes them into it, with Chromium's events. */
async function give(how: "drop" | "paste", on: Locator, files: OwnFile[], text?: string) {
  const given = files.map(({ bytes, ...file }) => ({ ...file, base64: bytes.toString("base64") }));
  await on.evaluate(
    (element, [event, list, words]) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of list) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      if (words !== null) data.setData("text/plain", words);
      const init = { bubbles: true, cancelable: true };
      if (event === "drop") {
        const over = new DragEvent("dragover", { ...init, dataTransfer: data });
        // Without a handler nothing is dropped.
        if (element.dispatchEvent(over)) throw new Error("not taken");
        element.dispatchEvent(new DragEvent("drop", { ...init, dataTransfer: data }));
      } else element.dispatchEvent(new ClipboardEvent("paste", { ...init, clipboardData: data }));
    },
    [how, given, text ?? null] as const,
  );
}

const paperOf = (desk: Desk): Locator =>
  desk.page.getByRole("region", { name: "Text under review" });

const block = (bytes: Buffer, type: "image" | "audio", mimeType: string) => ({
  type,
  data: bytes.toString("base64"),
  mimeType,
});

test("a dropped file joins the message under it, or replaces an image; other types are refused @long", async ({
  openCall,
}) => {
  const { desk, server } = await openCall();
  const paper = paperOf(desk);
  server.ask({
    messages: [
      { role: "user", content: { type: "text", text: "First" } },
      {
        role: "user",
        content: [{ ...block(RED, "image", "image/png"), _meta: { page: 3 } }],
      },
    ],
    maxTokens: 10,
  });
  const first = paper.getByRole("textbox", { name: "Message 1" });
  await expect(first).toBeVisible();
  await give("drop", first, [image(), sound]);
  await expect(paper.getByRole("img", { name: /^Message 1/ })).toBeVisible();
  await expect(paper.locator("audio")).toHaveCount(1);
  // The image of message 2 is replaced; the fields beside it stay.
  const second = paper.getByRole("button", { name: /^Open full size: Message 2/ });
  await give("drop", second, [image(BLUE)]);
  await expect(paper.getByText("32 × 20 pixels")).toHaveCount(1);
  await expect(paper.getByRole("img", { name: /^Message 2/ })).toHaveCount(1);
  await give("paste", paper.getByRole("textbox", { name: /^Message 1/ }).first(), [image(BLUE)]);
  await expect(paper.getByText("32 × 20 pixels")).toHaveCount(2);
  // By its bytes, whatever type it claims; and text that comes with an image is pasted as text.
  const lie = { name: "a.png", type: "image/png", bytes: Buffer.from("<svg onload=alert(1)>") };
  await give("drop", first, [lie]);
  await expect(desk.review).toContainText("Unsupported image type");
  const images = paper.getByRole("img", { name: /^Message 1/ });
  const count = await images.count();
  await give(
    "paste",
    paper.getByRole("textbox", { name: /^Message 1/ }).first(),
    [image()],
    "a table",
  );
  expect(await images.count()).toBe(count);
  await desk.decide(desk.button(/^Answer by hand/));
  const { attempts, media } = await desk.request((request) => request.attempts.length > 0);
  const refOf = (bytes: Buffer): unknown =>
    media.find((one) => one.bytes === bytes.length && one.sniffed !== undefined)?.ref;
  expect(attempts[0]?.document).toMatchObject({
    messages: [
      {
        content: [
          { type: "text", text: "First" },
          { type: "image", data: refOf(RED), mimeType: "image/png" },
          { type: "audio", data: refOf(TONE), mimeType: "audio/wav" },
          { type: "image", data: refOf(BLUE), mimeType: "image/png" },
        ],
      },
      { content: [{ type: "image", data: refOf(BLUE), _meta: { page: 3 } }] },
    ],
  });
});

test("at gate 2 files become parts of the response, from the clipboard too, and arrive byte for byte @long", async ({
  openCall,
}) => {
  const { desk, server } = await openCall();
  const paper = paperOf(desk);
  const asked = server.ask(question("Draw and sing", { tools: [], maxTokens: 1000 }));
  await desk.decide(desk.button(/^Answer by hand/));
  await desk.write(desk.answer, "Here:");
  await desk.app.evaluate(async ({ clipboard, ClipboardItem, nativeImage }, base64) => {
    const url = `data:image/png;base64,${base64}`;
    // Electron before 45 has no items there, and later versions have nothing else.
    const writeImage: unknown = Reflect.get(clipboard, "writeImage");
    if (typeof writeImage === "function") {
      Reflect.apply(writeImage, clipboard, [nativeImage.createFromDataURL(url)]);
    } else {
      await clipboard.write([new ClipboardItem({ "image/png": await (await fetch(url)).blob() })]);
    }
  }, RED.toString("base64"));
  await desk.answer.focus();
  await desk.page.keyboard.press("Control+V");
  await expect(paper.getByText("64 × 40 pixels")).toBeVisible();
  await give("paste", paper.getByRole("textbox", { name: "Response, 1" }), [sound]);
  await expect(paper.locator("audio")).toHaveCount(1);
  await desk.decide(desk.approve);
  const { result } = await asked.answer;
  // The system's clipboard re-encodes an image.
  expect(result).toMatchObject({
    content: [
      { type: "text", text: "Here:" },
      { type: "image", mimeType: "image/png" },
      block(TONE, "audio", "audio/wav"),
    ],
  });
});

test("a file replaces the bytes of an embedded resource, by drop or dialog @long", async ({
  openCall,
  folder,
}) => {
  const { desk, server } = await openCall();
  const paper = paperOf(desk);
  const resource = { uri: "file:///c", mimeType: "image/png", blob: RED.toString("base64") };
  server.ask({
    messages: [
      { role: "assistant", content: [{ type: "tool_use", id: "c", name: "look", input: {} }] },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            toolUseId: "c",
            content: [{ type: "resource", resource: { ...resource, _meta: { v: 1 } } }],
          },
        ],
      },
    ],
    maxTokens: 10,
    tools: [{ name: "look", inputSchema: { type: "object" } }],
  });
  const shown = paper.getByRole("button", { name: /^Open full size: Message 2/ });
  await expect(paper.getByText("64 × 40 pixels")).toBeVisible();
  await give("drop", shown, [image(BLUE)]);
  await expect(paper.getByText("32 × 20 pixels")).toBeVisible();
  await expect(paper.getByText("64 × 40 pixels")).toHaveCount(0);
  const file = path.join(folder, "report.pdf");
  const report = Buffer.from("%PDF-1.7\n%âãÏÓ\n1 0 obj\nendobj\n", "latin1");
  await writeFile(file, report);
  await dialogsAnswer(desk, file);
  await paper.getByRole("button", { name: /^Replace…/ }).click();
  await expect(paper.getByText("This type can’t be shown here", { exact: false })).toBeVisible();
  await desk.decide(desk.button(/^Answer by hand/));
  const { attempts, media } = await desk.request((request) => request.attempts.length > 0);
  const ref = media.find(({ bytes }) => bytes === report.length)?.ref;
  expect(attempts[0]?.document).toHaveProperty("messages[1].content", [
    {
      type: "tool_result",
      toolUseId: "c",
      // The old type does not describe the new bytes.
      content: [{ type: "resource", resource: { uri: "file:///c", _meta: { v: 1 }, blob: ref } }],
    },
  ]);
});
