// Nobody at the desk: what rules leave to the user is refused, and nothing before rules, model and server had their turn.
import { beforeEach, expect, it, vi } from "vitest";
import { ruleSchema } from "#shared/rules/rule.ts";
import type { Rule } from "#shared/rules/rule.ts";
import type { Desk } from "../desk/desk.ts";
import { FakeBook, FakeInspector } from "../testing/rules.ts";
import { deskFor, requestAt } from "../testing/deskFor.ts";
import { FakeListener, textResponse } from "../testing/fakes.ts";
import type { FakeGenerator, FakeLedger, FakeServer } from "../testing/fakes.ts";
import { Unattended } from "./unattended.ts";

const params = {
  messages: [{ role: "user", content: { type: "text", text: "Hello?" } }],
  maxTokens: 64,
};
const rule = (over: Partial<Rule>): Rule =>
  ruleSchema.parse({ id: "r", name: "Rule", decide: "allow", gate: "both", ...over });

let book: FakeBook;
let inspector: FakeInspector;
let desk: Desk;
let server: FakeServer;
let generator: FakeGenerator;
let ledger: FakeLedger;
beforeEach(() => {
  book = new FakeBook();
  inspector = new FakeInspector();
  const listener = new FakeListener();
  ({ desk, server, generator, ledger } = deskFor({
    listener,
    inspector,
    rules: book,
    masterSwitch: "rules",
    models: { choose: () => ({ providerId: "local", modelId: "m" }) },
  }));
  const nobody = new Unattended(desk);
  listener.requestChanged = (id) => nobody.changed(id);
});

const ask = (): string => desk.receive(server.request(params)).requestId;
const endingOf = (id: string) =>
  vi.waitFor(() => {
    const { phase } = requestAt(desk, id);
    if (phase.kind !== "ended") throw new Error(`still at ${phase.kind}`);
    return phase.ending;
  });
const UNDECIDED = {
  kind: "refused",
  by: { kind: "desk" },
  refusal: { reason: "undecided", code: -32056 },
};

it("refuses what no rule decides, and what a rule leaves to the user", async () => {
  expect(await endingOf(ask())).toMatchObject({ ...UNDECIDED, gate: 1 });
  book.rules = [rule({ decide: "ask" })];
  expect(await endingOf(ask())).toMatchObject({ ...UNDECIDED, gate: 1 });
  expect(server.heard).toMatchObject([{ code: -32056 }, { code: -32056 }]);
});

it("lets rules decide first, however long that takes, and then the model", async () => {
  book.rules = [rule({})];
  let open = (): void => undefined;
  inspector.gate = new Promise((resolve) => (open = resolve));
  const id = ask();
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  expect(requestAt(desk, id).phase.kind).toBe("request");
  open();
  await vi.waitFor(() => expect(generator.asked).toHaveLength(1));
  generator.answer({ kind: "done", generated: textResponse("Hi."), tookMs: 1 });
  expect(await endingOf(id)).toMatchObject({ kind: "replied", by: { kind: "rule" } });
});

it("refuses a response that no rule lets pass, and a request whose model failed", async () => {
  book.rules = [rule({ gate: "request" })];
  const first = ask();
  await vi.waitFor(() => expect(generator.asked).toHaveLength(1));
  generator.answer({ kind: "done", generated: textResponse("Hi."), tookMs: 1 });
  expect(await endingOf(first)).toMatchObject({ ...UNDECIDED, gate: 2 });
  const second = ask();
  await vi.waitFor(() => expect(generator.asked).toHaveLength(2));
  generator.answer({
    kind: "failed",
    failure: { kind: "model-unreachable", detail: "" },
    tookMs: 1,
  });
  expect(await endingOf(second)).toMatchObject({
    kind: "refused",
    refusal: { reason: "generation-failed", code: -32057 },
  });
});

const FAILED = {
  kind: "refused",
  by: { kind: "desk" },
  gate: 2,
  refusal: { reason: "generation-failed", code: -32057 },
};

it("refuses a response that broke off or is not well-formed as one of a model that failed", async () => {
  book.rules = [rule({})];
  const first = ask();
  await vi.waitFor(() => expect(generator.asked).toHaveLength(1));
  generator.answer({
    kind: "stopped",
    generated: textResponse("Hi th"),
    tookMs: 1,
    brokenOff: { kind: "model-overloaded", status: 502, detail: "upstream gone" },
  });
  expect(await endingOf(first)).toMatchObject(FAILED);
  const second = ask();
  await vi.waitFor(() => expect(generator.asked).toHaveLength(2));
  const content = { type: "tool_use", id: "c1", name: "w", input: '{"a":1' };
  generator.answer({ kind: "done", generated: { ...textResponse(""), content }, tookMs: 1 });
  expect(await endingOf(second)).toMatchObject(FAILED);
});

it.each(["full", "damaged", "locked"] as const)(
  "refuses what a rule decided while the ledger is %s as not recorded",
  async (reason) => {
    book.rules = [rule({})];
    ledger.broken = "cannot be written";
    ledger.reason = reason;
    expect(await endingOf(ask())).toMatchObject({
      kind: "refused",
      refusal: { reason: "not-recorded", code: -32061 },
    });
    expect(generator.asked).toHaveLength(0);
  },
);
