// The check of real agents with a scripted model: it passes as they are set up, and says so where the hook was taken out.
import { writeFile } from "node:fs/promises";
import { expect, test } from "../fixtures.ts";
import { setUpAgent } from "../support/agents.ts";
import { envOf, obeysChecks } from "./checked.ts";
import { World } from "./world.ts";

for (const id of ["claude-code", "codex", "opencode"] as const)
  test(`${id}: a check passes, and fails once its hook is taken out @hosts`, async ({
    open,
    later,
  }) => {
    test.setTimeout(15 * 60_000);
    const world = await World.open(id, later);
    const { agent } = world;
    const { name } = agent;
    const desk = await open({ profile: agent.profile, env: envOf(world) });
    await setUpAgent(desk, name, { tools: { actions: "changes", absent: "block" } });
    await agent.trust();
    await obeysChecks(world);
    const came = async (): Promise<string[]> =>
      (await desk.do("agents.check", name)).results.map((one) => one.came);
    const stateOf = async (): Promise<string | undefined> =>
      (await desk.do("agents.list")).find((row) => row.name === name)?.tools?.state.kind;
    expect(await came()).toEqual(["held", "held", "held", "held"]);
    expect(await stateOf()).toBe(id === "codex" ? "opens" : "held");
    await expect(desk.rows()).toHaveCount(0);

    await writeFile(agent.config, id === "opencode" ? "" : "{}");
    expect(await came()).toContain("ran");
    expect(await stateOf()).toBe("not-held");
  });
