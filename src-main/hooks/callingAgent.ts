// On Linux, which agent has started a hook: the nearest process above it that has the name of an agent's program. A
// program that reads another one's settings has its own limit on waiting.
import { readFile, readlink } from "node:fs/promises";
import path from "node:path";
import type { AgentId } from "#shared/agents/agent.ts";
import { AGENT_TABLES } from "#shared/agents/tables.ts";

/** How far up is looked: a hook has a shell or two above it. */
const STEPS_MAX = 8;

/** `other`: no agent that is known. Null where it can't be told. Never rejects. */
export async function callingAgent(pid: number, proc = "/proc"): Promise<AgentId | "other" | null> {
  try {
    for (let [step, of] = [0, pid]; step < STEPS_MAX && of > 1; step += 1) {
      const { parent, names } = await processOf(`${proc}/${of}`);
      const table = AGENT_TABLES.find(({ programs }) => programs.some((name) => names.has(name)));
      if (table !== undefined) return table.id;
      of = parent;
    }
    return pid > 1 ? "other" : null;
  } catch {
    return null;
  }
}

/** The names of a process: its own, its executable's, and what it was started as, by an interpreter as well. */
async function processOf(folder: string): Promise<{ parent: number; names: Set<string> }> {
  const [stat, command, program] = await Promise.all([
    readFile(`${folder}/stat`, "utf8"),
    readFile(`${folder}/cmdline`, "utf8"),
    readlink(`${folder}/exe`).catch(() => ""),
  ]);
  // proc_pid_stat(5): PID (NAME) STATE PARENT …, and the name may have parentheses.
  const end = stat.lastIndexOf(")");
  const [, parent = "0"] = stat.slice(end + 2).split(" ");
  const [first = "", second = ""] = command.split("\0");
  const named = [program, first, second].map((one) => path.basename(one));
  return {
    parent: Number(parent),
    names: new Set([stat.slice(stat.indexOf("(") + 1, end), ...named]),
  };
}
