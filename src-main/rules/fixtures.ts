// Fixtures: the folder that the user chose, and the servers that use them. Off for every server at the start.
import type { FixturesView } from "#shared/rules/fixtures/view.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Accepted, DifferingFiles } from "../profile/acceptedPorts.ts";
import type { FixtureChoice, FixtureFolder, FixtureStore } from "./fixturePorts.ts";
import { FixtureShelf } from "./fixtureShelf.ts";
import type { ShelfParts } from "./fixtureShelf.ts";
import type { FixtureSource, FixtureMatch } from "../core/ports.ts";

export interface FixturesParts extends ShelfParts {
  store: FixtureStore;
  files: FixtureFolder;
  accepted: Accepted;
  changed(): void;
  fault(failure: Failure): void;
}

/** The system's file dialogs; null when the user cancelled. */
export interface FixtureDialogs {
  folder(): Promise<string | null>;
}

export class FixturesService implements FixtureSource {
  readonly #parts: FixturesParts;
  #choice: FixtureChoice;
  #shelf: FixtureShelf;
  readonly #on = new Set<string>();
  readonly #used = new Map<string, { count: number; lastAtMs: number }>();
  readonly #unfit = new Map<string, { codes: string[]; atMs: number }>();
  #folderFault: string | null = null;
  /** The files' texts as last read, by name. */
  #texts: ReadonlyMap<string, string> = new Map();
  /** Files that differ from the accepted ones; fixtures respond only when there are none. */
  #differing: DifferingFiles[] = [];
  /** Number of the latest read; results of older ones are dropped. */
  #reading = 0;
  #isReading = false;
  #unwatch: (() => void) | null = null;

  constructor(parts: FixturesParts) {
    this.#parts = parts;
    const { choice, faults } = parts.store.load();
    faults.forEach(parts.fault);
    this.#choice = choice;
    this.#shelf = new FixtureShelf(parts);
  }

  view(): FixturesView {
    return {
      folder: this.#choice.folder,
      fault: this.#folderFault,
      reading: this.#isReading,
      files: this.#shelf.rows().map((row) => {
        const unfit = this.#unfit.get(row.name);
        return {
          ...row,
          used: this.#used.get(row.name) ?? null,
          ...(unfit === undefined ? {} : { unfit }),
        };
      }),
      broken: this.#shelf.broken,
      ...this.#pending(),
      on: [...this.#on],
    };
  }

  find(request: HeldRequest): FixtureMatch | null {
    if (this.#differing.length > 0) return null;
    return this.#on.has(request.requester.serverId) ? this.#shelf.find(request) : null;
  }

  onUsed({ name }: FixtureMatch, atMs: number): void {
    this.#used.set(name, { count: (this.#used.get(name)?.count ?? 0) + 1, lastAtMs: atMs });
    this.#parts.changed();
  }

  onInvalid({ name }: FixtureMatch, codes: string[], atMs: number): void {
    this.#unfit.set(name, { codes, atMs });
    this.#parts.changed();
  }

  /** Reads the folder's files, now and whenever they change. */
  async read(): Promise<void> {
    const { folder } = this.#choice;
    const { files, changed } = this.#parts;
    const reading = (this.#reading += 1);
    this.#unwatch ??= folder === null ? null : files.watch(folder, () => void this.read());
    const shelf = new FixtureShelf(this.#parts);
    const texts = new Map<string, string>();
    this.#isReading = folder !== null;
    if (folder !== null) changed();
    const read =
      folder === null
        ? ok(null)
        : await files
            .read(folder, (file) => {
              shelf.add(file);
              if ("text" in file) texts.set(file.file, file.text);
            })
            .catch(inWords);
    if (reading !== this.#reading) return;
    shelf.sort();
    this.#shelf = shelf;
    this.#texts = texts;
    this.#compare();
    this.#isReading = false;
    this.#folderFault = read.ok ? null : read.failure;
    changed();
  }

  /** Accepts the files as another program has changed them. Fails with `stale` if they have changed again. */
  accept(hash: string): Outcome<null, Failure> {
    if (this.#pending().pending?.hash !== hash) return fail({ kind: "stale" });
    return this.#accept(this.#texts);
  }

  /** Lets the user choose the folder and accepts its files; false when cancelled. Servers' switches are kept. */
  async pickFolder(dialogs: FixtureDialogs): Promise<Outcome<boolean, Failure>> {
    const folder = await dialogs.folder();
    if (folder === null) return ok(false);
    const saved = this.#save({ folder });
    if (!saved.ok) return saved;
    this.#unwatch?.();
    this.#unwatch = null;
    await this.read();
    const accepted = this.#accept(this.#texts);
    return accepted.ok ? ok(true) : accepted;
  }

  /** Stops using the folder and turns fixtures off for every server. */
  async dropFolder(): Promise<Outcome<null, Failure>> {
    const saved = this.#save({ folder: null });
    if (!saved.ok) return saved;
    this.close();
    this.#on.clear();
    await this.read();
    return this.#accept(this.#texts);
  }

  switch(serverId: string, on: boolean): Outcome<null, Failure> {
    if (on) this.#on.add(serverId);
    else this.#on.delete(serverId);
    this.#parts.changed();
    return ok(null);
  }

  /** Turns fixtures off for every server. */
  switchAllOff(): Outcome<null, Failure> {
    this.#on.clear();
    this.#parts.changed();
    return ok(null);
  }

  close(): void {
    this.#unwatch?.();
    this.#unwatch = null;
  }

  #save(choice: FixtureChoice): Outcome<null, Failure> {
    const saved = this.#parts.store.save(choice);
    if (saved.ok) this.#choice = choice;
    return saved;
  }

  #accept(texts: ReadonlyMap<string, string>): Outcome<null, Failure> {
    const kept = this.#parts.accepted.accept(texts);
    this.#compare();
    this.#parts.changed();
    return kept;
  }

  #compare(): void {
    const isNone = this.#choice.folder === null;
    this.#differing = isNone ? [] : this.#parts.accepted.differing(this.#texts);
  }

  #pending(): Pick<FixturesView, "pending"> {
    if (this.#differing.length === 0) return {};
    const hash = this.#parts.textHash(JSON.stringify(this.#differing));
    return { pending: { files: this.#differing.map(({ file }) => file), hash } };
  }
}

/** The error message, shortened, so that an unexpected error is reported as well. */
const inWords = (error: unknown): Outcome<null, string> =>
  fail((error instanceof Error ? error.message : String(error)).slice(0, 300));
