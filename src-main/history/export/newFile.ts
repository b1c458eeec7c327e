import { openSync, rmSync } from "node:fs";

/**
 * Creates a file readable by its owner only. Removes what is there first, so that we never write through a symbolic
 * link.
 */
export function openNew(file: string): number {
  rmSync(file, { force: true });
  return openSync(file, "wx", 0o600);
}
