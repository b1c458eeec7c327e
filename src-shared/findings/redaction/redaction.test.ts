// The values of findings, by their places in the scanned document.
import { expect, it } from "vitest";
import { redactionsOf, valueAt } from "./redaction.ts";

const document = {
  messages: [{ role: "user", content: { type: "text", text: "to a@b.example, a@b.example" } }],
  metadata: { "a@b.example": 4111111111111111 },
};
const text = ["messages", 0, "content", "text"];

it("reads values at their places, each once, in names and numbers too", () => {
  const name = { path: ["metadata", "a@b.example"], offset: 0, length: 11, inName: true as const };
  expect(
    redactionsOf(document, [
      { kind: "email", path: text, offset: 3, length: 11 },
      { kind: "email", path: text, offset: 16, length: 11 },
      { kind: "email", ...name },
      { kind: "card", path: ["metadata", "a@b.example"], offset: 0, length: 16 },
    ]),
  ).toEqual([
    { kind: "email", value: "a@b.example" },
    { kind: "card", value: "4111111111111111" },
  ]);
});

it("reads none where the document has changed", () => {
  expect(valueAt(document, { path: text, offset: 20, length: 11 })).toBeNull();
  expect(valueAt(document, { path: ["messages", 4, "content"], offset: 0, length: 1 })).toBeNull();
  expect(valueAt(document, { path: ["constructor"], offset: 0, length: 1 })).toBeNull();
  expect(valueAt(document, { path: ["metadata"], offset: 0, length: 0 })).toBeNull();
});
