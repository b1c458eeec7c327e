// A running batch approves nothing that has changed since it started.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { DeskBridge } from "#shared/contract/contract.ts";
import type { Draft } from "#shared/request/life/decision.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { drafts } from "#data/drafts.ts";
import { draftKey } from "#data/requests/drafts.ts";
import { testToken } from "#data/guard/testing.ts";
import { mirror } from "#data/mirror.ts";
import { approveStep } from "./approveStep.ts";

const asked = {
  messages: [{ role: "user" as const, content: { type: "text" as const, text: "Hello" } }],
  maxTokens: 10,
};
const model = { providerId: "p", modelId: "m" };
const request: HeldRequest = {
  id: "a",
  requester: {
    serverId: "s",
    name: "Notes",
    transport: "stdio",
    where: "x",
    protocolVersion: "2025-11-25",
    era: "legacy",
    encrypted: null,
  },
  origin: { kind: "none" },
  reply: { kind: "pushed", requestId: 1 },
  receivedAtMs: 1,
  asked,
  askedHash: "h",
  proposed: asked,
  flags: [],
  media: [],
  attempts: [],
  timeline: [],
  phase: { kind: "request" },
  revision: 1,
};
const sent: unknown[][] = [];
const stand = (now: HeldRequest | null, draft?: Draft): void => {
  mirror.setState({ requests: now === null ? {} : { a: now } });
  drafts.setState({ gates: draft === undefined ? {} : { [draftKey("a", { gate: 1 })]: draft } });
};

beforeEach(() => {
  sent.length = 0;
  const invoke = (...call: unknown[]) => {
    sent.push(call);
    return Promise.resolve({ ok: true, value: null });
  };
  vi.stubGlobal("window", { desk: { invoke } as unknown as DeskBridge });
});
afterEach(() => vi.unstubAllGlobals());

it("approves what was shown when the batch began", async () => {
  stand(request, { gate: 1, document: asked, model, untouched: true });
  await expect(approveStep(testToken(), request, asked, model).run()).resolves.toMatchObject({
    ok: true,
  });
  expect(sent).toEqual([
    [
      "desk.decide",
      "a",
      { revision: 1, hash: "h" },
      { kind: "approve-request", document: asked, model },
    ],
  ]);
});

it.each<[string, HeldRequest | null, Draft?]>([
  ["was edited", request, { gate: 1, document: { ...asked, systemPrompt: "mine" }, model }],
  ["is being typed", request, { gate: 1, document: asked, model, json: "{" }],
  ["was prepared by a rule", { ...request, prepared: { ...asked, systemPrompt: "a rule's" } }],
  [
    "has values that a rule redacts",
    {
      ...request,
      judged: [
        {
          atMs: 1,
          gate: "request",
          decide: "ask",
          rule: { id: "r", name: "R" },
          changes: { redact: ["secrets"] },
        },
      ],
    },
  ],
  ["is gone", null],
])("does not approve a request that %s meanwhile", async (_, now, draft) => {
  stand(now, draft);
  const result = await approveStep(testToken(), request, asked, model).run();
  expect(result).toEqual({ ok: false, failure: { kind: "stale" } });
  expect(sent).toEqual([]);
});
