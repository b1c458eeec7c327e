// What is read beside an event: the process that started the hook, what a script decided alone.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { callingAgent } from "./callingAgent.ts";
import { hookFiles } from "../gateway/hookFiles.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countersign-calling-"));
});

function running(pid: number, parent: number, name: string, command = name, program = name): void {
  mkdirSync(path.join(folder, String(pid)));
  const stat = `${pid} (${name}) S ${parent} ${"0 ".repeat(17)}${pid} 0`;
  writeFileSync(path.join(folder, `${pid}/stat`), stat);
  writeFileSync(path.join(folder, `${pid}/cmdline`), command.replaceAll(" ", "\0"));
  symlinkSync(program, path.join(folder, `${pid}/exe`));
}

it.skipIf(process.platform === "win32")(
  "knows an agent by the nearest process above its hook",
  () => {
    writeFileSync(path.join(folder, "uptime"), "1000.00 4000.00\n");
    running(2, 1, "systemd");
    running(10, 2, "claude", "claude", "/opt/claude");
    running(11, 10, "sh", "sh -c x", "/bin/sh");
    running(20, 2, "MainThread", "node /usr/bin/codex exec", "/usr/bin/node");
    running(21, 20, "a) S 10 (b");
    running(30, 2, "emacs", "emacs --x claude");
    running(31, 2, "code", "code --x claude");
    running(40, 10, "codex");
    for (let pid = 50; pid < 60; pid += 1) running(pid, pid === 50 ? 10 : pid - 1, "sh");
    const cases: [number, string | null][] = [
      [11, "claude-code"],
      [21, "codex"],
      [30, "other"],
      [31, "vs-code"],
      [40, "codex"],
      [59, "other"],
      [0, null],
      [99, null],
    ];
    for (const [pid, agent] of cases)
      expect([pid, callingAgent(pid, folder)?.agent ?? null]).toEqual([pid, agent]);
    // It began 0.1 s after the system, which did so 1,000 s ago.
    const agoMs = Date.now() - (callingAgent(11, folder)?.startedMs ?? 0);
    expect(Math.abs(agoMs - 999_900)).toBeLessThan(60_000);
  },
);

it("takes what a script decided alone once, and says what can't be read of it", () => {
  const file = path.join(folder, "a.away");
  const line = { atMs: 1, tool: "Bash", session: "s", event: "e", why: "failed", passed: false };
  const { takeReported } = hookFiles(folder, path.join(folder, "desk.sock"));
  expect(takeReported("a")).toBeNull();
  const text = JSON.stringify(line);
  writeFileSync(file, `${text}\n{\n${JSON.stringify({ ...line, why: "x" })}\n${text}\n`);
  expect(takeReported("a")).toEqual({ reported: [line, line], unread: 2 });
  expect(takeReported("a")).toBeNull();
  // Full, and too large: more may have happened.
  const most = Math.ceil((256 * 1024) / (text.length + 1));
  writeFileSync(file, `${text}\n`.repeat(most));
  expect(takeReported("a")).toMatchObject({ reported: { length: most }, unread: 1 });
  writeFileSync(file, "x".repeat(300 * 1024));
  expect(takeReported("a")).toEqual({ reported: [], unread: 1 });
  mkdirSync(file);
  expect(takeReported("a")).toEqual({ reported: [], unread: 1 });
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});
