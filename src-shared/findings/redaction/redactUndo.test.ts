// A placeholder is not an edit: its value is read from the request that the server sent.
import { expect, it } from "vitest";
import type { RequestDocument } from "../../request/document/message.ts";
import { redactRequest } from "./redact.ts";
import { beforeRedaction, withoutMarks } from "./redactUndo.ts";

const request = (...texts: string[]): RequestDocument => ({
  messages: texts.map((text) => ({ role: "user", content: { type: "text", text } })),
});
const redacted = (document: RequestDocument): RequestDocument =>
  redactRequest(document, [
    { kind: "email", value: "a@b.example" },
    { kind: "email", value: "c@d.example" },
  ]).document;

it("restores texts that were only redacted, wherever they are", () => {
  const asked = request("to a@b.example and c@d.example, a@b.example", "c@d.example", "plain");
  const edited = request("a new one", "c@d.example", "to a@b.example and c@d.example, a@b.example");
  expect(withoutMarks(asked, redacted(asked))).toEqual(asked);
  expect(withoutMarks(asked, redacted(edited))).toEqual(edited);
});

it("does not restore a text that was also edited", () => {
  const asked = request("to a@b.example now");
  expect(withoutMarks(asked, redacted(request("to a@b.example later")))).toBeNull();
});

it("restores one placeholder to one text", () => {
  const asked = request("x@y.example x@y.example", "⟦EMAIL_1⟧");
  expect(withoutMarks(asked, request("⟦EMAIL_1⟧ ⟦EMAIL_1⟧"))).toEqual(
    request(asked.messages[0] ? "x@y.example x@y.example" : ""),
  );
  expect(withoutMarks(request("a b"), request("⟦EMAIL_1⟧ ⟦EMAIL_1⟧"))).toBeNull();
});

it("uses the user's document for an attempt without placeholders, and the original for an unknown one", () => {
  const asked = request("to a@b.example");
  const edited = request("else");
  expect(beforeRedaction(asked, { document: edited })).toBe(edited);
  const redacted = { names: [] };
  expect(beforeRedaction(asked, { document: request("⟦EMAIL_1⟧, hi"), redacted })).toBe(asked);
  expect(beforeRedaction(asked, { document: request("to ⟦EMAIL_1⟧"), redacted })).toEqual(asked);
});
