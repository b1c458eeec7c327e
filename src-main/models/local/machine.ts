// Memory of this machine and of a process, as each system reports it. In bytes.
import { readFileSync } from "node:fs";
import { availableParallelism, freemem, totalmem } from "node:os";
import { execFile } from "node:child_process";
import { promisify } from "node:util";

export interface Memory {
  totalBytes: number;
  /** Memory that programs can allocate without forcing others out. */
  availableBytes: number;
}

/** The machine's memory now, within the limits of its container. Never throws. */
export async function readMemory(): Promise<Memory> {
  if (process.platform === "linux") return withinGroup(linuxMemory() ?? plainMemory());
  if (process.platform === "darwin") return (await macMemory()) ?? plainMemory();
  return plainMemory();
}

export const cores = (): number => availableParallelism();

/** Memory of a process, including weights that are mapped from a file; null if the system does not report it. */
export function processMemory(pid: number | undefined): number | null {
  const text = pid === undefined ? null : readText(`/proc/${pid}/status`);
  const kilobytes = text === null ? undefined : /^VmRSS:\s+(\d+) kB/m.exec(text)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

const plainMemory = (): Memory => ({ totalBytes: totalmem(), availableBytes: freemem() });

/** `MemAvailable` includes what the system would free; `MemFree` is nearly zero on any machine in use. */
function linuxMemory(): Memory | null {
  const text = readText("/proc/meminfo");
  return text === null ? null : parseMemInfo(text);
}

export function parseMemInfo(text: string): Memory | null {
  const kilobytes = (name: string): number | null => {
    const found = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1];
    return found === undefined ? null : Number(found) * 1024;
  };
  const totalBytes = kilobytes("MemTotal");
  const availableBytes = kilobytes("MemAvailable");
  return totalBytes === null || availableBytes === null ? null : { totalBytes, availableBytes };
}

/** A container may have less memory than its machine (cgroup v2, then v1). */
function withinGroup(memory: Memory): Memory {
  const limit = numberIn(
    "/sys/fs/cgroup/memory.max",
    "/sys/fs/cgroup/memory/memory.limit_in_bytes",
  );
  const used = numberIn(
    "/sys/fs/cgroup/memory.current",
    "/sys/fs/cgroup/memory/memory.usage_in_bytes",
  );
  if (limit === null || used === null || limit >= memory.totalBytes) return memory;
  const statistics =
    readText("/sys/fs/cgroup/memory.stat") ?? readText("/sys/fs/cgroup/memory/memory.stat") ?? "";
  const files = Number(/^(?:total_)?inactive_file (\d+)/m.exec(statistics)?.[1] ?? 0);
  return {
    totalBytes: limit,
    availableBytes: Math.max(0, Math.min(memory.availableBytes, limit - used + files)),
  };
}

async function macMemory(): Promise<Memory | null> {
  try {
    const { stdout } = await promisify(execFile)("/usr/bin/vm_stat", { timeout: 2000 });
    const availableBytes = parseVmStat(stdout);
    return availableBytes === null ? null : { totalBytes: totalmem(), availableBytes };
  } catch {
    return null;
  }
}

/** Pages that macOS would give to a program: free, inactive, speculative and purgeable. */
export function parseVmStat(text: string): number | null {
  const pageBytes = Number(/page size of (\d+) bytes/.exec(text)?.[1] ?? Number.NaN);
  const pages = ["free", "inactive", "speculative", "purgeable"].map((name) =>
    Number(new RegExp(`^Pages ${name}:\\s+(\\d+)\\.`, "m").exec(text)?.[1] ?? Number.NaN),
  );
  const bytes = pageBytes * pages.reduce((sum, count) => sum + count, 0);
  return Number.isNaN(bytes) ? null : bytes;
}

function numberIn(...files: string[]): number | null {
  for (const file of files) {
    const text = readText(file)?.trim();
    if (text !== undefined && /^\d+$/.test(text)) return Number(text);
  }
  return null;
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
