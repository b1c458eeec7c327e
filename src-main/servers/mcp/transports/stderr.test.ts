// A server's stderr is bounded each second; what is left out is reported, and its end is still shown.
import { performance } from "node:perf_hooks";
import { expect, it } from "vitest";
import type { PipeListener } from "./pipe.ts";
import { StdioPipe } from "./stdio.ts";
import { StderrReader } from "./stderr.ts";

const MIB = 1024 * 1024;
const text = (chunk: string): Uint8Array => Buffer.from(chunk);
async function* chunks(...all: (string | Promise<void>)[]): AsyncGenerator<Uint8Array> {
  for (const one of all) {
    if (typeof one === "string") yield text(one);
    else await one;
  }
}
const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

it("shows every line of a usual server, whatever the chunks", async () => {
  const said: string[] = [];
  await new StderrReader((line) => void said.push(line)).read(
    chunks("on", "e\ntw", "o\n\nthr", "ee"),
  );
  expect(said).toEqual(["one", "two", "", "three"]);
});

it("leaves out what exceeds a period, tells how much, shows its end, and starts again with the next", async () => {
  const said: string[] = [];
  const errors = new StderrReader((line) => void said.push(line), { lines: 3, periodMs: 50 });
  const flood = "x".repeat(99);
  await errors.read(
    chunks(`1\n2\n3\n`, `${flood}\n`.repeat(100), "tail\nhalf", rest(80), " and half\n", "after\n"),
  );
  expect(said.slice(0, 3)).toEqual(["1", "2", "3"]);
  expect(said[3]).toBe("[10009 bytes of stderr were left out: more came than can be shown]");
  expect(said.slice(4)).toEqual(["half and half", "after"]);
});

it("shows the last lines of a server that floods and exits", async () => {
  const said: string[] = [];
  const errors = new StderrReader((line) => void said.push(line), { lines: 2, periodMs: 60_000 });
  await errors.read(chunks("1\n2\n", `${"noise\n".repeat(5000)}fatal: out of luck\n`));
  expect(said).toContain("fatal: out of luck");
  expect(said.filter((line) => line.includes("left out"))).toHaveLength(1);
});

it("reads no more of a period than its cap", async () => {
  let taken = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      taken += 65_536;
      yield new Uint8Array(65_536).fill(0x79);
    }
  }
  const errors = new StderrReader(() => {}, { periodMs: 60_000, readBytes: 4 * MIB });
  void errors.read(endless());
  await rest(100);
  expect(taken).toBe(4 * MIB);
});

it(
  "blocks nobody while a real server floods stderr, and bounds its memory",
  { tags: ["long"] },
  async () => {
    const lines: string[] = [];
    let lost = false;
    const inlet: PipeListener = {
      tap: { opened() {}, closed() {}, record: () => 0, sendFailed() {} },
      valuesMax: () => Infinity,
      admit: () => [],
      malformed() {},
      oversized() {},
      stderr: (line) => void lines.push(line),
      responseLost() {},
      sessionForgotten: () => {},
      sessionRenewed: () => {},
      lost: () => void (lost = true),
    };
    const pipe = new StdioPipe({
      command: "sh",
      args: ["-c", "yes 1>&2"],
      cwd: null,
      env: process.env as Record<string, string>,
    });
    const before = process.memoryUsage().rss;
    const cpu = process.cpuUsage();
    const beganMs = performance.now();
    await pipe.start(inlet, () => {});
    const waits: number[] = [];
    while (performance.now() - beganMs < 3000) {
      const waitedMs = performance.now();
      await rest(10);
      waits.push(performance.now() - waitedMs - 10);
    }
    const { user, system } = process.cpuUsage(cpu);
    await pipe.close();
    expect(lost).toBe(false);
    // Of the first second 10,000 lines, of each later one 100, each with the rest of the step that held them, and the end
    // of what was left out.
    expect(lines.length).toBeLessThan(10_512 + 6 * 1200);
    expect(lines.length).toBeGreaterThan(10_000);
    // Among those that the panel keeps.
    expect(lines.slice(-2000).some((line) => line.includes("stderr were left out"))).toBe(true);
    // Nine of ten: on a busy machine the system itself may delay one.
    const nineOfTen = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.9)];
    expect(nineOfTen).toBeLessThan(100);
    expect((user + system) / 3_000_000).toBeLessThan(0.5);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MIB);
  },
);
