// The fixtures of one folder: which one matches a request, and why a file is unusable. Pure but for the hashes.
import { readFixture, without } from "#shared/rules/fixtures/fixture.ts";
import type { Fixture, FixtureFault } from "#shared/rules/fixtures/fixture.ts";
import type { FixtureRow } from "#shared/rules/fixtures/view.ts";
import type { Json } from "#shared/json.ts";
import { readRequest } from "#shared/request/checks/intake.ts";
import { externalise, MEDIA_PREFIX } from "#shared/request/document/media.ts";
import type { MediaFacts } from "#shared/request/document/media.ts";
import { responseDocumentSchema } from "#shared/request/document/message.ts";
import type { OriginCall, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { checkResponse } from "#shared/request/checks/validate.ts";
import { newestOf } from "#shared/servers/protocol.ts";
import type { Hasher, FixtureMatch } from "../core/ports.ts";
import type { FixtureFile } from "./fixturePorts.ts";

export interface ShelfParts {
  hasher: Hasher;
  /** Facts about base64 media. */
  mediaFacts(base64: string): Omit<MediaFacts, "ref">;
  /** SHA-256 (hex) of a text. */
  textHash(text: string): string;
}

interface Entry {
  hit: FixtureMatch;
  file: string;
  server: string | undefined;
  call: string | undefined;
  /** The ignored fields, sorted and joined into a key. */
  way: string;
  requestHash: string;
}

export class FixtureShelf {
  readonly #parts: ShelfParts;
  readonly #entries: Entry[] = [];
  readonly broken: { file: string; fault: FixtureFault }[] = [];

  constructor(parts: ShelfParts) {
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
        ...(server === undefined ? {} : { server }),
        ...(call === undefined ? {} : { call }),
        ...(behind === undefined ? {} : { behind }),
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
      const ref = `${MEDIA_PREFIX}${this.#parts.textHash(base64)}` as const;
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
      return { kind: "member", path, detail: (issue?.message ?? "").slice(0, 300) };
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
