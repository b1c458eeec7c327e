// The append-only ledger, written durably before an event takes effect, with the media that its rows reference.
// Nothing here throws: a full, locked or damaged file is a failure.
import type { JsonObject } from "#shared/json.ts";
import type { ReadRow } from "#shared/ledger/row.ts";
import { ok } from "#shared/outcome.ts";
import type { Outcome } from "#shared/outcome.ts";
import type { SpentDay } from "#shared/models/cost/spending.ts";
import type { Ledger, LedgerEntry, MediaStore } from "../../core/ports.ts";
import type { SpentAt, SpentOnDay } from "../../core/ports.ts";
import { appendEntries, appendFact } from "./chain.ts";
import type { Limits } from "./database.ts";
import { isLedgerLost } from "../encryption/encrypted.ts";
import type { NotRecorded } from "../../store/notRecorded.ts";
import { inTransaction } from "../../store/sql.ts";
import { LedgerFile } from "./ledgerFile.ts";
import { SqliteMedia } from "./media.ts";
import { openRequests, rowsOfRequest } from "./past.ts";
import { readEstimated, readRecent, readSpent } from "./spent.ts";

export interface LedgerOptions extends Limits {
  /** Called once rows are durable, with the number of the last one. Must not throw. */
  onAppended?(seq: number): void;
}

class SqliteLedger implements Ledger {
  readonly #file: LedgerFile;
  readonly #media: SqliteMedia;
  readonly #onAppended: (seq: number) => void;

  constructor(file: LedgerFile, media: SqliteMedia, onAppended: (seq: number) => void) {
    this.#file = file;
    this.#media = media;
    this.#onAppended = onAppended;
  }

  append(entry: LedgerEntry): Outcome<void, NotRecorded> {
    return this.appendAll([entry]);
  }

  appendAll(entries: readonly LedgerEntry[]): Outcome<void, NotRecorded> {
    const written = this.#file.use((database) =>
      inTransaction(database, () => appendEntries(database, entries, this.#media.staged)),
    );
    this.#media.settled(written.ok ? entries : null);
    if (!written.ok) return written;
    this.#onAppended(written.value.seq);
    return ok(undefined);
  }

  openRequests(): Outcome<string[], NotRecorded> {
    return this.#file.use(openRequests);
  }

  rowsOf(requestId: string): Outcome<ReadRow[], NotRecorded> {
    return this.#file.use((database) => rowsOfRequest(database, requestId));
  }

  note(kind: string, facts: JsonObject, atMs: number): Outcome<void, NotRecorded> {
    const written = this.#file.use((database) =>
      inTransaction(database, () => appendFact(database, kind, facts, atMs)),
    );
    if (!written.ok) return written;
    this.#onAppended(written.value.seq);
    return ok(undefined);
  }
}

/** What generations used, by day; and what budgets count. */
export class Spending {
  readonly #file: LedgerFile;

  constructor(file: LedgerFile) {
    this.#file = file;
  }

  /** The rows since `day` (`YYYY-MM-DD`), or all; newest day first. */
  since(day: string | null): Outcome<SpentDay[], NotRecorded> {
    return this.#file.use((database) => readSpent(database, day));
  }

  /** Generations that ended since that time, oldest first. */
  recent(sinceMs: number): Outcome<SpentAt[], NotRecorded> {
    return this.#file.use((database) => readRecent(database, sinceMs));
  }

  /** What budgets count from that day on beyond the sums: what the provider did not report, estimated. */
  estimated(fromDay: string): Outcome<SpentOnDay[], NotRecorded> {
    return this.#file.use((database) => readEstimated(database, fromDay));
  }
}

/** The ledger and the media of one profile, in one file. */
export interface OpenLedger {
  ledger: Ledger;
  media: MediaStore;
  spending: Spending;
  /** For other modules that access the file: only this connection writes. */
  file: LedgerFile;
  /** Appends a row about the ledger itself; `facts` must not contain content. */
  note(kind: string, facts: JsonObject, atMs: number): Outcome<void, NotRecorded>;
  close(): void;
}

export function openLedger(file: string, options: LedgerOptions = {}): OpenLedger {
  const shared = new LedgerFile(file, options);
  const media = new SqliteMedia(shared);
  const ledger = new SqliteLedger(shared, media, (seq) => options.onAppended?.(seq));
  return {
    ledger,
    media,
    spending: new Spending(shared),
    file: shared,
    note: (kind, facts, atMs) => ledger.note(kind, facts, atMs),
    close: () => shared.close(),
  };
}

/**
 * Opens the ledger at the start. `begunAnew`: the file was missing or empty although its index exists, and a new
 * ledger was begun. If that fails too, for example because the disk is not mounted, the next write reports why.
 */
export function openLedgerAtStart(
  file: string,
  index: string,
  options: LedgerOptions = {},
): OpenLedger & { begunAnew: boolean } {
  const gone = isLedgerLost(file, index);
  const opened = openLedger(file, options);
  return { ...opened, begunAnew: gone && opened.file.use(() => null).ok };
}
