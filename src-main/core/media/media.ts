// Images and audio that the user adds to a request or a response, or saves from one. Their type is detected from the
// bytes, never from the file name or a stated MIME type, and their size is limited.
import { open } from "node:fs/promises";
import type { OwnMedium } from "#shared/request/document/media.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { MediaFacts } from "#shared/request/document/media.ts";
import { endingOf, OWN_MEDIUM_BYTES_MAX } from "#shared/request/document/mediaTypes.ts";
import type { OwnKind } from "#shared/request/document/mediaTypes.ts";
import { MediaPieces } from "./mediaPieces.ts";
import { writeWhole } from "./wholeFile.ts";
import type { MediumBytes } from "./mediaPieces.ts";
import { within } from "../within.ts";

/**
 * Media of at least this size that are in the ledger are read by the history thread: reading 20 MB in main takes
 * about eight frames.
 */
const LARGE_BYTES = 512 * 1024;

/** How long to wait for the history thread when the desk holds the medium as well. */
const RECORD_MS = 2000;

/** The part of the desk that this service needs. */
export interface MediaDesk {
  putMedia(requestId: string, base64: string): Outcome<MediaFacts, Failure>;
  fixMedium(requestId: string, ref: string): Outcome<MediaFacts, Failure>;
  /** Size of the medium in bytes; 0 if it is not valid base64, null if the request has no such medium. */
  mediumBytes(requestId: string, ref: string): number | null;
  medium(requestId: string, ref: string): Outcome<{ base64: string; type: string | null }, Failure>;
}

/** The system's file dialogs; null when the user cancelled. */
export interface MediaDialogs {
  fileToAdd(kind: OwnKind): Promise<string | null>;
  placeToSave(name: string): Promise<string | null>;
}

type Recorded = (requestId: string, ref: string) => Promise<Outcome<MediumBytes, Failure>>;

export class MediaService {
  /** What `read` returns, in pieces, for the window. */
  readonly pieces = new MediaPieces((requestId, ref) => this.read(requestId, ref));
  readonly #desk: MediaDesk;
  readonly #dialogs: MediaDialogs;
  readonly #typeOf: (base64: string) => string | undefined;
  readonly #recorded: Recorded | null;

  /**
   * @param typeOf the type detected from base64 bytes, if the window can show it
   * @param recorded reads media from the ledger: those of requests that the desk no longer holds, and large ones
   */
  constructor(
    desk: MediaDesk,
    dialogs: MediaDialogs,
    typeOf: (base64: string) => string | undefined,
    recorded: Recorded | null = null,
  ) {
    this.#desk = desk;
    this.#dialogs = dialogs;
    this.#typeOf = typeOf;
    this.#recorded = recorded;
  }

  /** Reads from the desk, or from the ledger if the desk no longer holds the request. */
  async read(requestId: string, ref: string): Promise<Outcome<MediumBytes, Failure>> {
    const held = this.#desk.mediumBytes(requestId, ref);
    if (held === 0 || (held ?? 0) >= LARGE_BYTES) {
      // Fails while the row is not written yet; then the desk has the medium.
      const recorded = await this.#soon(requestId, ref);
      if (recorded?.ok === true) return recorded;
    }
    const medium = this.#desk.medium(requestId, ref);
    if (medium.ok) {
      const { base64, type } = medium.value;
      return ok({ bytes: new Uint8Array(Buffer.from(base64, "base64")), type });
    }
    const recorded = await this.#recorded?.(requestId, ref);
    return recorded?.ok === true ? recorded : medium;
  }

  /** Reads from the ledger; null if that takes too long, so that a stuck history thread does not hold up a review. */
  async #soon(requestId: string, ref: string): Promise<Outcome<MediumBytes, Failure> | null> {
    const recorded = this.#recorded?.(requestId, ref);
    return recorded === undefined ? null : within(recorded, RECORD_MS, null);
  }

  /** Asks for a file and stores it with the request; null when the user cancelled. */
  async pick(requestId: string, kind: OwnKind): Promise<Outcome<OwnMedium | null, Failure>> {
    const file = await this.#dialogs.fileToAdd(kind);
    if (file === null) return ok(null);
    const read = await readCapped(file);
    return read.ok ? this.put(requestId, kind, read.value) : read;
  }

  /** Stores bytes with the request, if they are of that kind and within the size limit; `any` accepts every kind. */
  put(requestId: string, kind: OwnKind, bytes: Uint8Array): Outcome<OwnMedium, Failure> {
    const { length } = bytes;
    if (length > OWN_MEDIUM_BYTES_MAX) return tooLarge(length);
    if (length === 0) return fail({ kind: "medium-file-empty" });
    const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, length).toString("base64");
    const found = this.#typeOf(base64) ?? null;
    if (kind !== "any" && found?.startsWith(`${kind}/`) !== true) {
      return fail({ kind: "medium-wrong-kind", wanted: kind, found });
    }
    return owned(this.#desk.putMedia(requestId, base64));
  }

  fix(requestId: string, ref: string): Outcome<OwnMedium, Failure> {
    return owned(this.#desk.fixMedium(requestId, ref));
  }

  /**
   * Saves a medium to a file that the user chooses; data that is not valid base64 is written unchanged. False when
   * the user cancelled.
   */
  async save(requestId: string, ref: string, stated: string): Promise<Outcome<boolean, Failure>> {
    const medium = await this.read(requestId, ref);
    if (!medium.ok) return medium;
    const { bytes, type } = medium.value;
    const name = `${nameOf(type ?? stated)}.${endingOf(type ?? stated)}`;
    const file = await this.#dialogs.placeToSave(name);
    if (file === null) return ok(false);
    const written = await writeWhole(file, (handle) => handle.writeFile(bytes));
    return written.ok ? ok(true) : written;
  }
}

const owned = (kept: Outcome<MediaFacts, Failure>): Outcome<OwnMedium, Failure> =>
  kept.ok ? ok({ facts: kept.value, type: kept.value.sniffed ?? null }) : kept;

const tooLarge = (bytes: number) =>
  fail({ kind: "medium-too-large" as const, bytes, limit: OWN_MEDIUM_BYTES_MAX });

const nameOf = (type: string): string =>
  type.startsWith("audio/") ? "sound" : type.startsWith("image/") ? "image" : "data";

const detailOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);

/** Never reads more than the limit, even if the file grows after `stat`. */
async function readCapped(file: string): Promise<Outcome<Uint8Array, Failure>> {
  try {
    const handle = await open(file, "r");
    try {
      const { size } = await handle.stat();
      if (size > OWN_MEDIUM_BYTES_MAX) return tooLarge(size);
      const buffer = Buffer.alloc(OWN_MEDIUM_BYTES_MAX + 1);
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
      return ok(buffer.subarray(0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch (error) {
    return fail({ kind: "medium-unreadable", detail: detailOf(error) });
  }
}
