// What was typed: within half a second on disk, by gate and attempt, and gone only by the person's hand.
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Draft } from "../../src-shared/ipc/contract.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import { openDrafts } from "./drafts.ts";

let folder: string;
const faults: Failure[] = [];
const opened: { close(): void }[] = [];
const file = (name: string): string => path.join(folder, name);
const open = (): ReturnType<typeof openDrafts> => {
  const store = openDrafts(file("drafts.db"), file("drafts.json"), (fault) => faults.push(fault));
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

it("keeps drafts by gate and attempt, on disk 150 ms later", () => {
  vi.useFakeTimers();
  const answer = { role: "assistant", content: { type: "text", text: "hm" }, model: "human" };
  const store = open();
  store.save("s", draftOf("a"));
  store.save("s", { gate: 2, attemptId: "a", document: answer });
  store.save("s", { gate: 2, attemptId: "b", document: answer });
  store.save("s", draftOf("b"));
  vi.advanceTimersByTime(160);
  const again = open();
  expect(again.forSample("s")).toEqual([
    { gate: 2, attemptId: "a", document: answer },
    { gate: 2, attemptId: "b", document: answer },
    draftOf("b"),
  ]);
  const refinement: Draft = {
    ...{ gate: "refine", attemptId: "a", callsAsText: 0, model: null },
    ...{ document: { messages: [] }, prepared: { messages: [] } },
  };
  again.save("s", refinement);
  again.save("s", { ...refinement, callsAsText: 1 });
  again.flush();
  expect(open().forSample("s").at(-1)).toEqual({ ...refinement, callsAsText: 1 });
  again.discard("s", "refine");
  again.discard("s", 2);
  expect(again.flush()).toBe(true);
  expect(open().all()).toEqual({ s: [draftOf("b")] });
  expect(statSync(file("drafts.db")).mode & 0o777).toBe(0o600);
});

it("drops none by itself, however many and however large they are", () => {
  const store = open();
  for (let i = 0; i < 300; i += 1) store.save(`s${i}`, draftOf("a"));
  store.save("large", draftOf("x".repeat(17_000_000)));
  store.forget("s299");
  store.flush();
  const again = open();
  expect(Object.keys(again.all())).toHaveLength(300);
  expect(again.forSample("s299")).toEqual([]);
  expect(again.forSample("large")).toEqual([draftOf("x".repeat(17_000_000))]);
});

it("writes nothing of a large draft when another one changes", () => {
  const store = open();
  store.save("large", draftOf("x".repeat(20_000_000)));
  store.flush();
  store.save("small", draftOf("y"));
  const beganMs = performance.now();
  store.flush();
  // Writing the large one takes a hundred times as long.
  expect(performance.now() - beganMs).toBeLessThan(100);
});

it("takes over the file of earlier versions, once, and leaves no copy of it", () => {
  writeFileSync(file("drafts.json.taken-over"), "of an earlier version");
  writeFileSync(file("drafts.json"), JSON.stringify({ s: [draftOf("before")] }));
  expect(open().all()).toEqual({ s: [draftOf("before")] });
  expect(existsSync(file("drafts.json"))).toBe(false);
  expect(existsSync(file("drafts.json.taken-over"))).toBe(false);
  expect(open().all()).toEqual({ s: [draftOf("before")] });
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
  store.forget("a");
  store.discard("b", 2);
  vi.advanceTimersByTime(160);
  expect(bytes()).toContain("zauberformel");
  vi.advanceTimersByTime(1000);
  expect(bytes()).not.toContain("zauberformel");
  expect(bytes()).not.toContain("abrakadabra");
  expect(bytes()).toContain("stays");
});

it("puts a damaged file aside, says so, and goes on", () => {
  writeFileSync(file("drafts.db"), "no database ".repeat(500));
  const store = open();
  expect(faults).toMatchObject([{ kind: "file-set-aside" }]);
  store.save("s", draftOf("a"));
  expect(store.flush()).toBe(true);
  expect(readdirSync(folder).some((name) => name.startsWith("drafts.db.broken-"))).toBe(true);
});

it("reads what the file holds once another program lets go of it, and writes over none of it", () => {
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
  writeFileSync(file("drafts.json"), JSON.stringify({ s: [draftOf("of an earlier version")] }));
  const store = open();
  expect(faults).toMatchObject([{ kind: "not-recorded", reason: "locked" }]);
  store.save("s", generated);
  store.save("t", draftOf("newer"));
  store.discard("u", 1);
  store.forget("v");
  store.forget("later");
  expect(store.flush()).toBe(false);
  other.exec("ROLLBACK");
  other.close();
  expect(store.flush()).toBe(true);
  const all = {
    s: [draftOf("kept"), generated],
    t: [draftOf("newer")],
    u: [generated],
  };
  expect(store.all()).toEqual(all);
  expect(open().all()).toEqual(all);
  const reader = new Libsql(file("drafts.db"), { readonly: true });
  const samples = reader.prepare("SELECT sample FROM draft ORDER BY sample").raw().all();
  reader.close();
  expect(samples.flat()).toEqual(["later", "s", "t", "u"]);
});
