// Downloads an offered model, or another file of a known checksum: resumable, verified twice, unpacked, and finally
// renamed into place.
import { createHash } from "node:crypto";
import { constants, createReadStream, createWriteStream } from "node:fs";
import { lstat, mkdir, open, rename, rm, statfs } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fail, ok, type FileFailure, type Outcome } from "#shared/outcome.ts";
import { shorten } from "../../generation/statusFailures.ts";
import type { Offer } from "./offers.ts";
import { openEntry } from "./unzip.ts";

/** What a download is, whatever it is for. */
type Download = Pick<Offer, "file" | "bytes" | "sha256" | "transfer">;

export interface FetchProgress {
  /** Bytes of the archive that are on disk. */
  received(bytes: number): void;
  /** Everything was downloaded; verifying and unpacking follow. */
  checking(): void;
}

/** Carries a failure to the caller. */
class FetchFailed extends Error {
  readonly failure: FileFailure;
  constructor(failure: FileFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** The file with what was downloaded so far. */
export function partPath(folder: string, offer: Download): string {
  return path.join(folder, `${offer.file}.part`);
}

/**
 * Downloads `offer` into `folder` and returns the path of the model file. An aborted or failed download leaves its
 * partial file for a later call, unless its checksum is wrong. `fetch` applies proxies and certificates. Never
 * throws.
 */
export async function fetchOffer(
  offer: Download,
  folder: string,
  progress: FetchProgress,
  signal: AbortSignal,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<Outcome<string, FileFailure>> {
  const part = partPath(folder, offer);
  const target = path.join(folder, offer.file);
  const unpacked = `${target}.unpacking`;
  try {
    await mkdir(folder, { recursive: true });
    await refuseFullDisk(offer, folder, await sizeOf(part));
    await transfer(offer, part, { progress, signal, fetch });
    progress.checking();
    await refuseOtherBytes(part, offer.transfer.sha256, signal);
    const { entry } = offer.transfer;
    const whole = entry === undefined ? part : unpacked;
    if (entry !== undefined) await unpack(offer, { archive: part, entry }, unpacked, signal);
    await onDisk(whole);
    await rename(whole, target);
    await rm(part, { force: true });
    return ok(target);
  } catch (error) {
    await rm(unpacked, { force: true }).catch(() => undefined);
    return fail(signal.aborted ? { kind: "cancelled" } : failureOf(error, offer));
  }
}

async function transfer(
  offer: Download,
  part: string,
  {
    progress,
    signal,
    fetch,
  }: { progress: FetchProgress; signal: AbortSignal; fetch: typeof globalThis.fetch },
): Promise<void> {
  const { url, bytes } = offer.transfer;
  let received = await sizeOf(part);
  if (received > bytes) {
    await rm(part);
    received = 0;
  }
  progress.received(received);
  if (received === bytes) return;
  const response = await fetch(url, {
    signal,
    // File hosts redirect to where the bytes are; the checksum vouches for them, wherever they come from.
    redirect: "follow",
    // With a compressed transfer, ranges and sizes would mean something else.
    headers: {
      "Accept-Encoding": "identity",
      ...(received > 0 ? { Range: `bytes=${received}-` } : {}),
    },
  });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new FetchFailed({ kind: "download-failed", detail: `${url}: HTTP ${response.status}` });
  }
  const resumed = response.status === 206 && startsAt(response, received);
  if (!resumed) received = 0;
  const target = await openPart(part, resumed);
  try {
    for await (const piece of piecesOf(response.body)) {
      if (received + piece.length > bytes) {
        throw new FetchFailed({
          kind: "download-failed",
          detail: "more data arrived than was announced",
        });
      }
      // Reported only once written: what is reported can be resumed.
      await target.write(piece);
      received += piece.length;
      progress.received(received);
    }
  } finally {
    await target.close();
  }
  if (received < bytes) {
    const detail = `the connection ended after ${received} of ${bytes} bytes`;
    throw new FetchFailed({ kind: "download-failed", detail });
  }
}

/** Never follow a link: resume a regular file, remove anything else. */
async function openPart(part: string, resumed: boolean): Promise<FileHandle> {
  if (resumed) return open(part, constants.O_APPEND | constants.O_WRONLY | constants.O_NOFOLLOW);
  await rm(part, { force: true });
  return open(part, "wx", 0o600);
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function startsAt(response: Response, position: number): boolean {
  return response.headers.get("content-range")?.startsWith(`bytes ${position}-`) === true;
}

async function unpack(
  offer: Download,
  { archive, entry }: { archive: string; entry: string },
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const hash = createHash("sha256");
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      if (bytes > offer.bytes)
        done(new FetchFailed({ kind: "download-failed", detail: "the unpacked file is too long" }));
      else done(null, chunk);
    },
  });
  await rm(target, { force: true });
  const reading = await openEntry(archive, entry);
  // Made last: until it is in the pipeline nobody hears that it could not be opened.
  const writing = createWriteStream(target, { flags: "wx", mode: 0o600 });
  await pipeline(reading, meter, writing, { signal });
  const actual = hash.digest("hex");
  if (actual !== offer.sha256) {
    await rm(archive, { force: true });
    throw new FetchFailed({ kind: "checksum-mismatch", expected: offer.sha256, actual });
  }
}

/** Synced before it is renamed: a power cut leaves no incomplete model under its final name. */
async function onDisk(file: string): Promise<void> {
  const handle = await open(file, "r+");
  await handle.sync();
  await handle.close();
}

async function refuseOtherBytes(
  file: string,
  expected: string,
  signal: AbortSignal,
): Promise<void> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash, { signal });
  const actual = hash.digest("hex");
  if (actual === expected) return;
  // A wrong file can't be resumed.
  await rm(file, { force: true });
  throw new FetchFailed({ kind: "checksum-mismatch", expected, actual });
}

async function sizeOf(file: string): Promise<number> {
  const found = await lstat(file).catch(() => null);
  return found?.isFile() === true ? found.size : 0;
}

/** The most disk space in use: the download, with the unpacked file beside it. */
const bytesFor = ({ bytes, transfer }: Download): number =>
  transfer.bytes + (transfer.entry === undefined ? 0 : bytes);

async function refuseFullDisk(offer: Download, folder: string, received: number): Promise<void> {
  const neededBytes = Math.max(0, bytesFor(offer) - received);
  const space = await statfs(folder).catch(() => null);
  if (space !== null && space.bavail * space.bsize < neededBytes) {
    throw new FetchFailed({ kind: "disk-full", neededBytes });
  }
}

function failureOf(error: unknown, offer: Download): FileFailure {
  if (error instanceof FetchFailed) return error.failure;
  const code = codeOf(error) ?? codeOf(error instanceof Error ? error.cause : null);
  if (code === "ENOSPC" || code === "EDQUOT") {
    return { kind: "disk-full", neededBytes: bytesFor(offer) };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    kind: "download-failed",
    detail: shorten(code === null ? message : `${code}: ${message}`),
  };
}

function codeOf(error: unknown): string | null {
  const code: unknown =
    typeof error === "object" && error !== null ? Reflect.get(error, "code") : null;
  return typeof code === "string" ? code : null;
}
