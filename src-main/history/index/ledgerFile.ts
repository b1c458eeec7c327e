// Reads the ledger's file while main writes it: rows, and contents that were not deleted.
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import Libsql from "libsql";
import { isJsonObject } from "#shared/json.ts";
import type { Json } from "#shared/json.ts";
import type { ReportedAction } from "#shared/ledger/history.ts";
import { join } from "#shared/ledger/split.ts";
import type { ReadRow } from "#shared/ledger/row.ts";
import { bodyOf, LAYOUT, OF_REQUEST } from "../ledger/schema.ts";
import type { Database } from "../../store/sql.ts";
import { asBytes, asHash, hexFrom, textOf } from "../../store/texts.ts";
import { numberOf, optionsFor, rowsOf } from "./sql.ts";

/** How long a read waits for a lock, in milliseconds. */
const BUSY_MS = 2000;

const ROWS_OF = `SELECT seq, at_ms, ${asHash("hash")}, ${["kind", "facts", bodyOf("c")].map(asBytes).join(", ")}
  FROM event_row LEFT JOIN content_row c ON c.id = event_row.content WHERE ${OF_REQUEST} ORDER BY seq`;

/** A row of an item, with its content merged. */
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

  /** Null if there is no ledger yet, or if it still has to be converted. */
  static open(file: string, key: string | null): LedgerFile | null {
    if (!existsSync(file)) return null;
    const database = new Libsql(`${pathToFileURL(file).href}?mode=ro`, optionsFor(key, BUSY_MS));
    try {
      database.pragma("query_only = ON");
      if (numberOf(database, "PRAGMA user_version") >= LAYOUT) return new LedgerFile(database);
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

  /** The number of the last row; 0 if there is none. */
  head(): number {
    return numberOf(this.#database, "SELECT max(seq) FROM event_row");
  }

  hashAt(seq: number): string | null {
    const [row] = rowsOf(this.#database, `SELECT ${asBytes("hash")} FROM event WHERE seq = ?`, seq);
    return row === undefined ? null : textOf(row[0]);
  }

  /** Up to `count` rows after `seq`. */
  after(seq: number, count: number): { seq: number; sample: string; hash: string }[] {
    const sql = `SELECT seq, ${asBytes("sample")}, ${asBytes("hash")} FROM event WHERE seq > ? ORDER BY seq LIMIT ?`;
    return rowsOf(this.#database, sql, seq, count).map(([at, request, hash]) => ({
      seq: Number(at),
      sample: String(textOf(request)),
      hash: String(textOf(hash)),
    }));
  }

  /** All rows of an item, oldest first. */
  rowsOf(request: string): ItemRow[] {
    const rows = rowsOf(this.#database, ROWS_OF, request).map(([seq, at, hash, ...texts]) => {
      const [kind, facts, body] = texts.map(textOf);
      return [seq, at, kind, facts, hexFrom(hash), body];
    });
    // Content shared with other items is still stored, but deleted for this one.
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
        row: { sample: request, atMs, kind: own.kind, body: joined },
      };
    });
  }

  /** What the hook of a session decided by itself: the newest ones, oldest first. A session's name counts for all its runs. */
  reported(session: string, most: number): { reported: ReportedAction[]; reportedTotal: number } {
    const where = `request = 1 AND kind = 'reported-by-hook'
                   AND json_extract(facts, '$.session') = ?`;
    const id = session.replace(/#\d+$/, "");
    const count = `SELECT count(*) FROM event_row WHERE ${where}`;
    const [total] = rowsOf(this.#database, count, id);
    const sql = `SELECT ${asBytes("facts")} FROM event_row WHERE ${where} ORDER BY seq DESC LIMIT ?`;
    const reported = rowsOf(this.#database, sql, id, most)
      .flatMap(([facts]) => reportedIn(JSON.parse(String(textOf(facts))) as Json))
      .toReversed();
    return { reported, reportedTotal: Number(total?.[0] ?? 0) };
  }

  /** The stored text of an item's medium; null if it has none with this hash or it was deleted. */
  medium(request: string, sha256: string): string | null {
    const sql = `SELECT ${asBytes("c.body")} FROM held h JOIN content_row c ON c.id = h.content
                 WHERE h.${OF_REQUEST} AND c.sha256 = ?`;
    const [row] = rowsOf(this.#database, sql, request, Buffer.from(sha256, "hex"));
    return textOf(row?.[0]);
  }
}

function forgetsAll(kind: unknown, facts: unknown): boolean {
  if (kind !== "forgotten") return false;
  const parsed = JSON.parse(String(facts)) as Json;
  return !isJsonObject(parsed) || parsed["mediaOnly"] !== true;
}

/** Empty for a row of another form, which only a damaged ledger has. */
function reportedIn(facts: Json): ReportedAction[] {
  if (!isJsonObject(facts)) return [];
  const { toldAtMs: atMs, tool, why, passed } = facts;
  const isKnown = why === "not-running" || why === "too-late" || why === "failed";
  if (typeof atMs !== "number" || typeof tool !== "string" || !isKnown) return [];
  return [{ atMs, tool, why, passed: passed === true }];
}
