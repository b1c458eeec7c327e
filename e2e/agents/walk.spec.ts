// A working day of Claude Code and of Codex: sixty actions by script, decided by a user and by rules made from cards, with
// Stopped and a restart of the desk in the middle. Then the agent's account is compared with the ledger, and both with
// what really ran.
import { chmod } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "../fixtures.ts";
import type { ToolCall } from "./agentModel.ts";
import type { RealAgent } from "./realAgents.ts";
import { recordedActions } from "./recordedActions.ts";
import { allow, createRule, reject, select, setUp } from "./window.ts";
import { World } from "./world.ts";

/** What the user does with an action; `rule`: a rule made from an earlier card decides; `passes`: it doesn't come to them. */
type Does =
  | "allow"
  | "reject"
  | "by-hand"
  | "make-rule"
  | "rule"
  | "passes"
  | "stopped"
  | "restart";

interface Step {
  number: number;
  call: ToolCall;
  does: Does;
  /** Words that only its row has, beside the row of reading the same file. */
  words: string;
  tool?: RegExp;
}

const ACTIONS = 60;
const RULED = "./count.sh";
const STOPPED = [29, 30, 31];
const RESTART = 40;
/** From here on the rule decides. */
const RULE_AT = 6;

const named = (number: number): string => String(number).padStart(2, "0");

function stepOf(agent: RealAgent, number: number): Step {
  const name = named(number);
  const special = (usual: Does): Does =>
    STOPPED.includes(number)
      ? "stopped"
      : number === RESTART
        ? "restart"
        : // Without a keychain a desk that starts again trusts neither its rules nor its agents: everything comes.
          number > RESTART
          ? "allow"
          : usual;
  switch (number % 5) {
    case 0: {
      // Counts itself by hand: not what the rule is about.
      const call = agent.command(`echo ${name} >> ran.txt`);
      const does = special(number % 3 === 0 ? "reject" : "allow");
      return { number, call, does, words: `echo ${name}` };
    }
    case 1: {
      const usual = number < RULE_AT ? "allow" : number === RULE_AT ? "make-rule" : "rule";
      const call = agent.command(`${RULED} ${name}`);
      return { number, call, does: special(usual), words: `${RULED} ${name}` };
    }
    case 2: {
      // What is edited next: Claude Code wants to have read it.
      const file = `edited-${named(number + 1)}.txt`;
      const does = special(agent.id === "codex" ? "allow" : "passes");
      const tool = agent.id === "codex" ? /cat/ : /Read/;
      return { number, call: agent.read(file), does, words: file, tool };
    }
    case 3:
      return {
        number,
        call: agent.edit(`edited-${name}.txt`, `before ${name}`, `after ${name}`),
        does: special(number === 23 ? "by-hand" : number === 33 ? "reject" : "allow"),
        words: `edited-${name}.txt`,
        tool: agent.editTool,
      };
    default:
      return {
        number,
        call: agent.write(`written-${name}.txt`, `text ${name}\n`),
        does: special(number === 24 ? "reject" : "allow"),
        words: `written-${name}.txt`,
      };
  }
}

/** Whether the action happens. */
const RUNS: Record<Does, boolean> = {
  allow: true,
  reject: false,
  "by-hand": true,
  "make-rule": true,
  rule: true,
  passes: true,
  stopped: false,
  restart: false,
};

for (const id of ["claude-code", "codex"] as const) {
  test(`${id}: sixty actions, and no difference between what ran, its account and the ledger @hosts`, async ({
    open,
    later,
  }) => {
    test.setTimeout(20 * 60_000);
    const world = await World.open(id, later);
    const { agent, model } = world;
    let desk = await open({ profile: agent.profile });
    await setUp(desk, agent, { actions: "Commands and changes" });
    await world.write("count.sh", '#!/bin/sh\necho "$1" >> ran.txt\n');
    await chmod(path.join(agent.project, "count.sh"), 0o700);
    const steps = Array.from({ length: ACTIONS }, (_, at) => stepOf(agent, at + 1));
    for (const { number } of steps.filter(({ number: one }) => one % 5 === 3)) {
      const name = named(number);
      await world.write(`edited-${name}.txt`, `first\nbefore ${name}\nlast\n`);
    }

    const restarted = Promise.withResolvers<void>();
    // The user's part that isn't about a card happens before the model's turn with that number.
    const before = async (word: string, turn: number): Promise<void> => {
      const number = turn + 1;
      if (number === STOPPED[0]) await desk.do("desk.switch", "stopped");
      if (number === (STOPPED.at(-1) ?? 0) + 1) await desk.do("desk.switch", "rules");
      // Otherwise the hook's script would start a desk of its own beside this test's.
      if (number === RESTART + 1) await restarted.promise;
    };
    model.play({ main: steps.map(({ call }) => [call]) }, before);
    const run = agent.start("main");
    later(async () => run.stop());

    for (const { does, words, number, tool } of steps) {
      switch (does) {
        case "passes":
        case "stopped":
        case "rule":
          break;
        case "reject":
          await select(desk, words, run, tool);
          await reject(desk, `Not number ${number}.`);
          break;
        case "restart": {
          await select(desk, words, run, tool);
          await desk.close();
          desk = await open({ profile: agent.profile });
          await desk.room("Inbox").click();
          restarted.resolve();
          break;
        }
        case "by-hand": {
          await select(desk, words, run, tool);
          await desk.button("Edit what is put in").click();
          const text = `after ${named(number)}`;
          const put = desk.page.getByRole("textbox", { name: /put in|Patch/i }).first();
          const { input } = steps[number - 1]?.call ?? { input: "" };
          await desk.write(
            put,
            typeof input === "string" ? input.replace(text, "changed by hand") : "changed by hand",
          );
          await allow(desk);
          break;
        }
        case "make-rule":
          await select(desk, words, run, tool);
          await createRule(desk);
          // Rules decide about what comes later.
          await select(desk, words, run, tool);
          await allow(desk);
          break;
        case "allow":
          await select(desk, words, run, tool);
          await allow(desk);
      }
    }
    const { output } = await run.ended;
    expect(output).toContain("END");
    await desk.close();

    // What ran.
    const shouldRun = steps.filter(({ does }) => RUNS[does]);
    const counted = shouldRun
      .filter(({ number }) => number % 5 < 2)
      .map(({ number }) => named(number));
    expect((await world.read("ran.txt")).trim().split("\n")).toEqual(counted);
    for (const { number, does } of steps) {
      const name = named(number);
      if (number % 5 === 4) expect(world.has(`written-${name}.txt`), name).toBe(RUNS[does]);
      if (number % 5 === 3) {
        const now = await world.read(`edited-${name}.txt`);
        const middle =
          does === "by-hand" ? "changed by hand" : `${RUNS[does] ? "after" : "before"} ${name}`;
        expect(now).toBe(`first\n${middle}\nlast\n`);
      }
    }

    // What the ledger knows: each call of the agent's account once, and how it ended.
    const told = [...model.told().keys()];
    expect(told).toHaveLength(ACTIONS);
    const recorded = recordedActions(agent.profile);
    expect(recorded.map(({ callId }) => callId)).toEqual(told);
    const ran = recorded.map(({ rows }) => rows.includes("completed"));
    expect(ran.flatMap((isDone, at) => (isDone ? [at + 1] : []))).toEqual(
      shouldRun.map(({ number }) => number),
    );
  });
}
