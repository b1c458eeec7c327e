// On Linux, which agent has started a hook: the nearest process above it that has the name of an agent's program. A
// program that reads another one's settings has its own limit on waiting.
import { readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import type { AgentId } from "#shared/agents/agent.ts";
import { AGENT_TABLES } from "#shared/agents/tables.ts";

/** How far up is looked: a hook has a shell or two above it. */
const STEPS_MAX = 8;
/** `starttime` among the fields after the name. */
const STARTED = 19;

/** The process that has started a hook. `startedMs`: since when it runs, null where that can't be told. */
export interface Caller {
  /** `other`: no agent that is known. */
  agent: AgentId | "other";
  startedMs: number | null;
}

/** Null where it can't be told. Read at once: these files are in memory, and a thread for each would take longer. */
export function callingAgent(pid: number, proc = "/proc"): Caller | null {
  try {
    for (let [step, of] = [0, pid]; step < STEPS_MAX && of > 1; step += 1) {
      const { parent, names, ticks } = processOf(`${proc}/${of}`);
      const table = AGENT_TABLES.find(({ programs }) => programs.some((name) => names.has(name)));
      if (table !== undefined) return { agent: table.id, startedMs: startOf(proc, ticks) };
      of = parent;
    }
    return pid > 1 ? { agent: "other", startedMs: null } : null;
  } catch {
    return null;
  }
}

/** The names of a process: its own, its executable's, and what it was started as, by an interpreter as well. */
function processOf(folder: string): { parent: number; names: Set<string>; ticks: number } {
  const stat = readFileSync(`${folder}/stat`, "utf8");
  const command = readFileSync(`${folder}/cmdline`, "utf8");
  // proc_pid_stat(5): PID (NAME) STATE PARENT …, and the name may have parentheses.
  const end = stat.lastIndexOf(")");
  const fields = stat.slice(end + 2).split(" ");
  const [, parent = "0"] = fields;
  const [first = "", second = ""] = command.split("\0");
  const named = [programOf(folder), first, second].map((one) => path.basename(one));
  return {
    parent: Number(parent),
    names: new Set([stat.slice(stat.indexOf("(") + 1, end), ...named]),
    ticks: Number(fields[STARTED]),
  };
}

/** @param ticks when the process began, in hundredths of a second since the system has started */
function startOf(proc: string, ticks: number): number | null {
  const [seconds = ""] = readFileSync(`${proc}/uptime`, "utf8").split(" ");
  const ms = Date.now() - Number(seconds) * 1000 + ticks * 10;
  return Number.isFinite(ms) ? ms : null;
}

/** Empty for a process of another user. */
function programOf(folder: string): string {
  try {
    return readlinkSync(`${folder}/exe`);
  } catch {
    return "";
  }
}
