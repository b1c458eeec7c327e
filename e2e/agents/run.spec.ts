// `countersign run` with real agents, for which nothing is set up: rules decide about their own tools for this run alone.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { hostBinary } from "../../scripts/setup/hosts.mjs";
import { expect, test } from "../fixtures.ts";
import { LAUNCHER, run, write } from "../support/headless.ts";
import { projectNode } from "../support/paths.ts";
import { AGENT_MS } from "./realAgents.ts";
import { World } from "./world.ts";

const AGENTS = ["claude-code", "codex", "opencode", "qwen-code"] as const;
/** Settings of a project that turn hooks off. */
const OFF: Record<string, [string, object]> = {
  "claude-code": [".claude", { disableAllHooks: true, env: { CLAUDE_CODE_SIMPLE: "1" } }],
  "qwen-code": [".qwen", { disableAllHooks: true }],
};
const NOBODY = "No rule of the user decides about this action, and nobody is there to.";
const RULES = {
  rules: [
    { id: "touch", name: "Touch", when: 'action:command command:"touch allowed"', decide: "allow" },
    { id: "tail", name: "Tail", when: 'action:command command:"tail"', decide: "allow" },
  ],
};

/** Every file below a folder, with its text. */
function filesIn(folder: string): Record<string, string> {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = all.filter((one) => one.isFile()).map((one) => path.join(one.parentPath, one.name));
  return Object.fromEntries(files.map((file) => [file, readFileSync(file, "utf8")]));
}

/** A command that waits as long as this test runs, and which no other test has. */
const waiting = (number: number): string =>
  `tail --pid=${process.pid} -n ${process.pid}${number} -f /dev/null`;

const isRunning = (command: string): boolean =>
  readdirSync("/proc").some((name) => {
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
      return /^\d+$/.test(name) && words.join(" ").trim() === command;
    } catch {
      return false;
    }
  });

for (const id of AGENTS) {
  test(`${id}: run holds its tools by rules, and leaves nothing behind @hosts`, async ({
    later,
  }) => {
    test.setTimeout(5 * 60_000);
    const world = await World.open(id, later);
    const { agent } = world;
    const command = hostBinary(agent.program);
    const work = path.join(agent.profile, "work");
    const temporary = path.join(agent.profile, "temporary");
    for (const folder of [work, temporary]) mkdirSync(folder);
    write(work, "rules.json", RULES);
    const named = ["--policy", path.join(work, "rules.json")];
    const env = { TMPDIR: temporary };
    const off = OFF[id];
    if (off !== undefined) {
      mkdirSync(path.join(agent.project, off[0]));
      write(path.join(agent.project, off[0]), "settings.json", off[1]);
      const variables = "QWEN_CODE_SIMPLE=1\nQWEN_CODE_SAFE_MODE=1\n";
      writeFileSync(path.join(agent.project, ".env"), variables);
    }
    const own = Object.entries(filesIn(path.join(agent.profile, "home")));

    const under = [projectNode, LAUNCHER, "run", ...named, "--"];
    const script = { main: [[agent.command("touch allowed"), agent.command("touch refused")]] };
    const unaccepted = await world.play(script, { under, env }).ended;
    expect(unaccepted).toMatchObject({ code: 2, output: expect.stringContaining("accept") });
    expect(await run(work, ["accept", ...named, "--", command])).toMatchObject({ code: 0 });

    const first = world.play(script, { under, env });
    const told = await world.told(first);
    const { code, output } = await first.ended;
    expect(told).toContain(NOBODY);
    expect([world.has("allowed"), world.has("refused")], output).toEqual([true, false]);
    expect(output).toContain("1 allowed, 1 refused");
    expect(output).not.toMatch(/fault|No event/);
    expect(code).toBe(3);

    const wider = [projectNode, LAUNCHER, "run", ...named, "--actions", "everything", "--"];
    expect(await world.play(script, { under: wider, env }).ended).toMatchObject({ code: 2 });

    // Ended by a signal while the agent works.
    const working = world.play({ main: [[agent.command(waiting(1))]] }, { under, env });
    await expect.poll(() => isRunning(waiting(1)), { timeout: AGENT_MS }).toBe(true);
    process.kill(working.pid, "SIGTERM");
    expect((await working.ended).code).not.toBe(0);
    const left = (): string[] =>
      readdirSync(temporary).filter((name) => name.startsWith("countersign"));
    expect(left()).toEqual([]);
    // Killed, it leaves a folder to the next run.
    const killed = world.play({ main: [[agent.command(waiting(2))]] }, { under, env });
    await expect.poll(() => isRunning(waiting(2)), { timeout: AGENT_MS }).toBe(true);
    process.kill(killed.pid, "SIGKILL");
    await killed.ended;
    expect(left()).toHaveLength(1);
    expect(await run(work, ["run", ...named, "--", "true"], env)).toMatchObject({ code: 0 });
    expect(left()).toEqual([]);
    const now = filesIn(path.join(agent.profile, "home"));
    expect(own.filter(([file, text]) => now[file] !== text)).toEqual([]);
  });
}
