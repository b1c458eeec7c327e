// No model is asked that the user forbids for the server, whatever a window sends.
import { describe, expect, it } from "vitest";
import type { Failure } from "#shared/outcome.ts";
import { decideAt, deskFor } from "../testing/deskFor.ts";
import { textResponse } from "../testing/fakes.ts";

const params = {
  messages: [{ role: "user", content: { type: "text", text: "hi" } }],
  maxTokens: 64,
};
const model = (modelId: string) => ({ providerId: "p", modelId });

function made() {
  let forbidden = "dear";
  const { ledger, generator, server, desk } = deskFor({
    candidatesAtOnce: () => 1,
    models: {
      check: (serverId, { modelId }): Failure | null =>
        serverId === "srv" && modelId === forbidden
          ? { kind: "not-for-this-server", model: modelId }
          : null,
    },
  });
  const { requestId } = desk.receive(server.request(params));
  const decide = (modelId: string) =>
    decideAt(desk, requestId, {
      kind: "approve-request",
      document: params,
      model: model(modelId),
    });
  const several = (...ids: string[]) =>
    decideAt(desk, requestId, {
      kind: "approve-candidates",
      runs: ids.map((id) => ({ document: params, model: model(id) })),
    });
  return {
    several,
    desk,
    ledger,
    generator,
    requestId,
    decide,
    forbid: (id: string) => (forbidden = id),
  };
}

describe("a model that this server may not use", () => {
  it("is not asked, and nothing is recorded as approved", () => {
    const { ledger, generator, decide, desk, requestId } = made();
    expect(decide("dear")).toEqual({
      ok: false,
      failure: { kind: "not-for-this-server", model: "dear" },
    });
    expect(generator.asked).toEqual([]);
    expect(ledger.kinds()).toEqual(["received"]);
    expect(desk.request(requestId)?.phase.kind).toBe("request");
    expect(decide("cheap").ok).toBe(true);
    expect(generator.asked.map((asked) => asked.model)).toEqual([model("cheap")]);
  });
  it("is not asked for another attempt either, once the user has forbidden it", async () => {
    const { generator, decide, forbid } = made();
    expect(decide("cheap").ok).toBe(true);
    generator.answer({ kind: "done", generated: textResponse("x"), tookMs: 1 });
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    forbid("cheap");
    expect(decide("cheap")).toMatchObject({ ok: false, failure: { kind: "not-for-this-server" } });
    expect(generator.asked).toHaveLength(1);
  });
  it("asks none of several models if one of them is forbidden", () => {
    const { generator, ledger, several } = made();
    expect(several("cheap", "dear")).toMatchObject({
      ok: false,
      failure: { kind: "not-for-this-server", model: "dear" },
    });
    expect(generator.asked).toEqual([]);
    expect(ledger.kinds()).toEqual(["received"]);
  });
  it("is not asked when its turn comes if the user has forbidden it meanwhile", async () => {
    const { desk, ledger, generator, several, forbid, requestId } = made();
    expect(several("a", "b", "c").ok).toBe(true);
    forbid("b");
    generator.answer({ kind: "done", generated: textResponse("x"), tookMs: 1 });
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    expect(generator.asked.map((asked) => asked.model.modelId)).toEqual(["a", "c"]);
    const states = desk.request(requestId)?.attempts.map(({ state }) => state.kind);
    expect(states).toEqual(["done", "withdrawn", "running"]);
    // Nobody pressed Stop: the desk followed the user's setting.
    const withdrawn = ledger.rows.filter(({ kind }) => kind === "stop-asked");
    expect(withdrawn.map(({ body }) => body)).toMatchObject([{ by: { kind: "desk" } }]);
  });
});
