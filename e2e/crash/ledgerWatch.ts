// The ledger of a running or killed app, read by another process: its rows as they are written, and all of it afterwards.
import { existsSync } from "node:fs";
import path from "node:path";
import Libsql from "libsql";
import { verifyWhole } from "../../src-shared/ledger/verify.ts";
import type { Verification } from "../../src-shared/ledger/verification.ts";
import { cryptography } from "../../src-main/history/verify/cryptography.ts";
import { openLedgerFile } from "../../src-main/history/verify/ledgerFile.ts";

/** A row as the checks need it. */
export interface Seen {
  seq: number;
  request: string;
  kind: string;
}

export class LedgerWatch {
  readonly #file: string;
  #database: Libsql.Database | null = null;

  constructor(profile: string) {
    this.#file = path.join(profile, "ledger.db");
  }

  /** The number of the last row. */
  head(): number {
    return Number(this.#all("SELECT max(seq) FROM event")[0]?.[0] ?? 0);
  }

  /** Resolves as soon as there is a row of this kind after `seq`. */
  async row(kind: string, seq: number): Promise<void> {
    const until = Date.now() + 15_000;
    while (
      this.#all("SELECT 1 FROM event WHERE seq > ? AND kind = ? LIMIT 1", seq, kind).length === 0
    ) {
      if (Date.now() > until) throw new Error(`no row ${kind} came after row ${seq}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  rows(): Seen[] {
    return this.#all("SELECT seq, sample, kind FROM event ORDER BY seq").map(
      ([seq, request, kind]) => ({
        seq: Number(seq),
        request: String(request),
        kind: String(kind),
      }),
    );
  }

  /** The request with this text; null where none was recorded. */
  requestWith(words: string): string | null {
    const found = this.#all(
      `SELECT event.sample FROM event JOIN content ON content.commitment = event.content
       WHERE event.kind = 'received' AND instr(content.body, ?) > 0`,
      words,
    );
    if (found.length > 1) throw new Error(`${words} was recorded ${found.length} times`);
    return found[0] === undefined ? null : String(found[0][0]);
  }

  verify(): Verification {
    const source = openLedgerFile(this.#file, null);
    try {
      return verifyWhole(source, cryptography);
    } finally {
      source.close();
    }
  }

  close(): void {
    this.#database?.close();
    this.#database = null;
  }

  #all(select: string, ...values: unknown[]): unknown[][] {
    if (this.#database === null) {
      if (!existsSync(this.#file)) return [];
      this.#database = new Libsql(this.#file, { readonly: true, timeout: 2000 });
    }
    const rows: unknown[] = this.#database
      .prepare(select)
      .raw()
      .all(...values);
    return rows.map((row) => (Array.isArray(row) ? row : []));
  }
}
