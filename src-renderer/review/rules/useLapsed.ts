// Which rule fits what waits here and says nothing of it, found out in slices where words of a large text are asked for.
import { useEffect, useMemo, useState } from "react";
import { rowOf } from "../../../src-shared/filter/columns.ts";
import { factsOf } from "../../../src-shared/filter/facts.ts";
import type { FindingKind } from "../../../src-shared/inspect/kinds.ts";
import { answerAlone } from "../../../src-shared/policy/judge/atGate.ts";
import { lapsedFor } from "../../../src-shared/policy/judge/lapsed.ts";
import type { Lapsed } from "../../../src-shared/policy/judge/lapsed.ts";
import type { Rule, RuleGate } from "../../../src-shared/policy/rules/rule.ts";
import { unsureOf } from "../../../src-shared/policy/judge/unsure.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { effectiveSwitch } from "../../../src-shared/servers/policy/control.ts";
import { ownTextsOf } from "../../../src-shared/filter/texts.ts";
import { indexedText, overIn, SLICE_MS, workOnText } from "../../state/requests/indexedTexts.ts";
import { useMirror } from "../../state/mirror.ts";
import { judgedAt } from "../../state/requests/ruled.ts";
import { contextOf } from "./ruleContext.ts";

/** Null also where no rule was asked: then none of them is missed. */
export function useLapsed(sample: Sample, gate: RuleGate): Lapsed | null {
  const rules = useMirror((state) => (state.rules.faults.length > 0 ? NONE : state.rules.rules));
  const off = useMirror((state) => state.settings.findingsOff);
  const decides = useMirror(
    ({ desk, servers }) =>
      effectiveSwitch(
        desk.masterSwitch,
        servers[sample.asker.serverId]?.policy.control ?? "as-set",
      ) === "rules",
  );
  const [worked, setWorked] = useState<Sample | null>(null);
  // As it is opened and whenever something of it or of the rules changes: time alone moves nothing under the eyes.
  const found = useMemo(
    () =>
      decides && isAsked(sample, gate)
        ? lapsedNow(rules, sample, gate, off, worked === sample)
        : null,
    [decides, rules, sample, gate, off, worked],
  );
  useEffect(() => {
    if (found !== "looking") return undefined;
    const goOn = (): void => {
      if (workOnText(sample, overIn(SLICE_MS), ownTextsOf)) setWorked(sample);
      else timer = setTimeout(goOn, 0);
    };
    let timer = setTimeout(goOn, 0);
    return () => clearTimeout(timer);
  }, [found, sample]);
  return found === "looking" ? null : found;
}

const NONE: readonly Rule[] = [];

/** Rules are asked about it, and none of those that hold had anything to say. */
function isAsked(sample: Sample, gate: RuleGate): boolean {
  if (sample.reply.kind === "replay" || judgedAt(sample, gate) !== undefined) return false;
  return gate === "request" ? sample.attempts.length === 0 : answerAlone(sample) !== null;
}

/**
 * `looking`: that depends on words of a text which takes longer than a part of a frame.
 * @param worked its texts were worked out
 */
function lapsedNow(
  rules: readonly Rule[],
  sample: Sample,
  gate: RuleGate,
  off: readonly FindingKind[],
  worked: boolean,
): Lapsed | "looking" | null {
  let looking = false;
  const indexed = (): string => {
    looking ||= !worked && !workOnText(sample, overIn(SLICE_MS), ownTextsOf);
    return looking ? "" : (indexedText(sample, ownTextsOf) ?? "");
  };
  const lapsed = lapsedFor(rules, contextOf(sample, gate), () => ({
    row: rowOf(factsOf(sample, off)),
    indexed,
    unsure: unsureOf(sample),
  }));
  return looking ? "looking" : lapsed;
}
