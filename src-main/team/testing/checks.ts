// Verifying a team's ledger in three ways that must agree: as it stands in the database, as an export by the same code,
// and as an export by verify.py, which was written from FORMAT.md alone.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { exportArriving } from "#shared/ledger/exportLines.ts";
import type { Cryptography, Verification } from "#shared/ledger/verification.ts";
import { verifyArriving } from "#shared/ledger/verify.ts";
import { readTeamLedger } from "../ledgerReader.ts";

const VERIFY = path.join(import.meta.dirname, "../../../e2e/verify/verify.py");

const cryptography: Cryptography = {
  sha256: (text) => createHash("sha256").update(text).digest("hex"),
  committed: (salt, text) => createHash("sha256").update(salt).update(text).digest("hex"),
  bytes: (text) => Buffer.byteLength(text),
  // A team's ledger has no checkpoints.
  signed: () => false,
};

export async function verifyTeam(url: string): Promise<Verification> {
  const ledger = await readTeamLedger({ url });
  if (!ledger.ok) throw new Error(JSON.stringify(ledger.failure));
  const result = await verifyArriving(ledger.value, cryptography);
  await ledger.value.close();
  return result;
}

/** Exports the ledger to a file of its own. */
async function exported(url: string): Promise<{ file: string; remove(): Promise<void> }> {
  const ledger = await readTeamLedger({ url });
  if (!ledger.ok) throw new Error(JSON.stringify(ledger.failure));
  const hash = createHash("sha256");
  const lines: string[] = [];
  const wish = { exportedMs: 1, contents: true };
  const made = exportArriving(ledger.value, wish, {
    update: (text) => void hash.update(text),
    hex: () => hash.digest("hex"),
  });
  for await (const line of made) lines.push(line);
  await ledger.value.close();
  const dir = await mkdtemp(path.join(os.tmpdir(), "countersign-export-"));
  const file = path.join(dir, "team.jsonl");
  await writeFile(file, lines.join(""));
  return { file, remove: () => rm(dir, { recursive: true, force: true }) };
}

/** What verify.py says of an export: its exit code, and its output. */
export async function byPython(url: string): Promise<{ code: number | null; output: string }> {
  const { file, remove } = await exported(url);
  const done = pythonOn(file);
  await remove();
  return done;
}

export function pythonOn(file: string): { code: number | null; output: string } {
  const done = spawnSync("python3", [VERIFY, file], { encoding: "utf8" });
  return { code: done.status, output: `${done.stdout}${done.stderr}` };
}
