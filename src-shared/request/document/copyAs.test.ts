import { expect, it } from "vitest";
import { copyAs } from "./copyAs.ts";
import type { RequestDocument } from "./message.ts";

const document = {
  systemPrompt: "Be brief.",
  messages: [
    { role: "user", content: { type: "text", text: "What is # this?" } },
    {
      role: "assistant",
      content: [
        { type: "image", data: "aGk=", mimeType: "image/png" },
        { type: "tool_use", id: "1", name: "look", input: {} },
      ],
    },
  ],
  maxTokens: 10,
} as unknown as RequestDocument;

it("copies the text of each message under its role", () => {
  expect(copyAs(document, "text")).toMatch(
    /^System:\nBe brief\.\n\nUser:\nWhat is # this\?\n\nAssistant:\n\[image image\/png\]\n\n\{/,
  );
});

it("copies Markdown with headings, and JSON in fences", () => {
  expect(copyAs(document, "markdown")).toMatch(
    /^## System\n\nBe brief\.\n\n## User\n\n[^]*## Assistant\n\n\[image image\/png\]\n\n```json\n\{[^]*\}\n```$/,
  );
});

it("copies the request itself as JSON", () => {
  expect(JSON.parse(copyAs(document, "json"))).toEqual(document);
});
