// What the history reads from: this profile's ledger, or an imported export.
import path from "node:path";
import { rm } from "node:fs/promises";
import type { HistoryImported } from "#shared/ledger/files.ts";
import type { HistoryView } from "#shared/ledger/history.ts";
import { fail } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { HistoryFiles, HistoryIndex, HistoryRead, HistoryQueries } from "./historyPorts.ts";

/** Delay after the start, so that indexing does not slow it down. */
const BEGIN_MS = 1500;

export interface HistorySourceParts {
  /** The index of this profile's ledger. */
  own: HistoryIndex;
  /** Opens an index of other files; `moved` receives its views. */
  open(files: HistoryFiles, moved: (view: HistoryView) => void): HistoryIndex;
  moved(view: HistoryView): void;
  imported(imported: HistoryImported | null): void;
}

interface Other {
  index: HistoryIndex;
  imported: HistoryImported;
  folder: string;
  ledger: string;
  key: string | null;
}

export class HistorySource implements HistoryIndex {
  readonly #parts: HistorySourceParts;
  #other: Other | null = null;

  constructor(parts: HistorySourceParts) {
    this.#parts = parts;
  }

  get view(): HistoryView {
    return this.#now.view;
  }
  /** The imported ledger's path and encryption key; null while the profile's own is read. */
  get other(): { ledger: string; key: string | null } | null {
    return this.#other === null ? null : { ledger: this.#other.ledger, key: this.#other.key };
  }
  get imported(): HistoryImported | null {
    return this.#other?.imported ?? null;
  }
  get #now(): HistoryIndex {
    return this.#other?.index ?? this.#parts.own;
  }

  async read<R extends HistoryRead>(
    read: R,
    ...args: HistoryQueries[R]["args"]
  ): Promise<Outcome<HistoryQueries[R]["value"], Failure>> {
    const imported = this.#other !== null;
    const found = await this.#now.read(read, ...args);
    if (found.ok || !imported || found.failure.kind !== "history-unavailable") return found;
    // It is the imported file that is broken, and rebuilding the index would not help.
    return fail({ kind: "import-unreadable", detail: found.failure.detail });
  }

  /** Brings the index up to date shortly after the start. */
  begin(): void {
    setTimeout(() => this.#parts.own.begin(), BEGIN_MS).unref();
  }

  /** This profile's ledger has grown. */
  appended(seq: number): void {
    this.#parts.own.appended(seq);
  }

  /** This profile's index has changed; ignored while an import is open. */
  moved(view: HistoryView): void {
    if (this.#other === null) this.#parts.moved(view);
  }

  /**
   * Reads from this imported ledger from now on. Its index is created next to it; both are deleted when it is closed.
   */
  async open(imported: HistoryImported, ledger: string, key: string | null): Promise<void> {
    await this.#putAway();
    const folder = path.dirname(ledger);
    const files = { ledger, index: path.join(folder, "history.db"), key };
    const index = this.#parts.open(files, (view) => {
      if (this.#other?.index === index) this.#parts.moved(view);
    });
    this.#other = { index, imported, folder, ledger, key };
    index.begin();
    this.#parts.imported(imported);
    this.#parts.moved(index.view);
  }

  /** Returns to this profile's ledger. */
  async closeImported(): Promise<void> {
    await this.#putAway();
    this.#parts.imported(null);
    this.#parts.moved(this.#parts.own.view);
  }

  async close(): Promise<void> {
    await Promise.all([this.#putAway(), this.#parts.own.close()]);
  }

  async #putAway(): Promise<void> {
    const other = this.#other;
    this.#other = null;
    if (other === null) return;
    await other.index.close();
    await rm(other.folder, { recursive: true, force: true });
  }
}
