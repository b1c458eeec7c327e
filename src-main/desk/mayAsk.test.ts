// No model is asked that the person does not allow for the server, whatever a window sends.
import { describe, expect, it } from "vitest";
import type { Failure } from "../../src-shared/outcome.ts";
import { Desk } from "./desk.ts";
import {
  answerText,
  FakeAudience,
  FakeClock,
  FakeGenerator,
  FakeLedger,
  FakeMedia,
  FakeServer,
  plainHasher,
} from "./testing.ts";

const params = {
  messages: [{ role: "user", content: { type: "text", text: "hi" } }],
  maxTokens: 64,
};
const model = (modelId: string) => ({ providerId: "p", modelId });

function made() {
  const ledger = new FakeLedger();
  const generator = new FakeGenerator();
  let forbidden = "dear";
  const desk = new Desk({
    ledger,
    generator,
    media: new FakeMedia(),
    audience: new FakeAudience(),
    hasher: plainHasher,
    clock: new FakeClock(),
    masterSwitch: "review",
    candidatesAtOnce: () => 1,
    mayAsk: (serverId, { modelId }): Failure | null =>
      serverId === "srv" && modelId === forbidden
        ? { kind: "not-for-this-server", model: modelId }
        : null,
  });
  const { sampleId } = desk.receive(new FakeServer().request(params));
  const decide = (modelId: string) => {
    const sample = desk.sample(sampleId);
    if (sample === undefined) throw new Error("no sample");
    const state = sample.attempts.at(-1)?.state;
    const hash =
      state !== undefined && "generatedHash" in state ? state.generatedHash : sample.askedHash;
    return desk.decide(
      sampleId,
      { revision: sample.revision, hash },
      { kind: "approve-request", document: params, model: model(modelId) },
    );
  };
  const several = (...ids: string[]) => {
    const sample = desk.sample(sampleId);
    if (sample === undefined) throw new Error("no sample");
    return desk.decide(
      sampleId,
      { revision: sample.revision, hash: sample.askedHash },
      {
        kind: "approve-candidates",
        runs: ids.map((id) => ({ document: params, model: model(id) })),
      },
    );
  };
  return {
    several,
    desk,
    ledger,
    generator,
    sampleId,
    decide,
    forbid: (id: string) => (forbidden = id),
  };
}

describe("a model that this server may not have", () => {
  it("is not asked, and nothing is recorded as approved", () => {
    const { ledger, generator, decide, desk, sampleId } = made();
    expect(decide("dear")).toEqual({
      ok: false,
      failure: { kind: "not-for-this-server", model: "dear" },
    });
    expect(generator.asked).toEqual([]);
    expect(ledger.kinds()).toEqual(["received"]);
    expect(desk.sample(sampleId)?.phase.kind).toBe("request");
    expect(decide("cheap").ok).toBe(true);
    expect(generator.asked.map((asked) => asked.model)).toEqual([model("cheap")]);
  });
  it("is not asked for another try either, once the person has said so", async () => {
    const { generator, decide, forbid } = made();
    expect(decide("cheap").ok).toBe(true);
    generator.answer({ kind: "done", generated: answerText("x"), tookMs: 1 });
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    forbid("cheap");
    expect(decide("cheap")).toMatchObject({ ok: false, failure: { kind: "not-for-this-server" } });
    expect(generator.asked).toHaveLength(1);
  });
  it("lets none of several be asked where one of them may not", () => {
    const { generator, ledger, several } = made();
    expect(several("cheap", "dear")).toMatchObject({
      ok: false,
      failure: { kind: "not-for-this-server", model: "dear" },
    });
    expect(generator.asked).toEqual([]);
    expect(ledger.kinds()).toEqual(["received"]);
  });
  it("is not asked when its turn comes, where the person has said so meanwhile", async () => {
    const { desk, ledger, generator, several, forbid, sampleId } = made();
    expect(several("a", "b", "c").ok).toBe(true);
    forbid("b");
    generator.answer({ kind: "done", generated: answerText("x"), tookMs: 1 });
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    expect(generator.asked.map((asked) => asked.model.modelId)).toEqual(["a", "c"]);
    const states = desk.sample(sampleId)?.attempts.map(({ state }) => state.kind);
    expect(states).toEqual(["done", "withdrawn", "running"]);
    // Nobody pressed Stop: the desk held to what the person had said.
    const withdrawn = ledger.rows.filter(({ kind }) => kind === "stop-asked");
    expect(withdrawn.map(({ body }) => body)).toMatchObject([{ by: { kind: "desk" } }]);
  });
});
