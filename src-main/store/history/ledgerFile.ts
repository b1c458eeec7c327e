// Reads the ledger's file beside the one that writes it: rows of the chain, and contents as far as they still stand.
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import Libsql from "libsql";
import { isJsonObject } from "../../../src-shared/json.ts";
import type { Json } from "../../../src-shared/json.ts";
import { join } from "../../../src-shared/ledger/split.ts";
import type { ReadRow } from "../../../src-shared/ledger/row.ts";
import type { Database } from "../sql.ts";
import { asBytes, textOf } from "../texts.ts";
import { numberOf, optionsFor, rowsOf } from "./sql.ts";

/** The first version whose rows are a chain. An older file is brought there by main before it is read here. */
const CHAINED = 3;
/** How long a read waits for a file that is locked, in milliseconds. */
const BUSY_MS = 2000;

/** A row of one item, with its content joined. */
export interface ItemRow {
  seq: number;
  facts: Json;
  hash: string;
  row: ReadRow;
}

export class LedgerFile {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  /** Null where there is no ledger yet, or one that has yet to be brought to the chained form. */
  static open(file: string, key: string | null): LedgerFile | null {
    if (!existsSync(file)) return null;
    const database = new Libsql(`${pathToFileURL(file).href}?mode=ro`, optionsFor(key, BUSY_MS));
    try {
      database.pragma("query_only = ON");
      if (numberOf(database, "PRAGMA user_version") >= CHAINED) return new LedgerFile(database);
    } catch (error) {
      database.close();
      throw error;
    }
    database.close();
    return null;
  }

  close(): void {
    this.#database.close();
  }

  /** The number of the last row; 0 where there is none. */
  head(): number {
    return numberOf(this.#database, "SELECT max(seq) FROM event");
  }

  hashAt(seq: number): string | null {
    const [row] = rowsOf(this.#database, `SELECT ${asBytes("hash")} FROM event WHERE seq = ?`, seq);
    return row === undefined ? null : textOf(row[0]);
  }

  /** The next rows after one, at most so many: number and item each. */
  after(seq: number, count: number): { seq: number; sample: string; hash: string }[] {
    const sql = `SELECT seq, ${asBytes("sample")}, ${asBytes("hash")} FROM event WHERE seq > ? ORDER BY seq LIMIT ?`;
    return rowsOf(this.#database, sql, seq, count).map(([at, sample, hash]) => ({
      seq: Number(at),
      sample: String(textOf(sample)),
      hash: String(textOf(hash)),
    }));
  }

  /** All rows of one item, oldest first. */
  rowsOf(sample: string): ItemRow[] {
    const sql = `SELECT e.seq, e.at_ms, ${["e.kind", "e.facts", "e.hash", "c.body"].map(asBytes).join(", ")}
                 FROM event e LEFT JOIN content c ON c.commitment = e.content
                 WHERE e.sample = ? ORDER BY e.seq`;
    const rows = rowsOf(this.#database, sql, sample).map(([seq, at, ...texts]) => {
      const [kind, facts, hash, body] = texts.map(textOf);
      return [seq, at, kind, facts, hash, body];
    });
    // What others hold as well still stands, but no longer for this one.
    const forgottenAt = rows.findLastIndex(([, , kind, facts]) => forgetsAll(kind, facts));
    return rows.map(([seq, at, kind, facts, hash, body], place) => {
      const atMs = Number(at);
      const parsed = JSON.parse(String(facts)) as Json;
      const content =
        typeof body === "string" && place > forgottenAt ? (JSON.parse(body) as Json) : null;
      const own = { kind: String(kind), atMs };
      const joined = join(own, isJsonObject(parsed) ? parsed : {}, content);
      return {
        seq: Number(seq),
        facts: parsed,
        hash: String(hash),
        row: { sample, atMs, kind: own.kind, body: joined },
      };
    });
  }

  /** About how many bytes are kept for an item; what several hold counts for each. */
  storedOf(sample: string): number {
    const sql = `SELECT sum(c.length) FROM held h JOIN content c ON c.id = h.content
                 WHERE h.sample = ? AND c.forgotten_ms IS NULL`;
    return numberOf(this.#database, sql, sample);
  }

  /** The stored text of a medium that the item holds; null where it holds none of that name, or it was forgotten. */
  medium(sample: string, sha256: string): string | null {
    const sql = `SELECT ${asBytes("c.body")} FROM held h JOIN content c ON c.id = h.content
                 WHERE h.sample = ? AND c.sha256 = ?`;
    const [row] = rowsOf(this.#database, sql, sample, sha256);
    return textOf(row?.[0]);
  }
}

function forgetsAll(kind: unknown, facts: unknown): boolean {
  if (kind !== "forgotten") return false;
  const parsed = JSON.parse(String(facts)) as Json;
  return !isJsonObject(parsed) || parsed["mediaOnly"] !== true;
}
