// Requests of the history that a proposed rule matches, and near ones that it does not: looked up by its own expression.
import { useEffect, useState } from "react";
import type { RuleExample, RuleProposal } from "../../../src-shared/policy/rules/proposal.ts";
import { useT } from "../../i18n/index.ts";
import { send } from "../../state/commands.ts";
import { fromJsonText } from "../../../src-shared/ledger/history.ts";
import type { HistoryFound, HistoryRow } from "../../../src-shared/ledger/history.ts";
import { Quote } from "../../ui/text/Quote.tsx";
import { dayTime, decimal } from "../../ui/text/time.ts";
import s from "../Rules.module.css";

/** So many of each kind are shown. */
const SHOWN = 4;

interface Shown {
  matches: readonly RuleExample[];
  misses: readonly RuleExample[];
  matched: number;
}

export function Examples({ proposal, out }: { proposal: RuleProposal; out: ReadonlySet<number> }) {
  const t = useT();
  const found = useWidened(proposal, out);
  return (
    <div className={s.examples}>
      <section>
        <h3 className={s.label}>
          {t("rules.always.matches", { count: found.matched, value: decimal(found.matched) })}
        </h3>
        {found.matches.length === 0 && found.matched > 0 && (
          <p className={s.hint}>{t("rules.always.onlyThis")}</p>
        )}
        <ul>
          {found.matches.slice(0, SHOWN).map((example) => (
            <Example key={example.id} example={example} />
          ))}
        </ul>
      </section>
      <section>
        <h3 className={s.label}>{t("rules.always.misses")}</h3>
        {found.misses.length === 0 && <p className={s.hint}>{t("rules.always.noMisses")}</p>}
        <ul>
          {found.misses.slice(0, SHOWN).map((example) => (
            <Example key={`${example.id} ${example.part ?? ""}`} example={example} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function Example({ example }: { example: RuleExample }) {
  const t = useT();
  return (
    <li className={s.example}>
      <span className={s.itemHead}>
        <b className="cut">{example.serverName}</b>
        <span className="grow" />
        <span className="ink3">{dayTime(example.receivedAtMs)}</span>
      </span>
      <span className={s.itemSaid}>
        <Quote bare>{example.firstWords}</Quote>
      </span>
      {example.part !== undefined && (
        <span className="ink2">
          {t("rules.always.not")} <span className="wire">{example.part}</span>
        </span>
      )}
    </li>
  );
}

/** As proposed while nothing is left out; otherwise found anew, near misses being those that one part keeps away. */
function useWidened(proposal: RuleProposal, out: ReadonlySet<number>): Shown {
  const [widened, setWidened] = useState<Shown | null>(null);
  useEffect(() => {
    let gone = false;
    setWidened(null);
    if (out.size > 0) {
      void widen(proposal, out).then((shown) => {
        if (!gone && shown !== null) setWidened(shown);
      });
    }
    return () => {
      gone = true;
    };
  }, [proposal, out]);
  return widened ?? proposal;
}

async function widen(proposal: RuleProposal, out: ReadonlySet<number>): Promise<Shown | null> {
  const parts = proposal.parts.map(({ text }) => text).filter((_text, index) => !out.has(index));
  const all = await find(parts.join(" "));
  if (all === null) return null;
  const misses: RuleExample[] = [];
  for (const part of parts) {
    const others = parts.filter((text) => text !== part);
    const near = await find([...others, `-(${part})`].join(" "));
    misses.push(...(near?.rows ?? []).slice(0, 1).map((row) => ({ ...exampleOf(row), part })));
  }
  return { matches: all.rows.slice(0, SHOWN).map(exampleOf), misses, matched: all.total };
}

async function find(text: string): Promise<HistoryFound | null> {
  const result = await send("history.find", text);
  return result.ok ? fromJsonText(result.value) : null;
}

const exampleOf = ({ facts }: HistoryRow): RuleExample => ({
  id: facts.id,
  receivedAtMs: facts.receivedAtMs,
  serverName: facts.serverName,
  firstWords: facts.firstWords,
});
