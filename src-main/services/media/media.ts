// Images and sounds that the user adds to a request or an answer, or saves out of one: read, checked by their
// bytes, capped in size; the file's name and what anybody says of it count for nothing.
import { open } from "node:fs/promises";
import type { OwnMedium } from "../../../src-shared/ipc/contract.ts";
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { MediaFacts } from "../../../src-shared/sampling/document/media.ts";
import {
  endingOf,
  OWN_MEDIUM_BYTES_MAX,
} from "../../../src-shared/sampling/document/mediaTypes.ts";
import type { OwnKind } from "../../../src-shared/sampling/document/mediaTypes.ts";
import { MediaPieces } from "./mediaPieces.ts";
import { writeWhole } from "./wholeFile.ts";
import type { MediumBytes } from "./mediaPieces.ts";

/**
 * Bytes from which on a medium that is in the record is read by the thread of the record: twenty megabytes take the main
 * process, read by itself, eight frames.
 */
const LARGE_BYTES = 512 * 1024;

/** How long the thread of the record has for one that the desk holds as well. */
const RECORD_MS = 2000;

/** The part of the desk that is needed here. */
export interface MediaDesk {
  putMedia(sampleId: string, base64: string): Outcome<MediaFacts, Failure>;
  fixMedium(sampleId: string, ref: string): Outcome<MediaFacts, Failure>;
  /** How many bytes the medium of that sample has, 0 where it is no base64; null where it has none of that name. */
  mediumBytes(sampleId: string, ref: string): number | null;
  medium(sampleId: string, ref: string): Outcome<{ base64: string; type: string | null }, Failure>;
}

/** The system's own dialogs; null when the user chose nothing. */
export interface MediaDialogs {
  fileToAdd(kind: OwnKind): Promise<string | null>;
  placeToSave(name: string): Promise<string | null>;
}

type Recorded = (sampleId: string, ref: string) => Promise<Outcome<MediumBytes, Failure>>;

export class MediaService {
  /** The same as `read` gives, a piece a call: for the window. */
  readonly pieces = new MediaPieces((sampleId, ref) => this.read(sampleId, ref));
  readonly #desk: MediaDesk;
  readonly #dialogs: MediaDialogs;
  readonly #typeOf: (base64: string) => string | undefined;
  readonly #recorded: Recorded | null;

  /**
   * @param typeOf the type that the bytes of a base64 text show, where it is one that the window can show
   * @param recorded media of requests that the desk no longer holds, and large ones of those that it does
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

  /** From the desk, or from the record where the desk no longer holds the request. */
  async read(sampleId: string, ref: string): Promise<Outcome<MediumBytes, Failure>> {
    const held = this.#desk.mediumBytes(sampleId, ref);
    if (held === 0 || (held ?? 0) >= LARGE_BYTES) {
      // Not there yet while its row waits to be written: then the desk has it.
      const recorded = await this.#soon(sampleId, ref);
      if (recorded?.ok === true) return recorded;
    }
    const medium = this.#desk.medium(sampleId, ref);
    if (medium.ok) {
      const { base64, type } = medium.value;
      return ok({ bytes: new Uint8Array(Buffer.from(base64, "base64")), type });
    }
    const recorded = await this.#recorded?.(sampleId, ref);
    return recorded?.ok === true ? recorded : medium;
  }

  /** From the record, or null where it does not say in time: the user who reviews does not wait for a history that hangs. */
  async #soon(sampleId: string, ref: string): Promise<Outcome<MediumBytes, Failure> | null> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), RECORD_MS);
    });
    const recorded = this.#recorded?.(sampleId, ref) ?? null;
    return Promise.race([recorded, late]).finally(() => clearTimeout(timer));
  }

  /** Asks for a file and keeps it with the request; null when the user picked none. */
  async pick(sampleId: string, kind: OwnKind): Promise<Outcome<OwnMedium | null, Failure>> {
    const file = await this.#dialogs.fileToAdd(kind);
    if (file === null) return ok(null);
    const read = await readCapped(file);
    return read.ok ? this.put(sampleId, kind, read.value) : read;
  }

  /** Keeps bytes with the request, when they are of that kind and not too many; `any` takes what they are. */
  put(sampleId: string, kind: OwnKind, bytes: Uint8Array): Outcome<OwnMedium, Failure> {
    const { length } = bytes;
    if (length > OWN_MEDIUM_BYTES_MAX) return tooLarge(length);
    if (length === 0) return fail({ kind: "medium-file-empty" });
    const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, length).toString("base64");
    const found = this.#typeOf(base64) ?? null;
    if (kind !== "any" && found?.startsWith(`${kind}/`) !== true) {
      return fail({ kind: "medium-wrong-kind", wanted: kind, found });
    }
    return owned(this.#desk.putMedia(sampleId, base64));
  }

  mend(sampleId: string, ref: string): Outcome<OwnMedium, Failure> {
    return owned(this.#desk.fixMedium(sampleId, ref));
  }

  /** Writes a medium to a file of the user's choice; what is not base64 is written as it came. */
  async save(sampleId: string, ref: string, stated: string): Promise<Outcome<boolean, Failure>> {
    const medium = await this.read(sampleId, ref);
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

/** Never reads more than may be kept, whatever the file says of its size. */
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
