// Fixtures: the folder that the user chose, and the servers that use them. Off for every server at the start.
import { createHash } from "node:crypto";
import { readFixture, without } from "#shared/rules/fixtures/fixture.ts";
import type { Fixture, FixtureFault } from "#shared/rules/fixtures/fixture.ts";
import type { FixtureRow, FixturesView } from "#shared/rules/fixtures/view.ts";
import type { Json } from "#shared/json.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { readRequest } from "#shared/request/checks/intake.ts";
import { checkResponse } from "#shared/request/checks/validate.ts";
import { externalise, MEDIA_PREFIX } from "#shared/request/document/media.ts";
import type { MediaFacts } from "#shared/request/document/media.ts";
import { responseDocumentSchema } from "#shared/request/document/message.ts";
import type { HeldRequest, OriginCall } from "#shared/request/life/heldRequest.ts";
import { newestOf } from "#shared/servers/protocol.ts";
import type { Audience } from "../audience.ts";
import type { Accepted, DifferingFile } from "../profile/accepted.ts";
import type { JsonStore } from "../profile/jsonFile.ts";
import type { FixtureChoice, FixtureFile } from "./fixtureStore.ts";
import { readFixtureFolder, watchFixtureFolder } from "./fixtureStore.ts";
import type { FixtureMatch, FixtureSource, Hasher } from "../core/ports.ts";

export interface FixturesParts {
  store: JsonStore<FixtureChoice>;
  accepted: Accepted;
  hasher: Hasher;
  /** Facts about base64 media. */
  mediaFacts(base64: string): Omit<MediaFacts, "ref">;
  audience: Pick<Audience, "set">;
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
  #differing: DifferingFile[] = [];
  /** Number of the latest read; results of older ones are dropped. */
  #reading = 0;
  #isReading = false;
  #unwatch: (() => void) | null = null;

  constructor(parts: FixturesParts) {
    this.#parts = parts;
    const { value, faults } = parts.store.load();
    faults.forEach(parts.fault);
    this.#choice = value;
    this.#shelf = new FixtureShelf(parts);
  }

  view(): FixturesView {
    return {
      folder: this.#choice.folder,
      fault: this.#folderFault,
      reading: this.#isReading,
      files: this.#shelf.rows().map((row) => {
        const used = this.#used.get(row.name) ?? null;
        return { ...row, used, unfit: this.#unfit.get(row.name) };
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
    this.#changed();
  }

  onInvalid({ name }: FixtureMatch, codes: string[], atMs: number): void {
    this.#unfit.set(name, { codes, atMs });
    this.#changed();
  }

  #changed(): void {
    this.#parts.audience.set("fixtures", () => this.view());
  }

  /** Reads the folder's files, now and whenever they change. */
  async read(): Promise<void> {
    const { folder } = this.#choice;
    const reading = (this.#reading += 1);
    this.#unwatch ??= folder === null ? null : watchFixtureFolder(folder, () => void this.read());
    const shelf = new FixtureShelf(this.#parts);
    const texts = new Map<string, string>();
    this.#isReading = folder !== null;
    if (folder !== null) this.#changed();
    const read =
      folder === null
        ? ok(null)
        : await readFixtureFolder(folder, (file) => {
            shelf.add(file);
            if ("text" in file) texts.set(file.file, file.text);
          }).catch(inWords);
    if (reading !== this.#reading) return;
    shelf.sort();
    this.#shelf = shelf;
    this.#texts = texts;
    this.#compare();
    this.#isReading = false;
    this.#folderFault = read.ok ? null : read.failure;
    this.#changed();
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
    this.#changed();
    return ok(null);
  }

  /** Turns fixtures off for every server. */
  switchAllOff(): Outcome<null, Failure> {
    this.#on.clear();
    this.#changed();
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
    this.#changed();
    return kept;
  }

  #compare(): void {
    const isNone = this.#choice.folder === null;
    this.#differing = isNone ? [] : this.#parts.accepted.differing(this.#texts);
  }

  #pending(): Pick<FixturesView, "pending"> {
    if (this.#differing.length === 0) return {};
    const hash = sha256(JSON.stringify(this.#differing));
    return { pending: { files: this.#differing.map(({ file }) => file), hash } };
  }
}

/** The error message, shortened, so that an unexpected error is reported as well. */
const inWords = (error: unknown): Outcome<null, string> =>
  fail((error instanceof Error ? error.message : String(error)).slice(0, 300));

const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

/** A file that can be used. */
interface Entry {
  hit: FixtureMatch;
  file: string;
  server: string | undefined;
  call: string | undefined;
  /** The ignored fields, sorted and joined into a key. */
  way: string;
  requestHash: string;
}

/** The fixtures of one folder: which one matches a request, and why a file is unusable. */
class FixtureShelf {
  readonly #parts: Pick<FixturesParts, "hasher" | "mediaFacts">;
  readonly #entries: Entry[] = [];
  readonly broken: { file: string; fault: FixtureFault }[] = [];

  constructor(parts: Pick<FixturesParts, "hasher" | "mediaFacts">) {
    this.#parts = parts;
  }

  /** Adds a file. Call `sort` after the last one, before the first `find`. */
  add(file: FixtureFile): void {
    const read = "fault" in file ? file : this.#read(file);
    if ("fault" in read) this.broken.push({ file: read.file, fault: read.fault });
    else this.#entries.push(read);
  }

  /** Fixtures that ignore fewer fields come first; file names break ties. */
  sort(): void {
    this.#entries.sort(
      (one, other) =>
        one.hit.ignored.length - other.hit.ignored.length || (one.file < other.file ? -1 : 1),
    );
  }

  /** The first fixture that matches the request as it was received. */
  find({ asked, askedHash, requester, origin }: HeldRequest): FixtureMatch | null {
    const hashes = new Map<string, string>([["", askedHash]]);
    const hashOf = ({ way, hit }: Entry): string => {
      const known =
        hashes.get(way) ?? this.#parts.hasher.hash(without(asked, new Set(hit.ignored)));
      hashes.set(way, known);
      return known;
    };
    const calls = callsOf(origin);
    const found = this.#entries.find(
      (entry) =>
        (entry.server === undefined || entry.server === requester.name) &&
        (entry.call === undefined || calls.includes(entry.call)) &&
        entry.requestHash === hashOf(entry),
    );
    return found?.hit ?? null;
  }

  rows(): Omit<FixtureRow, "used">[] {
    const first = new Map<string, string>();
    return this.#entries.map(({ hit, file, server, call, way, requestHash }) => {
      const fits = JSON.stringify([way, requestHash, server, call]);
      const behind = first.get(fits);
      if (behind === undefined) first.set(fits, file);
      return {
        file,
        name: hit.name,
        ignore: hit.ignored,
        server,
        call,
        behind,
      };
    });
  }

  #read({
    file,
    text,
  }: {
    file: string;
    text: string;
  }): Entry | { file: string; fault: FixtureFault } {
    const read = readFixture(text);
    if (!read.ok) return { file, fault: read.fault };
    const { fixture } = read;
    const { hasher } = this.#parts;
    const asked = this.#apart(fixture.request);
    const fault = this.#faultOf(fixture, asked);
    if (fault !== null) return { file, fault };
    const { server, call, ignore } = fixture.match;
    const ignored = [...new Set(ignore)].sort();
    return {
      file,
      server,
      call,
      way: ignored.length === 0 ? "" : JSON.stringify(ignored),
      requestHash: hasher.hash(without(asked.value, new Set(ignored))),
      hit: {
        name: file.replace(/\.json$/i, ""),
        hash: hasher.hash(read.value),
        ignored,
        answer: fixture.answer,
      },
    };
  }

  /** Replaces media by references, as the desk does with requests. */
  #apart(value: Json): { value: Json; media: MediaFacts[] } {
    const media: MediaFacts[] = [];
    const apart = externalise(value, (base64) => {
      const ref = `${MEDIA_PREFIX}${sha256(base64)}` as const;
      media.push({ ref, ...this.#parts.mediaFacts(base64) });
      return ref;
    });
    return { value: apart, media };
  }

  #faultOf(fixture: Fixture, asked: { value: Json; media: MediaFacts[] }): FixtureFault | null {
    const request = readRequest(asked.value, { tools: true, context: true }, asked.media);
    if (request.proposed === null) return { kind: "request" };
    const answer = this.#apart(fixture.answer);
    const parsed = responseDocumentSchema.safeParse(answer.value);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const path = ["answer", ...(issue?.path ?? [])].join(".").slice(0, 300);
      return { kind: "field", path, detail: (issue?.message ?? "").slice(0, 300) };
    }
    const flags = checkResponse(parsed.data, request.proposed, {
      spoken: { protocolVersion: fixture.from?.protocolVersion ?? newestOf("modern") },
      media: [...asked.media, ...answer.media],
    });
    const codes = flags.flatMap(({ severity, code }) => (severity === "error" ? [code] : []));
    return codes.length === 0 ? null : { kind: "answer", codes: [...new Set(codes)] };
  }
}

/** The name of the call that a request certainly belongs to, if there is one. */
const callsOf = (origin: HeldRequest["origin"]): OriginCall["name"][] =>
  origin.kind === "certain" ? [origin.call.name] : [];
