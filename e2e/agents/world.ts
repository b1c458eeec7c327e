// One agent with its model and the app, and what was seen of it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { hostVersion } from "../../scripts/setup/hosts.mjs";
import { expect } from "../fixtures.ts";
import { tempFolder } from "../support/app.ts";
import type { Desk } from "../support/desk.ts";
import { startAgentModel } from "./agentModel.ts";
import type { AgentModel, AgentScript, BeforeTurn, ToolCall } from "./agentModel.ts";
import { hookFiles, realAgent } from "./realAgents.ts";
import type { More, RealAgent, Run, RunAgentId } from "./realAgents.ts";
import { note } from "./table.ts";
import type { Case } from "./table.ts";

type Later = (close: () => Promise<unknown>) => void;

export class World {
  readonly model: AgentModel;
  readonly agent: RealAgent;
  readonly #later: Later;

  private constructor(model: AgentModel, agent: RealAgent, later: Later) {
    this.model = model;
    this.agent = agent;
    this.#later = later;
  }

  /** @param profile of another agent on the same computer; a new one by default */
  static async open(id: RunAgentId, later: Later, profile?: string): Promise<World> {
    const model = await startAgentModel();
    later(() => model.close());
    return new World(model, await realAgent(id, model, profile ?? (await tempFolder())), later);
  }

  /** Runs this script; its main conversation is `main`. */
  play(script: AgentScript, more: More = {}, before?: BeforeTurn): Run {
    this.model.play(script, before);
    const run = this.agent.start("main", more);
    this.#later(async () => run.stop());
    return run;
  }

  /** Runs one command. */
  runs(text: string): Run {
    return this.play({ main: [[this.agent.command(text)]] });
  }

  /** What its model was told about the only call, once the agent has ended its turn. */
  async told({ ended }: Run): Promise<string> {
    const { output } = await ended;
    const told = [...this.model.told().values()].join("\n");
    expect(told, output).not.toBe("");
    return told;
  }

  has(file: string): boolean {
    return existsSync(path.join(this.agent.project, file));
  }

  read(file: string): Promise<string> {
    return readFile(path.join(this.agent.project, file), "utf8");
  }

  write(file: string, text: string): Promise<void> {
    return writeFile(path.join(this.agent.project, file), text);
  }

  /** For the table. */
  saw(what: Case, words: string): void {
    const folder = process.env["COUNTERSIGN_SEEN"];
    const { name, program } = this.agent;
    if (folder !== undefined) note(folder, `${name} ${hostVersion(program)}`, what, words);
  }

  /** What came of a call that would make this file, with the words of Countersign or else of the agent's own refusal. */
  sawOf(what: Case, file: string, told: string): void {
    const [ours] = /(Countersign|Nobody decided)[^\n]*?\.(?=\s|$)/.exec(told) ?? [];
    // Codex ends it with a full stop of its own.
    const words = ours === undefined ? "" : `: “${ours.replace(/\.+$/, ".")}”`;
    this.saw(what, this.has(file) ? "**runs**" : `blocked${words}`);
  }

  /** The processes that run the hook's script now: Node alone, or the shell that started it as well. */
  async hookProcesses(withShell: boolean): Promise<number[]> {
    const { script } = await hookFiles(this.agent);
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    const line = (pid: string): string[] => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      } catch {
        return [];
      }
    };
    return pids
      .filter((pid) => {
        const words = line(pid);
        return withShell ? words.some((word) => word.includes(script)) : words[1] === script;
      })
      .map(Number);
  }
}

/** Ends the app as a crash would. */
export async function killDesk(desk: Desk): Promise<void> {
  const child = desk.app.process();
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}

/** Three commands that say by a file that they ran. */
export const threeAtOnce = ({ command }: RealAgent): ToolCall[] =>
  [1, 2, 3].map((number) => command(`touch at-once-${number}`));
