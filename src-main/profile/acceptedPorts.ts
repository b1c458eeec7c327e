// Which versions of rules and fixtures the user has accepted: other programs may write those files as well.
import type { Failure, Outcome } from "#shared/outcome.ts";

/** A file that differs from the accepted one, with both hashes; null where it does not exist. */
export interface DifferingFiles {
  file: string;
  before: string | null;
  now: string | null;
}

export interface Accepted {
  /** The files that differ from those accepted last. */
  differing(files: ReadonlyMap<string, string>): DifferingFiles[];
  /** An accepted text by its hash; null if it is not kept. */
  text(hash: string): string | null;
  /** Accepts exactly these files, or with `stay` in addition to those accepted before. */
  accept(files: ReadonlyMap<string, string>, others?: "stay"): Outcome<null, Failure>;
}
