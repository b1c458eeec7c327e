// The history thread may hang where nothing can interrupt it: callers are told, and another thread answers.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { HistoryThread } from "./historyThread.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countersign-history-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The thread's side of its end, which a fake thread imports. */
const ENDING = pathToFileURL(path.resolve(import.meta.dirname, "../threads/inThread.ts")).href;

/** Hangs in the system with the first read of the first thread; later threads answer. */
function entryThatHangsOnce(): string {
  const entry = path.join(folder, "history.mjs");
  writeFileSync(
    entry,
    `import { spawnSync } from "node:child_process";
     import { existsSync, writeFileSync } from "node:fs";
     import { parentPort } from "node:worker_threads";
     import { leftDatabases } from ${JSON.stringify(ENDING)};
     const hung = ${JSON.stringify(path.join(folder, "hung"))};
     parentPort.on("message", ({ m, i }) => {
       if (m === "close") leftDatabases();
       if (m !== "read") return;
       if (!existsSync(hung)) {
         writeFileSync(hung, "");
         spawnSync("/bin/sleep", ["6"]);
       }
       parentPort.postMessage({ t: "s", i, r: { ok: true, value: [] } });
     });`,
  );
  return entry;
}

it("rejects pending calls and restarts if a thread dies from an error that lost its message", async () => {
  const entry = path.join(folder, "thrown.mjs");
  // An error that is not one of JavaScript's own keeps its fields on the way from a thread, but no message.
  writeFileSync(
    entry,
    `import { parentPort } from "node:worker_threads";
     parentPort.on("message", () => { throw { code: "SQLITE_CORRUPT" }; });`,
  );
  const views: unknown[] = [];
  const thread = new HistoryThread({
    entry,
    start: { files: { ledger: "", index: "", key: null } },
    moved: (view) => views.push(view.state),
  });
  expect(await thread.read("item", "s")).toMatchObject({
    failure: { kind: "history-unavailable", detail: "SQLITE_CORRUPT" },
  });
  expect(views).toContainEqual({ kind: "unavailable", detail: "SQLITE_CORRUPT" });
  await thread.close();
});

// By the clock, since waiting is what it is about: a machine that had other things to do may be asked again.
it(
  "rejects pending calls and keeps reading after a hung thread is told to restart",
  { tags: ["long"], retry: 2 },
  async () => {
    const thread = new HistoryThread({
      entry: entryThatHangsOnce(),
      start: { files: { ledger: "", index: "", key: null } },
      moved: () => undefined,
    });
    const waited = thread.read("item", "s");
    await new Promise((resolve) => setTimeout(resolve, 500));
    const begunMs = performance.now();
    thread.restart();
    expect(await waited).toMatchObject({ ok: false, failure: { kind: "history-unavailable" } });
    expect(await thread.read("item", "s")).toEqual({ ok: true, value: [] });
    expect(performance.now() - begunMs).toBeLessThan(5000);
    await thread.close();
  },
);

it(
  "does not take a restart for a crash, however often it is told to",
  { tags: ["long"] },
  async () => {
    const entry = path.join(folder, "says.mjs");
    const view = { head: 0, total: 0, unreadable: 0, state: { kind: "ready" } };
    writeFileSync(
      entry,
      `import { parentPort } from "node:worker_threads";
     import { leftDatabases } from ${JSON.stringify(ENDING)};
     parentPort.on("message", ({ m }) => m === "close" && leftDatabases());
     parentPort.postMessage(${JSON.stringify({ t: "q", m: "moved", a: [view] })});`,
    );
    let begun: () => void = () => undefined;
    const thread = new HistoryThread({
      entry,
      start: { files: { ledger: "", index: "", key: null } },
      moved: ({ state }) => {
        if (state.kind === "ready") begun();
      },
    });
    for (let n = 0; n < 5; n += 1) {
      const there = new Promise<void>((resolve) => (begun = resolve));
      if (n === 0) thread.begin();
      else thread.restart();
      await there;
      expect(thread.view.state.kind).toBe("ready");
    }
    await thread.close();
  },
);
