// `kill -9` at named points of a request's life and at random ones: after each the ledger verifies, no decision is
// lost, no answer reached the server twice or without its row, what was typed is back, what was open is listed.
// `npm run crash` does 200 random ones.
import process from "node:process";
import { expect, test } from "playwright/test";
import { everything, POINTS } from "./crash/points.ts";
import { World } from "./crash/world.ts";

const RANDOM = Number(process.env["COUNTERSIGN_CRASHES"] ?? 20);
/** What `everything` takes on a quick machine, and more: some kills come when all is over. */
const WITHIN_MS = 700;

/** Kills in each of these ways, one after another on one profile; fails with all that was wrong. */
async function killed(
  ways: readonly [name: string, act: (world: World) => Promise<void>][],
): Promise<void> {
  const world = await World.open();
  try {
    await world.start();
    const wrong: string[] = [];
    for (const [name, act] of ways) {
      await act(world);
      await world.kill();
      wrong.push(...(await world.check()).map((what) => `${name}: ${what}`));
    }
    process.stdout.write(`${JSON.stringify(world.tally)}\n`);
    expect(wrong).toEqual([]);
    expect(world.tally.kills).toBe(ways.length);
    expect(world.tally.interrupted).toBeGreaterThan(0);
  } finally {
    await world.close();
  }
}

test("nothing is lost when the app is killed at a named point", async () => {
  test.setTimeout(240_000);
  const ways = Object.entries(POINTS);
  expect(ways.length).toBeGreaterThanOrEqual(12);
  await killed(ways);
});

test(`nothing is lost when the app is killed at ${RANDOM} random times`, async () => {
  test.setTimeout(60_000 + RANDOM * 12_000);
  const way = (n: number): [string, (world: World) => Promise<void>] => {
    const afterMs = Math.random() * WITHIN_MS;
    return [
      `${n}, after ${afterMs.toFixed(1)} ms`,
      async (world) => {
        void everything(world).catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, afterMs));
      },
    ];
  };
  await killed(Array.from({ length: RANDOM }, (_one, n) => way(n + 1)));
});
