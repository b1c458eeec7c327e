// A server's processes end with Countersign, also where it is killed and they ignore signals.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { endWithParent, spawnServer } from "../transports/serverProcess.ts";

/** Ignores a closed stdin and SIGTERM, and has a child that does too. */
const STUBBORN =
  "trap '' TERM HUP; sh -c \"trap '' TERM HUP; while :; do sleep 0.2; done\" & echo $!; wait";

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** A daemon in a session of its own, whose parent has exited. */
const DAEMON =
  "(setsid sh -c \"trap '' TERM HUP; echo \\$\\$; exec >/dev/null 2>&1; while :; do sleep 0.2; done\" &)";

it.skipIf(process.platform === "win32").each([
  ["in its group", STUBBORN],
  ["out of its group", `${DAEMON}; cat; cat`],
])("ends servers after kill -9 too, with what they started %s", async (_where, how) => {
  const module = pathToFileURL(
    path.join(import.meta.dirname, "../transports/serverProcess.ts"),
  ).href;
  const script = `
    import { endWithParent, spawnServer } from ${JSON.stringify(module)};
    const running = spawnServer({ command: "sh", args: ["-c", ${JSON.stringify(how)}], folder: "/", env: process.env });
    running.child.stdout.on("data", (chunk) => process.stdout.write(running.child.pid + " " + chunk));
    endWithParent(running);`;
  const app = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = (await once(app.stdout, "data")) as [Buffer];
  const pids = line.toString().trim().split(/\s+/).map(Number);
  expect(pids.map(isThere)).toEqual([true, true]);
  app.kill("SIGKILL");
  await expect.poll(() => pids.map(isThere), { timeout: 15_000 }).toEqual([false, false]);
});

it.skipIf(process.platform === "win32").each([
  [
    "in its group",
    "sh -c \"trap '' TERM HUP; while :; do sleep 0.2; done\" >/dev/null & echo $!; cat",
  ],
  ["out of its group", `${DAEMON}; cat`],
])(
  "ends a helper that ignores signals when its server has ended (%s)",
  { tags: ["long"] },
  async (_where, helper) => {
    const running = spawnServer({
      command: "sh",
      args: ["-c", helper],
      folder: "/",
      env: { PATH: process.env["PATH"] ?? "" },
    });
    if (running === null) throw new Error("no process");
    const { child } = running;
    if (child.stdin === null || child.stdout === null) throw new Error("no pipes");
    const ended = endWithParent(running);
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const pid = Number(line.toString());
    child.stdin.end();
    await once(child, "exit");
    expect(isThere(pid)).toBe(true);
    ended();
    await expect.poll(() => isThere(pid), { timeout: 15_000 }).toBe(false);
  },
);
