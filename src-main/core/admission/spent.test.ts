// The facts of each generation that the ledger sums up.
import { expect, it } from "vitest";
import { decideAt, deskFor } from "../testing/deskFor.ts";
import { FakeGenerator, FakeLedger, textResponse } from "../testing/fakes.ts";

const params = {
  messages: [{ role: "user", content: { type: "text", text: "Say hello." } }],
  maxTokens: 64,
};
const model = { providerId: "p", modelId: "m" };

function deskWith(ledger: FakeLedger, generator: FakeGenerator) {
  const { desk, server } = deskFor({
    ledger,
    generator,
    models: { costOf: (_model, usage) => (usage === undefined ? null : { usd: 0.5 }) },
  });
  const { requestId } = desk.receive(server.request(params));
  decideAt(desk, requestId, { kind: "approve-request", document: params, model });
  return { desk, requestId };
}

it("keeps usage, price, server and model beside the row of a response", async () => {
  const ledger = new FakeLedger();
  const generator = new FakeGenerator();
  const { desk, requestId } = deskWith(ledger, generator);
  const usage = { inputTokens: 9, outputTokens: 3 };
  generator.answer({ kind: "done", generated: textResponse("hello"), tookMs: 7, usage });
  await expect.poll(() => ledger.kinds()).toContain("attempt-done");
  const row = ledger.rows.find(({ kind }) => kind === "attempt-done");
  expect(row?.spent).toMatchObject({
    serverId: "srv",
    serverName: "notes",
    model,
    usage,
    cost: { usd: 0.5 },
    outcome: "done",
    tookMs: 7,
  });
  expect(desk.request(requestId)?.attempts[0]?.state).toMatchObject({ cost: { usd: 0.5 } });
});

it("counts a failed generation with an unknown price", async () => {
  const ledger = new FakeLedger();
  const generator = new FakeGenerator();
  deskWith(ledger, generator);
  generator.answer({ kind: "failed", failure: { kind: "model-other", detail: "" }, tookMs: 7 });
  await expect.poll(() => ledger.kinds()).toContain("attempt-failed");
  const { spent } = ledger.rows.find(({ kind }) => kind === "attempt-failed") ?? {};
  expect(spent).toMatchObject({ outcome: "failed", model });
  expect(spent).not.toHaveProperty("cost");
});
