// A desk that begins where another one ended without a word: each open request is told as interrupted, once, and
// nothing of what happened to it is guessed.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Decision } from "../../src-shared/ipc/contract.ts";
import { fold } from "../../src-shared/ledger/fold.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";
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
import { EXAMPLES, walked, walks } from "./walks.ts";

/** What the next run has of this one: the ledger, and nothing else. */
function nextRun(ledger: FakeLedger) {
  const server = new FakeServer();
  const generator = new FakeGenerator();
  const audience = new FakeAudience();
  const desk = new Desk({
    ...{ ledger, generator, audience, media: new FakeMedia(), hasher: plainHasher },
    ...{ clock: new FakeClock(), masterSwitch: "review" as const },
  });
  return { desk, server, generator, audience };
}

const isOpen = ({ phase }: Sample): boolean => phase.kind !== "ended";
const endOf = ({ phase }: Sample): string => {
  if (phase.kind !== "ended") return phase.kind;
  return phase.ending.kind === "cancelled" ? phase.ending.because.kind : phase.ending.kind;
};

it("ends every open request as interrupted, and one on its way as unknown", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(walks, async (walk) => {
      const world = await walked(walk);
      const left = world.desk.samples().filter(isOpen);
      const before = world.ledger.rows.length;
      const { desk, server, generator } = nextRun(world.ledger);
      expect(await desk.takeUp([])).toBe(true);
      expect(desk.samples().map(({ id }) => id)).toEqual(left.map(({ id }) => id));
      for (const sample of left) {
        const now = desk.sample(sample.id);
        if (now === undefined) throw new Error("not taken up");
        expect(endOf(now)).toBe(sample.phase.kind === "delivering" ? "unknown" : "interrupted");
        expect(now.attempts.map(({ state }) => state.kind)).not.toContain("running");
        expect(now.attempts.map(({ state }) => state.kind)).not.toContain("waiting");
        // What was asked, approved and generated stands as it stood.
        expect(now.asked).toEqual(sample.asked);
        expect(now.attempts.map(({ document }) => document)).toEqual(
          sample.attempts.map(({ document }) => document),
        );
        const rows = world.ledger.rowsOf(sample.id);
        expect(rows.ok && fold(rows.value)).toEqual({ sample: now, odd: [] });
        seen.add(sample.phase.kind);
      }
      const told = world.ledger.rows.slice(before);
      expect(told.every(({ body }) => JSON.stringify(body).includes('"by":{"kind":"desk"}'))).toBe(
        true,
      );
      // Nobody is asked, nobody is answered: whoever waited is gone.
      expect([generator.asked, server.heard]).toEqual([[], []]);
      // The run after that finds nothing more to end.
      const after = world.ledger.rows.length;
      const third = nextRun(world.ledger);
      expect(await third.desk.takeUp([])).toBe(true);
      expect(third.desk.samples()).toEqual([]);
      expect(world.ledger.rows).toHaveLength(after);
    }),
    { numRuns: 60, examples: EXAMPLES },
  );
  expect([...seen]).toEqual(expect.arrayContaining(["request", "response", "ready"]));
});

it("marks what was on its way as unknown, whether or not it arrived", async () => {
  const world = await walked([]);
  // The server takes the answer and never says that it did.
  world.server.delivery = new Promise(() => undefined) as never;
  world.decide(0, ({ proposed }) =>
    proposed === null ? null : { kind: "answer-by-hand", document: proposed },
  );
  world.decide(0, ({ attempts: [attempt] }) => ({
    kind: "approve-response",
    attemptId: attempt?.id ?? "",
    document: answerText("Paris"),
  }));
  expect(world.desk.samples().map(endOf)).toEqual(["delivering"]);
  expect(world.server.heard).toHaveLength(1);
  const { desk } = nextRun(world.ledger);
  await desk.takeUp([]);
  expect(desk.samples().map(endOf)).toEqual(["unknown"]);
  expect(desk.samples()[0]?.phase).toMatchObject({ ending: { document: answerText("Paris") } });
});

it("shows an ended request again that a draft is kept for, as it ended, and says nothing new of it", async () => {
  const world = await walked([]);
  const [sample] = world.desk.samples();
  const id = sample?.id ?? "";
  await world.desk.close();
  const rows = world.ledger.rows.length;
  const { desk } = nextRun(world.ledger);
  expect(await desk.takeUp([id, "of nobody"])).toBe(true);
  expect(desk.samples().map((one) => [one.id, endOf(one)])).toEqual([[id, "quit"]]);
  expect(world.ledger.rows).toHaveLength(rows);
  expect(desk.openCount()).toBe(0);
});

it("says so when the ledger cannot be read, and takes all up once it can", async () => {
  const world = await walked([]);
  const { desk } = nextRun(world.ledger);
  world.ledger.broken = "locked";
  expect(await desk.takeUp([])).toBe(false);
  expect(desk.samples()).toEqual([]);
  world.ledger.broken = null;
  expect(await desk.takeUp([])).toBe(true);
  expect(desk.samples().map(endOf)).toEqual(["interrupted"]);
});

it("tells that an answer has left, then and at the next start: its drafts have no further use", async () => {
  const ledger = new FakeLedger();
  const { desk, server, audience } = nextRun(ledger);
  const ask = { messages: [{ role: "user", content: { type: "text", text: "?" } }], maxTokens: 9 };
  const { sampleId: id } = desk.receive(server.request(ask));
  const decide = (decision: Decision): void => {
    const { revision = 0, askedHash = "" } = desk.sample(id) ?? {};
    expect(desk.decide(id, { revision, hash: askedHash }, decision).ok).toBe(true);
  };
  decide({ kind: "answer-by-hand", document: ask });
  const attemptId = desk.sample(id)?.attempts[0]?.id ?? "";
  const document = { ...answerText("!"), model: "human" };
  expect(audience.replied).toEqual([]);
  decide({ kind: "approve-response", attemptId, document });
  await desk.close();
  expect(audience.replied).toEqual([id]);
  const next = nextRun(ledger);
  expect(await next.desk.takeUp([id])).toBe(true);
  expect(next.audience.replied).toEqual([id]);
  expect(next.desk.samples()).toEqual([]);
});
