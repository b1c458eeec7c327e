import { expect, it } from "vitest";
import { defaultPolicy } from "../../../src-shared/servers/policy/policy.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import { modelsOffered } from "../../../src-shared/team/offered.ts";
import { modelsToOffer } from "./chooseModel.ts";

const model = {
  providerId: "p",
  provider: "P",
  modelId: "m",
  name: "M",
  kind: "anthropic",
} as const;
const models = modelsOffered([model]);

it("offers models for what a model responds to, and none for a form or a tool call", () => {
  const offer = (sample: Parameters<typeof modelsToOffer>[2]) =>
    modelsToOffer(models, defaultPolicy, sample);
  const asked: RequestDocument = { messages: [], maxTokens: 1 };
  expect(offer({ proposed: asked })).toEqual([model]);
  expect(offer({ requestKind: "completion", proposed: asked })).toEqual([model]);
  expect(offer({ proposed: null })).toEqual([]);
  const form = { message: "Which city?", requestedSchema: {} } as unknown as RequestDocument;
  expect(offer({ requestKind: "elicitation", proposed: form })).toEqual([]);
  const call = { name: "delete", arguments: {} } as unknown as RequestDocument;
  expect(offer({ requestKind: "tool-call", proposed: call })).toEqual([]);
});
