// Dry run of the rule while it is being edited: what it would have matched, and where it contradicts the user's
// decisions.
import { useEffect, useState } from "react";
import type { DryRun, DryRunItem } from "../../../src-shared/ipc/rules.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { Rule } from "../../../src-shared/policy/rules/rule.ts";
import { FailureBar } from "../../components/requests/FailureBar.tsx";
import { useT } from "../../i18n/index.ts";
import { dryRun } from "../../state/rules.ts";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { Icon } from "../../ui/controls/Icon.tsx";
import { CheckIcon, InfoIcon, WarnIcon } from "../../ui/controls/icons.ts";
import { cx } from "../../ui/cx.ts";
import { Quote } from "../../ui/text/Quote.tsx";
import { dayTime, decimal } from "../../ui/text/time.ts";
import a from "./CreateRule.module.css";
import s from "../Rules.module.css";

const LATEST = 100;
/** Delay after the last edit before the dry run starts. */
const STILL_MS = 200;

/** @param rule null: cannot be read yet */
export function MatchedRequests({ rule }: { rule: Rule | null }) {
  const t = useT();
  const ran = useRun(rule);
  const [open, setOpen] = useState(false);
  if (ran !== null && !ran.ok) return <FailureBar failure={ran.failure} />;
  const run = ran?.value ?? null;
  const against = run === null ? [] : once(run.items.filter((item) => item.against !== undefined));
  return (
    <div>
      <p className={cx(a.live, against.length > 0 && a.liveWarn)} role="status">
        <Icon of={run === null ? InfoIcon : against.length > 0 ? WarnIcon : CheckIcon} />
        <span className="grow">{wordsOf()}</span>
        {against.length > 0 && (
          <LinkButton aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? "common.hide" : "rules.always.show", { count: against.length })}
          </LinkButton>
        )}
      </p>
      {open && against.length > 0 && (
        <ul className={a.against}>
          {against.map((item) => (
            <Against key={item.id} item={item} />
          ))}
        </ul>
      )}
    </div>
  );

  function wordsOf(): string {
    if (run === null) return t(rule === null ? "rules.always.unread" : "rules.always.running");
    const total = Math.min(run.total, LATEST);
    if (total === 0) return t("rules.dry.nothing");
    const matched = once(run.items).length;
    const counts = (["rejected", "approved", "edited"] as const).flatMap((kind) => {
      const count = against.filter((item) => item.against === kind).length;
      return count === 0 ? [] : [t(`rules.always.against.${kind}`, { count })];
    });
    const what = t("rules.always.matched", { matched: decimal(matched), count: total });
    return counts.length === 0
      ? t("rules.always.matchedOnly", { what })
      : t("rules.always.matchedAgainst", { what, against: counts.join(t("rules.judged.comma")) });
  }
}

/** Lists a request once, even if the rule decides about it at both gates. */
const once = (items: readonly DryRunItem[]): DryRunItem[] => [
  ...new Map(items.toReversed().map((item) => [item.id, item])).values(),
];

function Against({ item }: { item: DryRunItem }) {
  const t = useT();
  return (
    <li>
      <span className={s.itemHead}>
        <b className="cut">{item.serverName}</b>
        {item.against !== undefined && (
          <span className="warn">{t(`rules.dry.against.${item.against}`)}</span>
        )}
        <span className="grow" />
        <span className="ink3">{dayTime(item.receivedAtMs)}</span>
      </span>
      <span className={s.itemSaid}>
        <Quote bare>{item.firstWords}</Quote>
      </span>
    </li>
  );
}

type Ran = Outcome<DryRun, Failure>;

/** The result for exactly this rule; null until there is one. */
function useRun(rule: Rule | null): Ran | null {
  const text = rule === null ? null : JSON.stringify(rule);
  const [ran, setRan] = useState<{ of: string; result: Ran } | null>(null);
  useEffect(() => {
    if (text === null) return;
    let gone = false;
    const timer = setTimeout(() => {
      // Parsed from `text`, as `rule` may be a new object with the same content.
      const tried = { ...(JSON.parse(text) as Rule), on: true };
      void inTurn(() => (gone ? null : dryRun([tried], [tried.id], LATEST))).then((result) => {
        if (!gone && result !== null) setRan({ of: text, result });
      });
    }, STILL_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [text]);
  return ran?.of === text ? ran.result : null;
}

let last: Promise<unknown> = Promise.resolve();

/** Main runs one dry run at a time. */
function inTurn<V>(what: () => Promise<V> | null): Promise<V | null> {
  const next = last.then(what);
  last = next.catch(() => undefined);
  return next;
}
