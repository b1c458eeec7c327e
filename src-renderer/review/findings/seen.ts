// What goes along with an approval of what has serious findings.
import { tallyOf } from "../../../src-shared/inspect/tally.ts";
import type { Looked } from "../../state/findings.ts";

/** The word for main that the serious findings were on screen. */
export function seenWord(found: Looked): { seriousSeen?: number } {
  const { serious } = tallyOf(found);
  return serious === 0 ? {} : { seriousSeen: serious };
}
