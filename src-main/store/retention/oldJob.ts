// Looks through the older files of a profile, in a thread: some are as large as the record.
import { ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { FileJobResults } from "../../services/historyFilePorts.ts";
import type { OldJob } from "../../services/keepingPorts.ts";
import { findOldFiles } from "./oldFiles.ts";
import { holdsOf, ownLedgers } from "./oldHolds.ts";

/** Yields after each file. */
export function* oldJob({
  places,
  key,
  only,
}: OldJob): Generator<{ done: number; total: number }, Outcome<FileJobResults["old"], Failure>> {
  const all = findOldFiles(places);
  const own = ownLedgers(all, places.ledger, key);
  const found = all.filter(({ id }) => only === null || only.includes(id));
  const files: FileJobResults["old"] = [];
  for (const one of found) {
    files.push(holdsOf(one, { ledger: places.ledger, key, own }));
    yield { done: files.length, total: found.length };
  }
  return ok(files);
}
