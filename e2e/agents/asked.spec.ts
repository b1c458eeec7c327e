// Claude Code in the choice "What it would ask you anyway": only what it asks comes to the desk, once.
import { expect, test } from "../fixtures.ts";
import { allow, reject, select, setUp } from "./window.ts";
import { World } from "./world.ts";

const REASON = "Not now: “ask” Ada first, 100 % of it";

test("claude-code: what it asks is allowed, rejected and edited, and the rest passes @hosts", async ({
  open,
  later,
}) => {
  test.setTimeout(10 * 60_000);
  const world = await World.open("claude-code", later);
  const { agent } = world;
  const desk = await open({ profile: agent.profile });
  await setUp(desk, agent, { actions: "What it would ask you anyway" });

  // It asks about no command that only reads, so that nobody is waited for.
  expect(await world.told(world.runs("echo passes-by-itself"))).toContain("passes-by-itself");

  const allowed = world.runs("touch allowed");
  await select(desk, "touch allowed", allowed);
  await expect(desk.rows()).toHaveCount(1);
  await allow(desk);
  await world.told(allowed);
  expect(world.has("allowed")).toBe(true);

  const rejected = world.runs("touch rejected");
  await select(desk, "touch rejected", rejected);
  await reject(desk, REASON);
  expect(await world.told(rejected)).toContain(REASON);
  expect(world.has("rejected")).toBe(false);

  const edited = world.runs("touch as-it-said");
  await select(desk, "touch as-it-said", edited);
  await desk.write(desk.page.getByRole("textbox", { name: "Command" }), "touch as-edited");
  await allow(desk);
  await world.told(edited);
  expect([world.has("as-it-said"), world.has("as-edited")]).toEqual([false, true]);
});
