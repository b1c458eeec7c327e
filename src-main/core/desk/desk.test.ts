// The desk with fakes at its ports: recorded before done, one outcome, fail closed, Stopped, groups, quit.
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Decision } from "#shared/request/life/decision.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { Desk } from "./desk.ts";
import { decideAt, deskFor, requestAt } from "../testing/deskFor.ts";
import { ENDED_KEPT } from "./roster.ts";
import { textResponse, FakeClock, plainHasher } from "../testing/fakes.ts";
import type {
  FakeListener,
  FakeGenerator,
  FakeLedger,
  FakeMedia,
  FakeServer,
} from "../testing/fakes.ts";

const params = {
  messages: [{ role: "user", content: { type: "text", text: "What is the capital of France?" } }],
  maxTokens: 64,
};
const model = { providerId: "local", modelId: "m" };

let ledger: FakeLedger;
let media: FakeMedia;
let generator: FakeGenerator;
let server: FakeServer;
let listener: FakeListener;
let desk: Desk;

beforeEach(() => {
  ({ ledger, media, generator, server, listener, desk } = deskFor());
});

const get = (id: string): HeldRequest => requestAt(desk, id);
const decide = (id: string, decision: Decision) => decideAt(desk, id, decision);
const approve = (id: string) => decide(id, { kind: "approve-request", document: params, model });
const settle = async (): Promise<void> => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
};
const generated = (text: string) => ({
  kind: "done" as const,
  generated: textResponse(text),
  tookMs: 1,
});
const attemptOf = (id: string): string => get(id).attempts.at(-1)?.id ?? "";

it("keeps once what the turns of a conversation share, and apart what other programs and conversations say", () => {
  const says = (text: string) => ({ role: "user", content: { type: "text", text } });
  const messagesOf = (texts: string[], id: string | null, serverId = "p") => {
    const { requester } = server.request(params);
    const completion = { dialect: "openai-chat", model: "m", fields: {} };
    const { requestId } = desk.receive({
      ...server.request({ messages: texts.map(says), completion }, { requestKind: "completion" }),
      requester: { ...requester, serverId },
      conversation: { id, side: null },
    });
    const { asked, proposed } = get(requestId) as unknown as Record<string, typeof params>;
    expect(proposed?.messages).toBe(asked?.messages);
    return asked?.messages ?? [];
  };
  const first = messagesOf(["a", "b"], "c");
  const second = messagesOf(["a", "b", "c"], "c");
  const third = messagesOf(["a", "x", "c"], "c");
  expect([second[0] === first[0], second[1] === first[1]]).toEqual([true, true]);
  expect([third[0] === first[0], third[1] === second[1], third[2] === second[2]]).toEqual([
    true,
    false,
    true,
  ]);
  expect(third).toEqual(["a", "x", "c"].map(says));
  for (const other of [
    messagesOf(["a"], "d"),
    messagesOf(["a"], "c", "q"),
    messagesOf(["a"], null),
    messagesOf(["a"], null),
  ])
    expect(other[0]).not.toBe(first[0]);
});

describe("the way through both gates", () => {
  it("records each step before it takes effect and delivers what was approved", async () => {
    const { requestId } = desk.receive(server.request(params));
    expect(ledger.kinds()).toEqual(["received"]);
    expect(generator.asked).toHaveLength(0);

    expect(approve(requestId).ok).toBe(true);
    expect(ledger.kinds().at(-1)).toBe("request-approved");
    expect(generator.asked.map((a) => a.document)).toEqual([params]);

    generator.answer(generated("Paris."));
    await settle();
    expect(server.heard).toEqual([]);
    const document = textResponse("Paris, edited.");
    expect(
      decide(requestId, { kind: "approve-response", attemptId: attemptOf(requestId), document }).ok,
    ).toBe(true);
    await settle();
    expect(server.heard).toEqual([{ kind: "result", document }]);
    expect(get(requestId).phase).toMatchObject({
      kind: "ended",
      ending: { kind: "replied", document },
    });
    expect(ledger.kinds()).toEqual([
      "received",
      "request-approved",
      "attempt-done",
      "response-approved",
      "delivered",
    ]);
  });

  it("refuses a second click as stale", async () => {
    const { requestId } = desk.receive(server.request(params));
    const base = { revision: 0, hash: get(requestId).askedHash };
    const decision: Decision = { kind: "reject", tellServer: false };
    expect(desk.decide(requestId, base, decision).ok).toBe(true);
    expect(desk.decide(requestId, base, decision)).toEqual({
      ok: false,
      failure: { kind: "stale" },
    });
    await settle();
    expect(server.heard).toEqual([
      { kind: "error", code: -1, message: "User rejected sampling request" },
    ]);
  });

  it("tells what happened when the response could not be sent", async () => {
    server.delivery = { kind: "not-sent", detail: "EPIPE" };
    const { requestId } = desk.receive(server.request(params));
    decide(requestId, { kind: "answer-by-hand", document: params });
    decide(requestId, {
      kind: "approve-response",
      attemptId: attemptOf(requestId),
      document: { ...textResponse("x"), model: "human" },
    });
    await settle();
    expect(get(requestId).phase).toMatchObject({
      ending: { kind: "undeliverable", detail: "EPIPE" },
    });
  });

  it("reports whether the error sent instead of a response arrived, whoever rejected it", async () => {
    const wrong = { ...params, messages: "none" };
    const nos: [string, object, () => string][] = [
      [
        "rejected",
        { kind: "sent" },
        () => {
          const { requestId } = desk.receive(server.request(params));
          decide(requestId, { kind: "reject", tellServer: false });
          return requestId;
        },
      ],
      ["refused", { kind: "not-sent", detail: "HTTP 500" }, () => receive(wrong)],
      ["refused", { kind: "unknown" }, () => receive(wrong)],
      [
        "cancelled",
        { kind: "not-sent", detail: "EPIPE" },
        () => {
          const held = desk.receive(server.request(params));
          held.withdraw({ kind: "switched-off" });
          return held.requestId;
        },
      ],
    ];
    const receive = (asked: object): string =>
      desk.receive(server.request(asked as typeof params)).requestId;
    const seen = [];
    for (const [kind, delivery, no] of nos) {
      server.delivery = delivery as typeof server.delivery;
      const id = no();
      await settle();
      seen.push(get(id).phase);
      expect(get(id).phase).toMatchObject({ kind: "ended", ending: { kind } });
    }
    expect(
      seen.map((phase) => "ending" in phase && "delivery" in phase.ending && phase.ending.delivery),
    ).toEqual([
      { kind: "delivered" },
      { kind: "failed", detail: "HTTP 500" },
      { kind: "unknown" },
      { kind: "failed", detail: "EPIPE" },
    ]);
    await desk.close();
    expect(ledger.kinds().filter((kind) => kind.startsWith("deliver"))).toEqual([
      "delivered",
      "delivery-failed",
      "delivery-unknown",
      "delivery-failed",
    ]);
  });

  it("records that an error did not arrive also where the request was dismissed meanwhile", async () => {
    let tell: (delivery: { kind: "not-sent"; detail: string }) => void = () => undefined;
    const { requestId } = desk.receive(
      server.request(params, { settle: () => new Promise((resolve) => (tell = resolve)) }),
    );
    decide(requestId, { kind: "reject", tellServer: false });
    expect(desk.dismiss(requestId).ok).toBe(true);
    tell({ kind: "not-sent", detail: "EPIPE" });
    await settle();
    await desk.close();
    expect(ledger.rows.at(-1)).toMatchObject({ sampleId: requestId, kind: "delivery-failed" });
  });

  it("reports no delivery for a replay, or for a call that is merely not repeated", async () => {
    const embedded = { kind: "embedded", key: "k", groupId: "g", groupSize: 1 } as const;
    server.delivery = { kind: "not-sent", detail: "not repeated" };
    for (const reply of [embedded, { kind: "replay", of: null } as const]) {
      const { requestId } = desk.receive(server.request(params, { reply }));
      decide(requestId, { kind: "reject", tellServer: false });
      await settle();
      expect(get(requestId).phase).not.toHaveProperty("ending.delivery");
    }
  });

  it("refuses a document that asks for more tokens than the server did, and runs nothing", () => {
    const { requestId } = desk.receive(server.request(params));
    const result = decide(requestId, {
      kind: "approve-request",
      document: { ...params, maxTokens: 65 },
      model,
    });
    expect(result).toMatchObject({
      ok: false,
      failure: { kind: "invalid-document", flags: [{ code: "max-tokens-above-asked" }] },
    });
    expect(generator.asked).toHaveLength(0);
    expect(get(requestId).phase.kind).toBe("request");
  });
});

describe("a large request", () => {
  it("is written in a turn of its own, and at the latest with its decision", async () => {
    const large = () => desk.receive(server.request(params, { metrics: { bytes: 2_000_000 } }));
    const { requestId } = large();
    expect([get(requestId).phase.kind, ledger.kinds()]).toEqual(["request", []]);
    await vi.waitFor(() => expect(ledger.kinds()).toEqual(["received"]));
    approve(large().requestId);
    expect(ledger.kinds()).toEqual(["received", "received", "request-approved"]);
    desk.receive(server.request(params, { metrics: { bytes: 2000 } }));
    expect(ledger.kinds()).toHaveLength(4);
  });
});

describe("media whose facts were computed while the request was read", () => {
  it("are not computed again, each for its own text", () => {
    const image = (data: string) => ({ type: "image", data, mimeType: "image/png" });
    const messages = ["AAAA", "BBBB"].map((data) => ({ role: "user", content: image(data) }));
    const known = ["a", "b"].map((letter, at) => ({
      ref: `countersign-media:${letter.repeat(64)}` as const,
      bytes: 3 + at,
      validBase64: true,
    }));
    const sealed = { salt: new Uint8Array(32), commitment: "c", bytes: 4 };
    const came = { bytes: 2_000_000, media: known.map((facts) => ({ facts, sealed })) };
    const { requestId } = desk.receive(
      server.request({ messages, maxTokens: 5 }, { metrics: came }),
    );
    expect(get(requestId)).toMatchObject({
      media: known,
      asked: { messages: known.map(({ ref }) => ({ content: { data: ref } })) },
    });
  });
});

describe("a flood of large requests", () => {
  it("is one batch: what arrives during it is written with it", async () => {
    // No time passes between them, however slow the machine is.
    const now = vi.spyOn(performance, "now").mockReturnValue(1e6);
    try {
      for (let i = 0; i < 9; i += 1) {
        desk.receive(server.request(params, { metrics: { bytes: 2_000_000 } }));
      }
      desk.receive(server.request(params, { metrics: { bytes: 2000 } }));
    } finally {
      now.mockRestore();
    }
    expect([desk.requests().length, ledger.kinds()]).toEqual([10, []]);
    await vi.waitFor(() => expect(ledger.kinds()).toHaveLength(10));
  });
});

describe("a ledger that cannot be written", () => {
  it("sends nothing to a model or a server and keeps the request as it was", () => {
    const { requestId } = desk.receive(server.request(params));
    ledger.broken = "disk full";
    expect(approve(requestId)).toEqual({
      ok: false,
      failure: { kind: "not-recorded", detail: "disk full" },
    });
    expect(generator.asked).toHaveLength(0);
    expect(get(requestId).phase.kind).toBe("request");
    expect(desk.view().ledgerTrouble?.detail).toBe("disk full");
  });

  it("holds what arrives meanwhile, and writes it first, in order, once it can", async () => {
    ledger.broken = "disk full";
    const { requestId } = desk.receive(server.request(params));
    const second = desk.receive(server.request(params));
    await settle();
    expect(server.heard).toEqual([]);
    expect(get(requestId).phase.kind).toBe("request");
    expect(desk.view().ledgerTrouble).toMatchObject({ reason: "other", unrecorded: 2 });
    expect(approve(requestId)).toMatchObject({ ok: false, failure: { kind: "not-recorded" } });
    expect(desk.retryLedger().ok).toBe(false);
    ledger.broken = null;
    expect(desk.retryLedger().ok).toBe(true);
    expect(ledger.rows.map((row) => row.sampleId)).toEqual([requestId, second.requestId]);
    expect(ledger.notes).toEqual(["repaired"]);
    expect(desk.view().ledgerTrouble).toBeNull();
    expect(approve(requestId).ok).toBe(true);
  });

  it("tells the servers when the user refuses what is held, and only then", async () => {
    const { requestId } = desk.receive(server.request(params));
    expect(await desk.refuseUnrecorded()).toBe(0);
    ledger.broken = "disk full";
    desk.receive(server.request(params));
    expect(await desk.refuseUnrecorded()).toBe(2);
    await settle();
    expect(server.heard).toMatchObject([
      { kind: "error", code: -32061, data: { reason: "not-recorded" } },
      { kind: "error", code: -32061, data: { reason: "not-recorded" } },
    ]);
    expect(get(requestId).phase).toMatchObject({
      ending: { kind: "refused", by: { kind: "person" } },
    });
    ledger.broken = null;
    desk.retryLedger();
    // Other rows may come in between: findings, and on a slow machine the first one's delivery.
    const kinds = ledger.kinds().filter((kind) => kind === "received" || kind === "refused");
    expect(kinds).toEqual(["received", "received", "refused", "refused"]);
  });

  it("refuses new requests once too much waits to be written", { tags: ["long"] }, async () => {
    ledger.broken = "busy";
    ledger.reason = "locked";
    for (let i = 0; i < 5000; i += 1) desk.receive(server.request(params));
    expect(desk.openCount()).toBe(5000);
    const { requestId } = desk.receive(server.request(params));
    await settle();
    expect(get(requestId).phase).toMatchObject({
      ending: { kind: "refused", by: { kind: "desk" }, refusal: { reason: "not-recorded" } },
    });
    expect(server.heard).toMatchObject([{ kind: "error", code: -32061 }]);
    ledger.broken = null;
    expect(desk.retryLedger().ok).toBe(true);
    expect(get(desk.receive(server.request(params)).requestId).phase.kind).toBe("request");
  });

  it("tries again by itself, and continues with what it held up", async () => {
    vi.useFakeTimers();
    try {
      const one = desk.receive(server.request(params));
      approve(one.requestId);
      ledger.broken = "disk full";
      one.withdraw({ kind: "server-cancelled" });
      await vi.advanceTimersByTimeAsync(5000);
      expect(ledger.kinds()).toEqual(["received", "request-approved"]);
      ledger.broken = null;
      await vi.advanceTimersByTimeAsync(2100);
      expect(ledger.kinds()).toContain("cancelled");
      expect(desk.view().ledgerTrouble).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it("can still stop a model, since that only holds back", async () => {
    const { requestId } = desk.receive(server.request(params));
    approve(requestId);
    ledger.broken = "disk full";
    desk.setSwitch("stopped");
    await settle();
    expect(generator.asked[0]?.signal.aborted).toBe(true);
  });

  it("still ends what the server cancelled, and writes that first once it can", () => {
    const held = desk.receive(server.request(params));
    ledger.broken = "disk full";
    held.withdraw({ kind: "server-cancelled" });
    expect(get(held.requestId).phase.kind).toBe("ended");
    expect(ledger.kinds()).toEqual(["received"]);
    ledger.broken = null;
    desk.receive(server.request(params));
    expect(ledger.kinds()).toEqual(["received", "cancelled", "received"]);
    expect(desk.view().ledgerTrouble).toBeNull();
  });
});

describe("requests without a user's decision", () => {
  it("refuses what the spec names with -32602 and shows it as ended", async () => {
    const { requestId } = desk.receive(
      server.request({
        maxTokens: 5,
        messages: [
          { role: "assistant", content: { type: "tool_use", id: "c1", name: "f", input: {} } },
          { role: "user", content: { type: "text", text: "and?" } },
        ],
      }),
    );
    await settle();
    expect(server.heard).toMatchObject([
      {
        kind: "error",
        code: -32602,
        message: expect.stringContaining("Tool result missing in request") as string,
      },
    ]);
    expect(get(requestId).phase).toMatchObject({ ending: { kind: "refused" } });
  });

  it("refuses everything while stopped, keeps pending requests, and can refuse them in one step", async () => {
    const waiting = desk.receive(server.request(params)).requestId;
    desk.setSwitch("stopped");
    desk.receive(server.request(params));
    await settle();
    expect(server.heard).toMatchObject([{ kind: "error", data: { reason: "stopped" } }]);
    expect(get(waiting).phase.kind).toBe("request");
    expect(approve(waiting)).toEqual({ ok: false, failure: { kind: "desk-stopped" } });
    expect(desk.view().refusedSince).toBe(1);
    expect(await desk.refuseAll()).toBe(1);
    expect(get(waiting).phase).toMatchObject({
      ending: { kind: "refused", by: { kind: "person" } },
    });
  });

  it("stops generating when the mode is Stopped", async () => {
    const { requestId } = desk.receive(server.request(params));
    approve(requestId);
    desk.setSwitch("stopped");
    await settle();
    expect(generator.asked[0]?.signal.aborted).toBe(true);
    expect(get(requestId).attempts[0]?.state).toMatchObject({ kind: "stopped" });
  });
});

describe("a server that gives up", () => {
  it.each(["at gate 1", "while generating", "at gate 2"])(
    "ends the request %s, aborts the model, and ignores what comes later",
    async (when) => {
      const held = desk.receive(server.request(params));
      if (when !== "at gate 1") approve(held.requestId);
      if (when === "at gate 2") generator.answer(generated("Paris."));
      await settle();
      held.withdraw({ kind: "server-cancelled" });
      held.withdraw({ kind: "server-died" });
      await settle();
      expect(server.heard).toEqual([{ kind: "silence" }]);
      expect(get(held.requestId).phase).toMatchObject({
        ending: { kind: "cancelled", because: { kind: "server-cancelled" } },
      });
      if (when === "while generating") expect(generator.asked[0]?.signal.aborted).toBe(true);
      expect(approve(held.requestId)).toEqual({ ok: false, failure: { kind: "stale" } });
    },
  );
});

describe("requests of one input_required", () => {
  const embedded = (key: string) =>
    server.request(params, { reply: { kind: "embedded", key, groupId: "g", groupSize: 2 } });
  const answer = (id: string): void => {
    decide(id, { kind: "answer-by-hand", document: params });
    decide(id, {
      kind: "approve-response",
      attemptId: attemptOf(id),
      document: { ...textResponse(id), model: "human" },
    });
  };

  it("leave together, once each of them is approved", async () => {
    const [a, b] = [desk.receive(embedded("a")).requestId, desk.receive(embedded("b")).requestId];
    expect(get(a).reply).toEqual({ kind: "embedded", key: "a", siblings: [a, b] });
    answer(a);
    await settle();
    expect(get(a).phase.kind).toBe("ready");
    expect(server.heard).toEqual([]);
    answer(b);
    await settle();
    expect(server.heard).toHaveLength(2);
    expect(get(a).phase).toMatchObject({ ending: { kind: "replied" } });
  });

  it("leave all the same when the release of one could not be recorded at first", async () => {
    // Like the real adapter: nothing is passed on before all are there.
    const handed: (() => void)[] = [];
    const slow = (key: string): string =>
      desk.receive({
        ...embedded(key),
        settle: () => new Promise((sent) => handed.push(() => sent({ kind: "sent" }))),
      }).requestId;
    const [a, b] = [slow("a"), slow("b")];
    answer(a);
    ledger.brokenAfter = "released";
    answer(b);
    expect([get(a).phase.kind, get(b).phase.kind]).toEqual(["delivering", "ready"]);
    ledger.broken = ledger.brokenAfter = null;
    expect(desk.withdrawApproval(b).ok).toBe(true);
    answer(b);
    expect([get(a).phase.kind, get(b).phase.kind]).toEqual(["delivering", "delivering"]);
    for (const send of handed) send();
    await settle();
    expect(get(a).phase).toMatchObject({ ending: { kind: "replied" } });
    expect(get(b).phase).toMatchObject({ ending: { kind: "replied" } });
  });

  it("take linear time, however many a server asks at once", () => {
    const groupSize = 2000;
    for (let i = 0; i < groupSize; i += 1) {
      desk.receive(
        server.request(params, {
          reply: { kind: "embedded", key: `k${i}`, groupId: "g", groupSize },
        }),
      );
    }
    expect(listener.changed.length).toBeLessThan(3 * groupSize);
    const [first, last] = [desk.requests()[0], desk.requests().at(-1)];
    expect(first?.reply).toMatchObject({ siblings: { length: groupSize } });
    expect(last?.reply).toMatchObject({ siblings: { length: groupSize } });
  });

  it("can be withdrawn while one is still pending", () => {
    const [a] = [desk.receive(embedded("a")).requestId, desk.receive(embedded("b")).requestId];
    answer(a);
    expect(desk.withdrawApproval(a).ok).toBe(true);
    expect(get(a).phase.kind).toBe("response");
  });
});

describe("media", () => {
  const image = { type: "image", data: "aGVsbG8=", mimeType: "image/png" };

  it("travel by reference and are restored whole", async () => {
    const { requestId } = desk.receive(
      server.request({ messages: [{ role: "user", content: image }], maxTokens: 5 }),
    );
    expect(JSON.stringify(get(requestId))).not.toContain("aGVsbG8=");
    decide(requestId, { kind: "approve-request", document: { ...params, maxTokens: 5 }, model });
    const data = generator.asked[0]?.putMedia("d29ybGQ=") ?? "";
    const document = {
      ...textResponse(""),
      content: { type: "image", data, mimeType: "image/png" },
    };
    generator.answer({ kind: "done", generated: document, tookMs: 1 });
    await settle();
    expect(
      decide(requestId, { kind: "approve-response", attemptId: attemptOf(requestId), document }),
    ).toEqual({ ok: true, value: null });
    await settle();
    expect(server.heard).toMatchObject([
      { kind: "result", document: { content: { data: "d29ybGQ=" } } },
    ]);
  });

  it("that are lost lead to an error for the server: nothing less than what was approved is sent", async () => {
    const { requestId } = desk.receive(server.request(params));
    decide(requestId, { kind: "approve-request", document: params, model });
    const data = generator.asked[0]?.putMedia("d29ybGQ=") ?? "";
    const document = {
      ...textResponse(""),
      content: { type: "image", data, mimeType: "image/png" },
    };
    generator.answer({ kind: "done", generated: document, tookMs: 1 });
    await settle();
    media.texts.clear();
    decide(requestId, { kind: "approve-response", attemptId: attemptOf(requestId), document });
    await settle();
    expect(server.heard).toMatchObject([
      { kind: "error", code: -32061, data: { reason: "answer-not-kept" } },
    ]);
    expect(get(requestId).phase).toMatchObject({ ending: { kind: "undeliverable" } });
  });

  it("of another request cannot be named", () => {
    const other = desk.receive(
      server.request({ messages: [{ role: "user", content: image }], maxTokens: 5 }),
    ).requestId;
    const ref = get(other).media[0]?.ref ?? "";
    const thief = desk.receive(
      server.request({
        messages: [{ role: "user", content: { ...image, data: ref } }],
        maxTokens: 5,
      }),
    ).requestId;
    expect(get(thief).media[0]?.ref).not.toBe(ref);
    const document = {
      messages: [{ role: "user", content: { ...image, data: ref } }],
      maxTokens: 5,
    };
    expect(decide(thief, { kind: "approve-request", document, model })).toMatchObject({
      ok: false,
      failure: { kind: "invalid-document", flags: [{ code: "media-unknown" }] },
    });
  });
});

describe("closing", () => {
  it("tells each server that still waits, once", async () => {
    const { requestId } = desk.receive(server.request(params));
    await desk.close();
    expect(server.heard).toMatchObject([{ kind: "error", data: { reason: "closing" } }]);
    expect(get(requestId).phase).toMatchObject({
      ending: { kind: "cancelled", because: { kind: "quit" } },
    });
  });

  it("does not wait for what a server fetches itself, perhaps never", async () => {
    const reply = { kind: "task", requestId: 0, taskId: "t" } as const;
    const settle = () => new Promise<never>(() => {});
    const { requestId } = desk.receive(server.request(params, { reply, settle }));
    decide(requestId, { kind: "answer-by-hand", document: params });
    decide(requestId, {
      kind: "approve-response",
      attemptId: attemptOf(requestId),
      document: { role: "assistant", content: { type: "text", text: "x" }, model: "human" },
    });
    expect(get(requestId).phase.kind).toBe("delivering");
    // Time stands still: what waits for it never ends.
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    await desk.close();
    vi.useRealTimers();
  });

  it(
    "keeps only as much of ended requests in memory as fits, however large they are",
    { tags: ["long"] },
    () => {
      const text = "x".repeat(30_000_000);
      const large = { messages: [{ role: "user", content: { type: "text", text } }], maxTokens: 5 };
      const ids = [1, 2, 3].map(() => {
        const held = desk.receive(server.request(large));
        held.withdraw({ kind: "server-cancelled" });
        return held.requestId;
      });
      expect(desk.requests().map(({ id }) => id)).toEqual(ids.slice(1));
      expect(desk.view().forgotten).toBe(1);
      expect(desk.dismiss(ids[1] ?? "").ok).toBe(true);
      desk.receive(server.request(large)).withdraw({ kind: "server-cancelled" });
      expect(desk.requests()).toHaveLength(2);
    },
  );

  it("refuses what would not fit beside all pending requests, until one has ended", async () => {
    const parts = {
      ledger,
      media,
      generator,
      listener,
      hasher: plainHasher,
      clock: new FakeClock(),
    };
    desk = new Desk({ ...parts, masterSwitch: "review", openCharactersMax: 50_000 });
    const text = "x".repeat(20_000);
    const large = { messages: [{ role: "user", content: { type: "text", text } }], maxTokens: 5 };
    const first = desk.receive(server.request(large));
    desk.receive(server.request(large));
    const third = desk.receive(server.request(large)).requestId;
    await settle();
    expect(server.heard).toMatchObject([{ kind: "error", data: { reason: "too-many-waiting" } }]);
    expect(get(third).phase).toMatchObject({ ending: { kind: "refused" } });
    first.withdraw({ kind: "server-cancelled" });
    expect(get(desk.receive(server.request(large)).requestId).phase.kind).toBe("request");
  });

  it("keeps an ended request with a draft, however many end after it, until it is dismissed", () => {
    const typed = new Set<string>();
    desk = new Desk({
      ledger,
      media,
      generator,
      listener,
      hasher: plainHasher,
      clock: new FakeClock(),
      masterSwitch: "review",
      hasDraft: (id) => typed.has(id),
    });
    const end = (): string => {
      const { requestId, withdraw } = desk.receive(server.request(params));
      withdraw({ kind: "disconnected" });
      return requestId;
    };
    const first = end();
    typed.add(first);
    for (let i = 0; i < ENDED_KEPT + 3; i += 1) end();
    expect(get(first).phase.kind).toBe("ended");
    expect(desk.requests()).toHaveLength(ENDED_KEPT + 1);
    expect(desk.view().forgotten).toBe(3);
    expect(desk.dismiss(first).ok).toBe(true);
    expect(desk.requests()).toHaveLength(ENDED_KEPT);
  });

  it("keeps the latest ended requests in memory and counts the others", () => {
    for (let i = 0; i < ENDED_KEPT + 3; i += 1)
      desk.receive(server.request(params)).withdraw({ kind: "disconnected" });
    expect(desk.requests()).toHaveLength(ENDED_KEPT);
    expect(desk.view().forgotten).toBe(3);
    expect(listener.removed).toHaveLength(3);
  });
});

describe("the form of a response", () => {
  const text = { type: "text", text: "Paris" };
  const byHand = (id: string): void => {
    decide(id, { kind: "answer-by-hand", document: params });
    const document = { ...textResponse(""), content: [text] };
    const decided = decide(id, {
      kind: "approve-response",
      attemptId: attemptOf(id),
      document,
    });
    expect(decided).toEqual({ ok: true, value: null });
  };

  it("is one block if a legacy request asked for no tools, or its library would refuse a list", async () => {
    byHand(desk.receive(server.request(params)).requestId);
    await settle();
    expect(server.heard).toMatchObject([{ kind: "result", document: { content: text } }]);
  });

  it("is a list if the server asked for tools, even if the user removed them for the model", async () => {
    byHand(desk.receive(server.request({ ...params, tools: [{ name: "t" }] })).requestId);
    await settle();
    expect(server.heard).toMatchObject([{ kind: "result", document: { content: [text] } }]);
  });
});
