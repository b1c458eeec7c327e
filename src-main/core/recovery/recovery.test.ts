// A desk that starts after a crash: each open request ends as interrupted, once, and nothing of its course is guessed.
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { Decision } from "#shared/request/life/decision.ts";
import { fold } from "#shared/ledger/fold.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { deskFor } from "../testing/deskFor.ts";
import { textResponse, FakeLedger } from "../testing/fakes.ts";
import { EXAMPLES, walked, walks } from "../testing/walks.ts";

/** The next run has only the ledger of this one. */
function nextRun(ledger: FakeLedger) {
  const { desk, server, generator, listener } = deskFor({ ledger });
  return { desk, server, generator, listener };
}

const isOpen = ({ phase }: HeldRequest): boolean => phase.kind !== "ended";
const endOf = ({ phase }: HeldRequest): string => {
  if (phase.kind !== "ended") return phase.kind;
  return phase.ending.kind === "cancelled" ? phase.ending.because.kind : phase.ending.kind;
};

it("ends every open request as interrupted, and one on its way as unknown", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(walks, async (walk) => {
      const world = await walked(walk);
      const left = world.desk.requests().filter(isOpen);
      const before = world.ledger.rows.length;
      const { desk, server, generator } = nextRun(world.ledger);
      expect(await desk.recover([])).toBe(true);
      expect(desk.requests().map(({ id }) => id)).toEqual(left.map(({ id }) => id));
      for (const request of left) {
        const now = desk.request(request.id);
        if (now === undefined) throw new Error("not taken up");
        expect(endOf(now)).toBe(request.phase.kind === "delivering" ? "unknown" : "interrupted");
        expect(now.attempts.map(({ state }) => state.kind)).not.toContain("running");
        expect(now.attempts.map(({ state }) => state.kind)).not.toContain("waiting");
        // What was asked, approved and generated is unchanged.
        expect(now.asked).toEqual(request.asked);
        expect(now.attempts.map(({ document }) => document)).toEqual(
          request.attempts.map(({ document }) => document),
        );
        const rows = world.ledger.rowsOf(request.id);
        expect(rows.ok && fold(rows.value)).toEqual({ request: now, odd: [] });
        seen.add(request.phase.kind);
      }
      const told = world.ledger.rows.slice(before);
      expect(told.every(({ body }) => JSON.stringify(body).includes('"by":{"kind":"desk"}'))).toBe(
        true,
      );
      // Nobody is asked and nothing is sent: the servers are gone.
      expect([generator.asked, server.heard]).toEqual([[], []]);
      // The run after that finds nothing more to end.
      const after = world.ledger.rows.length;
      const third = nextRun(world.ledger);
      expect(await third.desk.recover([])).toBe(true);
      expect(third.desk.requests()).toEqual([]);
      expect(world.ledger.rows).toHaveLength(after);
    }),
    { numRuns: 60, examples: EXAMPLES },
  );
  expect([...seen]).toEqual(expect.arrayContaining(["request", "response", "ready"]));
});

it("marks what was on its way as unknown, whether or not it arrived", async () => {
  const world = await walked([]);
  // The server accepts the response and never confirms it.
  world.server.delivery = new Promise(() => undefined) as never;
  world.decide(0, ({ proposed }) =>
    proposed === null ? null : { kind: "answer-by-hand", document: proposed },
  );
  world.decide(0, ({ attempts: [attempt] }) => ({
    kind: "approve-response",
    attemptId: attempt?.id ?? "",
    document: textResponse("Paris"),
  }));
  expect(world.desk.requests().map(endOf)).toEqual(["delivering"]);
  expect(world.server.heard).toHaveLength(1);
  const { desk } = nextRun(world.ledger);
  await desk.recover([]);
  expect(desk.requests().map(endOf)).toEqual(["unknown"]);
  expect(desk.requests()[0]?.phase).toMatchObject({ ending: { document: textResponse("Paris") } });
});

it("shows an ended request with a draft again, as it ended, and records nothing new", async () => {
  const world = await walked([]);
  const [request] = world.desk.requests();
  const id = request?.id ?? "";
  await world.desk.close();
  const rows = world.ledger.rows.length;
  const { desk } = nextRun(world.ledger);
  expect(await desk.recover([id, "of nobody"])).toBe(true);
  expect(desk.requests().map((one) => [one.id, endOf(one)])).toEqual([[id, "quit"]]);
  expect(world.ledger.rows).toHaveLength(rows);
  expect(desk.openCount()).toBe(0);
});

it("says so when the ledger cannot be read, and recovers all once it can", async () => {
  const world = await walked([]);
  const { desk } = nextRun(world.ledger);
  world.ledger.broken = "locked";
  expect(await desk.recover([])).toBe(false);
  expect(desk.requests()).toEqual([]);
  expect(desk.view().ledgerTrouble).toMatchObject({ detail: "locked" });
  world.ledger.broken = null;
  expect(await desk.recover([])).toBe(true);
  expect(desk.requests().map(endOf)).toEqual(["interrupted"]);
});

describe("damage", () => {
  const ask = { messages: [{ role: "user", content: { type: "text", text: "?" } }], maxTokens: 9 };
  /** Three open requests of an earlier run. */
  const left = (): { ledger: FakeLedger; ids: string[] } => {
    const ledger = new FakeLedger();
    const { desk, server } = nextRun(ledger);
    const ids = [1, 2, 3].map(() => desk.receive(server.request(ask)).requestId);
    return { ledger, ids };
  };
  const shown = ({ desk }: ReturnType<typeof nextRun>): string[] =>
    desk.requests().map(({ id }) => id);

  it("of one request is reported once and holds no other one back", async () => {
    const { ledger, ids } = left();
    const [first = "", second, third] = ids;
    ledger.unreadable.set(first, "damaged");
    const next = nextRun(ledger);
    expect(await next.desk.recover([first])).toBe(true);
    expect(shown(next)).toEqual([second, third]);
    expect(next.listener.faults).toEqual([
      { kind: "requests-damaged", count: 1, detail: "damaged there" },
    ]);
    // Everything else goes on: this does not stop recording.
    expect(next.desk.view().ledgerTrouble).toBeNull();
    expect(await next.desk.recover([first])).toBe(true);
    expect(next.listener.faults).toHaveLength(1);
  });

  it("of rows that can be read but make no sense counts as damage", async () => {
    const { ledger, ids } = left();
    const [first = "", second, third] = ids;
    const by = { kind: "person" };
    ledger.append({
      sampleId: first,
      atMs: 9,
      kind: "request-approved",
      body: { by, attempts: 7 },
    });
    const next = nextRun(ledger);
    expect(await next.desk.recover([])).toBe(true);
    expect(shown(next)).toEqual([second, third]);
    expect(next.listener.faults).toMatchObject([{ kind: "requests-damaged", count: 1 }]);
  });

  it("does not include a request that cannot be read now: that is reported, and recovered later", async () => {
    const { ledger, ids } = left();
    const [first, second = "", third] = ids;
    ledger.unreadable.set(second, "locked");
    const next = nextRun(ledger);
    expect(await next.desk.recover([])).toBe(false);
    expect(next.desk.view().ledgerTrouble).toMatchObject({ reason: "locked" });
    expect(next.desk.retryLedger().ok).toBe(false);
    ledger.unreadable.clear();
    expect(next.desk.retryLedger().ok).toBe(true);
    await vi.waitFor(() => expect(shown(next)).toEqual([first, second, third]));
    expect(next.listener.faults).toEqual([]);
    expect(ledger.notes).toEqual(["repaired"]);
  });

  it("of the list is reported until it can be read, and no row says otherwise meanwhile", async () => {
    const { ledger, ids } = left();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      ledger.listBroken = "damaged";
      const next = nextRun(ledger);
      expect(await next.desk.recover([])).toBe(false);
      await vi.advanceTimersByTimeAsync(20_000);
      // Rows can be written all the time; that does not show that they can be read.
      const { requestId } = next.desk.receive(next.server.request(ask));
      await vi.advanceTimersByTimeAsync(20_000);
      expect(ledger.rows.at(-1)).toMatchObject({ sampleId: requestId, kind: "received" });
      expect(ledger.notes).toEqual([]);
      expect(next.desk.view().ledgerTrouble).toMatchObject({ reason: "damaged", unrecorded: 0 });
      ledger.listBroken = null;
      await vi.advanceTimersByTimeAsync(2_100);
      expect(next.desk.view().ledgerTrouble).toBeNull();
      expect(ledger.notes).toEqual(["repaired"]);
      await vi.waitFor(() => expect(shown(next)).toEqual(expect.arrayContaining(ids)));
    } finally {
      vi.useRealTimers();
    }
  });
});

it("reports that a response was sent, then and at the next start, so that its drafts can be deleted", async () => {
  const ledger = new FakeLedger();
  const { desk, server, listener } = nextRun(ledger);
  const ask = { messages: [{ role: "user", content: { type: "text", text: "?" } }], maxTokens: 9 };
  const { requestId: id } = desk.receive(server.request(ask));
  const decide = (decision: Decision): void => {
    const { revision = 0, askedHash = "" } = desk.request(id) ?? {};
    expect(desk.decide(id, { revision, hash: askedHash }, decision).ok).toBe(true);
  };
  decide({ kind: "answer-by-hand", document: ask });
  const attemptId = desk.request(id)?.attempts[0]?.id ?? "";
  const document = { ...textResponse("!"), model: "human" };
  expect(listener.replied).toEqual([]);
  decide({ kind: "approve-response", attemptId, document });
  await desk.close();
  expect(listener.replied).toEqual([id]);
  const next = nextRun(ledger);
  expect(await next.desk.recover([id])).toBe(true);
  expect(next.listener.replied).toEqual([id]);
  expect(next.desk.requests()).toEqual([]);
});
