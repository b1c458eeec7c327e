// Fixtures: the folder that the user chose, the servers that use them, and saving responses as fixture files. Off for
// every server at the start, unless the user has turned them on for good.
import path from "node:path";
import { FIXTURE_FORMAT, FIXTURE_VERSION } from "#shared/fixtures/fixture.ts";
import type { FixturesResults } from "#shared/ipc/fixtures.ts";
import type { FixturesView } from "#shared/fixtures/view.ts";
import { isJsonObject } from "#shared/json.ts";
import { fromJsonText } from "#shared/ledger/history.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import type { Accepted, DifferingFiles } from "../servers/acceptedPorts.ts";
import type { FixtureChoice, FixtureFolder, FixtureStore } from "./fixturePorts.ts";
import { FixtureShelf } from "./fixtureShelf.ts";
import type { ShelfParts } from "./fixtureShelf.ts";
import type { AnsweredRequest, HistoryIndex } from "../record/historyPorts.ts";
import { safeName, writeWhole } from "../media/wholeFile.ts";
import type { FixtureSource, FixtureMatch } from "../../desk/ports.ts";

export interface FixturesParts extends ShelfParts {
  store: FixtureStore;
  files: FixtureFolder;
  accepted: Accepted;
  index: Pick<HistoryIndex, "read">;
  changed(): void;
  fault(failure: Failure): void;
  /** `Countersign 1.2.3`, written into saved files. */
  program: string;
}

/** The system's file dialogs; null when the user cancelled. */
export interface FixtureDialogs {
  folder(): Promise<string | null>;
  placeToSave(name: string): Promise<string | null>;
}

/** Pseudo file name for the settings, so that changes to them need to be accepted like those to fixture files. */
const CHOICE = "(folder and servers)";
const choiceText = (choice: FixtureChoice): string => `${JSON.stringify(choice, null, 2)}\n`;

type Saved = { file: string; bytes: number };

export class FixturesService implements FixtureSource {
  readonly #parts: FixturesParts;
  #choice: FixtureChoice;
  #shelf: FixtureShelf;
  readonly #on: Set<string>;
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
    this.#on = new Set(choice.folder === null ? [] : choice.atStart);
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
      atStart: this.#choice.atStart,
    };
  }

  find(sample: Sample): FixtureMatch | null {
    if (this.#differing.length > 0) return null;
    return this.#on.has(sample.asker.serverId) ? this.#shelf.find(sample) : null;
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
    const texts = new Map(folder === null ? [] : [[CHOICE, choiceText(this.#choice)]]);
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

  /** The accepted and the current text of a differing file. */
  difference(file: string): Outcome<FixturesResults["fixtures.difference"], Failure> {
    const found = this.#differing.find((one) => one.file === file);
    if (found === undefined) return fail({ kind: "stale" });
    const before = found.before === null ? null : this.#parts.accepted.text(found.before);
    return ok({ before, now: this.#texts.get(file) ?? null });
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
    const kept = this.#keep({ ...this.#choice, folder });
    if (!kept.ok) return kept;
    this.#unwatch?.();
    this.#unwatch = null;
    await this.read();
    const accepted = this.#accept(this.#texts);
    return accepted.ok ? ok(true) : accepted;
  }

  /** Stops using the folder and turns fixtures off for every server, now and at each start. */
  async dropFolder(): Promise<Outcome<null, Failure>> {
    const kept = this.#keep({ folder: null, atStart: [] });
    if (!kept.ok) return kept;
    this.close();
    this.#on.clear();
    await this.read();
    return ok(null);
  }

  switch(serverId: string, on: boolean): Outcome<null, Failure> {
    if (on) this.#on.add(serverId);
    else this.#on.delete(serverId);
    this.#parts.changed();
    return ok(null);
  }

  /** Whether fixtures are on from each start; turns them on now as well. */
  atStart(serverId: string, on: boolean): Outcome<null, Failure> {
    const others = this.#choice.atStart.filter((id) => id !== serverId);
    const kept = this.#keep({ ...this.#choice, atStart: on ? [...others, serverId] : others });
    if (kept.ok && on) this.#on.add(serverId);
    this.#parts.changed();
    return kept;
  }

  /** Turns fixtures off for every server until the next start or until turned on again. */
  switchAllOff(): Outcome<null, Failure> {
    this.#on.clear();
    this.#parts.changed();
    return ok(null);
  }

  /** Saves an ended request and its response as a fixture; null when the user cancelled. */
  async save(sampleId: string, dialogs: FixtureDialogs): Promise<Outcome<Saved | null, Failure>> {
    const read = await this.#parts.index.read("answered", sampleId);
    if (!read.ok) return read;
    const answered = fromJsonText(read.value);
    const value = this.#fileOf(sampleId, answered);
    const { asker, origin } = answered;
    const call = origin.kind === "certain" ? origin.call.name : "";
    const name = `${safeName(`${asker.name} ${call}`)} ${value.hashes.request.slice(0, 8)}.json`;
    const place = path.join(this.#choice.folder ?? "", name);
    const file = await dialogs.placeToSave(place);
    if (file === null) return ok(null);
    const text = `${JSON.stringify(value, null, 2)}\n`;
    const written = await writeWhole(file, (handle) => handle.appendFile(text));
    const isInFolder = path.dirname(file) === this.#choice.folder;
    if (written.ok && isInFolder) this.#accept(new Map([[path.basename(file), text]]), "stay");
    return written.ok ? ok({ file: path.basename(file), bytes: written.value }) : written;
  }

  close(): void {
    this.#unwatch?.();
    this.#unwatch = null;
  }

  #fileOf(sample: string, { asker, origin, params, answer, endedAtMs }: AnsweredRequest) {
    const { hasher, program } = this.#parts;
    const call = origin.kind === "certain" ? origin.call : null;
    const answeredBy = isJsonObject(answer) ? answer["model"] : undefined;
    // `_meta` belongs to a single message (its progress token, for example), so it never matches again.
    const ignore = isJsonObject(params) && params["_meta"] !== undefined ? ["_meta"] : [];
    return {
      format: FIXTURE_FORMAT,
      version: FIXTURE_VERSION,
      saved: { at: new Date(endedAtMs).toISOString(), with: program, sample },
      from: {
        server: asker.name,
        ...(asker.claims === undefined ? {} : { claims: asker.claims }),
        ...(call === null ? {} : { call: { method: call.method, name: call.name } }),
        protocolVersion: asker.protocolVersion,
        ...(typeof answeredBy === "string" ? { answeredBy: answeredBy.slice(0, 200) } : {}),
      },
      match: { ignore },
      request: params,
      answer,
      hashes: { request: hasher.hash(params), answer: hasher.hash(answer) },
    };
  }

  #keep(choice: FixtureChoice): Outcome<null, Failure> {
    const saved = this.#parts.store.save(choice);
    if (!saved.ok) return saved;
    this.#choice = choice;
    const isNone = choice.folder === null;
    const texts = new Map(isNone ? [] : [[CHOICE, choiceText(choice)]]);
    this.#texts = new Map([...this.#texts, ...texts]);
    return this.#accept(texts, isNone ? undefined : "stay");
  }

  #accept(texts: ReadonlyMap<string, string>, others?: "stay"): Outcome<null, Failure> {
    const kept = this.#parts.accepted.accept(texts, others);
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
