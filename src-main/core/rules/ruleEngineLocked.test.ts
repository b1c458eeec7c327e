// Another program's lock on the ledger keeps no rule from deciding: what it held up for a moment is judged again.
import { expect, it } from "vitest";
import { ruleSchema } from "#shared/rules/rule.ts";
import { deskFor, requestAt } from "../testing/deskFor.ts";
import { FakeBook, FakeInspector } from "../testing/rules.ts";

const model = { providerId: "local", modelId: "m" };
const params = {
  messages: [{ role: "user", content: { type: "text", text: "hello" } }],
  maxTokens: 64,
};

const settled = async (): Promise<void> => {
  for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A request that a rule with one use lets through, while the ledger cannot be written for this reason. */
async function asked(reason: "locked" | "full") {
  const book = new FakeBook();
  const holds = { kind: "uses", left: 1 };
  book.rules = [ruleSchema.parse({ id: "r", name: "Rule", decide: "allow", holds })];
  const opened = deskFor({
    rules: book,
    inspector: new FakeInspector(),
    masterSwitch: "rules" as const,
    models: { choose: () => model },
  });
  const { desk, ledger, server, generator } = opened;
  ledger.broken = reason;
  ledger.reason = reason;
  const { requestId } = desk.receive(server.request(params));
  await settled();
  expect([requestAt(desk, requestId).phase.kind, generator.asked.length]).toEqual(["request", 0]);
  return { ...opened, book, requestId };
}

it("lets through what a rule allows as soon as the file is unlocked, once", async () => {
  const { desk, ledger, generator, requestId } = await asked("locked");
  ledger.broken = null;
  expect(desk.retryLedger().ok).toBe(true);
  await settled();
  expect(generator.asked).toHaveLength(1);
  expect(ledger.kinds()).toEqual(["received", "judged", "request-approved"]);
  expect(requestAt(desk, requestId).judged).toHaveLength(1);
  ledger.broken = "locked";
  expect(desk.retryLedger().ok).toBe(true);
  expect(generator.asked).toHaveLength(1);
});

it("leaves to the user what the mode has taken from the rules meanwhile", async () => {
  const { desk, ledger, generator } = await asked("locked");
  desk.setSwitch("review");
  ledger.broken = null;
  expect(desk.retryLedger().ok).toBe(true);
  await settled();
  expect(generator.asked).toHaveLength(0);
});

it("leaves to the user what a full disk delayed, possibly for long", async () => {
  const { desk, ledger, generator } = await asked("full");
  ledger.broken = null;
  expect(desk.retryLedger().ok).toBe(true);
  await settled();
  expect(generator.asked).toHaveLength(0);
});
