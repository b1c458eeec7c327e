// The history over real files: what is in the ledger is found, whatever happens to the index, and no byte of it holds
// deleted text.
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import Libsql from "libsql";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { factsOf } from "#shared/filter/facts.ts";
import type { ItemRow } from "#shared/filter/columns.ts";
import { testOf } from "#shared/filter/matches.ts";
import { parse } from "#shared/filter/parse.ts";
import { indexText } from "#shared/filter/text.ts";
import { fromJsonText } from "#shared/ledger/history.ts";
import type { HistoryFound, HistoryItem } from "#shared/ledger/history.ts";
import type { JsonObject } from "#shared/json.ts";
import { openLedger } from "../ledger/ledger.ts";
import { HistoryIndex } from "./historyIndex.ts";
import { openIndexFile } from "./indexFile.ts";
import { TURNS } from "./items.ts";
import { rowsOf, run } from "./sql.ts";
import { LedgerWriter, writeRequest } from "./testing.ts";
import type { TestRequest } from "./testing.ts";

let folder: string;
let ledger: string;
let index: string;
let room: HistoryIndex;
let writer: LedgerWriter;

const open = (): HistoryIndex =>
  new HistoryIndex({ ledger, index, key: null }, () => performance.now());

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countersign-history-"));
  ledger = path.join(folder, "ledger.db");
  index = path.join(folder, "history.db");
  writer = new LedgerWriter(ledger);
  room = open();
});

afterEach(() => {
  room.close();
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

const request = (more: Partial<TestRequest> = {}): TestRequest => ({
  id: "s1",
  atMs: 1_700_000_000_000,
  server: "notes",
  tool: "summarize",
  text: "请简单介绍一下 MCP 协议",
  answer: "an answer",
  model: "gpt-5",
  end: "replied",
  ...more,
});

function catchUp(one: HistoryIndex = room): void {
  while (one.step(20) === "more");
}

function find(text: string, one: HistoryIndex = room): HistoryFound {
  const found = one.find(text);
  if (!found.ok) throw new Error(JSON.stringify(found.failure));
  return fromJsonText(found.value);
}

const ids = (text: string): string[] => find(text).rows.map(({ facts }) => facts.id);

function item(id: string): HistoryItem {
  const found = room.item(id);
  if (!found.ok) throw new Error(JSON.stringify(found.failure));
  return fromJsonText(found.value);
}

describe("a search", () => {
  it("without words finds everything, newest end first, an open request by its arrival", () => {
    writeRequest(writer, request({ id: "old", atMs: 1000 }));
    writeRequest(writer, request({ id: "open", atMs: 5000, end: "open" }));
    writeRequest(writer, request({ id: "late", atMs: 2000, end: "rejected" }));
    catchUp();
    expect(ids("")).toEqual(["old", "open", "late"]);
    expect(ids("is:ended")).toEqual(["old", "late"]);
    expect(find("").view).toEqual({ head: 9, total: 3, unreadable: 0, state: { kind: "ready" } });
  });

  it("of one session lists it oldest first, with what its hook decided alone", () => {
    const came = (id: string, atMs: number, endedAtMs: number, asked: JsonObject): void => {
      writer.append(id, atMs, "received", {
        requestKind: "messages" in asked ? "completion" : "action",
        asker: {
          serverId: "e",
          name: "Claude Code",
          transport: "hook",
          where: "",
          protocolVersion: "",
          era: "legacy",
          encrypted: null,
        },
        origin: { kind: "none" },
        reply: { kind: "hook" },
        asked,
        askedHash: id,
        flags: [],
        media: [],
      });
      const because = { kind: "agent-left" };
      writer.append(id, endedAtMs, "cancelled", { by: { kind: "agent" }, because });
    };
    const action = (session: string): JsonObject => ({
      agent: { id: "claude-code", version: null },
      event: "before",
      session: { id: session, folder: "/a" },
      callId: null,
      tool: "Bash",
      input: { command: "ls" },
      folder: "/a",
      files: [],
      takesEdits: true,
    });
    const call = {
      messages: [],
      maxTokens: 1,
      completion: {
        dialect: "anthropic-messages",
        model: "m",
        fields: { metadata: { user_id: '{"session_id":"one"}' } },
      },
    };
    came("a", 1000, 9000, action("one"));
    came("b", 2000, 3000, action("two"));
    came("c", 4000, 5000, call);
    came("d", 6000, 7000, action("one"));
    const told = (toldAtMs: number, session: string, why: string): void =>
      writer.note(9500, "reported-by-hook", {
        entryId: "e",
        toldAtMs,
        tool: "Bash",
        session,
        event: "PreToolUse",
        why,
        passed: false,
      });
    told(500, "one", "not-running");
    told(600, "two", "not-running");
    told(700, "one", "too-late");
    writer.note(9500, "reported-by-hook", { entryId: "e", unread: 3 });
    catchUp();
    expect(ids("is:ended")).toEqual(["a", "d", "c", "b"]);
    const found = find("(session:one\n) is:ended");
    expect(found.rows.map(({ facts }) => facts.id)).toEqual(["a", "c", "d"]);
    expect(found.story).toEqual({
      of: "session",
      id: "one",
      reported: [
        { atMs: 500, tool: "Bash", why: "not-running", passed: false },
        { atMs: 700, tool: "Bash", why: "too-late", passed: false },
      ],
      reportedTotal: 2,
    });
    // What is not one session keeps its order.
    for (const text of ["session:on*", "session:one OR session:two", "-session:two", "kind:action"])
      expect(find(text).story).toBeUndefined();
    expect(find('session:"one#2"').story).toMatchObject({ reportedTotal: 2 });
  });

  it.each(["协议", "介绍", "议", "mcp", '"MCP 协议"', "ＭＣＰ", "answ*", "server:notes 协议"])(
    "finds Chinese and Latin words: %s",
    (text) => {
      writeRequest(writer, request());
      writeRequest(
        writer,
        request({ id: "other", text: "something else", answer: "no", server: "files" }),
      );
      catchUp();
      expect(ids(text)).toEqual(["s1"]);
    },
  );

  it.each(["协一", "cp 协议", '"协议 mcp"', "-协议 server:notes"])(
    "finds nothing for %s",
    (text) => {
      writeRequest(writer, request());
      catchUp();
      expect(ids(text)).toEqual([]);
    },
  );

  it("reports a text that is not a filter, and finds nothing then", () => {
    writeRequest(writer, request());
    catchUp();
    const found = find('server:"no');
    expect(found).toMatchObject({ total: 0, rows: [] });
    expect(found.faults[0]).toMatchObject({ kind: "open-quote" });
  });

  it("returns the sample's own facts, and the sample as the desk had it", () => {
    writeRequest(writer, request());
    catchUp();
    const { request: held, events, forgotten, thread } = item("s1");
    const { toolNames: _offered, usedTools: _used, hints: _hints, ...facts } = factsOf(held);
    expect(find("").rows[0]).toEqual({ facts, forgotten: null });
    expect(held).toMatchObject({
      id: "s1",
      phase: { kind: "ended", ending: { kind: "replied" } },
    });
    expect(events.map(({ kind }) => kind)).toEqual([
      "received",
      "request-approved",
      "attempt-done",
      "response-approved",
      "delivered",
    ]);
    expect(forgotten).toBe(null);
    expect(thread.map(({ facts }) => facts.id)).toEqual(["s1"]);
    expect(room.item("nobody")).toEqual({
      ok: false,
      failure: { kind: "not-found", what: "sample" },
    });
  });

  it("returns the turns of a program's conversation, without what was asked beside them", () => {
    const turns: [id: string, tool: null, conversation: TestRequest["conversation"]][] = [
      ["t1", null, { id: "c" }],
      ["t2", null, { id: "c", side: "title" }],
      ["t3", null, { id: "d" }],
      ["t4", null, { id: "c" }],
    ];
    for (const [id, tool, conversation] of turns)
      writeRequest(writer, { ...request(), id, tool, conversation });
    catchUp();
    expect(item("t4").thread.map(({ facts }) => facts.id)).toEqual(["t1", "t4"]);
    // In the list as well, oldest first.
    const found = find('(thread:"c"\n) is:ended');
    expect(found.rows.map(({ facts }) => facts.id)).toEqual(["t1", "t4"]);
    expect(found.story).toEqual({ of: "thread", id: "c", reported: [], reportedTotal: 0 });
    expect(item("t2").thread).toEqual([]);
  });

  it("reads only the new texts of a conversation for words", () => {
    const turn = { tool: null, conversation: { id: "c" } };
    const file = "words of a file ".repeat(1000);
    writeRequest(writer, request({ id: "t1", text: file, ...turn }));
    catchUp();
    const split = vi.spyOn(String.prototype, "matchAll");
    writeRequest(writer, request({ id: "t2", text: "news", before: [file], ...turn }));
    catchUp();
    const read = split.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0);
    split.mockRestore();
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(file.length);
    expect(ids("file")).toEqual(["t2", "t1"]);
  });

  it("gathers the words of many requests before it writes them, and never reads all requests for one", () => {
    writer.together(() => {
      for (let n = 0; n < 30; n += 1) writeRequest(writer, request({ id: `n${n}` }));
    });
    catchUp();
    const file = openIndexFile(index, null);
    expect(rowsOf(file, "SELECT count(DISTINCT segid) FROM begun_idx")).toEqual([[1]]);
    const plan = rowsOf(file, `EXPLAIN QUERY PLAN ${TURNS}`, "\nrun\n", 1, 8);
    expect(plan.map(([, , , step]) => step)).toEqual([expect.stringContaining("item_thread")]);
    file.close();
  });

  it("follows a request from event to event", () => {
    writeRequest(writer, request({ end: "open" }));
    catchUp();
    expect(ids("is:open")).toEqual(["s1"]);
    const by = { kind: "server" };
    writer.append("s1", 2e12, "cancelled", { by, because: { kind: "server-cancelled" } });
    catchUp();
    expect(ids("is:open")).toEqual([]);
    expect(find("is:cancelled 协议").rows[0]?.facts.endedAtMs).toBe(2e12);
  });
});

describe("a list", () => {
  beforeEach(() => {
    writer.together(() => {
      for (let n = 0; n < 600; n += 1)
        writeRequest(writer, request({ id: `n${n}`, atMs: n * 1000 }));
    });
    catchUp();
  });

  it("comes in pages that hold each item once, in order", { tags: ["long"] }, () => {
    const { query, total, rows } = find("");
    expect([total, rows.length]).toEqual([600, 100]);
    const seen: string[] = [];
    for (let from = 0; from < total; from += 500) {
      const page = room.page(query, from, 500);
      if (page.ok) seen.push(...fromJsonText(page.value).map(({ facts }) => facts.id));
    }
    expect(seen).toEqual(Array.from({ length: 600 }, (_, n) => `n${599 - n}`));
  });

  it("is not changed by new requests, and is stale once one is deleted", { tags: ["long"] }, () => {
    const { query } = find("");
    writeRequest(writer, request({ id: "new", atMs: 3e12 }));
    catchUp();
    const first = room.page(query, 0, 1);
    expect(first.ok && fromJsonText(first.value)[0]?.facts.id).toBe("n599");
    expect(ids("")[0]).toBe("new");
    for (let more = 0; more < 16; more += 1) find("is:ended");
    expect(room.page(query, 0, 1)).toEqual({ ok: false, failure: { kind: "stale" } });
    const read = find("").query;
    for (let more = 0; more < 40; more += 1) {
      find("is:ended");
      // A list that is read repeatedly stays, however many searches run meanwhile.
      if (more % 10 === 0) expect(room.page(read, 0, 1).ok).toBe(true);
    }
    expect(room.page(99_999, 0, 1)).toEqual({ ok: false, failure: { kind: "stale" } });
  });

  it("is available while a backlog is read", { tags: ["long"] }, () => {
    const fresh = new HistoryIndex({ ledger, index: `${index}-2`, key: null }, () =>
      performance.now(),
    );
    while (fresh.view().total === 0) fresh.step(1);
    const half = find("", fresh);
    expect(half.view.state).toMatchObject({ kind: "building", total: 3001 });
    expect(half.total).toBeGreaterThan(0);
    expect(half.total).toBeLessThan(600);
    expect(find("协议", fresh).total).toBe(half.total);
    fresh.close();
  });
});

describe("an index", () => {
  const reopened = (): void => {
    room.close();
    room = open();
    catchUp();
  };

  beforeEach(() => {
    writeRequest(writer, request());
    catchUp();
    room.close();
  });

  it.each([
    ["is gone", () => rmSync(index)],
    ["is not a database", () => writeFileSync(index, "garbage ".repeat(4000))],
    ["is cut off", () => writeFileSync(index, readFileSync(index).subarray(0, 8192))],
    ["is of another version", () => new Libsql(index).exec("PRAGMA user_version = 3")],
  ])("that %s is rebuilt", (_what, damage) => {
    damage();
    reopened();
    expect(ids("协议")).toEqual(["s1"]);
    expect(room.view().state).toEqual({ kind: "ready" });
  });

  it("continues where it was", () => {
    writeRequest(writer, request({ id: "s2", atMs: 2e12 }));
    reopened();
    expect(ids("")).toEqual(["s2", "s1"]);
  });

  it("stays where the ledger cannot be opened without its key", () => {
    const key = "ab".repeat(32);
    const own = path.join(folder, "own.db");
    const { ledger: written, close } = openLedger(own, { key });
    const row = { sampleId: "s1", atMs: 1, kind: "received", body: { asked: { text: "kept" } } };
    expect(written.append(row).ok).toBe(true);
    close();
    const files = { ledger: own, index: path.join(folder, "own-history.db") };
    const once = new HistoryIndex({ ...files, key }, () => performance.now());
    catchUp(once);
    once.close();
    const before = readFileSync(files.index);
    const without = new HistoryIndex({ ...files, key: null }, () => performance.now());
    for (let time = 0; time < 4; time += 1) expect(without.step(20)).toBe("later");
    expect(without.find("")).toMatchObject({ failure: { kind: "history-unavailable" } });
    without.close();
    expect(readFileSync(files.index)).toEqual(before);
  });

  it("that cannot be read is reported as unavailable, and nothing is thrown", () => {
    expect(ids("")).toEqual(["s1"]);
    const other = new Libsql(index);
    other.exec("DROP TABLE item");
    other.close();
    expect(room.view().state).toMatchObject({ kind: "unavailable" });
  });

  it("of another ledger is rebuilt", () => {
    writer.close();
    rmSync(ledger);
    writer = new LedgerWriter(ledger);
    writeRequest(writer, request({ id: "elsewhere" }));
    writeRequest(writer, request({ id: "more" }));
    reopened();
    expect(ids("").toSorted()).toEqual(["elsewhere", "more"]);
  });

  it("waits for a ledger that does not exist, and reports one that cannot be read", () => {
    writer.close();
    rmSync(ledger);
    room = open();
    expect(room.step(10)).toBe("later");
    expect(room.find("")).toMatchObject({ ok: false, failure: { kind: "history-unavailable" } });
    writeFileSync(ledger, "garbage ".repeat(4000));
    expect(room.step(10)).toBe("later");
    expect(room.view().state).toMatchObject({ kind: "unavailable" });
    rmSync(ledger);
    writer = new LedgerWriter(ledger);
    writeRequest(writer, request({ id: "again" }));
    catchUp();
    expect(ids("")).toEqual(["again"]);
  });
});

it("reports edits as unknown for a deleted request whose rows do not tell", () => {
  writeRequest(writer, request());
  writeRequest(writer, request({ id: "s2", text: "another", answer: "other" }));
  writer.drop("s1", 2e12);
  catchUp();
  expect(ids("edited:unknown")).toEqual(["s1"]);
  expect(ids("is:edited")).toEqual([]);
  const row = find("edited:unknown").rows[0];
  expect(row?.facts.edited).toEqual(["unknown"]);
});

it(
  "finds every turn of a conversation by its words, whichever turns were deleted",
  { tags: ["long"] },
  () => {
    const word = fc.constantFrom("alpha", "beta", "gamma", "协议");
    const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
    const step = fc.record({
      conversation: fc.constantFrom("one", "two"),
      text,
      // Some of what was said before, as after a compaction.
      left: fc.nat(3),
      deletes: fc.option(fc.nat(5), { freq: 3 }),
    });
    const phrases = [
      "alpha",
      '"alpha beta"',
      '"beta gam"*',
      '"协议 alpha" beta',
      '-"beta beta" gamma',
    ];
    let run = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 8 }), (steps) => {
        run += 1;
        const said: Record<string, string[]> = { one: [], two: [] };
        const kept = new Map<string, string[]>();
        for (const [at, { conversation, text: own, left, deletes }] of steps.entries()) {
          const before = (said[conversation] ?? []).slice(left === 0 ? 0 : -left);
          const id = `r${run}-${at}`;
          const turn = { conversation: { id: `${run} ${conversation}` }, before };
          // Equal contents would be one, and deleted together.
          const unique = `${own} ${id}`;
          writeRequest(
            writer,
            request({ id, text: unique, server: `run${run}`, tool: null, ...turn }),
          );
          said[conversation] = [...before, unique];
          kept.set(id, said[conversation]);
          if (at % 2 === 0) catchUp();
          const gone = deletes === null ? undefined : [...kept.keys()][deletes];
          if (gone === undefined) continue;
          writer.drop(gone, 1_800_000_000_000);
          kept.delete(gone);
        }
        catchUp();
        for (const phrase of phrases) {
          const { query } = parse(phrase);
          if (query === null) throw new Error(phrase);
          const test = testOf(query, 0);
          // No condition of theirs concerns the row.
          const matching = [...kept].filter(([, texts]) =>
            test({ row: {} as ItemRow, indexed: () => indexText(texts) }),
          );
          const found = ids(`server:run${run} (${phrase})`).filter((id) => kept.has(id));
          expect(found.toSorted(), phrase).toEqual(matching.map(([id]) => id).toSorted());
        }
      }),
      { numRuns: 40 },
    );
  },
);

it("leaves nothing of a deleted text, nor the files beside it", () => {
  const secret = "zauberformel";
  writeRequest(writer, request({ text: `hello ${secret} 秘密`, answer: `${secret} again` }));
  writeRequest(writer, request({ id: "s2", text: "hello 秘密" }));
  catchUp();
  expect(ids(secret)).toEqual(["s1"]);
  writer.drop("s1", 2e12);
  catchUp();
  expect(ids(secret)).toEqual([]);
  expect(ids("秘密")).toEqual(["s2"]);
  expect(find("is:replied").rows.find(({ facts }) => facts.id === "s1")).toMatchObject({
    forgotten: "all",
    facts: { firstWords: "", state: "replied" },
  });
  expect(item("s1")).toMatchObject({ forgotten: "all", request: { asked: null } });
  const files = [index, `${index}-wal`].map((file) => readFileSync(file, "latin1")).join("");
  expect(files).toContain("hello");
  for (const part of [secret, secret.slice(2), "formel", "zaub"]) {
    expect(files).not.toContain(part);
  }
});

it("leaves nothing that only deleted requests had, also where more rows follow, and after a restart amid them", () => {
  room.close();
  let nowMs = 0;
  // Each step takes a row and commits it.
  const slow = (): HistoryIndex =>
    new HistoryIndex({ ledger, index, key: null }, () => (nowMs += 10_000));
  const unused = (): unknown => {
    const read = new Libsql(index, { readonly: true });
    const [row] = rowsOf(
      read,
      "SELECT count(*) FROM alike WHERE id NOT IN (SELECT alike FROM item)",
    );
    read.close();
    return row?.[0];
  };
  room = slow();
  for (const [id, server] of [
    ["s1", "files"],
    ["s2", "github"],
    ["s3", "notes"],
  ] as const)
    writeRequest(writer, request({ id, server, text: `of ${id}`, answer: `to ${id}` }));
  catchUp();
  writer.drop("s1", 2e12);
  writeRequest(writer, request({ id: "s4", text: "a fourth" }));
  catchUp();
  expect([ids("edited:unknown"), unused()]).toEqual([["s1"], 0]);
  writer.drop("s2", 2e12);
  writeRequest(writer, request({ id: "s5", text: "a fifth" }));
  room.step(20);
  expect([ids("edited:unknown").toSorted(), unused()]).toEqual([["s1", "s2"], 1]);
  room.close();
  room = slow();
  catchUp();
  expect([ids("").length, unused()]).toEqual([5, 0]);
});

it("leaves nothing in its WAL that a process wrote and did not commit before it died", () => {
  const secret = "zauberformel";
  const dead = openIndexFile(`${index}-2`, null);
  dead.exec("PRAGMA cache_size = 1; BEGIN IMMEDIATE");
  for (let n = 0; n < 40; n += 1)
    run(dead, "INSERT INTO shown VALUES (?, ?)", n, Buffer.from(`${secret} `.repeat(4000)));
  for (const part of ["", "-wal"]) copyFileSync(`${index}-2${part}`, `${index}-3${part}`);
  dead.close();
  expect(readFileSync(`${index}-3-wal`, "latin1")).toContain(secret);
  openIndexFile(`${index}-3`, null).close();
  expect(existsSync(`${index}-3-wal`) ? readFileSync(`${index}-3-wal`, "latin1") : "").toBe("");
});
