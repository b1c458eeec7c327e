// Deletes the content of ended requests from the ledger. Rows, facts and hashes remain, so the chain still verifies.
// The deletion is itself a row, written in the same transaction.
import type { Json } from "#shared/json.ts";
import { ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Actor } from "#shared/request/life/heldRequest.ts";
import { appendEntries, headOf, requestOf } from "./chain.ts";
import { BUSY_MS } from "./database.ts";
import type { LedgerFile } from "./ledgerFile.ts";
import { dropParts, partSizes } from "./parts.ts";
import type { PartSizes } from "./parts.ts";
import { firstOf, inTransaction, pragma, prepared, rowsFromKept } from "../../store/sql.ts";
import type { Database } from "../../store/sql.ts";
import { asHash, hexFrom } from "../../store/texts.ts";
import { asNumber } from "../verify/rowReads.ts";

/** As many pages as can be written within a few milliseconds, since main is blocked meanwhile. */
const SHORTER_PAGES = 100;

export interface DeletionOptions {
  by: Actor;
  why: "asked" | "retention";
  /** Delete only images and audio. */
  mediaOnly: boolean;
  atMs: number;
}

/** A content or a part of one, by a name that is its own, and its size in bytes. */
export interface StoredBytes {
  name: string;
  bytes: number;
}

/** `shared`: stays because other items use it too. `open`: the item has not ended, so nothing was deleted. */
export type DeletionResult =
  | { kind: "forgotten"; gone: StoredBytes[]; shared: StoredBytes[] }
  | { kind: "nothing" }
  | { kind: "open" };

export class SqliteContentDeletion {
  readonly #file: LedgerFile;
  readonly #appended: (seq: number) => void;

  /** @param appended called with the number of each row written here */
  constructor(file: LedgerFile, appended: (seq: number) => void) {
    this.#file = file;
    this.#appended = appended;
  }

  /** When ok, the deletion and its row in the ledger are durable. */
  deleteContent(requestId: string, how: DeletionOptions): Outcome<DeletionResult, Failure> {
    const done = this.#file.use((database) =>
      inTransaction(database, () => {
        const forgot = deleteItem(database, requestId, how);
        return { forgot, seq: headOf(database).seq };
      }),
    );
    if (!done.ok) return done;
    if (done.value.forgot.kind === "forgotten") this.#appended(done.value.seq);
    return ok(done.value.forgot);
  }

  /** Clears what is left of deleted content in SQLite's WAL. False if a reader prevents that for now. */
  purge(): Outcome<boolean, Failure> {
    // The overwritten content is in the WAL until a checkpoint truncates it, which a reader may prevent for a moment.
    return this.#file.use((database) => {
      // Do not wait for the lock: it would block main, and the caller tries again.
      database.pragma("busy_timeout = 0");
      try {
        return Number(firstOf(database, "PRAGMA wal_checkpoint(TRUNCATE)")) === 0;
      } finally {
        database.pragma(`busy_timeout = ${BUSY_MS}`);
      }
    });
  }

  /**
   * Truncates some free pages, if the file was created for that. Only pages that `purge` has overwritten may be
   * truncated. True while there are more.
   */
  shorten(): boolean {
    const shorter = this.#file.use((database) => {
      const free = (): number => Number(pragma(database, "freelist_count"));
      const before = free();
      database.exec(`PRAGMA incremental_vacuum(${SHORTER_PAGES})`);
      return free() > 0 && free() < before;
    });
    return shorter.ok && shorter.value;
  }
}

interface Held {
  id: number;
  commitment: string;
  shared: boolean;
  bytes: number;
}

const EMPTY_SQL = `UPDATE content_row SET salt = NULL, sha256 = NULL, list = NULL, body = NULL, forgotten_ms = ?
  WHERE id = ?`;

/** Call in a transaction. */
export function deleteItem(
  database: Database,
  request: string,
  how: DeletionOptions,
): DeletionResult {
  const open = rowsFromKept(database, "SELECT 1 FROM open_sample WHERE sample = ?", request);
  if (open.length > 0) return { kind: "open" };
  const first = requestOf(database, request);
  const held = first === null ? [] : heldBy(database, first, how.mediaOnly);
  if (held.length === 0) return { kind: "nothing" };
  const own = held.filter(({ shared }) => !shared);
  const { by, why, mediaOnly, atMs } = how;
  const contents = own.map(({ commitment }) => commitment);
  const body = { by, why, contents, ...(mediaOnly ? { mediaOnly } : {}) } as unknown as Json;
  appendEntries(database, [{ sampleId: request, atMs, kind: "forgotten", body }], () => undefined);
  const gone: StoredBytes[] = [];
  const stays: StoredBytes[] = [];
  for (const one of own) {
    const parts = partSizes(database, one.id);
    const left = parts === null ? [] : dropParts(database, one.id, parts);
    for (const stored of storedBytes(one, parts))
      (left.some(({ id }) => partName(id) === stored.name) ? stays : gone).push(stored);
    prepared(database, EMPTY_SQL).run(atMs, one.id);
  }
  // Shared content no longer belongs to this request; it is deleted with its last holder.
  for (const { id } of held) {
    prepared(database, "DELETE FROM held WHERE request = ? AND content = ?").run(first, id);
  }
  const others = held.filter(({ shared }) => shared);
  const shared = others.flatMap((one) => storedBytes(one, partSizes(database, one.id)));
  return { kind: "forgotten", gone, shared: [...stays, ...shared] };
}

const partName = (id: number): string => `part ${id}`;

/** @param parts null: it is stored whole */
const storedBytes = ({ commitment, bytes }: Held, parts: PartSizes | null): StoredBytes[] =>
  parts === null
    ? [{ name: commitment, bytes }]
    : [
        { name: commitment, bytes: parts.listBytes },
        ...parts.parts.map(({ id, bytes: size }) => ({ name: partName(id), bytes: size })),
      ];

/** @param request the number of its first row */
function heldBy(database: Database, request: number, mediaOnly: boolean): Held[] {
  const sql = `SELECT c.id, ${asHash("c.commitment")},
                 EXISTS (SELECT 1 FROM held o WHERE o.content = c.id AND o.request <> h.request),
                 ${asNumber("c.length")}
               FROM held h JOIN content_row c ON c.id = h.content
               WHERE h.request = ? AND c.forgotten_ms IS NULL ${mediaOnly ? MEDIUM : ""}`;
  return rowsFromKept(database, sql, request).map(([id, commitment, shared, length]) => ({
    id: Number(id),
    bytes: Number(length),
    commitment: hexFrom(commitment),
    shared: Number(shared) === 1,
  }));
}

/** Contents that a row names as media. */
const MEDIUM = `AND EXISTS (SELECT 1 FROM event_row e, json_each(e.media) one
  WHERE e.request = h.request AND one.value = c.id)`;
