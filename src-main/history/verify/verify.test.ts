// Verification finds every change in a ledger; what it cannot find is stated here.
import fc from "fast-check";
import { expect, it } from "vitest";
import { NO_HASH, chained } from "#shared/ledger/row.ts";
import type { LedgerRow } from "#shared/ledger/row.ts";
import type { ContentRecord, LedgerSource } from "#shared/ledger/verification.ts";
import { verifyWhole } from "#shared/ledger/verify.ts";
import { cryptography, sha256 } from "./cryptography.ts";
import { Signer, asSource, makeLedger } from "./testing.ts";
import type { MadeLedger, Plan } from "./testing.ts";

const signer = new Signer();
const words = fc.oneof(fc.string({ unit: "grapheme", maxLength: 30 }), fc.constant("协议"));
const plan: fc.Arbitrary<Plan> = fc.record({
  sample: fc.constantFrom("a", "b", "c"),
  kind: fc.constantFrom("received", "request-approved", "attempt-done", "delivered"),
  body: fc.option(words.map((text) => JSON.stringify({ text }))),
  media: fc.uniqueArray(fc.constantFrom("aGVsbG8=", "d29ybGQ=", "AAAA"), { maxLength: 2 }),
  signed: fc.boolean(),
  forgotten: fc.boolean(),
});
/** At least one row is signed; rows may follow it. */
const ledgers = fc.array(plan, { minLength: 3, maxLength: 12 }).map((plans) =>
  makeLedger(
    plans.map((one, at) => ({ ...one, signed: one.signed || at === 1 })),
    signer,
  ),
);

const verify = (made: MadeLedger, known = {}): ReturnType<typeof verifyWhole> =>
  verifyWhole(asSource(made), cryptography, known);
const headOf = ({ rows }: MadeLedger): { seq: number; hash: string } => {
  const last = rows.at(-1);
  return { seq: last?.seq ?? 0, hash: last?.hash ?? "" };
};

/** Another value of the same kind: one byte of a text or of a number differs. */
function flipped(value: unknown, at: number, bit: number): unknown {
  if (typeof value === "number") return value ^ (1 << (bit % 20)) || value + 1;
  if (value === null) return bit % 2 === 0 ? "" : 0;
  const bytes = Buffer.from(typeof value === "string" ? value : (value as Uint8Array));
  if (bytes.length === 0) return "x";
  bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << (bit % 8));
  return typeof value === "string" ? bytes.toString("latin1") : bytes;
}

/** ASCII and Latin-1 survive `flipped`; other texts would change by more than one byte, which does no harm. */
const changedIn = <T extends object>(
  list: readonly T[],
  index: number,
  field: keyof T,
  value: unknown,
): T[] => list.map((one, at) => (at === index % list.length ? { ...one, [field]: value } : one));

it("finds no fault in a ledger written by the rules, and counts it", () => {
  fc.assert(
    fc.property(ledgers, (made) => {
      const found = verify(made, { key: signer.publicKey, head: headOf(made) });
      expect(found.fault).toBeNull();
      expect(found.rows).toBe(made.rows.length);
      expect(found.head).toEqual(headOf(made));
      expect(found.contents.kept + found.contents.forgotten).toBe(made.contents.length);
      expect(found.contents.forgotten).toBe(
        made.contents.filter(({ body }) => body === null).length,
      );
    }),
  );
});

it("reads the contents of a long ledger beside its rows, and tells the same of them", () => {
  const row: Plan = {
    sample: "a",
    kind: "received",
    body: null,
    media: [],
    signed: false,
    forgotten: false,
  };
  const plans = Array.from({ length: 10_010 }, () => row);
  plans.splice(0, 3, { ...row, body: '"a"' }, { ...row, body: '"b"' }, { ...row, media: ["AA"] });
  const last = [
    { body: '"a"' },
    { body: '"b"', forgotten: true },
    { media: ["AA"] },
    { body: '"c"' },
  ];
  const made = makeLedger([...plans, ...last.map((one) => ({ ...row, ...one }))], signer);
  const [first, ...others] = made.contents;
  let read = 0;
  let readBeside = 0;
  const source = (contents: () => Iterable<unknown>, rows = made.rows): LedgerSource => ({
    ...asSource(made),
    *links() {
      read = 0;
      for (const link of asSource({ ...made, rows }).links()) {
        yield link;
        readBeside = read;
      }
    },
    *contents() {
      for (const content of contents()) {
        read += 1;
        yield content as ContentRecord;
      }
    },
  });
  const verified = (of: LedgerSource): ReturnType<typeof verifyWhole> =>
    verifyWhole(of, cryptography);
  const found = verified(source(() => made.contents));
  expect(readBeside).toBe(3);
  expect(found.fault).toBeNull();
  expect(found.contents).toEqual({ kept: 3, forgotten: 1, absent: 0, stray: 0 });

  const without = verified(source(() => others));
  expect(without.fault).toMatchObject({ kind: "content-missing", seq: 2 });
  expect(without.contents).toEqual({ kept: 2, forgotten: 1, absent: 1, stray: 0 });
  const broken = source(function* broken() {
    yield first;
    throw new Error("torn");
  });
  expect(verified(broken).fault).toMatchObject({ kind: "unreadable", detail: "torn" });
  // A fault in a later row goes before both.
  const rows = changedIn(made.rows, 10_005, "facts", "{}");
  for (const of of [
    source(() => others, rows),
    { ...broken, links: source(() => [], rows).links },
  ]) {
    const { fault, contents } = verified(of);
    expect(fault).toEqual({ kind: "row-changed", seq: 10_006 });
    expect(contents).toEqual({ kept: 0, forgotten: 0, absent: 0, stray: 0 });
  }
});

it("finds a changed byte in any column of any row, at that row", () => {
  const column = fc.constantFrom<keyof LedgerRow>(
    "seq",
    "sample",
    "atMs",
    "kind",
    "facts",
    "content",
    "media",
    "prev",
    "hash",
  );
  fc.assert(
    fc.property(ledgers, column, fc.nat(), fc.nat(), fc.nat(), (made, field, row, at, bit) => {
      const index = row % made.rows.length;
      const rows = changedIn(made.rows, index, field, flipped(made.rows[index]?.[field], at, bit));
      const { fault, rows: good } = verify({ ...made, rows });
      expect(fault).not.toBeNull();
      expect(good).toBeLessThanOrEqual(index);
    }),
    { numRuns: 250 },
  );
});

it("finds a changed byte in any column of any text", { tags: ["long"] }, () => {
  const columns = ["commitment", "sha256", "salt", "body", "length", "forgottenMs"] as const;
  fc.assert(
    fc.property(
      ledgers,
      fc.constantFrom(...columns),
      fc.nat(),
      fc.nat(),
      fc.nat(),
      (made, field, text, at, bit) => {
        fc.pre(made.contents.length > 0);
        const index = text % made.contents.length;
        const old = made.contents[index];
        // Only the size of a deleted text is left, which nothing vouches for.
        fc.pre(!(old?.body === null && field === "length"));
        const contents = changedIn(made.contents, index, field, flipped(old?.[field], at, bit));
        expect(verify({ ...made, contents }).fault).not.toBeNull();
      },
    ),
    { numRuns: 1000 },
  );
});

it("finds a changed byte in any column of any checkpoint", { tags: ["long"] }, () => {
  const columns = ["seq", "hash", "atMs", "previous", "key", "signature"] as const;
  fc.assert(
    fc.property(
      ledgers,
      fc.constantFrom(...columns),
      fc.nat(),
      fc.nat(),
      fc.nat(),
      (made, field, which, at, bit) => {
        const index = which % made.checkpoints.length;
        const value = flipped(made.checkpoints[index]?.[field], at, bit);
        const checkpoints = changedIn(made.checkpoints, index, field, value);
        expect(verify({ ...made, checkpoints }).fault).not.toBeNull();
      },
    ),
    { numRuns: 500 },
  );
});

it("finds dropped, doubled and swapped rows", () => {
  fc.assert(
    fc.property(ledgers, fc.nat(), fc.constantFrom("drop", "double", "swap"), (made, row, how) => {
      // The last one is different: see below.
      const index = row % (made.rows.length - 1);
      const rows = [...made.rows];
      const [one, two] = [rows[index], rows[index + 1]];
      if (one === undefined || two === undefined) throw new Error("no such row");
      if (how === "drop") rows.splice(index, 1);
      else if (how === "double") rows.splice(index, 0, one);
      else rows.splice(index, 2, two, one);
      expect(verify({ ...made, rows }).fault).toMatchObject({ kind: "row-missing" });
    }),
  );
});

it("finds inserted rows, even renumbered and chained again, by the hash kept elsewhere", () => {
  fc.assert(
    fc.property(ledgers, fc.nat(), (made, row) => {
      const index = 1 + (row % made.rows.length);
      const rows: LedgerRow[] = [];
      const all = [
        ...made.rows.slice(0, index),
        { ...made.rows[0], kind: "rejected", sample: "a" },
        ...made.rows.slice(index),
      ];
      for (const [at, one] of all.entries()) {
        const {
          sample: request = "",
          atMs = 0,
          kind,
          facts = "",
          content = null,
          media = "",
        } = one;
        rows.push(
          chained(
            { seq: at + 1, sample: request, atMs, kind: kind ?? "", facts, content, media },
            rows.at(-1)?.hash ?? NO_HASH,
            sha256,
          ),
        );
      }
      // Added after the last row, it is a row like any other; the kept head is unchanged.
      if (index < made.rows.length) {
        expect(verify({ ...made, rows }, { head: headOf(made) }).fault).not.toBeNull();
      }
      // Before the last checkpoint its signature reveals it, without anything from elsewhere.
      if (index < (made.checkpoints.at(-1)?.seq ?? 0)) {
        expect(verify({ ...made, rows }).fault).toMatchObject({ kind: "checkpoint-differs" });
      }
    }),
  );
});

it("finds a cut end up to the last checkpoint by itself, and any cut with the head kept elsewhere", () => {
  fc.assert(
    fc.property(ledgers, fc.nat(), (made, row) => {
      const left = 1 + (row % (made.rows.length - 1));
      const cut = { ...made, rows: made.rows.slice(0, left) };
      expect(verify(cut, { head: headOf(made) }).fault).not.toBeNull();
      if (left < (made.checkpoints.at(-1)?.seq ?? 0)) {
        expect(verify(cut).fault).toMatchObject({ kind: "end-missing" });
      }
      // Cut with the checkpoints beyond: only what is kept elsewhere reveals it.
      const checkpoints = made.checkpoints.filter(({ seq }) => seq <= left);
      expect(verify({ ...cut, checkpoints }, { head: headOf(made) }).fault).toMatchObject({
        kind: "end-missing",
      });
    }),
  );
});

it("finds dropped checkpoints before the last one, and the last one with the head", () => {
  fc.assert(
    fc.property(ledgers, fc.nat(), (made, which) => {
      const index = which % made.checkpoints.length;
      const checkpoints = made.checkpoints.filter((_one, at) => at !== index);
      const dropped = { ...made, checkpoints };
      if (index < made.checkpoints.length - 1) {
        expect(verify(dropped).fault).toMatchObject({
          kind: "checkpoint-missing",
          seq: made.checkpoints[index]?.seq,
        });
      } else if (checkpoints.length === 0) {
        expect(verify(dropped, { key: signer.publicKey }).fault).toMatchObject({
          kind: "checkpoint-of-other-key",
          key: null,
        });
      } else expect(verify(dropped).signedSeq).toBeLessThan(made.checkpoints.at(-1)?.seq ?? 0);
    }),
  );
});

it("finds checkpoints that somebody else has signed, by the known key", () => {
  const other = new Signer();
  fc.assert(
    fc.property(ledgers, (made) => {
      const checkpoints = made.checkpoints.map(({ seq, previous }) => {
        const row = made.rows[seq - 1];
        if (row === undefined) throw new Error("no such row");
        return other.checkpoint(row, previous);
      });
      const forged = { ...made, checkpoints };
      expect(verify(forged).key).toBe(other.publicKey);
      expect(verify(forged, { key: signer.publicKey }).fault).toMatchObject({
        kind: "checkpoint-of-other-key",
        key: other.publicKey,
      });
    }),
  );
});

it("finds exchanged, dropped and silently emptied texts", () => {
  fc.assert(
    fc.property(ledgers, fc.nat(), (made, which) => {
      const kept = made.contents.filter(({ body }) => body !== null);
      fc.pre(kept.length > 1);
      const one = kept[which % kept.length];
      const two = kept[(which + 1) % kept.length];
      if (one === undefined || two === undefined) return;
      const as = (change: (content: ContentRecord) => ContentRecord | null): MadeLedger => ({
        ...made,
        contents: made.contents.map(change).filter((content) => content !== null),
      });
      const exchanged = as((content) =>
        content === one
          ? { ...one, body: two.body, sha256: two.sha256 ?? null, length: two.length ?? 0 }
          : content,
      );
      expect(verify(exchanged).fault).toMatchObject({
        kind: "content-changed",
        commitment: one.commitment,
      });
      const dropped = as((content) => (content === one ? null : content));
      expect(verify(dropped).fault).toMatchObject({
        kind: "content-missing",
        commitment: one.commitment,
      });
      const emptied = as((content) =>
        content === one
          ? { ...one, body: null, salt: null, sha256: null, forgottenMs: 1_800_000_000_001 }
          : content,
      );
      expect(verify(emptied).fault).toMatchObject({
        kind: "content-forgotten-unrecorded",
        commitment: one.commitment,
      });
    }),
  );
});

it("treats an iterator's exception as a fault of the file", () => {
  const made = makeLedger([], signer);
  const source = asSource(made);
  const torn = {
    ...source,
    *links() {
      yield* source.links();
      throw new Error("database disk image is malformed");
    },
  };
  expect(verifyWhole(torn, cryptography).fault).toEqual({
    kind: "unreadable",
    seq: 2,
    detail: "database disk image is malformed",
  });
});
