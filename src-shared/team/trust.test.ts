import { expect, it } from "vitest";
import { fold } from "../ledger/fold.ts";
import type { RequestEvent } from "../request/life/event.ts";
import type { HeldRequest } from "../request/life/heldRequest.ts";
import { distrust } from "./trust.ts";

const hash = (value: unknown): string => JSON.stringify(value);
const asks = (text: string) => ({
  messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
  maxTokens: 9,
});
const asked = asks("May I?");

function request(): HeldRequest {
  const body = { asked, askedHash: hash(asked), reply: { kind: "pushed", requestId: 1 } } as const;
  const folded = fold([{ sample: "1", atMs: 1, kind: "received", body: body as never }]);
  if (folded === null) throw new Error("no request");
  return folded.request;
}

const approval = (text: string, more: object = {}): RequestEvent => ({
  kind: "request-approved",
  atMs: 2,
  by: { kind: "person", login: "ana" },
  attemptId: "a",
  base: { revision: 0, hash: hash(asked) },
  document: asks(text),
  documentHash: hash(asks(text)),
  edited: text !== "May I?",
  model: { providerId: "p", modelId: "m" },
  ...more,
});

it("trusts a row that says what it does, and any that approves nothing", () => {
  expect(distrust(request(), approval("May I?"), hash)).toBeNull();
  expect(distrust(request(), approval("You may"), hash)).toBeNull();
  const back: RequestEvent = { kind: "taken-back", atMs: 2, by: { kind: "person" } };
  expect(distrust(request(), back, hash)).toBeNull();
});

it("distrusts a row with the hash of another document", () => {
  const documentHash = hash(asked);
  expect(distrust(request(), approval("You may", { documentHash }), hash)).toBe("hash");
});

it("distrusts an edit that says it was none, which would have needed no lease", () => {
  expect(distrust(request(), approval("You may", { edited: false }), hash)).toBe("edited");
});
