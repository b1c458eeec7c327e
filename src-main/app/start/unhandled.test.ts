// Utility processes exit on an unhandled rejection, also where the runtime would only warn, as in Electron 37 and
// later.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, it } from "vitest";

/** A port as in Electron, and a rejection a moment after the start. */
const BEFORE =
  "process.parentPort = { on() {}, postMessage() {} };" +
  "setTimeout(() => Promise.reject(new Error('nobody handles it')), 100); setTimeout(() => {}, 20000);";

it.each(["../../workers/engine.ts", "../../workers/demo.ts"])(
  "exits on an unhandled rejection: %s",
  async (entry) => {
    const file = path.join(import.meta.dirname, entry);
    const child = spawn(
      process.execPath,
      ["--unhandled-rejections=warn", `--import=data:text/javascript,${BEFORE}`, file],
      { stdio: "ignore" },
    );
    const [code] = (await once(child, "exit")) as [number | null];
    expect(code).toBe(1);
  },
);
