// Real agents whose commands and changes come to the desk: decided in the window, and what the agents made of it.
import { readFile, writeFile } from "node:fs/promises";
import { tableOf } from "../../src-shared/agents/tables.ts";
import { expect, test } from "../fixtures.ts";
import { RUN_AGENTS } from "./realAgents.ts";
import { openAgent } from "../support/agents.ts";
import { allow, reject, select, setUp, undo } from "./window.ts";
import { threeAtOnce, World } from "./world.ts";

const CHANGES = { actions: "Commands and changes" } as const;
const REASON = "Not on a Saturday: “ask” Ada first, 100 % of it";

for (const id of RUN_AGENTS) {
  test(`${id}: allowed, rejected, edited, three at once, a sub-agent and undo @hosts`, async ({
    open,
    later,
  }) => {
    test.setTimeout(15 * 60_000);
    const world = await World.open(id, later);
    const { agent } = world;
    const before = await readFile(agent.config, "utf8").catch(() => null);
    const desk = await open({ profile: agent.profile });
    await setUp(desk, agent, CHANGES);

    const allowed = world.runs("touch allowed");
    await select(desk, "touch allowed", allowed);
    await allow(desk);
    await world.told(allowed);
    expect(world.has("allowed")).toBe(true);
    world.saw("allow", "runs");

    const rejected = world.runs("touch rejected");
    await select(desk, "touch rejected", rejected);
    await reject(desk, REASON);
    expect(await world.told(rejected)).toContain(REASON);
    expect(world.has("rejected")).toBe(false);
    world.saw("reject", "does not run; its model reads the reason word for word");

    await world.write("letter.txt", "one\ntwo\nthree\n");
    const change = [agent.edit("letter.txt", "two", "zwei")];
    // The others want to have read it; that passes.
    const edited = world.play({
      main: id === "codex" ? [change] : [[agent.read("letter.txt")], change],
    });
    await select(desk, "letter.txt", edited, agent.editTool);
    const takesEdits = tableOf(id).takesEdits.includes("before");
    if (takesEdits) {
      await desk.button("Edit what is put in").click();
      const put = desk.page.getByRole("textbox", { name: /put in|Patch/i }).first();
      await desk.write(
        put,
        id === "codex"
          ? "*** Begin Patch\n*** Update File: letter.txt\n@@\n-two\n+deux\n*** End Patch\n"
          : "deux",
      );
    } else await expect(desk.page.getByText(`${agent.name} takes no changes here`)).toBeVisible();
    await allow(desk);
    await world.told(edited);
    expect(await world.read("letter.txt")).toBe(`one\n${takesEdits ? "deux" : "zwei"}\nthree\n`);
    world.saw("edit", takesEdits ? "runs as edited" : "it takes no edits: not offered");

    const three = world.play({ main: [threeAtOnce(agent)] });
    for (const number of [1, 2, 3]) {
      await select(desk, `at-once-${number}`, three);
      if (number === 2) await reject(desk, "Not the second.");
      else await allow(desk);
    }
    await world.told(three);
    expect([1, 2, 3].map((number) => world.has(`at-once-${number}`))).toEqual([true, false, true]);
    const answered = [...world.model.told()].filter(([, text]) => text.includes("Not the second."));
    expect(answered.map(([callId]) => callId)).toEqual([expect.stringMatching(/_0_1$/)]);
    world.saw("parallel", "a card each; what each came to is told to its own call");

    const isQwen = id === "qwen-code";
    // The model to which edits are offered has no sub-agents.
    const args = id === "codex" ? ["-c", 'model="test-model"'] : [];
    const sub = world.play(
      {
        // Qwen Code's ends only after its sub-agents, and runs no command that only waits.
        main: [[agent.spawns("sub")], ...(isQwen ? [] : [[agent.command("sleep 3")]])],
        sub: [[agent.command("touch from-below")]],
      },
      { args },
    );
    for (const words of ["SCRIPT:sub", "touch from-below", ...(isQwen ? [] : ["sleep 3"])]) {
      await select(desk, words, sub);
      await allow(desk);
    }
    await world.told(sub);
    expect(world.has("from-below")).toBe(true);
    world.saw("subagent", "comes to the desk like any other");

    const own = world.runs(`echo '{}' > ${agent.config}`);
    await select(desk, agent.config, own);
    await allow(desk);
    await world.told(own);
    const tools = await openAgent(desk, agent.name);
    await expect(tools).toContainText("Changed");
    world.saw("ownConfig", "comes to you; allowed, it is noticed at once");

    // The hook is gone with the file: what its user would do is put the file back.
    if (before === null) await undo(desk, agent);
    else {
      await writeFile(agent.config, before);
      await undo(desk, agent);
      expect(await readFile(agent.config, "utf8")).toBe(before);
    }
    await setUp(desk, agent, CHANGES);
    await undo(desk, agent);
    expect(await readFile(agent.config, "utf8").catch(() => null)).toBe(before);
    world.saw("undo", "its config is as before, to the byte");
  });
}
