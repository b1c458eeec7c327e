// Writes a file at a place that the user chose: completely, or not at all.
import { open, rename, rm, stat } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";

/** Thrown by a writer to abort with a known failure. */
export class Stopped extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/**
 * Writes to a temporary file next to `file`, then renames it; returns the number of bytes written.
 * @param write appends to the file; mind that `handle.write` may write fewer bytes than it was given
 */
export async function writeWhole(
  file: string,
  write: (handle: FileHandle) => Promise<void>,
): Promise<Outcome<number, Failure>> {
  const part = `${file}.part`;
  try {
    // Remove what is there first, so that we never write through a symbolic link.
    await rm(part, { force: true });
    const handle = await open(part, "wx", 0o600);
    try {
      await write(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const { size } = await stat(part);
    await rename(part, file);
    return ok(size);
  } catch (error) {
    await rm(part, { force: true });
    return fail(failureOf(error));
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof Stopped) return error.failure;
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ENOSPC" || code === "EDQUOT") return { kind: "file-no-room" };
  const detail = error instanceof Error ? error.message : String(error);
  return { kind: "medium-not-saved", detail: detail.slice(0, 500) };
}
