// A rule that fits what waits here and says nothing of it, because it does not hold for it: why, and the way to it.
import { useMemo } from "react";
import { useT } from "../i18n/index.ts";
import { rowOf } from "../../src-shared/filter/columns.ts";
import { factsOf } from "../../src-shared/filter/facts.ts";
import { indexText } from "../../src-shared/filter/text.ts";
import { textOf } from "../../src-shared/filter/texts.ts";
import type { FindingKind } from "../../src-shared/inspect/kinds.ts";
import { answerAlone } from "../../src-shared/policy/atGate.ts";
import { lapsedFor } from "../../src-shared/policy/lapsed.ts";
import type { Lapsed } from "../../src-shared/policy/lapsed.ts";
import type { Rule, RuleGate } from "../../src-shared/policy/rule.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";
import { effectiveSwitch } from "../../src-shared/servers/control.ts";
import { useMirror } from "../state/mirror.ts";
import { judgedAt } from "../state/ruled.ts";
import { openRule } from "../state/view.ts";
import { Bar } from "../ui/Bar.tsx";
import { LinkButton } from "../ui/Button.tsx";
import { RulesIcon } from "../ui/icons.ts";
import { lapsedWords } from "../ui/ruleWords.ts";

export function LapsedBar({ sample, gate }: { sample: Sample; gate: RuleGate }) {
  const t = useT();
  const lapsed = useLapsed(sample, gate);
  if (lapsed === null) return null;
  const { rule, why } = lapsed;
  const ended = why === "time" || why === "uses";
  return (
    <Bar
      tone="info"
      icon={RulesIcon}
      quiet
      title={lapsedWords(t, lapsed)}
      actions={
        <LinkButton onClick={() => openRule(rule.id, ended ? "holds" : null)}>
          {t(ended ? "rules.lapsed.renew" : "rules.judged.show")}
        </LinkButton>
      }
    />
  );
}

/** Null also where no rule was asked: then none of them is missed. */
function useLapsed(sample: Sample, gate: RuleGate): Lapsed | null {
  const rules = useMirror((state) => (state.rules.faults.length > 0 ? NONE : state.rules.rules));
  const off = useMirror((state) => state.settings.findingsOff);
  const decides = useMirror(
    ({ desk, servers }) =>
      effectiveSwitch(
        desk.masterSwitch,
        servers[sample.asker.serverId]?.policy.control ?? "as-set",
      ) === "rules",
  );
  // As it is opened and whenever something of it or of the rules changes: time alone moves nothing under the eyes.
  return useMemo(
    () => (decides && isAsked(sample, gate) ? lapsedNow(rules, sample, gate, off) : null),
    [decides, rules, sample, gate, off],
  );
}

const NONE: readonly Rule[] = [];

/** Rules are asked about it, and none of those that hold had anything to say. */
function isAsked(sample: Sample, gate: RuleGate): boolean {
  if (sample.reply.kind === "replay" || judgedAt(sample, gate) !== undefined) return false;
  return gate === "request" ? sample.attempts.length === 0 : answerAlone(sample) !== null;
}

/** Of more, words are not looked for here: that would hold up the gate. */
const TEXT_BYTES = 256 * 1024;

function lapsedNow(
  rules: readonly Rule[],
  sample: Sample,
  gate: RuleGate,
  off: readonly FindingKind[],
): Lapsed | null {
  const { origin, askedHash, judged = [] } = sample;
  const thread = origin.kind === "certain" ? origin.call.runId : null;
  return lapsedFor(rules, { gate, nowMs: Date.now(), askedHash, thread, judged }, () => {
    let text: string | null = null;
    const facts = factsOf(sample, off);
    const item = { row: rowOf(facts), indexed: () => (text ??= indexText(textOf(sample))) };
    return { item, texts: facts.sizeBytes <= TEXT_BYTES };
  });
}
