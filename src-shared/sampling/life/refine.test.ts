// A refinement is an ordinary request: what was approved, the response, the instruction, nothing else.
import { expect, it } from "vitest";
import type { RequestDocument, ResponseDocument } from "../document/message.ts";
import { instructionOf, isEmptyAnswer, refinementOf, withMediaInInstruction } from "./refine.ts";
import { checkRequest } from "../checks/validate.ts";

const approved: RequestDocument = {
  messages: [{ role: "user", content: { type: "text", text: "Write a line." } }],
  systemPrompt: "Be kind.",
  maxTokens: 50,
};
const answer = (content: ResponseDocument["content"]): ResponseDocument => ({
  role: "assistant",
  content,
  model: "m",
  stopReason: "endTurn",
});

it("ends with the response and the instruction, and keeps the rest as approved", () => {
  const { document } = refinementOf(
    approved,
    answer({ type: "text", text: "A line." }),
    "Shorter.",
  );
  expect(document).toEqual({
    ...approved,
    messages: [
      ...approved.messages,
      { role: "assistant", content: { type: "text", text: "A line." } },
      { role: "user", content: { type: "text", text: "Shorter." } },
    ],
  });
  expect(checkRequest(document, approved)).toEqual([]);
  expect(instructionOf(document)).toBe("Shorter.");
});

it("can be refined again", () => {
  const once = refinementOf(approved, answer({ type: "text", text: "One." }), "Again.").document;
  const twice = refinementOf(once, answer({ type: "text", text: "Two." }), "And again.").document;
  expect(twice.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "user",
    "assistant",
    "user",
  ]);
});

it("sends a tool call as text, because models take no call without its result", () => {
  const call = { type: "tool_use", id: "c1", name: "look", input: { where: "shed" } };
  const { document, callsAsText } = refinementOf(
    approved,
    answer([{ type: "text", text: "" }, call]),
    "Look elsewhere.",
  );
  expect(callsAsText).toBe(1);
  const told = document.messages[1]?.content as { type: string; text: string };
  expect(JSON.parse(told.text)).toEqual({
    tool_use: { id: "c1", name: "look", input: { where: "shed" } },
  });
  expect(checkRequest(document, approved).filter(({ severity }) => severity === "error")).toEqual(
    [],
  );
});

it("keeps images and audio in place", () => {
  const image = { type: "image", data: "countersign-media:0", mimeType: "image/png" };
  const { document } = refinementOf(approved, answer([{ type: "text", text: "See:" }, image]), "x");
  expect(document.messages[1]).toEqual({
    role: "assistant",
    content: [{ type: "text", text: "See:" }, image],
  });
});

it("moves images into the instruction, for providers that take none from an assistant", () => {
  const image = { type: "image", data: "countersign-media:0", mimeType: "image/png" };
  const text = { type: "text", text: "See:" };
  const { document } = refinementOf(approved, answer([text, image]), "Brighter.");
  const moved = withMediaInInstruction(document);
  expect(moved.messages.slice(1)).toEqual([
    { role: "assistant", content: [text] },
    { role: "user", content: [image, { type: "text", text: "Brighter." }] },
  ]);
  expect(withMediaInInstruction(moved)).toBe(moved);
  const only = refinementOf(approved, answer(image), "Brighter.").document;
  expect(withMediaInInstruction(only).messages.map(({ role }) => role)).toEqual(["user", "user"]);
});

it("recognizes an empty response", () => {
  expect(isEmptyAnswer(answer({ type: "text", text: " \n" }))).toBe(true);
  expect(isEmptyAnswer(answer([]))).toBe(true);
  expect(isEmptyAnswer(answer({ type: "image", data: "", mimeType: "image/png" }))).toBe(false);
});
