import { openSync, rmSync } from "node:fs";

/** A new file, for its owner alone. Whatever lies there is not written through, a link least of all. */
export function openNew(file: string): number {
  rmSync(file, { force: true });
  return openSync(file, "wx", 0o600);
}
