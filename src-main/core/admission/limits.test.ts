// Automatic refusals: each limit with its code and figures, floods as one counted row, no content of what is too large,
// and pending or decided requests never displaced.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Json } from "#shared/json.ts";
import type { Origin, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerLimits } from "#shared/rules/limits/limits.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { Desk } from "../desk/desk.ts";
import { deskFor, requestAt } from "../testing/deskFor.ts";
import type { Hasher, Incoming } from "../ports.ts";
import { REFUSED_KEPT } from "../desk/roster.ts";
import { GENEROUS_POLICY, plainHasher } from "../testing/fakes.ts";
import type { FakeListener, FakeLedger, FakeMedia, FakeServer } from "../testing/fakes.ts";

const question = (text = "x"): Json => ({
  messages: [{ role: "user", content: { type: "text", text } }],
  maxTokens: 5,
});
let ledger: FakeLedger;
let media: FakeMedia;
let listener: FakeListener;
let server: FakeServer;
let desk: Desk;
let hashed: unknown[];

beforeEach(() => {
  hashed = [];
  const hasher: Hasher = {
    hash(value) {
      hashed.push(value);
      return plainHasher.hash(value);
    },
  };
  ({ ledger, media, listener, server, desk } = deskFor({ hasher }));
});

const withLimits = (limits: Partial<ServerLimits>): ServerPolicy => ({
  ...GENEROUS_POLICY,
  limits: { ...GENEROUS_POLICY.limits, ...limits },
});
const ask = (params: Json, policy: ServerPolicy, over: Partial<Incoming> = {}) =>
  desk.receive(server.request(params, { policy, ...over }));
const get = (id: string): HeldRequest => requestAt(desk, id);
const settle = async (): Promise<void> => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
};
const bigText = "x".repeat(2000);
const image = (bytes: number): Json => ({
  messages: [
    {
      role: "user",
      content: {
        type: "image",
        data: Buffer.alloc(bytes).toString("base64"),
        mimeType: "image/png",
      },
    },
  ],
  maxTokens: 5,
});

describe("a limit that is reached", () => {
  it.each<[string, Json, Partial<ServerLimits>, Partial<Incoming>, number, Json]>([
    [
      "bytes that the transport counted",
      question(),
      { requestBytes: 1000 },
      { metrics: { bytes: 1001 } },
      -32063,
      { reason: "too-large", limit: 1000, found: 1001 },
    ],
    [
      "bytes of a request inside a result",
      question(bigText),
      { requestBytes: 1000 },
      {},
      -32063,
      { reason: "too-large", limit: 1000 },
    ],
    [
      "a line that was not read",
      null,
      {},
      { metrics: { bytes: 90_000_000, unread: true } },
      -32063,
      { reason: "too-large", limit: 33_554_432, found: 90_000_000 },
    ],
    [
      "the characters of its texts",
      question(bigText),
      { textCharacters: 1000 },
      { metrics: { bytes: 2100 } },
      -32062,
      // Its names and its other texts count too.
      { reason: "text-too-long", limit: 1000, found: 2044 },
    ],
    [
      "values counted before reading",
      null,
      {},
      { metrics: { bytes: 9_000_000, values: 900_000, unread: true } },
      -32063,
      { reason: "too-many-values", limit: 50_000, found: 900_000 },
    ],
    [
      "values",
      { messages: [], metadata: { list: Array.from({ length: 100_001 }, () => 0) } },
      {},
      {},
      -32063,
      { reason: "too-many-values", limit: 50_000 },
    ],
    [
      "messages",
      { messages: Array.from({ length: 4 }, () => ({ role: "user", content: [] })) },
      { messages: 3 },
      {},
      -32068,
      { reason: "too-many-messages", limit: 3, found: 4 },
    ],
    [
      "an image",
      image(1001),
      { mediumBytes: 1000 },
      {},
      -32069,
      { reason: "medium-too-large", limit: 1000, found: 1001 },
    ],
  ])(
    "in %s refuses with its figures and keeps no content",
    async (_, params, limits, over, code, data) => {
      const { requestId } = ask(params, withLimits(limits), over);
      await settle();
      expect(server.heard).toMatchObject([{ kind: "error", code, data }]);
      const request = get(requestId);
      expect(request.phase).toMatchObject({ ending: { kind: "refused", by: { kind: "desk" } } });
      expect(request).toMatchObject({ asked: null, proposed: null, notKept: {} });
      expect(ledger.kinds()).toEqual(["received", "refused"]);
      expect(JSON.stringify(ledger.rows).length).toBeLessThan(1500);
      expect(media.texts.size).toBe(0);
      expect(hashed).toEqual([null]);
    },
  );

  it("is not reached by what fits exactly", () => {
    // The image's base64 is no text.
    const limits = { requestBytes: 1000, messages: 1, mediumBytes: 1000, textCharacters: 100 };
    const policy = withLimits(limits);
    expect(get(ask(image(1000), policy, { metrics: { bytes: 1000 } }).requestId).phase.kind).toBe(
      "request",
    );
  });

  it("a minute: tells when to try again, and counts each server by itself", async () => {
    const policy = withLimits({ perMinute: 2 });
    ask(question("1"), policy);
    ask(question("2"), policy);
    const third = ask(question("3"), policy).requestId;
    const [{ requester }] = [server.request(question())];
    ask(question("4"), policy, { requester: { ...requester, serverId: "another" } });
    await settle();
    expect(server.heard).toEqual([
      {
        kind: "error",
        code: -32065,
        message: "Too many sampling requests within a minute",
        data: { reason: "rate-limited", limit: 2, retryAfterMs: expect.any(Number) as number },
      },
    ]);
    expect(desk.openCount()).toBe(3);
    // It is small, so the request can be looked at.
    expect(get(third).asked).toEqual(question("3"));
  });

  it("pending at once: takes the next request when one has ended", async () => {
    const policy = withLimits({ waiting: 2 });
    const first = ask(question(), policy);
    ask(question(), policy);
    ask(question(), policy);
    await settle();
    expect(server.heard).toMatchObject([
      { code: -32066, data: { reason: "too-many-waiting", limit: 2 } },
    ]);
    first.withdraw({ kind: "server-cancelled" });
    expect(get(ask(question(), policy).requestId).phase.kind).toBe("request");
  });
});

describe("a request that belongs to no call, or to several", () => {
  const call = { runId: "r", method: "tools/call" as const, name: "t", arguments: {} };
  const origins: Record<string, Origin> = {
    none: { kind: "none" },
    ambiguous: { kind: "ambiguous", calls: [call, { ...call, runId: "s" }] },
    counted: { kind: "certain", call, counted: true },
  };
  it.each([
    ["none", {}, "not-associated"],
    ["none", { unasked: "ask" }, null],
    ["ambiguous", {}, null],
    ["ambiguous", { ambiguous: "refuse" }, "call-ambiguous"],
    ["counted", { ambiguous: "refuse" }, null],
  ] as const)("%s under %o: %s", async (origin, policy, reason) => {
    ask(
      question(),
      { ...defaultPolicy, ...policy },
      { origin: origins[origin] ?? { kind: "none" } },
    );
    await settle();
    expect(server.heard).toMatchObject(reason === null ? [] : [{ code: -32602, data: { reason } }]);
    expect(desk.openCount()).toBe(reason === null ? 1 : 0);
  });
});

describe("a second request under an open id", () => {
  it("is shown as an ended request, and nothing is sent, not even while stopped", async () => {
    desk.setSwitch("stopped");
    const { requestId } = ask(question(), defaultPolicy, { duplicate: true });
    await settle();
    expect(server.heard).toEqual([{ kind: "silence" }]);
    expect(get(requestId).phase).toMatchObject({
      ending: { kind: "refused", refusal: { reason: "duplicate-id", code: -32600 } },
    });
  });
});

it("flags a number that could not be kept exactly, at its place", () => {
  const path = ["metadata", "n"];
  const text = "9007199254740993";
  const { requestId } = ask(question(), GENEROUS_POLICY, { rounded: [{ path, text }] });
  expect(get(requestId).flags).toContainEqual({
    severity: "note",
    code: "number-rounded",
    path,
    detail: text,
  });
});

it("names the first of many such numbers, and says that there are more", () => {
  const rounded = Array.from({ length: 51 }, (_, n) => ({ path: ["metadata", n], text: "1e400" }));
  const codes = (count: number): string[] => {
    const { requestId } = ask(question(), GENEROUS_POLICY, { rounded: rounded.slice(0, count) });
    return get(requestId).flags.map(({ code }) => code);
  };
  const named = (all: string[]): number => all.filter((code) => code === "number-rounded").length;
  expect(named(codes(50))).toBe(50);
  expect(codes(50)).not.toContain("numbers-rounded-more");
  expect(named(codes(51))).toBe(50);
  expect(codes(51)).toContain("numbers-rounded-more");
});

it("counts nothing against a server that the user runs again", () => {
  const policy = withLimits({ waiting: 1 });
  ask(question(), policy);
  const again = ask(question(), policy, { reply: { kind: "replay", of: null } });
  expect(get(again.requestId).phase.kind).toBe("request");
  expect(get(ask(question(), policy).requestId).phase.kind).toBe("ended");
});

describe("a flood of refusals", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is one row with a count, answers each request, and is recorded as counts", async () => {
    const policy = withLimits({ perMinute: 3 });
    for (let i = 0; i < 1000; i += 1) ask(question(String(i)), policy);
    await settle();
    expect(server.heard).toHaveLength(997);
    expect(desk.requests()).toHaveLength(4);
    expect(ledger.rows).toHaveLength(5);
    const pushes = listener.changed.length;
    vi.advanceTimersByTime(300);
    const row = desk.requests().at(-1);
    expect(row?.phase).toMatchObject({ ending: { refusal: { reason: "rate-limited" } } });
    expect(row?.more?.count).toBe(996);
    expect(listener.changed.length - pushes).toBe(1);
    expect(ledger.rows.at(-1)).toMatchObject({ kind: "refused-more", body: { count: 996 } });
    expect(desk.view().refusedSince).toBe(997);
  });

  it("reports how many errors of counted requests did not arrive", async () => {
    server.delivery = { kind: "not-sent", detail: "EPIPE" };
    const policy = withLimits({ perMinute: 1 });
    for (let i = 0; i < 5; i += 1) ask(question(String(i)), policy);
    await settle();
    vi.advanceTimersByTime(300);
    const row = desk.requests().at(-1);
    expect(row?.phase).toMatchObject({ ending: { delivery: { kind: "failed", detail: "EPIPE" } } });
    expect(row?.more).toMatchObject({ count: 3, undelivered: 3 });
    expect(ledger.rows.find(({ kind }) => kind === "refused-more")?.body).toMatchObject({
      count: 3,
      undelivered: 3,
    });
  });

  it("keeps a few of a kind whose content differs, then counts", () => {
    const policy: ServerPolicy = { ...GENEROUS_POLICY, unasked: "refuse" };
    for (let i = 0; i < 20; i += 1) ask(question(String(i)), policy);
    vi.advanceTimersByTime(300);
    expect(desk.requests().map((request) => request.more?.count ?? 0)).toEqual([0, 0, 0, 0, 15]);
  });

  it("starts a new row once the old one was dismissed, and still records what was counted", () => {
    const policy = withLimits({ perMinute: 1 });
    ask(question(), policy);
    const { requestId } = ask(question(), policy);
    ask(question(), policy);
    desk.dismiss(requestId);
    vi.advanceTimersByTime(300);
    expect(ledger.rows.at(-1)).toMatchObject({ kind: "refused-more", body: { count: 1 } });
    const next = ask(question(), policy);
    expect(next.counted).toBeUndefined();
    expect(next.requestId).not.toBe(requestId);
  });

  it("records the last counts when the desk closes", async () => {
    const policy = withLimits({ perMinute: 1 });
    for (let i = 0; i < 5; i += 1) ask(question(), policy);
    vi.useRealTimers();
    await desk.close();
    expect(ledger.rows.some((row) => row.kind === "refused-more")).toBe(true);
  });

  it("pushes no pending or decided request out of memory", () => {
    const waiting = ask(question(), GENEROUS_POLICY).requestId;
    const ended = ask(question(), GENEROUS_POLICY);
    ended.withdraw({ kind: "server-cancelled" });
    for (let i = 0; i < REFUSED_KEPT * 3; i += 1) {
      const [{ requester }] = [server.request(question())];
      ask(
        question(),
        { ...GENEROUS_POLICY, unasked: "refuse" },
        { requester: { ...requester, serverId: `s${i}` } },
      );
    }
    expect(get(waiting).phase.kind).toBe("request");
    expect(get(ended.requestId).phase.kind).toBe("ended");
    expect(desk.requests()).toHaveLength(2 + REFUSED_KEPT);
  });
});
