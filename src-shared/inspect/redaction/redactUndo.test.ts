// Placeholders are no edit of a person's: what stood there is read from the request that the server sent.
import { expect, it } from "vitest";
import type { RequestDocument } from "../../sampling/document/message.ts";
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

it("texts that were only redacted say again what was asked, wherever they stand", () => {
  const asked = request("to a@b.example and c@d.example, a@b.example", "c@d.example", "plain");
  const edited = request("a new one", "c@d.example", "to a@b.example and c@d.example, a@b.example");
  expect(withoutMarks(asked, redacted(asked))).toEqual(asked);
  expect(withoutMarks(asked, redacted(edited))).toEqual(edited);
});

it("a text that was edited as well is not known", () => {
  const asked = request("to a@b.example now");
  expect(withoutMarks(asked, redacted(request("to a@b.example later")))).toBeNull();
});

it("the same placeholder stands for the same text", () => {
  const asked = request("x@y.example x@y.example", "⟦EMAIL_1⟧");
  expect(withoutMarks(asked, request("⟦EMAIL_1⟧ ⟦EMAIL_1⟧"))).toEqual(
    request(asked.messages[0] ? "x@y.example x@y.example" : ""),
  );
  expect(withoutMarks(request("a b"), request("⟦EMAIL_1⟧ ⟦EMAIL_1⟧"))).toBeNull();
});

it("an attempt without placeholders is what the person made of it; an unknown one is what was asked", () => {
  const asked = request("to a@b.example");
  const edited = request("else");
  expect(beforeRedaction(asked, { document: edited })).toBe(edited);
  const redacted = { names: [] };
  expect(beforeRedaction(asked, { document: request("⟦EMAIL_1⟧, hi"), redacted })).toBe(asked);
  expect(beforeRedaction(asked, { document: request("to ⟦EMAIL_1⟧"), redacted })).toEqual(asked);
});
