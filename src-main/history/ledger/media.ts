// Base64 texts of images and audio. A new medium is kept in memory and written in the same transaction as the first
// row that references it, so that the file contains no unreferenced media.
import { MEDIA_PREFIX } from "#shared/request/document/media.ts";
import type { MediaFacts } from "#shared/request/document/media.ts";
import type { LedgerEntry, MediaStore } from "../../core/ports.ts";
import { fromStoredForm } from "#shared/ledger/storedForm.ts";
import { mediumOf, mediumText } from "./content.ts";
import type { ReadMedium } from "../../core/ports.ts";
import type { Staged, StagedText } from "./chain.ts";
import type { LedgerFile } from "./ledgerFile.ts";
import { mediumFacts, storedMedium } from "./medium.ts";

const hashIn = (ref: string): string => ref.slice(MEDIA_PREFIX.length);

export class SqliteMedia implements MediaStore {
  readonly #file: LedgerFile;
  /** Requests that may reference a medium, by its hash. */
  readonly #held = new Map<string, Set<string>>();
  /** Media not written yet, by hash. */
  readonly #staged = new Map<string, StagedText>();
  /** The last write failed, so rows that will be retried may reference staged media. */
  #waits = false;

  constructor(file: LedgerFile) {
    this.#file = file;
  }

  put(requestId: string, base64: string, read?: ReadMedium): MediaFacts {
    const facts = read?.facts ?? mediumFacts(base64);
    const hash = hashIn(facts.ref);
    const known = this.#file.use((database) => mediumOf(database, hash));
    if (!known.ok || known.value === null) {
      const sealed = read === undefined ? {} : { sealed: read.sealed };
      this.#staged.set(hash, { body: storedMedium(base64, facts), ...sealed });
    }
    const held = this.#held.get(requestId) ?? new Set();
    this.#held.set(requestId, held.add(hash));
    return facts;
  }

  hold(requestId: string, refs: readonly string[]): void {
    const held = this.#held.get(requestId) ?? new Set();
    for (const ref of refs) held.add(hashIn(ref));
    this.#held.set(requestId, held);
  }

  text(requestId: string, ref: string): string | null {
    const hash = hashIn(ref);
    if (this.#held.get(requestId)?.has(hash) !== true) return null;
    const staged = this.#staged.get(hash);
    if (staged !== undefined) return fromStoredForm(staged.body);
    const read = this.#file.use((database) => mediumText(database, hash));
    return read.ok ? read.value : null;
  }

  release(requestId: string): void {
    const held = this.#held.get(requestId) ?? [];
    this.#held.delete(requestId);
    if (this.#waits) return;
    for (const hash of held) this.#staged.delete(hash);
  }

  /** The staged medium with a hash. */
  readonly staged: Staged = (hash) => this.#staged.get(hash);

  /** The entries were written with their media, or (null) could not be. */
  settled(entries: readonly LedgerEntry[] | null): void {
    this.#waits = entries === null;
    for (const { media = [] } of entries ?? []) {
      for (const ref of media) this.#staged.delete(hashIn(ref));
    }
  }
}
