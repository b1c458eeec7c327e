// `kill -9` at named points of a request's life and at random ones: after each the ledger verifies, no decision is
// lost, no response was sent twice or without its row, drafts are restored, and open requests are listed.
// `npm run crash` does all named points and 200 random ones.
import process from "node:process";
import { expect, test } from "playwright/test";
import { everything, POINTS } from "../../crash/points.ts";
import { World } from "../../crash/world.ts";
import { isWhole } from "../../support/everyRun.ts";

/** Only `npm run crash` kills at random: every run kills at the most important points. */
const RANDOM = Number(process.env["COUNTERSIGN_CRASHES"] ?? 0);
/** A separate run may take hours beside other work: a timeout would prove nothing. */
const PATIENCE = isWhole ? 10 : 1;
/** What every run does: something typed, a decision, and the bytes that leave. */
const IN_EVERY_RUN: ReadonlySet<string> = new Set([
  "an edit at gate 1 was typed",
  "an approval at gate 2 is recorded",
  "the server has the answer",
]);
/** How often the counts are reported on the way. */
const SAID_EACH = 20;
/** Brings requests to the point of the kill. */
type Way = [name: string, act: (world: World) => Promise<void>];

type Happened = "decisions" | "answers" | "drafts" | "interrupted";

/**
 * Kills in each of these ways, one after another on one profile; fails with everything found, or where one of `happened`
 * never did.
 */
async function killed(ways: readonly Way[], happened: readonly Happened[]): Promise<void> {
  const world = await World.open();
  try {
    await world.start();
    const wrong: string[] = [];
    for (const [name, act] of ways) {
      await act(world);
      await world.kill();
      const found = (await world.check()).map((what) => `${name}: ${what}`);
      wrong.push(...found);
      // At once: an unfinished run has still reported what it found.
      for (const what of found) process.stdout.write(`WRONG ${what}\n`);
      if (world.tally.kills % SAID_EACH === 0)
        process.stdout.write(`${JSON.stringify(world.tally)}\n`);
    }
    process.stdout.write(`${JSON.stringify(world.tally)}\n`);
    expect(wrong).toEqual([]);
    expect(world.tally.kills).toBe(ways.length);
    for (const seen of happened) {
      expect(world.tally[seen], seen).toBeGreaterThan(0);
    }
  } finally {
    await world.close();
  }
}

test("nothing is lost when the app is killed at a named point @long", async () => {
  test.setTimeout(PATIENCE * 240_000);
  const ways = Object.entries(POINTS).filter(([name]) => isWhole || IN_EVERY_RUN.has(name));
  expect(ways.length).toBeGreaterThanOrEqual(isWhole ? 12 : IN_EVERY_RUN.size);
  await killed(ways, ["decisions", "answers", "drafts", "interrupted"]);
});

if (isWhole) {
  test(`nothing is lost when the app is killed at ${RANDOM} random times`, async () => {
    test.setTimeout(PATIENCE * (60_000 + RANDOM * 12_000));
    // The first kill comes after the whole run: that time sets the spread of the others.
    let wholeMs = 0;
    const whole: Way = [
      "at the end",
      async (world) => {
        const beganMs = performance.now();
        await everything(world);
        wholeMs = performance.now() - beganMs;
      },
    ];
    const share = (n: number): Way => {
      const at = Math.random() * 1.05;
      return [
        `${n}, at ${(at * 100).toFixed(1)} % of the time`,
        async (world) => {
          void everything(world).catch(() => undefined);
          await new Promise((resolve) => setTimeout(resolve, at * wholeMs));
        },
      ];
    };
    // A draft in progress is hit by chance only; the named points cover it.
    const ways = [whole, ...Array.from({ length: RANDOM }, (_one, n) => share(n + 1))];
    await killed(ways, ["decisions", "answers", "interrupted"]);
  });
}
