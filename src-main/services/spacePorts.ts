// What giving space back needs of the ledger, as types.
import type { LedgerSpace } from "../../src-shared/ledger/space.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";

/** The room within the ledger's file; implemented by `store`. */
export interface SpaceStore {
  look(): Outcome<LedgerSpace, Failure>;
  /** What may still be written to the disk that it is on, in bytes; null where that is not known. */
  roomBytes(): number | null;
  /** Takes so many free pages off the end of the file, in a write of its own; gives the bytes of those that are left. */
  take(pages: number): Outcome<number, Failure>;
  /** How long the log beside the file is, through which its writes pass. */
  logBytes(): number;
  /** Brings what was written since into the file, as far as no reader holds it, without waiting for one. */
  ease(): Outcome<null, Failure>;
  /** Makes the file as short as it has become. False where a reader holds it just now. */
  settle(): Outcome<boolean, Failure>;
  /** The next start writes the file anew without what is free in it. */
  askNextStart(): Outcome<null, Failure>;
}
