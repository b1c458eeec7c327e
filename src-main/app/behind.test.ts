// Threads beside main run behind the window, and main itself does not.
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import os from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { InspectThread } from "../background/inspector.ts";
import { A_LITTLE_BEHIND, BEHIND } from "../services/behindPorts.ts";

const run = promisify(execFile);
const moduleOf = (file: string): string =>
  JSON.stringify(fileURLToPath(new URL(file, import.meta.url)));

const threads = new Set<InspectThread>();
afterEach(async () => {
  for (const thread of threads) await thread.close();
  threads.clear();
});

describe.skipIf(process.platform !== "linux")("where Linux weighs each thread by itself", () => {
  it("lowers what V8 compiles beside main, and not main", async () => {
    const script = `
      import { readdirSync, readFileSync } from "node:fs";
      import os from "node:os";
      import { lowerCompiling } from ${moduleOf("./behind.ts")};
      const before = os.getPriority();
      lowerCompiling();
      const found = readdirSync("/proc/self/task").map((id) => ({
        name: readFileSync("/proc/self/task/" + id + "/comm", "utf8").trim(),
        priority: os.getPriority(Number(id)),
      }));
      const compiling = found.filter(({ name }) => name === "V8Worker");
      console.log(JSON.stringify([os.getPriority() - before, compiling.map(({ priority }) => priority)]));`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script]);
    const [main, compiling] = JSON.parse(stdout) as [number, number[]];
    expect(main).toBe(0);
    expect(new Set(compiling)).toEqual(new Set([BEHIND]));
  });

  it("lowers the thread that looks through documents, and not who asks it", async () => {
    const lowered = (): number =>
      readdirSync("/proc/self/task").filter((id) => os.getPriority(Number(id)) === A_LITTLE_BEHIND)
        .length;
    const [before, own] = [lowered(), os.getPriority()];
    const thread = new InspectThread(new URL("../background/inspectWorker.ts", import.meta.url));
    threads.add(thread);
    const document = { messages: [], maxTokens: 1 };
    await thread.inspect({ of: "a", document, around: { gate: "request", usual: null, off: [] } });
    expect(lowered()).toBeGreaterThan(before);
    expect(os.getPriority()).toBe(own);
  });
});
