// A server that says more than can be read runs behind the desk from then on; one that says what it has to does not.
import { existsSync, readFileSync } from "node:fs";
import os from "node:os";
import { expect, it, vi } from "vitest";
import type { Inlet } from "./pipe.ts";
import { StdioPipe } from "./stdio.ts";

const { PRIORITY_BELOW_NORMAL } = os.constants.priority;

/** What Linux weighs a whole session by; null where it does not. */
function sessionOf(pid: number): string | null {
  const file = `/proc/${pid}/autogroup`;
  return existsSync(file) ? (readFileSync(file, "utf8").trim().split(" ").at(-1) ?? "") : null;
}

it("lowers a server that floods, and no other", async () => {
  const lines: { pid?: number }[] = [];
  let look: () => void = () => undefined;
  const until = async (count: number): Promise<void> => {
    while (lines.length < count) await new Promise<void>((resolve) => (look = resolve));
  };
  const inlet: Inlet = {
    tap: { began() {}, ended() {}, passed: () => 0, notTaken() {} },
    valuesMax: () => Infinity,
    admit(raw) {
      lines.push(raw as { pid?: number });
      // As long as a request takes, so that there is more than can be done.
      const endsMs = performance.now() + 0.05;
      while (performance.now() < endsMs);
      look();
      return [];
    },
    rubbish: () => {},
    oversized: () => {},
    stderr: () => {},
    answerLost: () => {},
    lost: () => {},
  };
  const script = `
    console.log(JSON.stringify({ pid: process.pid }));
    process.stdin.once("data", () => process.stdout.write("{}\\n".repeat(20_000)));`;
  const pipe = new StdioPipe({
    command: process.execPath,
    args: ["-e", script],
    cwd: null,
    env: {},
  });
  await pipe.start(inlet, () => {});
  await until(1);
  const pid = lines[0]?.pid ?? 0;
  const session = sessionOf(pid);
  expect(os.getPriority(pid)).toBe(os.getPriority());
  await pipe.send({ jsonrpc: "2.0", method: "flood" });
  await until(20_001);
  expect(os.getPriority(pid)).toBe(PRIORITY_BELOW_NORMAL);
  if (session !== null) {
    await vi.waitFor(() => expect(sessionOf(pid)).toBe(String(PRIORITY_BELOW_NORMAL)));
  }
  await pipe.close();
});
