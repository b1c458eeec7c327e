// Selecting a model doesn't edit the request: what a rule prepared stays, whichever came first.
import { expect, it } from "vitest";
import { editedRequest, withModel } from "./gate1Draft.ts";

const proposed = {
  messages: [{ role: "user" as const, content: { type: "text" as const, text: "Hello" } }],
  maxTokens: 10,
};
const prepared = { ...proposed, systemPrompt: "of a rule" };
const mine = { ...proposed, systemPrompt: "mine" };
const model = { providerId: "p", modelId: "m" };

it("keeps what a rule prepared", () => {
  expect(withModel({ proposed, prepared }, undefined, model)).toMatchObject({
    document: prepared,
    model,
  });
});

it("follows what a rule prepares after the model was chosen", () => {
  const early = withModel({ proposed }, undefined, model) ?? undefined;
  expect(editedRequest(early)).toBeNull();
  expect(withModel({ proposed, prepared }, early, model)?.document).toBe(prepared);
});

it("keeps the user's own edits, though a rule prepares others", () => {
  const draft = { gate: 1 as const, document: mine, model: null, json: "{" };
  expect(editedRequest(draft)).toBe(mine);
  expect(withModel({ proposed, prepared }, draft, model)).toEqual({ ...draft, model });
});

it("keeps the other choices, and gives nothing for a request that cannot be shown", () => {
  const draft = {
    gate: 1 as const,
    document: proposed,
    model: null,
    options: { passMetadata: true as const },
    untouched: true as const,
  };
  expect(withModel({ proposed }, draft, model)).toEqual({ ...draft, model });
  expect(withModel({ proposed: null }, undefined, model)).toBeNull();
});
