// What the desk adds to an agent's own tools: the hook's entry as it stands in Claude Code's settings, started by a shell
// as the agent does it, beside a hook that does nothing (`node -e 0`), in turns.
import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ActionChoice } from "../../src-shared/agents/comesToUser.ts";
import { ruleSchema } from "../../src-shared/rules/rule.ts";
import { setUpAgent } from "../support/agents.ts";
import { launch, removeFolder, tempFolder } from "../support/app.ts";
import { Desk } from "../support/desk.ts";
import { clockLag } from "./clock.ts";
import type { Figure } from "./figure.ts";
import { press, untilShown } from "./page.ts";

const PASSES = 100;
const WARM = 10;
const CARDS = 20;
const PARALLEL = 40;
const LINES = 5000;

/** Times by the machine's clock, in milliseconds. */
interface Ended {
  startedMs: number;
  endedMs: number;
  code: number | null;
  stdout: string;
}

const ALLOW = ruleSchema.parse({
  id: "bench",
  name: "Bench",
  when: 'action:command command:"echo"',
  decide: "allow",
});

const nowMs = (): number => performance.timeOrigin + performance.now() + lagMs;
const lagMs = clockLag();

/** Starts a hook's command line as an agent does, with one event. */
function runHook(command: string, event: object, cwd: string): Promise<Ended> {
  const startedMs = nowMs();
  const child = spawn("sh", ["-c", command], { cwd, stdio: ["pipe", "pipe", "inherit"] });
  let stdout = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString("utf8");
  });
  // A hook that reads nothing has closed its end.
  child.stdin.on("error", () => {});
  child.stdin.end(JSON.stringify(event));
  return new Promise((resolve) => {
    child.once("close", (code) => resolve({ startedMs, endedMs: nowMs(), code, stdout }));
  });
}

/** Claude Code's settings with the desk's entry, and what its hook is started with. */
class BenchAgent {
  readonly #desk: Desk;
  readonly #file: string;
  readonly #project: string;
  #calls = 0;

  constructor(desk: Desk, file: string, project: string) {
    this.#desk = desk;
    this.#file = file;
    this.#project = project;
  }

  async choose(actions: ActionChoice): Promise<void> {
    await setUpAgent(this.#desk, "Claude Code", { tools: { actions, absent: "block" } });
  }

  async #command(event: string): Promise<string> {
    const { hooks } = JSON.parse(await readFile(this.#file, "utf8")) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    const command = hooks[event]?.[0]?.hooks[0]?.command;
    if (command === undefined) throw new Error(`no entry for ${event}`);
    return command;
  }

  /** Resolves once the hook's process has ended. */
  async call(tool: string, input: object): Promise<Ended> {
    this.#calls += 1;
    const event = {
      session_id: "bench",
      transcript_path: path.join(this.#project, "transcript.jsonl"),
      cwd: this.#project,
      prompt_id: "p1",
      permission_mode: "default",
      hook_event_name: "PreToolUse",
      tool_name: tool,
      tool_input: input,
      tool_use_id: `toolu_${this.#calls}`,
    };
    return runHook(await this.#command("PreToolUse"), event, this.#project);
  }

  /** The same Node.js, which does nothing. */
  async bare(): Promise<Ended> {
    const [, node = ""] = /'([^']+)'/.exec(await this.#command("PreToolUse")) ?? [];
    return runHook(`'${node}' -e 0`, {}, this.#project);
  }
}

const tookMs = ({ startedMs, endedMs }: Ended): number => endedMs - startedMs;

/** The hook and the bare one, in turns: what it costs more, and the bare one's own time. */
async function inTurns(agent: BenchAgent, call: (n: number) => Promise<Ended>) {
  const [own, bare]: [number[], number[]] = [[], []];
  for (let n = 0; n < WARM + PASSES; n += 1) {
    own.push(tookMs(await call(n)));
    bare.push(tookMs(await agent.bare()));
  }
  return { own: own.slice(WARM), bare: bare.slice(WARM) };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** From the hook's start to the card that can be read, and from the click to the hook's end. */
async function cards(
  desk: Desk,
  call: (n: number) => { token: string; ended: () => Promise<Ended> },
  takesKeys: boolean,
) {
  const [shown, answered]: [number[], number[]] = [[], []];
  const pageLag = await desk.page.evaluate(clockLag);
  for (let n = 0; n < CARDS; n += 1) {
    const { token, ended } = call(n);
    let hook: Promise<Ended> | undefined;
    const startedMs = nowMs();
    const shownAt = await untilShown(
      desk.page,
      token,
      () => {
        hook = ended();
        return Promise.resolve();
      },
      takesKeys,
    );
    shown.push(shownAt + pageLag - startedMs);
    await desk.page
      .getByRole("button", { name: /^Allow/ })
      .and(desk.page.locator(":enabled"))
      .waitFor();
    const pressedMs = (await press(desk.page, "Allow")) + pageLag;
    const { endedMs } = (await hook) ?? { endedMs: Number.NaN };
    answered.push(endedMs - pressedMs);
    for (const { id } of await desk.requests()) await desk.do("desk.dismiss", id);
  }
  return { shown, answered };
}

export async function agents(): Promise<Figure[]> {
  const profile = await tempFolder();
  const project = await tempFolder();
  const home = path.join(profile, "home");
  const file = path.join(home, ".claude/settings.json");
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, "{}\n");
  const lines = Array.from({ length: LINES }, (_, line) => `export const value${line} = ${line};`);
  await writeFile(path.join(project, "long.ts"), `${lines.join("\n")}\n`);
  const desk = new Desk(await launch({ profile, held: false }));
  try {
    await desk.ready();
    const agent = new BenchAgent(desk, file, project);
    await agent.choose("changes");
    const passes = await inTurns(agent, (n) =>
      agent.call("Read", { file_path: path.join(project, "long.ts"), limit: n + 1 }),
    );
    const command = await cards(
      desk,
      (n) => ({
        token: `card-${n}-end`,
        ended: () => agent.call("Bash", { command: `echo card-${n}-end`, description: "Says it" }),
      }),
      true,
    );
    const edit = await cards(
      desk,
      (n) => ({
        token: `changed_${n}_end`,
        ended: () =>
          agent.call("Edit", {
            file_path: path.join(project, "long.ts"),
            old_string: `export const value${2000 + n} = ${2000 + n};`,
            new_string: `export const changed_${n}_end = ${n};`,
            replace_all: false,
          }),
      }),
      false,
    );
    const { rules } = await desk.snapshot();
    await desk.do("rules.save", [ALLOW], rules.revision);
    await desk.do("desk.switch", "rules");
    const allowed = await inTurns(agent, (n) => agent.call("Bash", { command: `echo ${n}` }));
    const parallel = await Promise.all(
      Array.from({ length: PARALLEL }, (_, n) => agent.call("Bash", { command: `echo p${n}` })),
    );
    const lost = parallel.filter(({ code, stdout }) => code !== 0 || !stdout.includes("allow"));
    const added = ({ own, bare }: { own: number[]; bare: number[] }): number[] =>
      own.map((ms) => ms - median(bare));
    const floor = { floor: passes.bare, floorIs: "the bare hook, `node -e 0`" };
    return [
      {
        name: "an action that passes, more than the bare hook",
        unit: "ms",
        values: added(passes),
        ...floor,
        aim: 25,
      },
      {
        name: "an action that a rule allows, more than the bare hook",
        unit: "ms",
        values: added(allowed),
        floor: allowed.bare,
        floorIs: floor.floorIs,
        aim: 25,
      },
      {
        name: "hook started → a command's card readable",
        unit: "ms",
        values: command.shown,
        ...floor,
        aim: 150,
      },
      {
        name: `hook started → the diff of a file of ${LINES} lines readable`,
        unit: "ms",
        values: edit.shown,
        ...floor,
        aim: 300,
      },
      {
        name: "Allow clicked → the hook has ended with the verdict",
        unit: "ms",
        values: command.answered,
        aim: 25,
      },
      {
        name: `of ${PARALLEL} actions at once, those without an answer`,
        unit: "",
        values: [lost.length],
        of: "most",
        aim: 0,
      },
    ];
  } finally {
    await desk.close();
    await removeFolder(profile);
    await removeFolder(project);
  }
}
