// What the ledger costs: how long a decision takes to be on disk, how large a request is there, how fast the whole
// verifies, as the command does it in the runtime in use.
import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import Libsql from "libsql";
import { runtime } from "../../scripts/runtime.mjs";
import { machineSwitches } from "../../scripts/setup/screen.mjs";
import { cacheDir, root } from "../../scripts/setup/paths.mjs";
import { NO_HASH, chained } from "../../src-shared/ledger/row.ts";
import { openLedger } from "../../src-main/store/ledger/ledger.ts";
import type { LedgerEntry } from "../../src-main/desk/ports.ts";
import { VERSION_2, VERSION_3 } from "../../src-main/store/ledger/schema.ts";
import { cryptography, sha256 } from "../../src-main/store/verify/cryptography.ts";
import { verifyFloor } from "./ledgerFloor.ts";
import type { VerifyFloor } from "./ledgerFloor.ts";

const DECISIONS = 500;
const REQUESTS = 300;
const ROWS = 1_000_000;
const words = "Summarize what the tool found, in two sentences, for a person in a hurry. ".repeat(
  8,
);

/** The rows of a usual request: about 600 characters asked, as many answered. */
function lifeOf(sampleId: string, atMs: number): LedgerEntry[] {
  const by = { kind: "person" };
  const model = { providerId: "anthropic", modelId: "claude-sonnet" };
  const document = { messages: [{ role: "user", content: [{ type: "text", text: words }] }] };
  const answer = { role: "assistant", content: [{ type: "text", text: words }], model: "claude" };
  const base = { revision: 1, hash: sha256(sampleId) };
  const attemptId = randomUUID();
  const bodies: [string, object][] = [
    [
      "received",
      { asked: { ...document, maxTokens: 500 }, askedHash: base.hash, proposed: document },
    ],
    ["request-approved", { by, base, attemptId, document, documentHash: base.hash, model }],
    ["attempt-done", { by, attemptId, generated: answer, generatedHash: base.hash, tookMs: 900 }],
    ["response-approved", { by, base, attemptId, document: answer, documentHash: base.hash }],
    ["released", { by }],
    ["delivered", { by }],
  ];
  return bodies.map(([kind, body]) => ({
    sampleId,
    atMs,
    kind,
    body: body as LedgerEntry["body"],
  }));
}

export interface LedgerTimes {
  /** A decision durable on disk, in milliseconds. */
  decisionMs: number[];
  /** Of the file, for each request. */
  requestBytes: number;
}

export function ledgerTimes(): LedgerTimes {
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-bench-"));
  try {
    const { ledger, close } = openLedger(path.join(folder, "decisions.db"));
    const decisionMs = Array.from({ length: DECISIONS }, (_one, n) => {
      const decision = lifeOf(`sample-${n}`, n)[1];
      const beganMs = performance.now();
      if (decision === undefined || !ledger.append(decision).ok) throw new Error("not recorded");
      return performance.now() - beganMs;
    });
    close();
    return { decisionMs, requestBytes: bytesOfRequests(path.join(folder, "requests.db")) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bytesOfRequests(file: string): number {
  const { ledger, file: open, close } = openLedger(file);
  const settle = (): number => {
    open.use((database) => void database.pragma("wal_checkpoint(TRUNCATE)"));
    return statSync(file).size;
  };
  const empty = settle();
  for (let n = 0; n < REQUESTS; n += 1) {
    for (const row of lifeOf(randomUUID(), n)) {
      // Each text differs from request to request, as it would.
      const body = JSON.parse(JSON.stringify(row.body).replaceAll("hurry", `hurry ${n}`));
      if (!ledger.append({ ...row, body }).ok) throw new Error("not recorded");
    }
  }
  const bytes = (settle() - empty) / REQUESTS;
  close();
  return bytes;
}

export interface VerifyTimes {
  rows: number;
  texts: number;
  /** The whole command, its start included. */
  tookMs: number;
  floor: VerifyFloor;
}

/** `countersign verify` over a ledger of a million rows, half of them with a text. */
export async function verifyTimes(): Promise<VerifyTimes> {
  const file = path.join(cacheDir, `bench-ledger-${ROWS}.db`);
  if (!existsSync(file)) await makeLedger(file);
  const { executable } = await runtime();
  const beganMs = performance.now();
  const { stdout } = await promisify(execFile)(executable, [
    ...machineSwitches({ virtual: true }),
    ...[root, "verify", file, "--json"],
  ]);
  const tookMs = performance.now() - beganMs;
  const { rows, contents, fault } = JSON.parse(stdout);
  if (fault !== null || rows !== ROWS) throw new Error(stdout);
  return { rows, texts: contents.kept, tookMs, floor: await verifyFloor(file) };
}

/** By SQL in one transaction, with hashes that are right. */
async function makeLedger(file: string): Promise<void> {
  const half = `${file}.new`;
  rmSync(half, { force: true });
  const database = new Libsql(half);
  database.exec(
    `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ${VERSION_2} ${VERSION_3} BEGIN`,
  );
  const event = database.prepare("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const content = database.prepare(
    "INSERT INTO content (commitment, sha256, salt, length, body) VALUES (?, ?, ?, ?, ?)",
  );
  let prev = NO_HASH;
  for (let seq = 1; seq <= ROWS; seq += 1) {
    let commitment: string | null = null;
    if (seq % 2 === 0) {
      const body = JSON.stringify({ n: seq, text: words.slice(0, 200) });
      const salt = randomBytes(32);
      commitment = cryptography.committed(salt, body);
      content.run(commitment, sha256(body), salt, body.length, body);
    }
    const facts =
      seq === 1
        ? JSON.stringify({ ledger: randomUUID(), version: "1" })
        : `{"by":{"kind":"person"},"base":{"revision":${seq % 7}},"model":{"providerId":"a","modelId":"b"}}`;
    const kind = seq === 1 ? "ledger-begun" : "request-approved";
    const sample =
      seq === 1 ? "ledger" : `5b0c4a52-1f0e-4f5c-9a34-${String(seq >> 3).padStart(12, "0")}`;
    const row = chained(
      { seq, sample, atMs: 1_800_000_000_000 + seq, kind, facts, content: commitment, media: "" },
      prev,
      sha256,
    );
    event.run(
      row.seq,
      row.sample,
      row.atMs,
      row.kind,
      row.facts,
      row.content,
      row.media,
      row.prev,
      row.hash,
    );
    prev = row.hash;
  }
  database.exec("COMMIT");
  database.close();
  renameSync(half, file);
}
