// Media that the user adds are judged by their bytes and capped, whatever the file name; what is saved is those bytes.
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { MediaFacts, MediaRef } from "#shared/request/document/media.ts";
import { base64Facts } from "../../history/ledger/base64.ts";
import { MediaService } from "./media.ts";
import type { MediaDesk } from "./media.ts";
import type { MediumBytes } from "./mediaPieces.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "countersign-media-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A desk that keeps texts by number. */
function room(
  file: string | null,
  place: string | null = null,
  recorded: (() => Promise<Outcome<MediumBytes, Failure>>) | null = null,
) {
  const texts: string[] = [];
  const desk: MediaDesk = {
    putMedia(_requestId, base64) {
      texts.push(base64);
      const ref: MediaRef = `countersign-media:${String(texts.length).padStart(64, "0")}`;
      const facts: MediaFacts = { ref, ...base64Facts(base64) };
      return ok(facts);
    },
    fixMedium: () => fail({ kind: "not-found", what: "media" }),
    mediumBytes: (_requestId, ref) => {
      const text = texts[Number(ref.slice(-3)) - 1];
      return text === undefined ? null : base64Facts(text).bytes;
    },
    medium(_requestId, ref) {
      const text = texts[Number(ref.slice(-3)) - 1];
      if (text === undefined) return fail({ kind: "not-found", what: "media" });
      return ok({ base64: text, type: base64Facts(text).sniffed ?? null });
    },
  };
  const names: string[] = [];
  const dialogs = {
    fileToAdd: () => Promise.resolve(file),
    placeToSave: (name: string) => {
      names.push(name);
      return Promise.resolve(place);
    },
  };
  return {
    texts,
    names,
    media: new MediaService(desk, dialogs, (base64) => base64Facts(base64).sniffed, recorded),
  };
}

it("keeps the bytes of a file of the expected type, whatever its name", async () => {
  const file = path.join(folder, "invoice.pdf");
  await writeFile(file, PNG);
  const { media, texts } = room(file);
  expect(await media.pick("s", "image")).toMatchObject({
    ok: true,
    value: { type: "image/png", facts: { bytes: PNG.length, sniffed: "image/png" } },
  });
  expect(texts).toEqual([PNG.toString("base64")]);
  expect(await media.pick("s", "audio")).toEqual({
    ok: false,
    failure: { kind: "medium-wrong-kind", wanted: "audio", found: "image/png" },
  });
});

it("keeps bytes of any type where any is allowed, and reports only the detected type", async () => {
  const { media, texts } = room(null);
  expect(media.put("s", "any", PNG)).toMatchObject({ ok: true, value: { type: "image/png" } });
  const other = Buffer.from("%PDF-1.7 or so");
  expect(media.put("s", "any", other)).toMatchObject({ ok: true, value: { type: null } });
  expect(texts[1]).toBe(other.toString("base64"));
  expect(media.put("s", "any", Buffer.alloc(0))).toMatchObject({
    failure: { kind: "medium-file-empty" },
  });
});

it("returns none if the user picked none", async () => {
  expect(await room(null).media.pick("s", "image")).toEqual({ ok: true, value: null });
});

it("keeps nothing of a file that is too large, empty, missing or of another type", async () => {
  const file = path.join(folder, "a.png");
  const { media, texts } = room(file);
  const kindOf = async () => {
    const result = await media.pick("s", "image");
    return result.ok ? "kept" : result.failure.kind;
  };
  expect(await kindOf()).toBe("medium-unreadable");
  await writeFile(file, "");
  expect(await kindOf()).toBe("medium-file-empty");
  await writeFile(file, "<svg xmlns='http://www.w3.org/2000/svg'/>");
  expect(await kindOf()).toBe("medium-wrong-kind");
  await writeFile(file, PNG);
  await truncate(file, 20 * 1024 * 1024 + 1);
  expect(await kindOf()).toBe("medium-too-large");
  expect(texts).toEqual([]);
});

it("takes a file of exactly the maximum size", async () => {
  const bytes = Buffer.alloc(20 * 1024 * 1024);
  PNG.copy(bytes);
  expect(room(null).media.put("s", "image", bytes).ok).toBe(true);
  expect(room(null).media.put("s", "image", Buffer.concat([bytes, PNG]))).toMatchObject({
    failure: { kind: "medium-too-large", bytes: bytes.length + PNG.length, limit: bytes.length },
  });
});

it("lets the history thread read large media, and reads them itself while there is no thread", async () => {
  const large = Buffer.alloc(1024 * 1024);
  PNG.copy(large);
  const fromRecord = { bytes: new Uint8Array([1]), type: "image/png" };
  let there = true;
  const { media } = room(null, null, () =>
    Promise.resolve(there ? ok(fromRecord) : fail({ kind: "not-found", what: "media" })),
  );
  const read = async (bytes: Uint8Array): Promise<MediumBytes> => {
    const put = media.put("s", "image", bytes);
    const found = put.ok && put.value !== null && (await media.read("s", put.value.facts.ref));
    if (found === false || !found.ok) throw new Error("not there");
    return found.value;
  };
  expect(await read(large)).toBe(fromRecord);
  expect((await read(PNG)).bytes).toHaveLength(PNG.length);
  there = false;
  expect(Buffer.from((await read(large)).bytes).equals(large)).toBe(true);
});

it("saves the bytes with the extension of their type, and says when it cannot", async () => {
  const place = path.join(folder, "saved");
  const { media, names } = room(null, place);
  const put = media.put("s", "image", PNG);
  if (!put.ok || put.value === null) throw new Error("not kept");
  const { ref } = put.value.facts;
  expect(await media.save("s", ref, "audio/../../evil")).toEqual({ ok: true, value: true });
  expect(names).toEqual(["image.png"]);
  expect((await readFile(place)).equals(PNG)).toBe(true);
  const nowhere = room(null, path.join(folder, "no", "such", "folder"));
  const kept = nowhere.media.put("s", "image", PNG);
  expect(
    kept.ok && (await nowhere.media.save("s", kept.value.facts.ref, "image/png")),
  ).toMatchObject({ failure: { kind: "medium-not-saved" } });
});

it(
  "shows what the desk holds even if the history thread never answers",
  { tags: ["long"] },
  async () => {
    const large = Buffer.alloc(1024 * 1024);
    PNG.copy(large);
    const { texts, media } = room(null, null, () => new Promise(() => undefined));
    texts.push(large.toString("base64"));
    const read = await media.read("s", `countersign-media:${"1".padStart(64, "0")}`);
    if (!read.ok) throw new Error("it was not shown");
    expect(Buffer.from(read.value.bytes).equals(large)).toBe(true);
  },
);
