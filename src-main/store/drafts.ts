// `drafts.json`: what is being typed, kept as it is typed, at most half a second behind.
import { z } from "zod";
import { draftSchema } from "../../src-shared/ipc/contract.ts";
import type { Draft } from "../../src-shared/ipc/contract.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import type { DraftStore } from "../services/ports.ts";
import { readJson, writeJson } from "./jsonFile.ts";

/** The window waits 300 ms before it sends an edit; together they stay within half a second. */
const WRITE_AFTER_MS = 150;

/**
 * Requests do not outlive the app, but what was typed for the latest ones is kept when it ends without a
 * word: so many requests of earlier runs, and so many characters of theirs.
 */
const EARLIER_KEPT = 100;
const EARLIER_CHARACTERS = 16_000_000;

const fileSchema = z.record(z.string(), z.array(draftSchema));

const sameGate = (a: Draft, b: Draft): boolean =>
  a.gate === b.gate && (a.gate === 1 || b.gate === 1 || a.attemptId === b.attemptId);

/** The last entries of the file, within both bounds. */
function latest(entries: [string, Draft[]][]): [string, Draft[]][] {
  let characters = 0;
  const older = entries.findLastIndex(([, drafts], index) => {
    characters += JSON.stringify(drafts).length;
    return characters > EARLIER_CHARACTERS || entries.length - index > EARLIER_KEPT;
  });
  return entries.slice(older + 1);
}

class Drafts implements DraftStore {
  readonly #file: string;
  readonly #failed: (failure: Failure) => void;
  readonly #drafts: Map<string, Draft[]>;
  #timer: NodeJS.Timeout | null = null;

  constructor(file: string, failed: (failure: Failure) => void) {
    this.#file = file;
    this.#failed = failed;
    const { value, faults } = readJson(file, fileSchema, {});
    this.#drafts = new Map(latest(Object.entries(value)));
    faults.forEach(failed);
  }

  save(sampleId: string, draft: Draft): void {
    const others = this.forSample(sampleId).filter((kept) => !sameGate(kept, draft));
    // Deleted first, so that the file's order is that of the last edits.
    this.#drafts.delete(sampleId);
    this.#drafts.set(sampleId, [...others, draft]);
    this.#writeSoon();
  }

  discard(sampleId: string, gate: 1 | 2): void {
    const others = this.forSample(sampleId).filter((kept) => kept.gate !== gate);
    if (others.length > 0) this.#drafts.set(sampleId, others);
    else this.#drafts.delete(sampleId);
    this.#writeSoon();
  }

  forget(sampleId: string): void {
    if (this.#drafts.delete(sampleId)) this.#writeSoon();
  }

  forSample(sampleId: string): Draft[] {
    return this.#drafts.get(sampleId) ?? [];
  }

  all(): Record<string, Draft[]> {
    return Object.fromEntries(this.#drafts);
  }

  flush(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    const written = writeJson(this.#file, this.all());
    if (!written.ok) this.#failed(written.failure);
  }

  #writeSoon(): void {
    this.#timer ??= setTimeout(() => this.flush(), WRITE_AFTER_MS);
  }
}

export function openDrafts(file: string, failed: (failure: Failure) => void): DraftStore {
  return new Drafts(file, failed);
}
