// Reading GGUF headers: the real small model, and files that are not GGUF.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readGguf } from "./gguf.ts";
import { GgufReader } from "./ggufReader.ts";
import { smallModelPath } from "../testing.ts";

let folder: string;
let whole: Buffer;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-gguf-"));
  whole = readFileSync(smallModelPath());
});
afterAll(() => rmSync(folder, { recursive: true }));

async function read(bytes: Uint8Array) {
  const file = path.join(folder, "x.gguf");
  writeFileSync(file, bytes);
  return readGguf(file);
}

describe("readGguf", () => {
  it("reads what the file says of the model", async () => {
    expect(await readGguf(smallModelPath())).toEqual({
      ok: true,
      value: {
        bytes: 98_362_432,
        name: "Smollm2 135M 8k Lc100K Mix1 Ep2",
        architecture: "llama",
        contextTokens: 8192,
        license: "apache-2.0",
        parameters: 134_515_008,
        quantisation: "Q4_1",
        layers: 30,
        // Keys and values of 3 heads of 64 numbers, in 30 layers, 2 bytes each.
        cacheBytesPerToken: 2 * 3 * 64 * 30 * 2,
        chatTemplate: expect.stringContaining("<|im_start|>"),
      },
    });
  });

  it.each([
    [
      "a text",
      Buffer.from("# A text that is long enough to hold a header"),
      "the file does not begin as a GGUF file does",
    ],
    ["nothing", Buffer.alloc(0), "the file does not begin as a GGUF file does"],
    [
      "another version",
      Buffer.concat([Buffer.from("GGUF"), Buffer.from([9, 0, 0, 0]), Buffer.alloc(16)]),
      "GGUF version 9 is not known",
    ],
    [
      "no tensors",
      Buffer.concat([Buffer.from("GGUF"), Buffer.from([3, 0, 0, 0]), Buffer.alloc(16)]),
      "the file holds no tensors",
    ],
    [
      "absurd counts",
      Buffer.concat([Buffer.from("GGUF"), Buffer.from([3, 0, 0, 0]), Buffer.alloc(16, 0xff)]),
      "a length is out of range",
    ],
  ])("refuses %s", async (_name, bytes, detail) => {
    expect(await read(bytes)).toEqual({
      ok: false,
      failure: { kind: "model-file-invalid", file: "x.gguf", detail },
    });
  });

  it("refuses a file that is cut short, in the header or in the weights", async () => {
    for (const bytes of [1000, 1_000_000, 1_785_664, 5_000_000, 60_000_000]) {
      expect(await read(whole.subarray(0, bytes))).toMatchObject({
        ok: false,
        failure: { kind: "model-file-invalid", detail: "the file is cut short" },
      });
    }
  });

  it("skips a vocabulary in chunks, not with a promise for each of its words", async () => {
    const waits = vi.spyOn(GgufReader.prototype, "count");
    expect((await readGguf(smallModelPath())).ok).toBe(true);
    // Two lists of 49,000 texts; some hundred names of entries and tensors.
    expect(waits.mock.calls.length).toBeLessThan(2000);
    waits.mockRestore();
  });

  it("says that a file does not exist", async () => {
    expect(await readGguf(path.join(folder, "none.gguf"))).toMatchObject({
      ok: false,
      failure: {
        kind: "model-file-invalid",
        file: "none.gguf",
        detail: expect.stringContaining("ENOENT"),
      },
    });
  });

  it("never throws, whatever bytes are changed in the header", async () => {
    const header = whole.subarray(0, 3000);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(2999), fc.nat(255)), { maxLength: 20 }),
        async (changes) => {
          const bytes = Buffer.from(header);
          for (const [at, value] of changes) bytes[at] = value;
          const outcome = await read(bytes);
          expect(outcome.ok).toBe(false);
        },
      ),
      { numRuns: 60 },
    );
  });
});
