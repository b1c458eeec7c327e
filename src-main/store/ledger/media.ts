// Base64 texts of images and audio. One that is put is in memory until the row that names it is written: with it,
// in one transaction, so that the file never holds a text that no row speaks of.
import { MEDIA_PREFIX } from "../../../src-shared/sampling/document/media.ts";
import type { MediaFacts } from "../../../src-shared/sampling/document/media.ts";
import type { LedgerEntry, MediaStore } from "../../desk/ports.ts";
import { contentOf, fromStoredForm, mediumText } from "./content.ts";
import type { ReadMedium } from "../../desk/ports.ts";
import type { Staged, StagedText } from "./chain.ts";
import type { LedgerFile } from "./ledgerFile.ts";
import { mediumFacts, storedMedium } from "./medium.ts";

const hashIn = (ref: string): string => ref.slice(MEDIA_PREFIX.length);

export class SqliteMedia implements MediaStore {
  readonly #file: LedgerFile;
  /** Which sample may name which, by hash. */
  readonly #held = new Map<string, Set<string>>();
  /** By hash. */
  readonly #staged = new Map<string, StagedText>();
  /** The last row could not be written: rows that wait for the file may name what is staged. */
  #waits = false;

  constructor(file: LedgerFile) {
    this.#file = file;
  }

  put(sampleId: string, base64: string, read?: ReadMedium): MediaFacts {
    const facts = read?.facts ?? mediumFacts(base64);
    const hash = hashIn(facts.ref);
    const known = this.#file.use((database) => contentOf(database, hash));
    if (!known.ok || known.value === null) {
      const sealed = read === undefined ? {} : { sealed: read.sealed };
      this.#staged.set(hash, { body: storedMedium(base64, facts), ...sealed });
    }
    const held = this.#held.get(sampleId) ?? new Set();
    this.#held.set(sampleId, held.add(hash));
    return facts;
  }

  hold(sampleId: string, refs: readonly string[]): void {
    const held = this.#held.get(sampleId) ?? new Set();
    for (const ref of refs) held.add(hashIn(ref));
    this.#held.set(sampleId, held);
  }

  text(sampleId: string, ref: string): string | null {
    const hash = hashIn(ref);
    if (this.#held.get(sampleId)?.has(hash) !== true) return null;
    const staged = this.#staged.get(hash);
    if (staged !== undefined) return fromStoredForm(staged.body);
    const read = this.#file.use((database) => mediumText(database, hash));
    return read.ok ? read.value : null;
  }

  release(sampleId: string): void {
    const held = this.#held.get(sampleId) ?? [];
    this.#held.delete(sampleId);
    if (this.#waits) return;
    for (const hash of held) this.#staged.delete(hash);
  }

  /** What is staged under a hash. */
  readonly staged: Staged = (hash) => this.#staged.get(hash);

  /** Rows were written, with the media that they name; or, null, could not be. */
  settled(entries: readonly LedgerEntry[] | null): void {
    this.#waits = entries === null;
    for (const { media = [] } of entries ?? []) {
      for (const ref of media) this.#staged.delete(hashIn(ref));
    }
  }
}
