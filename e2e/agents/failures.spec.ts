// What real agents do when nobody decides, or when the desk, the script or Node.js is gone while they wait.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { tableOf } from "../../src-shared/agents/tables.ts";
import { expect, test } from "../fixtures.ts";
import { AGENT_MS, hookFiles, RUN_AGENTS } from "./realAgents.ts";
import { allow, reject, select, setUp } from "./window.ts";
import { killDesk, World } from "./world.ts";

const CHANGES = { actions: "Commands and changes" } as const;

/** Kills the hook's processes with SIGKILL, once they are there. */
async function killHook(world: World, withShell: boolean): Promise<void> {
  await expect.poll(() => world.hookProcesses(false), { timeout: AGENT_MS }).not.toEqual([]);
  for (const pid of await world.hookProcesses(withShell)) process.kill(pid, "SIGKILL");
}

for (const id of RUN_AGENTS) {
  test(`${id}: late, killed, absent and without Node.js @hosts`, async ({ open, later }) => {
    test.setTimeout(20 * 60_000);
    const world = await World.open(id, later);
    const { agent } = world;
    const { profile } = agent;
    let desk = await open({ profile });
    await setUp(desk, agent, CHANGES);

    const waited = world.runs("touch waited");
    await select(desk, "touch waited", waited);
    // The real time is what this is about.
    await new Promise((resolve) => setTimeout(resolve, 90_000));
    if (tableOf(id).hook.limitMs < 90_000) {
      world.sawOf("wait", "waited", await world.told(waited));
      expect(world.has("waited")).toBe(false);
    } else {
      await allow(desk);
      await world.told(waited);
      expect(world.has("waited")).toBe(true);
      world.saw("wait", "as without waiting");
    }

    const scriptKilled = world.runs("touch script-killed");
    await select(desk, "touch script-killed", scriptKilled);
    await killHook(world, false);
    world.sawOf("scriptKilled", "script-killed", await world.told(scriptKilled));
    expect(world.has("script-killed")).toBe(false);

    const shellKilled = world.runs("touch shell-killed");
    await select(desk, "touch shell-killed", shellKilled);
    await killHook(world, true);
    world.sawOf("shellKilled", "shell-killed", await world.told(shellKilled));

    // The Node.js that its config names.
    const found = await readFile(agent.config, "utf8");
    await writeFile(agent.config, found.replaceAll(/(['"])[^'"]*\/bin\/node\1/g, "$1/gone/node$1"));
    expect(await readFile(agent.config, "utf8")).toContain("/gone/node");
    await agent.trust();
    const noNode = world.runs("touch no-node");
    world.sawOf("noNode", "no-node", await world.told(noNode));
    expect(world.has("no-node")).toBe(false);
    await writeFile(agent.config, found);
    await agent.trust();

    const deskKilled = world.runs("touch desk-killed");
    await select(desk, "touch desk-killed", deskKilled);
    await killDesk(desk);
    world.sawOf("deskKilled", "desk-killed", await world.told(deskKilled));
    expect(world.has("desk-killed")).toBe(false);

    // It can't be started either: otherwise the script would do that.
    const { script, entry } = await hookFiles(agent);
    const deskFile = path.join(path.dirname(script), "desk.json");
    const noStart = async (): Promise<void> => {
      const told = JSON.parse(await readFile(deskFile, "utf8")) as object;
      await writeFile(deskFile, JSON.stringify({ ...told, start: null }));
    };
    await noStart();
    const absentBlock = world.runs("touch absent-block");
    world.sawOf("absentBlock", "absent-block", await world.told(absentBlock));
    expect(world.has("absent-block")).toBe(false);

    desk = await open({ profile });
    await setUp(desk, agent, { ...CHANGES, absent: "leave" });
    await desk.close();
    await noStart();
    const absentLeave = world.runs("touch absent-leave");
    await world.told(absentLeave);
    const alone = world.has("absent-leave") ? "runs" : "refused";
    world.saw("absentLeave", `its own permissions decide (here: ${alone})`);

    // Nobody decides: the script denies when its time is over.
    desk = await open({ profile });
    const own = JSON.parse(await readFile(entry, "utf8")) as object;
    await writeFile(entry, JSON.stringify({ ...own, denyAfterMs: 15_000 }));
    const deadline = world.runs("touch deadline");
    await select(desk, "touch deadline", deadline);
    world.sawOf("deadline", "deadline", await world.told(deadline));
    expect(world.has("deadline")).toBe(false);
    await writeFile(entry, JSON.stringify(own));

    // The agent's limit lowered below the script's: what it then does by itself.
    const config = await readFile(agent.config, "utf8");
    const { unitMs } = tableOf(id).hook;
    if (unitMs !== null) {
      const short = `"$1": ${15_000 / unitMs}`;
      await writeFile(agent.config, config.replaceAll(/"(timeout(?:Sec)?)": \d{3,}/g, short));
      await agent.trust();
      const late = world.runs("touch late");
      await select(desk, "touch late", late);
      if (id === "gemini-cli") {
        // It ends the hook's shell alone, and waits for the script: what that says then is not heard any more.
        await new Promise((resolve) => setTimeout(resolve, 20_000));
        await reject(desk, "Too late.");
      }
      world.sawOf("late", "late", await world.told(late));
      await writeFile(agent.config, config);
    } else world.saw("late", "it has none");
  });
}
