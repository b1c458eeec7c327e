// Pairs, filters and the list of messages.
import { expect, it } from "vitest";
import { mergeRows } from "#data/traffic.ts";
import type { MessageRow, TrafficRow } from "#shared/servers/traffic.ts";
import { exchangesOf, indexOf } from "./exchanges.ts";
import { namesOf, unseenIn } from "./unseen.ts";
import { matchingRows, isOff, NO_FILTER } from "./filter.ts";

const row = (seq: number, more: Partial<MessageRow> = {}): MessageRow => ({
  seq,
  atMs: 1000 + seq,
  tickMs: seq * 10,
  direction: "in",
  kind: "notification",
  bytes: 1,
  preview: "",
  ...more,
});
const asks = (seq: number, id: string | number, direction: "in" | "out", method = "m") =>
  row(seq, { kind: "request", id, direction, method });
const answers = (seq: number, id: string | number, direction: "in" | "out") =>
  row(seq, { kind: "answer", id, direction });
const began = (seq: number): TrafficRow => ({ seq, atMs: 0, tickMs: 0, kind: "began" });

it("pairs by id, by its type, and by direction", () => {
  const pairs = exchangesOf([
    asks(1, 0, "out", "ours"),
    asks(2, 0, "in", "theirs"),
    asks(3, "0", "in", "text id"),
    answers(4, 0, "in"),
    answers(5, "0", "out"),
    answers(6, 0, "out"),
    answers(7, 0, "out"),
    asks(8, 5, "in"),
  ]);
  expect(Object.fromEntries(pairs)).toEqual({
    1: { partner: 4, tookMs: 30, method: "ours" },
    4: { partner: 1, tookMs: 30, method: "ours" },
    2: { partner: 6, tookMs: 40, method: "theirs" },
    6: { partner: 2, tookMs: 40, method: "theirs" },
    3: { partner: 5, tookMs: 20, method: "text id" },
    5: { partner: 3, tookMs: 20, method: "text id" },
  });
});

it("pairs nothing across connections, and an invalid message with its error", () => {
  expect(exchangesOf([asks(1, 0, "in"), began(2), answers(3, 0, "out")]).size).toBe(0);
  const broken = row(1, { kind: "other", id: 9, method: "x" });
  expect(exchangesOf([broken, answers(2, 9, "out")]).get(2)?.method).toBe("x");
});

it("filters by direction, kind and words, and finds a response by its request", () => {
  const rows = [
    began(1),
    asks(2, 0, "out", "tools/call"),
    row(3, { kind: "answer", id: 0, failed: true }),
    row(4, { direction: "out", method: "notifications/x", notTaken: "HTTP 404" }),
  ];
  const pairs = exchangesOf(rows);
  const seqs = (filter: Partial<typeof NO_FILTER>, found: number[] = []) =>
    matchingRows(rows, { ...NO_FILTER, ...filter }, pairs, new Set(found)).map(({ seq }) => seq);
  expect(isOff(NO_FILTER)).toBe(true);
  expect(seqs({})).toEqual([1, 2, 3, 4]);
  expect(seqs({ direction: "out" })).toEqual([2, 4]);
  expect(seqs({ kind: "answer" })).toEqual([3]);
  expect(seqs({ kind: "failed" })).toEqual([3, 4]);
  expect(seqs({ text: "TOOLS" })).toEqual([2, 3]);
  expect(seqs({ text: "nowhere" }, [1, 4])).toEqual([4]);
});

it("finds a row by its number", () => {
  const rows = [3, 5, 9].map((seq) => row(seq));
  expect([3, 4, 5, 9, 10, null].map((seq) => indexOf(rows, seq))).toEqual([0, -1, 1, 2, -1, -1]);
});

it("adds new rows once, updates changed ones in place, and drops those that main dropped", () => {
  const rows = [1, 2, 3].map((seq) => row(seq));
  const seqs = (list: readonly TrafficRow[]) => list.map(({ seq }) => seq);
  const same = mergeRows(rows, { rows: [], firstSeq: 1 });
  expect(same).toBe(rows);
  expect(seqs(mergeRows(rows, { rows: [row(4), row(5)], firstSeq: 3 }))).toEqual([3, 4, 5]);
  expect(seqs(mergeRows(rows, { rows: [row(9)], firstSeq: 9 }))).toEqual([9]);
  expect(mergeRows(rows, { rows: [], firstSeq: 4 })).toEqual([]);
  const changed = mergeRows(rows, { rows: [row(2, { notTaken: "EPIPE" }), row(4)], firstSeq: 1 });
  expect(seqs(changed)).toEqual([1, 2, 3, 4]);
  expect(changed[1]).toMatchObject({ notTaken: "EPIPE" });
  // A row that was dropped before its change arrived stays dropped.
  expect(seqs(mergeRows(rows, { rows: [row(1)], firstSeq: 2 }))).toEqual([2, 3]);
});

it("names invisible characters, but not line breaks and tabs", () => {
  expect(unseenIn('{\n\t"a": "b"\r\n}')).toEqual([]);
  const unseen = unseenIn("a\u202Eb\u200Bc\u200B");
  expect(namesOf(unseen)).toEqual({ names: "U+202E, U+200B × 2", more: 0 });
  const many = Array.from({ length: 15 }, (_, i) => String.fromCharCode(i + 0xe000)).join("");
  expect(namesOf(unseenIn(many)).more).toBe(3);
});
