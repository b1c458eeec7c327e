// The history thread itself: it answers while it reads a backlog, is told of new rows, and is restarted when it dies.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fromJsonText } from "#shared/ledger/history.ts";
import type { HistoryFound, HistoryView } from "#shared/ledger/history.ts";
import { ruleSchema } from "#shared/rules/rule.ts";
import { LedgerWriter, writeRequest } from "../history/index/testing.ts";
import { HistoryThread } from "../history/historyThread.ts";

let folder: string;
let writer: LedgerWriter;
let thread: HistoryThread;
let views: HistoryView[];
let heard: () => void = () => undefined;

/** Resolves once the thread has sent a view that matches. */
async function until(fits: (view: HistoryView) => boolean): Promise<void> {
  while (!views.some(fits)) {
    await new Promise<void>((resolve) => {
      heard = resolve;
    });
  }
}

const say = (id: string, atMs: number): void =>
  writeRequest(writer, {
    id,
    atMs,
    server: "notes",
    tool: null,
    text: "协议",
    answer: "an answer",
    model: "m",
    end: "replied",
  });

async function find(text: string): Promise<HistoryFound> {
  const found = await thread.read("find", text);
  if (!found.ok) throw new Error(JSON.stringify(found.failure));
  return fromJsonText(found.value);
}

const entry = new URL("../workers/history.ts", import.meta.url);
let files: { ledger: string; index: string; key: null };

const conversationOf = (at: URL): HistoryThread =>
  new HistoryThread({
    entry: at,
    start: { files },
    moved(view) {
      views.push(view);
      heard();
    },
  });

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countersign-history-"));
  files = {
    ledger: path.join(folder, "ledger.db"),
    index: path.join(folder, "history.db"),
    key: null,
  };
  writer = new LedgerWriter(files.ledger);
  views = [];
  thread = conversationOf(entry);
});

afterEach(async () => {
  await thread.close();
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

it("answers while it reads a backlog, and reports its progress", { tags: ["long"] }, async () => {
  writer.together(() => {
    for (let n = 0; n < 1500; n += 1) say(`n${n}`, n);
  });
  thread.begin();
  const first = await find("");
  expect(first.total).toBeLessThan(1500);
  await until(({ head, state }) => head === writer.seq && state.kind === "ready");
  expect(views[0]?.state).toMatchObject({ kind: "building" });
  await expect(find("协议")).resolves.toMatchObject({ total: 1500 });
  expect(thread.view).toMatchObject({ total: 1500, head: writer.seq });
});

// By the clock: a machine that had other things to do may be asked again.
it("rests from its backlog while the desk has something to do", { retry: 2 }, async () => {
  writer.together(() => {
    for (let n = 0; n < 200; n += 1) say(`n${n}`, n);
  });
  thread.begin();
  await until(({ total, state }) => total > 0 && state.kind === "building");
  thread.appended();
  const { total } = await find("");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await find("")).total).toBe(total);
  await until((view) => view.total === 200);
});

it("is told of appended rows", async () => {
  say("first", 1);
  thread.begin();
  await until(({ total }) => total === 1);
  say("second", 2);
  thread.appended();
  await until(({ total }) => total === 2);
  const { rows } = await find("");
  expect(rows.map(({ facts }) => facts.id)).toEqual(["second", "first"]);
});

it("reports constant appends a few times a second", { tags: ["long"] }, async () => {
  say("n0", 0);
  thread.begin();
  await until(({ total }) => total === 1);
  const toldOf = (): number => new Set(views.map(({ head }) => head)).size;
  const before = toldOf();
  for (let n = 1; n < 60; n += 1) {
    say(`n${n}`, n);
    thread.appended();
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  await until(({ total }) => total === 60);
  expect(toldOf() - before).toBeLessThan(30);
});

it("finds a row appended just before the query", { tags: ["long"] }, async () => {
  say("first", 1);
  thread.begin();
  await until(({ total }) => total === 1);
  for (let total = 2; total < 7; total += 1) {
    say(`n${total}`, total);
    thread.appended();
    expect((await find("")).total).toBe(total);
  }
});

it(
  "is started again when it dies, and rejects the calls that waited for it",
  { tags: ["long"] },
  async () => {
    say("first", 1);
    const dying = path.join(folder, "dying.mjs");
    const marker = JSON.stringify(path.join(folder, "died"));
    // The first time it exits as soon as it is asked for something.
    writeFileSync(
      dying,
      `import { existsSync, writeFileSync } from "node:fs";
     import { parentPort } from "node:worker_threads";
     if (existsSync(${marker})) await import(${JSON.stringify(entry.href)});
     else parentPort.on("message", () => { writeFileSync(${marker}, ""); process.exit(7); });`,
    );
    thread = conversationOf(pathToFileURL(dying));
    await expect(thread.read("find", "")).resolves.toEqual({
      ok: false,
      failure: { kind: "history-unavailable", detail: "exit code 7" },
    });
    expect(views).toContainEqual(
      expect.objectContaining({ state: { kind: "unavailable", detail: "exit code 7" } }),
    );
    await expect(thread.read("item", "first")).resolves.toMatchObject({ ok: true });
  },
);

it("answers nothing once it is closed", async () => {
  await thread.close();
  await expect(thread.read("find", "")).resolves.toMatchObject({ ok: false });
});

it("does dry runs beside other reads", { tags: ["long"] }, async () => {
  writer.together(() => {
    for (let n = 0; n < 200; n += 1) say(`d${n}`, n * 1000);
  });
  thread.begin();
  await until(({ state, total }) => state.kind === "ready" && total >= 200);
  const rules = [ruleSchema.parse({ id: "a", name: "a", decide: "allow", when: "协议" })];
  const ended: string[] = [];
  const tried = thread.read("dryRun", { rules, news: ["a"], count: 100 });
  await Promise.all([
    tried.then(() => ended.push("dry run")),
    find("server:notes").then(() => ended.push("find")),
  ]);
  expect(ended).toEqual(["find", "dry run"]);
  expect(await tried).toMatchObject({ ok: true, value: { judged: 100, allowed: 100 } });
});
