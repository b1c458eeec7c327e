// The faster way to hash gives what node:crypto gives, whatever the bytes are and whatever was hashed before.
import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { hashOf, NO_HASH } from "../../../src-shared/ledger/row.ts";
import { rowHashOf, sha256 } from "./cryptography.ts";
import { shortHash } from "./shortHash.ts";

const usual = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

it("hashes as node:crypto does, one after another, around each block's end, and leaves long ones", async () => {
  const hash = await shortHash();
  if (hash === null) throw new Error("no WebAssembly here");
  for (let length = 0; length <= 300; length += 1) {
    const bytes = Buffer.alloc(length, length % 251);
    expect(hash(bytes), `${length} bytes`).toBe(usual(bytes));
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2048, size: "max" }), (bytes) => {
      // Also where they lie within others.
      const within = Buffer.concat([Buffer.from("before"), bytes, Buffer.from("after")]);
      expect(hash(within.subarray(6, 6 + bytes.length))).toBe(usual(bytes));
    }),
  );
  expect(hash(Buffer.alloc(2049))).toBeNull();
});

it("links rows by the rule of the ledger, wherever their bytes lie", () => {
  const one = Buffer.from("1\n2\nsample\nkind\n{}\n\n");
  const two = Buffer.from("Übergröße 协议");
  const first = rowHashOf(NO_HASH, one);
  expect(first).toBe(hashOf(NO_HASH, sha256(one), sha256));
  expect(rowHashOf(first, two)).toBe(hashOf(first, sha256(two), sha256));
  expect(rowHashOf(NO_HASH, one)).toBe(first);
});
