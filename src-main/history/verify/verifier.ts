// Verifies the ledger on threads: all of it when the user asks, its unsigned rows before they are signed, and the pages
// of a file that is too large to be checked when it is opened.
import { statSync } from "node:fs";
import type {
  Head,
  Known,
  LedgerFault,
  Verification,
  Verifying,
} from "#shared/ledger/verification.ts";
import { fail } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { FileJobThread } from "../fileJobs.ts";
import { CHECKED_BYTES } from "../ledger/database.ts";
import type { LedgerPlace } from "./verifyJob.ts";

/** Delays after the start before unsigned rows and pages are looked at, so that the start has the disk, in milliseconds. */
const ROWS_AFTER_MS = 2_000;
const PAGES_AFTER_MS = 15_000;

export interface VerifierParts {
  /** The built entry of the thread for file jobs. */
  entry: string | URL;
  /** The ledger's current file. */
  ledger(): LedgerPlace;
  /** Progress of `verify`; null once it has ended. */
  moved(verifying: Verifying): void;
}

type Result = Outcome<Verification, Failure>;

export class Verifier {
  readonly #parts: VerifierParts;
  readonly #whole: FileJobThread;
  readonly #rows: FileJobThread;
  readonly #pages: FileJobThread;
  readonly #timers = new Set<NodeJS.Timeout>();
  #running: Promise<Result> | null = null;

  constructor(parts: VerifierParts) {
    this.#parts = parts;
    this.#whole = new FileJobThread(parts.entry);
    this.#rows = new FileJobThread(parts.entry);
    this.#pages = new FileJobThread(parts.entry);
  }

  /**
   * Verifies the whole ledger, one run at a time. Fails with `cancelled` after `stop`.
   * @param known the signing key and the last signed row, which are stored apart from the ledger
   */
  verify(known: Known): Promise<Result> {
    // A second call while it runs gets the same result.
    this.#running ??= this.#verify(known);
    return this.#running;
  }

  stop(): void {
    this.#whole.cancel();
  }

  async #verify(known: Known): Promise<Result> {
    const { ledger, moved } = this.#parts;
    const result = await this.#whole.run({ kind: "verify", ...ledger(), known }, moved);
    this.#running = null;
    moved(null);
    return result.ok ? result : fail(unreadable(result.failure));
  }

  /** Soon tells why these rows must not be signed, or null. Rows that cannot be read stay unsigned until the next start. */
  verifyRows(after: Head, until: Head, told: (fault: LedgerFault | null) => void): void {
    this.#later(ROWS_AFTER_MS, async () => {
      const job = { kind: "verify-rows", ...this.#parts.ledger(), after, until } as const;
      const found = await this.#rows.run(job, () => undefined);
      if (found.ok) told(found.value);
    });
  }

  /** Later reports what is wrong with the file's pages. */
  checkPagesLater(fault: (failure: Failure) => void): void {
    this.#later(PAGES_AFTER_MS, async () => {
      const found = await this.checkPages();
      if (found !== null && found.kind !== "cancelled") fault(found);
    });
  }

  /** What SQLite's quick check finds, or why it cannot be done. Smaller files were checked when they were opened. */
  async checkPages(checkedBytes = CHECKED_BYTES): Promise<Failure | null> {
    const ledger = this.#parts.ledger();
    const size = statSync(ledger.file, { throwIfNoEntry: false })?.size ?? 0;
    if (size <= checkedBytes) return null;
    const found = await this.#pages.run({ kind: "check-pages", ...ledger }, () => undefined);
    if (!found.ok) return unreadable(found.failure);
    return found.value === null
      ? null
      : { kind: "ledger-damaged", detail: found.value.slice(0, 500) };
  }

  #later(afterMs: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void work();
    }, afterMs).unref();
    this.#timers.add(timer);
  }

  /** Stops everything. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    for (const jobs of [this.#whole, this.#rows, this.#pages]) jobs.cancel();
  }
}

/** A thread that died could not read the ledger. */
const unreadable = (failure: Failure): Failure =>
  failure.kind === "internal" ? { kind: "ledger-unreadable", detail: failure.detail } : failure;
