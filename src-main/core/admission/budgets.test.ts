// Budgets at the desk: a used-up budget refuses, exceeding one needs the user's knowledge, and running generations
// count as what they are expected to use.
import { settled } from "../testing/walks.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CompletionDocument } from "#shared/dialects/dialect.ts";
import type { Json } from "#shared/json.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import { limitsSchema } from "#shared/rules/limitSchemas.ts";
import type { AllLimits } from "#shared/rules/limits/limits.ts";
import { FakeBook, FakeInspector } from "../testing/rules.ts";
import { noLimits } from "#shared/rules/limits/limits.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { decideAt, deskFor } from "../testing/deskFor.ts";
import type { GenerateResult, Incoming, SpentSoFar } from "../ports.ts";
import { textResponse, GENEROUS_POLICY } from "../testing/fakes.ts";

const HOUR = 3_600_000;
const model = { providerId: "p", modelId: "m" };
const document: RequestDocument = {
  messages: [{ role: "user", content: { type: "text", text: "two words" } }],
  maxTokens: 100,
};

function open({
  own = {},
  all = {},
  past = { days: [], recent: [] },
  priced = true,
  longestOutput,
  watched = false,
}: {
  own?: object;
  all?: object;
  past?: SpentSoFar;
  priced?: boolean;
  longestOutput?: number;
  watched?: boolean;
}) {
  const now = { ms: new Date(2026, 10, 21, 12).getTime() };
  let id = 0;
  const limits = limitsSchema.parse({ ...GENEROUS_POLICY.limits, budgets: own });
  const ofAll: AllLimits = {
    ...noLimits,
    budgets: limitsSchema.parse({ budgets: all }).budgets,
  };
  const told = { reads: 0 };
  const { ledger, generator, server, desk } = deskFor({
    clock: { nowMs: () => now.ms, newId: () => `id${(id += 1)}` },
    inspector: new FakeInspector(),
    rules: new FakeBook(),
    models: {
      choose: () => model,
      longestOutputOf: longestOutput === undefined ? undefined : () => longestOutput,
      // A tenth of a cent per token.
      costOf: (_model, usage) =>
        priced ? { usd: ((usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0)) / 1000 } : null,
    },
    requesters: {
      limitsOf: () => limits,
      permissionOf: (serverId) => (watched ? { id: serverId, name: "a", redact: [] } : null),
    },
    limits: {
      ofAll: () => ofAll,
      spent() {
        told.reads += 1;
        return past;
      },
    },
  });
  const ask = (serverId = "srv", over: Partial<Incoming> = {}) => {
    const request = server.request(document as never);
    const requester = { ...request.requester, serverId };
    return desk.receive({ ...request, requester, ...over }).requestId;
  };
  const approve = (requestId: string, more: object = {}) => {
    const decision = { kind: "approve-request", document, model, ...more } as Decision;
    return decideAt(desk, requestId, decision);
  };
  const answer = async (tokens: number): Promise<void> => {
    generator.answer({
      kind: "done",
      generated: textResponse("a"),
      usage: { inputTokens: tokens, outputTokens: 0 },
      tookMs: 1,
    });
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
  };
  const refusalOf = (requestId: string) => {
    const phase = desk.request(requestId)?.phase;
    return phase?.kind === "ended" && phase.ending.kind === "refused" ? phase.ending.refusal : null;
  };
  return { desk, server, ledger, generator, now, told, ask, approve, answer, refusalOf };
}

describe("a budget", () => {
  it("refuses new requests once it is used up, says when there is room, and tells the server no amounts", async () => {
    const { ask, approve, answer, refusalOf, server, now } = open({
      own: { tokens: { hour: 150 } },
    });
    const [first, second] = [ask(), ask()];
    expect(approve(first).ok).toBe(true);
    now.ms += 1000;
    await answer(150);
    expect(refusalOf(ask())).toMatchObject({
      code: -32053,
      reason: "tokens-budget",
      figures: { limit: 150, found: 150, window: "hour", retryAfterMs: HOUR },
    });
    await Promise.resolve();
    expect(server.heard.at(-1)).toEqual({
      kind: "error",
      code: -32053,
      message: "The client's token budget is used up",
      data: { reason: "tokens-budget", window: "hour", retryAfterMs: HOUR },
    });
    // What arrived before still waits for the user.
    expect(refusalOf(second)).toBeNull();
    now.ms += HOUR - 1;
    expect(refusalOf(ask())).toMatchObject({ figures: { retryAfterMs: 1 } });
    now.ms += 1;
    expect(refusalOf(ask())).toBeNull();
  });

  it("holds back no decision that asks no model", () => {
    const { ask, approve, desk } = open({ own: { tokens: { day: 1 } } });
    const id = ask();
    expect(approve(id)).toMatchObject({ ok: false, failure: { kind: "over-budget" } });
    expect(decideAt(desk, id, { kind: "reject", tellServer: false }).ok).toBe(true);
  });

  it("counts running generations as expected, so that of ten at once a person exceeds it knowingly", () => {
    const { ask, approve, generator } = open({ own: { tokens: { day: 450 } } });
    const all = Array.from({ length: 10 }, () => ask());
    const taken = all.map((id) => approve(id));
    expect(taken.filter(({ ok }) => ok)).toHaveLength(4);
    expect(generator.asked).toHaveLength(4);
    const refused = taken.find(({ ok }) => !ok);
    expect(refused).toMatchObject({
      failure: { kind: "over-budget", holds: [{ unit: "tokens", window: "day", used: 0 }] },
    });
  });

  const completion = { dialect: "openai-chat" as const, model: "m", fields: {} };
  const unlimited: CompletionDocument = { messages: document.messages, completion };
  const program: Partial<Incoming> = {
    requestKind: "completion",
    params: unlimited as Json,
    reply: { kind: "http", dialect: "openai-chat", id: "1", createdS: 0, stream: false },
  };

  it("names what a generation is expected to use, and the most, before a person exceeds it", () => {
    const { ask, approve } = open({ own: { tokens: { day: 500 } }, longestOutput: 32_000 });
    expect(approve(ask("srv", program), { document: unlimited })).toMatchObject({
      failure: { kind: "over-budget", holds: [{ limit: 500, needs: 1002, most: 32_002 }] },
    });
    expect(approve(ask())).toEqual({ ok: true, value: null });
    expect(approve(ask("srv", program), { document: unlimited })).toMatchObject({
      failure: { holds: [{ reserved: 102, needs: 1002 }] },
    });
  });

  const BUDGETS = [
    ["tokens of the program", { own: { tokens: { day: 5000 } } }, "tokens-budget"],
    ["tokens of all", { all: { tokens: { hour: 5000 } } }, "tokens-budget"],
    ["money of the program", { own: { usd: { month: 5 } } }, "cost-budget"],
    ["money of all", { all: { usd: { day: 5 } } }, "cost-budget"],
  ] as const;
  it.each(BUDGETS)(
    "of %s holds nothing without end: it is used up, then refuses",
    async (_, set, reason) => {
      const { ask, answer, generator, refusalOf, now } = open({
        ...set,
        watched: true,
        longestOutput: 128_000,
      });
      // The longest response is 25 times the budget; each is expected to take 1,002 tokens.
      const all = Array.from({ length: 10 }, () => ask("srv", program));
      await settled();
      expect(generator.asked).toHaveLength(5);
      expect(all.map(refusalOf)).toMatchObject([
        ...Array.from({ length: 5 }, () => null),
        ...Array.from({ length: 5 }, () => ({ reason })),
      ]);
      // They took a hundredth: there is room again.
      for (let nth = 0; nth < 5; nth += 1) await answer(10);
      now.ms += 1;
      const next = ask("srv", program);
      await settled();
      expect(generator.asked).toHaveLength(6);
      expect(refusalOf(next)).toBeNull();
      // It takes more than is left: the budget is exceeded by what was under way, and nothing passes any more.
      await answer(9000);
      expect(refusalOf(ask("srv", program))).toMatchObject({
        reason,
        figures: { found: expect.anything() },
      });
    },
  );

  it("lets the user exceed it once, knowingly, and records by how much", () => {
    const { ask, approve, ledger, desk } = open({ own: { usd: { month: 0.05 } } });
    const id = ask();
    expect(approve(id)).toMatchObject({ ok: false, failure: { kind: "over-budget" } });
    expect(ledger.kinds()).toEqual(["received"]);
    expect(approve(id, { beyond: true }).ok).toBe(true);
    expect(ledger.rows.at(-1)).toMatchObject({
      kind: "request-approved",
      body: {
        by: { kind: "person" },
        beyond: [{ scope: "server", unit: "usd", window: "month", limit: 0.05, used: 0 }],
      },
    });
    expect(desk.request(id)?.attempts[0]?.beyond).toHaveLength(1);
    expect(approve(ask()).ok).toBe(false);
  });

  it("counts several generations of one decision together", () => {
    const { ask, desk } = open({ own: { tokens: { day: 250 } } });
    const decide = (count: number) => {
      const request = desk.request(ask());
      if (request === undefined) throw new Error("no sample");
      const base = { revision: request.revision, hash: request.askedHash };
      const runs = Array.from({ length: count }, () => ({ document, model }));
      return desk.decide(request.id, base, { kind: "approve-candidates", runs });
    };
    expect(decide(3)).toMatchObject({ ok: false, failure: { kind: "over-budget" } });
    expect(decide(2).ok).toBe(true);
  });

  it("for cost holds a model without a price for the user, whatever the rules say", () => {
    const { ask, approve, desk } = open({ own: { usd: { day: 10 } }, priced: false });
    const id = ask();
    const request = desk.request(id);
    if (request === undefined) throw new Error("no sample");
    expect(desk.limits.holdReason(request, model, document)).toBe("cost-unknown");
    expect(approve(id)).toMatchObject({ failure: { holds: [{ unit: "usd", needs: null }] } });
    expect(approve(id, { beyond: true }).ok).toBe(true);
  });

  it("for all servers is used up by any of them, and says so", async () => {
    const { ask, approve, answer, refusalOf, desk } = open({ all: { tokens: { day: 200 } } });
    approve(ask("a"));
    await answer(90);
    const b = desk.request(ask("b"));
    if (b === undefined) throw new Error("no sample");
    expect(desk.limits.holdReason(b, model, { ...document, maxTokens: 50 })).toBeNull();
    expect(desk.limits.holdReason(b, model, document)).toBe(null);
    approve(b.id);
    expect(desk.limits.holdReason(b, model, document)).toBeNull();
    expect(approve(ask("c"))).toMatchObject({ failure: { holds: [{ used: 90, reserved: 102 }] } });
    await answer(120);
    expect(desk.limits.holdReason(b, model, document)).toBe("tokens-day-all");
    const refusal = refusalOf(ask("c"));
    expect(refusal).toMatchObject({ reason: "tokens-budget", figures: { scope: "all" } });
    const untilMidnight = new Date(2026, 10, 22).getTime() - new Date(2026, 10, 21, 12).getTime();
    expect(refusal?.figures?.retryAfterMs).toBe(untilMidnight);
  });

  it("counts what earlier runs of the app spent, by calendar days, and starts again with the next day", () => {
    const at = new Date(2026, 10, 21, 11, 30).getTime();
    const spend = { usd: 0, unpriced: 0, serverId: "srv" };
    const past: SpentSoFar = {
      days: [
        { ...spend, day: "2026-11-02", tokens: 500 },
        { ...spend, day: "2026-11-21", tokens: 80 },
        { ...spend, day: "2026-11-21", tokens: 7, serverId: "another" },
      ],
      recent: [{ ...spend, atMs: at, tokens: 30 }],
    };
    const { desk, now, told } = open({
      own: { tokens: { hour: 40, day: 100, month: 1000 } },
      past,
    });
    const used = () =>
      desk.limits.budgets
        .ownUses("srv")
        .map(({ window, used: n, untilMs }) => [window, n, untilMs]);
    expect(used()).toEqual([
      ["hour", 30, at + HOUR],
      ["day", 80, new Date(2026, 10, 22).getTime()],
      ["month", 580, new Date(2026, 11).getTime()],
    ]);
    now.ms = new Date(2026, 10, 22, 0, 0, 1).getTime();
    expect(used().map(([, n]) => n)).toEqual([0, 0, 580]);
    now.ms = new Date(2026, 11, 1).getTime();
    expect(used().map(([, n]) => n)).toEqual([0, 0, 0]);
    expect(told.reads).toBe(1);
  });

  it("counts a generation without reported usage by what was received, in its row as well; a failed one only then", async () => {
    const { ask, approve, generator, desk, ledger } = open({ own: { tokens: { day: 10_000 } } });
    const used = () => desk.limits.budgets.ownUses("srv")[0];
    const ends = async (result: GenerateResult, pieces: readonly string[]) => {
      approve(ask());
      for (const [n, text] of pieces.entries()) {
        generator.asked.at(-1)?.onPiece({ block: 0, kind: "text", text }, n + 1);
      }
      generator.answer(result);
      for (let i = 0; i < 10; i += 1) await Promise.resolve();
      return ledger.rows.at(-1);
    };
    const failed: GenerateResult = {
      kind: "failed",
      tookMs: 1,
      failure: { kind: "model-other", detail: "x" },
    };
    expect((await ends(failed, []))?.body).not.toHaveProperty("estimate");
    expect(used()).toMatchObject({ used: 0, reserved: 0 });
    const stopped = { kind: "stopped", generated: textResponse("a"), tookMs: 1 } as const;
    const estimate = { inputTokens: 2, outputTokens: 4, usd: 0.006 };
    expect(await ends(stopped, ["One two three", " four"])).toMatchObject({
      kind: "attempt-stopped",
      body: { estimate },
      spent: { estimate },
    });
    expect(used()).toMatchObject({ used: 6, reserved: 0 });
    expect(await ends(failed, ["One"])).toMatchObject({
      body: { estimate: { inputTokens: 2, outputTokens: 1 } },
    });
    expect(used()).toMatchObject({ used: 9, reserved: 0 });
    const counted = { ...stopped, usage: { inputTokens: 7 } };
    expect(await ends(counted, [])).toMatchObject({
      body: { estimate: { inputTokens: 7, outputTokens: 0 } },
    });
    expect(used()).toMatchObject({ used: 16, reserved: 0 });
  });

  it("counts what a program that hangs up has received", async () => {
    const { server, approve, generator, desk } = open({ own: { tokens: { day: 10_000 } } });
    const held = desk.receive(server.request(document as never));
    approve(held.requestId);
    generator.asked[0]?.onPiece({ block: 0, kind: "text", text: "One two three" }, 1);
    held.withdraw({ kind: "server-cancelled", reason: "The program hung up" });
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
    expect(desk.request(held.requestId)?.phase.kind).toBe("ended");
    expect(desk.limits.budgets.ownUses("srv")).toMatchObject([{ used: 5, reserved: 0 }]);
  });

  it("lets as much more through as the user allows, until its window ends", async () => {
    const { ask, approve, answer, refusalOf, desk, now } = open({ own: { tokens: { day: 100 } } });
    approve(ask(), { beyond: true });
    await answer(120);
    expect(refusalOf(ask())?.reason).toBe("tokens-budget");
    desk.limits.budgets.allowMore({ scope: "server", unit: "tokens", window: "day" }, "srv", 200);
    expect(refusalOf(ask())).toBeNull();
    expect(desk.limits.budgets.ownUses("srv")[0]).toMatchObject({ limit: 300, used: 120 });
    now.ms += 24 * HOUR;
    expect(desk.limits.budgets.ownUses("srv")[0]).toMatchObject({ limit: 100, used: 0 });
  });

  it("does not read the ledger where there is no budget", () => {
    const { ask, approve, told } = open({});
    expect(approve(ask()).ok).toBe(true);
    expect(told.reads).toBe(0);
  });
});

it("is never exceeded by generations in any window, whatever they use and when", async () => {
  const step = fc.record({
    gapMs: fc.integer({ min: 0, max: HOUR }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    answers: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 60 }),
      fc.integer({ min: 120, max: 900 }),
      async (steps, hour) => {
        const { ask, approve, answer, now } = open({ own: { tokens: { hour } } });
        const took: { atMs: number; tokens: number }[] = [];
        let runs = 0;
        for (const { gapMs, share, answers } of steps) {
          now.ms += gapMs;
          if (answers && runs > 0) {
            const tokens = Math.round(share * 101);
            await answer(tokens);
            runs -= 1;
            took.push({ atMs: now.ms, tokens });
            const within = took.filter(({ atMs }) => atMs > now.ms - HOUR);
            expect(within.reduce((sum, one) => sum + one.tokens, 0)).toBeLessThanOrEqual(hour);
          } else if (approve(ask()).ok) runs += 1;
        }
      },
    ),
    { numRuns: 40 },
  );
});
