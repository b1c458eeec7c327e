// What a decision at gate 1 depends on beside the request itself. Pure.
import type { Sample } from "../../src-shared/sampling/sample.ts";
import type { Redaction } from "./useRedaction.ts";

/**
 * Names all that can put another request or another model under the hand: gathered context, what a rule said (which
 * raises no revision), and values that a rule replaces as soon as they are known. Another name: the guard starts anew.
 */
export const gate1Guard = (
  { judged = [] }: Pick<Sample, "judged">,
  gathered: boolean,
  open: Redaction["open"],
): string =>
  `gate 1, ${gathered ? "gathered" : "gathering"}, judged ${judged.length}, ${open ?? "known"}`;
