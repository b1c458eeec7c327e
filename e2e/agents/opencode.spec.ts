// opencode's own tools at the desk, in one run: set up in the window, one command allowed, one rejected, undone.
import { existsSync } from "node:fs";
import { expect, test } from "../fixtures.ts";
import { allow, reject, select, setUp, undo } from "./window.ts";
import { World } from "./world.ts";

// Only an agent that never asks takes so long.
test.describe.configure({ timeout: 5 * 60_000 });

test("opencode: one command is allowed, one rejected with a reason that its model reads @long", async ({
  open,
  later,
}) => {
  const world = await World.open("opencode", later);
  const { agent } = world;
  const desk = await open({ profile: agent.profile });
  await setUp(desk, agent, { actions: "Commands and changes" });
  const run = world.play({
    main: [[agent.command("touch allowed")], [agent.command("touch rejected")]],
  });
  await select(desk, "touch allowed", run);
  await allow(desk);
  await select(desk, "touch rejected", run);
  await reject(desk, "Ask Ada first.");
  expect(await world.told(run)).toContain("Ask Ada first.");
  expect(["allowed", "rejected"].map((file) => world.has(file))).toEqual([true, false]);
  await undo(desk, agent);
  expect(existsSync(agent.config)).toBe(false);
});
