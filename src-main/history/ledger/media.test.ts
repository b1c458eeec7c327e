// Media in the real file: exactly as put, only for their request, written with the row that names them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import { base64Facts } from "./base64.ts";
import { readMedium } from "./medium.ts";
import { openLedger } from "./ledger.ts";
import { rowsOf } from "../../store/sql.ts";

let folder: string;
let file: string;
let opened: ReturnType<typeof openLedger>;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-media-"));
  file = path.join(folder, "ledger.db");
  opened = openLedger(file);
});
afterEach(() => {
  opened.close();
  rmSync(folder, { recursive: true });
});

const reopen = (limits: { maxPages?: number } = {}): void => {
  opened.close();
  opened = openLedger(file, limits);
};
const read = (select: string): unknown[][] => {
  const reader = new Libsql(file, { readonly: true });
  const rows = rowsOf(reader, select);
  reader.close();
  return rows;
};
const append = (requestId: string, ...media: string[]) =>
  opened.ledger.append({ sampleId: requestId, atMs: 1, kind: "received", body: {}, media });

it("stores a medium once, returns it exactly, and only to the sample that holds it", () => {
  const { media } = opened;
  const bytes = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(3)]);
  const png = bytes.toString("base64");
  const put = media.put("a", png);
  expect(put).toMatchObject({ bytes: 11, sniffed: "image/png", validBase64: true });
  expect(media.text("a", put.ref)).toBe(png);
  expect(append("a", put.ref).ok).toBe(true);
  expect(media.text("a", put.ref)).toBe(png);
  expect(media.text("b", put.ref)).toBeNull();
  media.put("b", png);
  expect(append("b", put.ref).ok).toBe(true);
  expect(media.text("b", put.ref)).toBe(png);
  media.release("a");
  expect(media.text("a", put.ref)).toBeNull();
  expect(read("SELECT body FROM content")).toEqual([[png]]);
  const [[first], [second]] = read("SELECT media FROM event WHERE sample <> 'ledger'") as [
    [string],
    [string],
  ];
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(second).toBe(first);
});

it("writes the media of a row with it, or neither", () => {
  reopen({ maxPages: 40 });
  const small = opened.media.put("a", "QUJD");
  const large = opened.media.put("a", "QUJD".repeat(50_000));
  expect(append("a", small.ref, large.ref)).toMatchObject({
    ok: false,
    failure: { kind: "not-recorded" },
  });
  expect(read("SELECT 1 FROM content")).toEqual([]);
  // It is still in memory for the window, and for the row once there is space.
  expect(opened.media.text("a", large.ref)).toHaveLength(200_000);
  opened.media.release("a");
  const limits = opened;
  limits.close();
  expect(append("a", small.ref)).toMatchObject({ ok: true });
  expect(read("SELECT body FROM content")).toEqual([["QUJD"]]);
});

it("deletes what no row has named once its sample is gone", () => {
  const put = opened.media.put("a", "QUJD");
  append("b");
  opened.media.release("a");
  expect(append("a", put.ref).ok).toBe(true);
  expect(read("SELECT 1 FROM content")).toEqual([]);
});

it("never confuses texts that SQLite itself cannot store", () => {
  const texts = ["a", "a\0b", "a\0c", "\ud83d", "\ud83e", '"a"', '"a', "\ufffd", "é", ""];
  const refs = texts.map((text) => opened.media.put("s", text).ref);
  expect(new Set(refs).size).toBe(texts.length);
  expect(append("s", ...refs).ok).toBe(true);
  expect(refs.map((ref) => opened.media.text("s", ref))).toEqual(texts);
});

it.each([
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", "\xff\xd8\xff\xe0"],
  ["image/gif", "GIF89a"],
  ["image/webp", "RIFF\x10\0\0\0WEBPVP8 "],
  ["audio/wav", "RIFF\x10\0\0\0WAVEfmt "],
  ["audio/mpeg", "ID3\x04"],
  ["audio/mpeg", "\xff\xfb\x90\x64"],
  ["audio/ogg", "OggS\0"],
  ["audio/flac", "fLaC\0"],
  ["audio/mp4", "\0\0\0\x20ftypM4A "],
  ["audio/webm", "\x1a\x45\xdf\xa3"],
  [undefined, "LIST\x10\0\0\0WAVE"],
  [undefined, "<svg xmlns="],
  [undefined, ""],
])("detects %s by the bytes themselves", (type, bytes) => {
  expect(base64Facts(Buffer.from(bytes, "latin1").toString("base64"))).toEqual({
    bytes: bytes.length,
    validBase64: true,
    ...(type === undefined ? {} : { sniffed: type }),
  });
});

it.each(["not base64!", "abc", "a===", "YQ=", "Y\nQ=="])(
  "tells %j from base64 and keeps it as it is",
  (text) => {
    const put = opened.media.put("a", text);
    expect(put).toMatchObject({ bytes: 0, validBase64: false });
    append("a", put.ref);
    expect(opened.media.text("a", put.ref)).toBe(text);
  },
);

it("stores a text with its computed facts, and does not compute them again", () => {
  const texts = ["iVBORw0KGgo=", "no base64 \ud800", '"AAAA"'];
  for (const [at, text] of texts.entries()) {
    const id = `known ${at}`;
    const medium = readMedium(text);
    expect(opened.media.put("other", text)).toEqual(medium.facts);
    expect(opened.media.put(id, text, medium)).toBe(medium.facts);
    append(id, medium.facts.ref);
    reopen();
    opened.media.hold(id, [medium.facts.ref]);
    expect(opened.media.text(id, medium.facts.ref)).toBe(text);
    const { salt, commitment, bytes } = medium.sealed;
    expect(read(`SELECT salt, length FROM content WHERE commitment = '${commitment}'`)).toEqual([
      [Buffer.from(salt), bytes],
    ]);
  }
});
