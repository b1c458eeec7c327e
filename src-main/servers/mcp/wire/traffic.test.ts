// The stored traffic: everything within the caps, exactly, and the rest counted.
import { expect, it } from "vitest";
import { isMessage } from "#shared/servers/traffic.ts";
import type { MessageRow } from "#shared/servers/traffic.ts";
import { testConnection, stdio } from "../testing.ts";
import {
  BYTES_MAX,
  HEAD_CHARACTERS,
  ROWS_MAX,
  TrafficLog,
  FULL_TEXT_MAX_BYTES,
} from "./traffic.ts";

function pass(log: TrafficLog, direction: "in" | "out", message: unknown): number {
  return log.record(direction, JSON.stringify(message), message);
}
const messages = (log: TrafficLog): MessageRow[] => log.rows().filter(isMessage);

it.each([
  [
    { jsonrpc: "2.0", id: 0, method: "m" },
    { kind: "request", id: 0, method: "m" },
  ],
  [
    { jsonrpc: "2.0", id: "a", result: {} },
    { kind: "answer", id: "a" },
  ],
  [
    { jsonrpc: "2.0", id: 1, error: {} },
    { kind: "answer", id: 1, failed: true },
  ],
  [
    { jsonrpc: "2.0", id: null, error: {} },
    { kind: "answer", failed: true },
  ],
  [
    { jsonrpc: "2.0", method: "n" },
    { kind: "notification", method: "n" },
  ],
  [[{ jsonrpc: "2.0", method: "n" }], { kind: "batch" }],
  [[{ jsonrpc: "2.0", method: "n" }, 5], { kind: "other" }],
  [
    { id: 7, method: "m" },
    { kind: "other", id: 7, method: "m" },
  ],
  [
    { jsonrpc: "2.0", id: {}, method: "m" },
    { kind: "other", method: "m" },
  ],
  ["text", { kind: "other" }],
])("reads %j by its envelope", (message, row) => {
  const log = new TrafficLog();
  pass(log, "in", message);
  const { seq, atMs, tickMs, bytes, preview, direction, ...rest } = messages(log)[0] as MessageRow;
  expect(rest).toEqual(row);
  expect([seq, direction, bytes]).toEqual([1, "in", JSON.stringify(message).length]);
  expect(Math.abs(atMs - Date.now())).toBeLessThan(5000);
  expect(tickMs).toBeGreaterThan(0);
  expect(preview.length).toBeLessThanOrEqual(160);
});

it("shows the beginning of the content, not the envelope", () => {
  const log = new TrafficLog();
  pass(log, "in", { jsonrpc: "2.0", id: 1, method: "m", params: { text: "hello" } });
  pass(log, "out", { jsonrpc: "2.0", id: 1, result: { content: [] } });
  log.record("in", "Server läuft!", undefined);
  expect(messages(log).map((row) => row.preview)).toEqual([
    '{"text":"hello"}',
    '{"content":[]}',
    "Server läuft!",
  ]);
  expect(messages(log)[2]?.bytes).toBe(14);
});

it("returns a message as it was", () => {
  const log = new TrafficLog();
  const text = '{"jsonrpc":"2.0",  "id":12345678901234567890, "a":1.0, "a":2}';
  const seq = log.record("in", text, JSON.parse(text));
  expect(log.message(seq)).toEqual({ text, bytes: text.length, keptBytes: text.length });
  expect(log.message(seq + 1)).toBeNull();
});

it("keeps only the beginning and the exact size of a message that is too long", () => {
  const log = new TrafficLog();
  const params = { text: "长".repeat(FULL_TEXT_MAX_BYTES / 3) };
  const text = JSON.stringify({ jsonrpc: "2.0", method: "m", params });
  const bytes = Buffer.byteLength(text);
  const seq = log.record("in", text, JSON.parse(text), bytes);
  expect(messages(log)[0]).toMatchObject({ kind: "notification", method: "m", bytes, cut: true });
  const kept = log.message(seq);
  expect(kept?.text).toBe(text.slice(0, HEAD_CHARACTERS));
  expect(kept).toMatchObject({
    bytes,
    keptBytes: Buffer.byteLength(text.slice(0, HEAD_CHARACTERS)),
  });
});

it("keeps up to its cap of rows, and counts the others", () => {
  const log = new TrafficLog();
  for (let i = 0; i < ROWS_MAX * 2 + 5; i += 1) pass(log, "in", i);
  const rows = messages(log);
  expect(rows).toHaveLength(ROWS_MAX);
  expect(log.forgotten).toBe(ROWS_MAX + 5);
  expect(log.firstSeq).toBe(ROWS_MAX + 6);
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_row, i) => log.firstSeq + i));
  for (const seq of [log.firstSeq, log.firstSeq + 777, ROWS_MAX * 2 + 5]) {
    expect(log.message(seq)?.text).toBe(String(seq - 1));
  }
  expect(log.message(log.firstSeq - 1)).toBeNull();
});

it("keeps up to its cap of text", () => {
  const log = new TrafficLog();
  const text = "x".repeat(1_000_000);
  for (let i = 0; i < 40; i += 1) log.record("in", text, undefined);
  const kept = messages(log).length;
  expect(kept).toBe(Math.floor(BYTES_MAX / 1_000_000));
  expect(log.forgotten).toBe(40 - kept);
});

it("starts again when it is cleared, without using a number twice", () => {
  const log = new TrafficLog();
  pass(log, "in", 1);
  log.clear();
  expect([log.rows(), log.forgotten, log.firstSeq]).toEqual([[], 0, 2]);
  expect(pass(log, "in", 2)).toBe(2);
  expect(log.message(2)?.text).toBe("2");
});

it("hides secrets in rows, in messages and from searches, old ones too", async () => {
  const log = new TrafficLog();
  const said = {
    jsonrpc: "2.0",
    method: "use s3cr3t-key",
    params: { k: "s3cr3t-key" },
    id: "s3cr3t-key",
  };
  const seq = pass(log, "in", said);
  log.learn([{ name: "KEY", value: "s3cr3t-key" }]);
  log.learn([{ name: "KEY", value: "another-key" }]);
  expect(JSON.stringify([log.rows(), log.message(seq)])).not.toContain("s3cr3t-key");
  expect(messages(log)[0]).toMatchObject({
    id: "[secret KEY]",
    preview: '{"k":"[secret KEY]"},"id":"[secret KEY]"',
  });
  expect(log.find("S3CR3T", 0)).toEqual([]);
  expect(log.find("[secret key]", 0)).toEqual([1]);
  expect(log.find("[secret key]", 1)).toEqual([]);
});

it("marks where a connection began and ended, and what was not taken", () => {
  const log = new TrafficLog();
  const heard: number[] = [];
  log.onRow = (seq) => void heard.push(seq);
  log.opened();
  const seq = pass(log, "out", { jsonrpc: "2.0", id: 1, method: "m" });
  log.sendFailed(seq, "HTTP 404");
  log.closed();
  expect(log.rows()).toMatchObject([
    { kind: "began", seq: 1 },
    { kind: "request", notTaken: "HTTP 404" },
    { kind: "ended", seq: 3 },
  ]);
  expect(heard).toEqual([1, 2, 2, 3]);
});

it("says that bytes were not text", () => {
  const log = new TrafficLog();
  log.record("in", "\uFFFD", undefined, 1);
  expect(messages(log)[0]).toMatchObject({ notUtf8: true, bytes: 1 });
});

it("hides secrets in a command or an address", () => {
  const command = stdio("x", ["--api-key", "S3cret", "postgresql://a:Pa55word@db"]);
  const address = { kind: "http" as const, url: "https://a.example/?key=Abc123", headers: [] };
  for (const [endpoint, name] of [
    [command, "argument"],
    [address, "address"],
  ] as const) {
    const log = testConnection(endpoint).traffic as TrafficLog;
    const seq = pass(log, "in", { jsonrpc: "2.0", method: "S3cret", params: "Pa55word Abc123" });
    const shown = JSON.stringify([log.row(seq), log.message(seq)]);
    expect(shown).toContain(`[secret ${name}]`);
    const hidden = name === "argument" ? /S3cret|Pa55word/ : /Abc123/;
    expect(shown).not.toMatch(hidden);
  }
});
