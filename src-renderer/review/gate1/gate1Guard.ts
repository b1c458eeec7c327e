// What a decision at gate 1 depends on beside the request itself. Pure.
import type { RuleGate } from "../../../src-shared/policy/rules/rule.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { standing } from "../models/standing.ts";
import type { Gate1 } from "./useGate1.ts";
import type { Redaction } from "./useRedaction.ts";

/**
 * Names all that can put another request or another model under the hand: gathered context, what a rule said and what was
 * found late (neither raises a revision), values that a rule replaces as soon as they are known, and the models
 * themselves, which come and go while a person decides. Another name: the guard starts anew. The person's own choice of a
 * model starts nothing.
 */
export const gate1Guard = (
  sample: Pick<Sample, "judged" | "inspected">,
  gathered: boolean,
  open: Redaction["open"],
  { ranked, lost }: { ranked: Pick<Gate1["ranked"], "first">; lost: boolean },
): string =>
  [
    `gate 1, ${gathered ? "gathered" : "gathering"}, judged ${sample.judged?.length ?? 0}`,
    open ?? "known",
    standing(ranked.first, lost),
    lateLooks(sample, "request"),
  ].join(", ");

/** What was looked through only after somebody may have begun to read: it says what could not be said before. */
export const lateLooks = ({ inspected = [] }: Pick<Sample, "inspected">, at: RuleGate): string =>
  inspected
    .filter(({ gate, late }) => gate === at && late === true)
    .map(({ hash }) => ` late ${hash}`)
    .join("");
