// What the user has accepted of files that decide or answer without them: another program may write those as well.
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";

/** A file that is another than was accepted, by its hash then and now; null: there was none, or is none any more. */
export interface DifferingFiles {
  file: string;
  before: string | null;
  now: string | null;
}

export interface Accepted {
  /** Those that differ from what was accepted last, by their names. */
  differing(files: ReadonlyMap<string, string>): DifferingFiles[];
  /** A text that was accepted, by its hash; null where nobody can say any more. */
  text(hash: string): string | null;
  /** From here on it is these; where `others` stay, beside those that were accepted before. */
  accept(files: ReadonlyMap<string, string>, others?: "stay"): Outcome<null, Failure>;
}
