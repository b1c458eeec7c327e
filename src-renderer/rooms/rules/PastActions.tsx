// What a rule would have done to the latest actions, in a sentence that follows its form.
import { rowOf } from "#shared/filter/columns.ts";
import { testOf } from "#shared/filter/matches.ts";
import { parse } from "#shared/filter/parse.ts";
import type { HistoryRow } from "#shared/ledger/history.ts";
import type { RuleFormValues } from "#data/drafts.ts";
import { searchNewest } from "#data/history.ts";
import { useT } from "#words/index.ts";
import { useAsked } from "#kit/hooks/useAsked.ts";
import { Stack } from "#kit/layout/Stack.tsx";
import { Hint } from "#kit/text/Text.tsx";

const MOST = 100;

/** @param beginning of the command; empty where the action has none */
export function PastActions({ typed, beginning }: { typed: RuleFormValues; beginning: string }) {
  const t = useT();
  const rows = useAsked("once", () => searchNewest("kind:action", MOST));
  const tried = rows === null ? null : triedOn(rows, typed, beginning);
  if (rows === null || rows.length === 0 || tried === null) return null;
  const { matched, against, near, serious } = tried;
  const decide = typed.decide === "refuse" ? "refuse" : "allow";
  return (
    <Stack gap={4} role="status">
      <p>
        {t(`rules.always.past.${decide}`, { count: rows.length, matched })}{" "}
        {matched > 0 &&
          t(`rules.always.past.${decide === "allow" ? "rejected" : "allowed"}`, { count: against })}
      </p>
      {decide === "allow" && near > 0 && (
        <Hint>{t("rules.always.past.near", { count: near })}</Hint>
      )}
      {decide === "allow" && serious > 0 && (
        <Hint>{t("rules.always.past.serious", { count: serious })}</Hint>
      )}
    </Stack>
  );
}

/** Null for a filter that can't be read. */
function triedOn(rows: readonly HistoryRow[], typed: RuleFormValues, beginning: string) {
  const { query } = parse(typed.when, ["request"]);
  if (query === null) return null;
  const test = testOf(query, Date.now());
  const fits = ({ facts }: HistoryRow, command: string | null): boolean => {
    const row = rowOf({ ...facts, command, toolNames: [], usedTools: [], hints: [] });
    const isHere = (typed.server?.id ?? facts.serverId) === facts.serverId;
    return isHere && test({ row, indexed: () => "" });
  };
  const matching = rows.filter((row) => fits(row, row.facts.command));
  const isRefusal = typed.decide === "refuse";
  const isSerious = ({ facts }: HistoryRow): boolean => facts.findingSeverities.includes("high");
  const decided = isRefusal ? matching : matching.filter((row) => !isSerious(row));
  const state = isRefusal ? "replied" : "rejected";
  return {
    matched: decided.length,
    against: decided.filter(({ facts }) => facts.state === state && facts.decidedBy.includes("me"))
      .length,
    serious: isRefusal ? 0 : matching.length - decided.length,
    near:
      beginning === ""
        ? 0
        : rows.filter(
            (row) =>
              row.facts.action === "command" &&
              row.facts.command === null &&
              isBegun(row.facts.firstWords, beginning) &&
              fits(row, beginning),
          ).length,
  };
}

const isBegun = (words: string, beginning: string): boolean =>
  words.startsWith(beginning) && !/^[\w./-]/u.test(words.slice(beginning.length));
