// The memory of a machine, from what each system prints, and of this one.
import { totalmem } from "node:os";
import { describe, expect, it } from "vitest";
import { parseMemInfo, parseVmStat, processMemory, readMemory } from "./machine.ts";

describe("the memory of a machine", () => {
  it("is what Linux counts as available, not as free", () => {
    const text =
      "MemTotal:       24684064 kB\nMemFree:          100000 kB\nMemAvailable:   20000000 kB\n";
    expect(parseMemInfo(text)).toEqual({
      totalBytes: 24_684_064 * 1024,
      availableBytes: 20_000_000 * 1024,
    });
    expect(parseMemInfo("MemTotal: 1 kB")).toBeNull();
  });

  it("includes on macOS what the system would give back", () => {
    const text = [
      "Mach Virtual Memory Statistics: (page size of 16384 bytes)",
      "Pages free:                               10.",
      "Pages active:                         500000.",
      "Pages inactive:                           20.",
      "Pages speculative:                         3.",
      "Pages throttled:                           0.",
      "Pages wired down:                     100000.",
      "Pages purgeable:                           7.",
    ].join("\n");
    expect(parseVmStat(text)).toBe(40 * 16_384);
    expect(parseVmStat("nothing of the kind")).toBeNull();
  });

  it("is within what this machine has", async () => {
    const { totalBytes, availableBytes } = await readMemory();
    expect(totalBytes).toBeLessThanOrEqual(totalmem());
    expect(availableBytes).toBeGreaterThan(0);
    expect(availableBytes).toBeLessThanOrEqual(totalBytes);
  });
});

describe("the memory of a process", () => {
  it("is known of a running process, and of no other", () => {
    expect(processMemory(process.pid)).toBeGreaterThan(10 << 20);
    expect(processMemory(2 ** 30)).toBeNull();
    expect(processMemory(undefined)).toBeNull();
  });
});
