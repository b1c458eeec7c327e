// The memory of a process and of its descendants, from /proc (Linux): PSS counts shared pages once.
import { readdirSync, readFileSync } from "node:fs";

export interface Memory {
  pssMiB: number;
  rssMiB: number;
  processes: number;
}

function parents(): Map<number, number> {
  const found = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // The name in brackets may contain anything; the parent is the second field after it.
      const fields = readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1)?.split(" ");
      found.set(Number(name), Number(fields?.[1]));
    } catch {
      // The process ended in between.
    }
  }
  return found;
}

/** `root` and everything below it. */
function tree(root: number): number[] {
  const all = parents();
  const found = new Set([root]);
  for (let grown = true; grown;) {
    grown = false;
    for (const [pid, parent] of all) {
      if (!found.has(parent) || found.has(pid)) continue;
      found.add(pid);
      grown = true;
    }
  }
  return [...found];
}

/** The sum over a process and its descendants; those that end while it is read are left out. */
export function memoryOf(root: number): Memory {
  const sum: Memory = { pssMiB: 0, rssMiB: 0, processes: 0 };
  for (const pid of tree(root)) {
    try {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
      const kiB = (name: string): number =>
        Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
      sum.pssMiB += kiB("Pss") / 1024;
      sum.rssMiB += kiB("Rss") / 1024;
      sum.processes += 1;
    } catch {
      // The process ended in between.
    }
  }
  return sum;
}
