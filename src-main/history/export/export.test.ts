// An export written to a file and verified: whole, without contents, a selection; and where nothing can be written.
import { execFileSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { verifyLedger } from "#shared/ledger/verify.ts";
import { ok } from "#shared/outcome.ts";
import { convertLayout } from "../encryption/testing.ts";
import { Signer, makeLedger, writeLedgerFile } from "../verify/testing.ts";
import type { MadeLedger } from "../verify/testing.ts";
import type { Plan } from "../verify/testing.ts";
import { cryptography } from "../verify/cryptography.ts";
import { openExportFile } from "../verify/exportFile.ts";
import { exportJob, writeFailure } from "./exportJob.ts";
import type { ExportJob } from "./exportJob.ts";

const script = path.resolve(import.meta.dirname, "../../../e2e/verify/verify.py");
const row = (request: string, text: string, more: Partial<Plan> = {}): Plan => ({
  sample: request,
  kind: "received",
  body: JSON.stringify({ text }),
  media: [],
  signed: false,
  forgotten: false,
  ...more,
});
const signer = new Signer();
const made = makeLedger(
  [
    row("a", "请简单介绍一下 MCP 协议", { media: ["aGVsbG8="] }),
    row("b", "b alone"),
    row("a", "three", { kind: "delivered", body: null, signed: true }),
    row("c", "c alone", { forgotten: true }),
  ],
  signer,
);

let folder = "";
const inFolder = (name: string): string => path.join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-export-"));
  writeNewLedger(made);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writeNewLedger(made: MadeLedger): void {
  writeLedgerFile(inFolder("ledger.db"), made);
  expect(convertLayout(inFolder("ledger.db"))).toEqual(ok(null));
}

/** The result of a job. */
function end<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
type Wish = Partial<ExportJob>;
const exporting = (wish: Wish = {}) =>
  exportJob({
    kind: "export",
    ledger: inFolder("ledger.db"),
    key: null,
    requests: null,
    contents: true,
    file: inFolder("out.jsonl"),
    nowMs: 1_800_000_000_000,
    ...wish,
  });
const exported = (wish: Wish = {}) => end(exporting(wish));
const verified = () => {
  const source = openExportFile(inFolder("out.jsonl"));
  return source === null ? null : end(verifyLedger(source, cryptography));
};
const text = (): string => readFileSync(inFolder("out.jsonl"), "utf8");

it("writes everything, and both an independent script and Verify accept it as whole", () => {
  const written = exported();
  expect(written).toEqual({
    ok: true,
    value: { items: 3, bytes: Buffer.byteLength(text()) },
  });
  expect(String(execFileSync("python3", [script, inFolder("out.jsonl")]))).toContain("Verified");
  expect(existsSync(inFolder("out.jsonl.part"))).toBe(false);
  expect(verified()).toMatchObject({
    fault: null,
    rows: made.rows.length,
    omitted: 0,
    contents: { kept: 3, forgotten: 1, absent: 0 },
    key: signer.publicKey,
  });
});

it("writes a selection up to the signed row, the others by their digest only", () => {
  expect(exported({ requests: ["a"] })).toMatchObject({ ok: true, value: { items: 1 } });
  expect(text()).not.toContain("b alone");
  expect(text()).not.toContain('"seq":5');
  expect(verified()).toMatchObject({ fault: null, rows: 3, omitted: 1, signedSeq: 4 });
});

it("always writes the rows about the ledger itself whole", () => {
  rmSync(inFolder("ledger.db"));
  const unvouched = row("ledger", "", { kind: "unvouched", body: null });
  const plans = [row("other", "1"), unvouched, row("wanted", "2", { signed: true })];
  writeNewLedger(makeLedger(plans, signer));
  expect(exported({ requests: ["wanted"] })).toMatchObject({ ok: true, value: { items: 1 } });
  expect(text()).toContain('"kind":"unvouched"');
  expect(verified()).toMatchObject({ fault: null, rows: 3, omitted: 1 });
});

it("leaves out stretches between signed rows, and still verifies", () => {
  const many = Array.from({ length: 400 }, (_, index) =>
    row(index === 350 ? "wanted" : "other", `text ${index}`, { signed: index % 100 === 99 }),
  );
  rmSync(inFolder("ledger.db"));
  writeNewLedger(makeLedger(many, signer));
  expect(exported({ requests: ["wanted"] })).toMatchObject({ ok: true, value: { items: 1 } });
  expect(text().match(/^\{"gap"/gm)).toHaveLength(1);
  expect(text().split("\n").length).toBeLessThan(220);
  expect(String(execFileSync("python3", [script, inFolder("out.jsonl")]))).toContain("Verified");
  expect(verified()).toMatchObject({ fault: null, rows: 2, signedSeq: 401 });
});

it("writes the same lines of a ledger of an earlier version", () => {
  exported();
  const now = text();
  rmSync(inFolder("ledger.db"));
  writeLedgerFile(inFolder("ledger.db"), made);
  exported();
  expect(text()).toBe(now);
});

it("leaves out content if only facts are wanted", () => {
  exported({ contents: false });
  expect(text()).not.toContain("协议");
  expect(text()).not.toContain("aGVsbG8=");
  expect(verified()).toMatchObject({ fault: null, contents: { kept: 0, absent: 4 } });
});

it("leaves out content deleted from a request, even if another request holds it", () => {
  rmSync(inFolder("ledger.db"));
  const shared = row("forgot", "held by both", { media: ["aGVsbG8="] });
  const plans = [
    shared,
    { ...shared, sample: "holds" },
    row("forgot", "", { kind: "forgotten", body: null }),
  ];
  writeNewLedger(makeLedger(plans, signer));
  exported({ requests: ["forgot"] });
  expect(text()).not.toContain("held by both");
  expect(text()).not.toContain("aGVsbG8=");
  expect(String(execFileSync("python3", [script, inFolder("out.jsonl")]))).toContain("Verified");
  expect(verified()).toMatchObject({ fault: null, contents: { kept: 0, absent: 2 } });

  exported();
  expect(text()).toContain("held by both");
  expect(verified()).toMatchObject({ fault: null, contents: { kept: 2, absent: 0 } });
});

it("leaves no partial file if it cannot be written, and keeps what was there", () => {
  mkdirSync(inFolder("out.jsonl"));
  expect(exported()).toMatchObject({ ok: false, failure: { kind: "medium-not-saved" } });
  expect(existsSync(inFolder("out.jsonl.part"))).toBe(false);
});

it("says that the disk is full", () => {
  const file = openSync("/dev/full", "w");
  try {
    writeSync(file, "x");
    expect.fail("something fitted");
  } catch (error) {
    expect(writeFailure(error)).toEqual({ kind: "file-no-room" });
  } finally {
    closeSync(file);
  }
});

it("writes through no link at the target, and for its owner only", () => {
  writeFileSync(inFolder("other.txt"), "of another");
  symlinkSync(inFolder("other.txt"), inFolder("out.jsonl.part"));
  expect(exported()).toMatchObject({ ok: true });
  expect(readFileSync(inFolder("other.txt"), "utf8")).toBe("of another");
  expect(lstatSync(inFolder("out.jsonl")).isFile()).toBe(true);
  expect(lstatSync(inFolder("out.jsonl")).mode & 0o777).toBe(0o600);
});

it("leaves the user's file as it was when cancelled, up to the last moment", () => {
  writeFileSync(inFolder("out.jsonl"), "mine");
  const steps = exporting();
  // Everything is written by then.
  const { done } = steps.next();
  expect([done, existsSync(inFolder("out.jsonl.part"))]).toEqual([false, true]);
  steps.return(ok({ bytes: 0, items: 0 }));
  expect(readFileSync(inFolder("out.jsonl"), "utf8")).toBe("mine");
  expect(existsSync(inFolder("out.jsonl.part"))).toBe(false);
});
