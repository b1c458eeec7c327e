// The chain's rule in literal numbers: any other result is another format.
import { expect, it } from "vitest";
import {
  chained,
  digestOf,
  ENDINGS,
  FORMAT_VERSION,
  hashOf,
  LEDGER,
  LEDGER_BEGUN,
  NO_HASH,
} from "./row.ts";

/** Shows what is hashed instead of hashing it. */
const plain = (text: string): string => `<${text}>`;

it("hashes as the page on the format describes", () => {
  const row = {
    seq: 2,
    sample: "s",
    atMs: 1_700_000_000_000,
    kind: "delivered",
    facts: '{"by":{"kind":"desk"}}',
    content: null,
    media: "",
  };
  const digest = '<2\n1700000000000\ns\ndelivered\n{"by":{"kind":"desk"}}\n\n>';
  expect(digestOf(row, plain)).toBe(digest);
  expect(digestOf({ ...row, content: "c0", media: "m1 m2" }, plain)).toBe(
    digest.replace("\n\n>", "\nc0\nm1 m2>"),
  );
  expect(hashOf("prev", digest, plain)).toBe(`<countersign-ledger/1\nprev\n${digest}>`);
  expect(chained(row, NO_HASH, plain)).toEqual({
    ...row,
    prev: "0000000000000000000000000000000000000000000000000000000000000000",
    hash: `<countersign-ledger/1\n${NO_HASH}\n${digest}>`,
  });
});

it("pins the names of the format", () => {
  expect([LEDGER, LEDGER_BEGUN, FORMAT_VERSION]).toEqual(["ledger", "ledger-begun", "2"]);
  expect([...ENDINGS].toSorted()).toEqual([
    "cancelled",
    "delivered",
    "delivery-failed",
    "delivery-unknown",
    "refused",
    "rejected",
  ]);
});
