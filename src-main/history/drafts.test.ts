// What was typed is on disk within half a second, by gate and attempt, and only the user removes it.
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Draft } from "#shared/request/life/decision.ts";
import type { Failure } from "#shared/outcome.ts";
import { openDrafts } from "./drafts.ts";

let folder: string;
const faults: Failure[] = [];
const opened: { close(): void }[] = [];
const file = (name: string): string => path.join(folder, name);
const open = (): ReturnType<typeof openDrafts> => {
  const store = openDrafts(file("drafts.db"), (fault) => faults.push(fault));
  opened.push(store);
  return store;
};

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-drafts-"));
  faults.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  for (const one of opened.splice(0)) one.close();
  rmSync(folder, { recursive: true });
});

const draftOf = (text: string): Draft => ({
  gate: 1,
  document: { messages: [{ role: "user", content: { type: "text", text } }], maxTokens: 1 },
  model: null,
});

const ANSWER = { role: "assistant" as const, content: { type: "text", text: "hm" } };

it("stores drafts by gate and attempt, 150 ms later", () => {
  vi.useFakeTimers();
  const answer = { role: "assistant", content: { type: "text", text: "hm" }, model: "human" };
  const store = open();
  store.save("s", draftOf("a"));
  store.save("s", { gate: 2, attemptId: "a", document: answer });
  store.save("s", { gate: 2, attemptId: "b", document: answer });
  store.save("s", draftOf("b"));
  vi.advanceTimersByTime(160);
  const again = open();
  expect(again.forRequest("s")).toEqual([
    { gate: 2, attemptId: "a", document: answer },
    { gate: 2, attemptId: "b", document: answer },
    draftOf("b"),
  ]);
  again.discard("s", 2);
  expect(again.flush()).toBe(true);
  expect(open().all()).toEqual({ s: [draftOf("b")] });
  expect(statSync(file("drafts.db")).mode & 0o777).toBe(0o600);
});

/** What a start after a kill would find; the store neither closes nor writes anything for it. */
function onDisk(request: string): string {
  const reader = new Libsql(file("drafts.db"), { readonly: true });
  const row = reader.prepare("SELECT drafts FROM draft WHERE sample = ?").raw().all(request);
  reader.close();
  return String(row.flat()[0]);
}

it("writes what is typed after a pause at once, and what follows 150 ms later", () => {
  vi.useFakeTimers();
  const store = open();
  vi.advanceTimersByTime(200);
  store.save("s", draftOf("first"));
  expect(onDisk("s")).toContain("first");
  store.save("s", draftOf("second"));
  expect(onDisk("s")).toContain("first");
  vi.advanceTimersByTime(150);
  expect(onDisk("s")).toContain("second");
  vi.advanceTimersByTime(1000);
  store.save("s", draftOf("third"));
  expect(onDisk("s")).toContain("third");
});

it("writes at once what was dropped, also between writes", () => {
  vi.useFakeTimers();
  const store = open();
  store.save("s", draftOf("first"));
  store.save("t", draftOf("other"));
  store.flush();
  store.discard("s", 1);
  expect(onDisk("s")).toBe("undefined");
  store.drop("t");
  expect(onDisk("t")).toBe("undefined");
});

it("pauses 400 ms at most, however long a write took", () => {
  vi.useFakeTimers();
  const store = open();
  vi.advanceTimersByTime(5000);
  // The first write takes two seconds.
  const beforeMs = performance.now();
  const clock = vi.spyOn(performance, "now");
  clock.mockImplementation(() => beforeMs + (onDisk("s").includes("first") ? 2000 : 0));
  store.save("s", draftOf("first"));
  clock.mockRestore();
  vi.advanceTimersByTime(2000);
  store.save("s", draftOf("second"));
  expect(onDisk("s")).toContain("first");
  vi.advanceTimersByTime(400);
  expect(onDisk("s")).toContain("second");
});

it("drops none by itself, however many and however large they are", { tags: ["long"] }, () => {
  const store = open();
  for (let i = 0; i < 300; i += 1) store.save(`s${i}`, draftOf("a"));
  store.save("large", draftOf("x".repeat(17_000_000)));
  store.drop("s299");
  store.flush();
  const again = open();
  expect(Object.keys(again.all())).toHaveLength(300);
  expect(again.forRequest("s299")).toEqual([]);
  expect(again.forRequest("large")).toEqual([draftOf("x".repeat(17_000_000))]);
});

it("writes nothing of a large draft when another one changes", { tags: ["long"] }, () => {
  const store = open();
  store.save("large", draftOf("x".repeat(20_000_000)));
  store.flush();
  const tookMs = ["a", "b", "c", "d", "e"].map((text) => {
    store.save("small", draftOf(text));
    const beganMs = performance.now();
    store.flush();
    return performance.now() - beganMs;
  });
  // Writing the large one takes a hundred times as long. The fastest counts: the disk has other work too.
  expect(Math.min(...tookMs)).toBeLessThan(100);
});

it("leaves no byte of what was dropped, a second later", () => {
  vi.useFakeTimers();
  const bytes = (): string =>
    readdirSync(folder)
      .map((name) => readFileSync(file(name), "latin1"))
      .join("");
  const store = open();
  store.save("a", draftOf("zauberformel"));
  store.save("b", draftOf("stays"));
  store.save("b", { gate: 2, attemptId: "x", document: { ...ANSWER, model: "abrakadabra" } });
  vi.advanceTimersByTime(160);
  store.drop("a");
  store.discard("b", 2);
  vi.advanceTimersByTime(160);
  expect(bytes()).toContain("zauberformel");
  vi.advanceTimersByTime(1000);
  expect(bytes()).not.toContain("zauberformel");
  expect(bytes()).not.toContain("abrakadabra");
  expect(bytes()).toContain("stays");
});

it("sets a damaged file aside, says so, and continues", () => {
  writeFileSync(file("drafts.db"), "no database ".repeat(500));
  const store = open();
  expect(faults).toMatchObject([{ kind: "file-set-aside" }]);
  store.save("s", draftOf("a"));
  expect(store.flush()).toBe(true);
  expect(readdirSync(folder).some((name) => name.startsWith("drafts.db.broken-"))).toBe(true);
});

it("reads the file once another program releases it, and overwrites none of it", () => {
  const answer = { role: "assistant", content: { type: "text", text: "hm" }, model: "human" };
  const generated: Draft = { gate: 2, attemptId: "a", document: answer };
  const other = new Libsql(file("drafts.db"));
  other.exec("CREATE TABLE draft (sample TEXT PRIMARY KEY, drafts TEXT NOT NULL) STRICT");
  const insert = other.prepare("INSERT INTO draft VALUES (?, ?)");
  insert.run("s", JSON.stringify([draftOf("kept")]));
  insert.run("t", JSON.stringify([draftOf("older")]));
  insert.run("v", JSON.stringify([draftOf("forgotten"), generated]));
  insert.run("later", "of a later version");
  insert.run("u", JSON.stringify([draftOf("discarded"), generated]));
  other.exec("BEGIN EXCLUSIVE");
  const store = open();
  // A short lock is not reported; it is tried again.
  expect(faults).toEqual([]);
  store.save("s", generated);
  store.save("t", draftOf("newer"));
  store.discard("u", 1);
  store.drop("v");
  store.drop("later");
  expect(store.flush()).toBe(false);
  // Nobody knows yet what the file holds: it may be anything.
  expect(store.mayHold("no draft")).toBe(true);
  other.exec("ROLLBACK");
  other.close();
  expect(store.flush()).toBe(true);
  const all = {
    s: [draftOf("kept"), generated],
    t: [draftOf("newer")],
    u: [generated],
  };
  expect(store.all()).toEqual(all);
  const may = ["s", "v", "later", "no draft"].map((id) => store.mayHold(id));
  expect(may).toEqual([true, false, true, false]);
  expect(open().all()).toEqual(all);
  const reader = new Libsql(file("drafts.db"), { readonly: true });
  const requests = reader.prepare("SELECT sample FROM draft ORDER BY sample").raw().all();
  reader.close();
  expect(requests.flat()).toEqual(["later", "s", "t", "u"]);
});

it("waits for a locked file with a timer, and reports no short lock", async () => {
  const store = open();
  store.save("s", draftOf("a"));
  expect(store.flush()).toBe(true);
  const other = new Libsql(file("drafts.db"));
  other.exec("BEGIN IMMEDIATE");
  store.save("s", draftOf("b"));
  const tookMs = [1, 2, 3, 4].map(() => {
    const beganMs = performance.now();
    expect(store.flush()).toBe(false);
    return performance.now() - beganMs;
  });
  // The fastest: the machine may have other work.
  expect(Math.min(...tookMs)).toBeLessThan(400);
  other.exec("COMMIT");
  other.close();
  // No further change is needed for it.
  await expect
    .poll(() => {
      const read = open();
      const text = JSON.stringify(read.forRequest("s"));
      read.close();
      return text;
    })
    .toContain('"text":"b"');
  expect(faults).toEqual([]);
});
