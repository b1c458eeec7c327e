// A session of an agent, wherever it is shown: its name, and what it has done before, on one line above the paper.
import { KEYS } from "#shared/shortcuts.ts";
import { useEffect, useState } from "react";
import type { ActionRequest } from "#shared/request/kinds/action/document.ts";
import type { HistoryRow, RowFacts } from "#shared/ledger/history.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { currentLanguage, useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { useActions } from "#data/actions.ts";
import { searchSession } from "#data/history.ts";
import { useMirror } from "#data/mirror.ts";
import { openInHistory, sessionNameOf, sessionSearch } from "#data/requests/sessions.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { BranchIcon, ClosedIcon, OpenIcon } from "#kit/controls/icons.ts";
import { KeyCap } from "#kit/controls/KeyCap.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { timeOfDay } from "#kit/text/time.ts";
import { deciderWords, outcomeWords, replyOf, stageOfFacts } from "./listedOutcome.ts";
import { StageGlyph } from "./StageGlyph.tsx";
import s from "./sessionParts.module.css";

/** What has ended in a session, newest first; null until it is known. */
function useEarlier(id: string): { rows: readonly HistoryRow[]; total: number } | null {
  const head = useMirror((state) => state.history.head);
  const [found, setFound] = useState<Awaited<ReturnType<typeof searchSession>>>(null);
  useEffect(() => {
    let isOver = false;
    const search = async (): Promise<void> => {
      const now = await searchSession(id);
      if (!isOver && now !== null) setFound(now);
    };
    // The request itself is drawn first.
    const idle = requestIdleCallback(() => void search(), { timeout: 1000 });
    return () => {
      isOver = true;
      cancelIdleCallback(idle);
    };
  }, [id, head]);
  return found;
}

interface Line {
  facts: RowFacts;
  /** Actions of the same kind and end that follow one another. */
  count: number;
}

/** @param rows newest first */
function linesOf(t: T, rows: readonly HistoryRow[]): Line[] {
  const lines: Line[] = [];
  for (const { facts } of rows.toReversed()) {
    const before = lines.at(-1);
    const isLike =
      before !== undefined &&
      facts.action === "read" &&
      before.facts.action === "read" &&
      outcomeWords(t, facts) === outcomeWords(t, before.facts) &&
      deciderWords(t, facts) === deciderWords(t, before.facts);
    if (isLike) before.count += 1;
    else lines.push({ facts, count: 1 });
  }
  return lines;
}

/** @param id of the session, as its agent names it */
export function EarlierActions({ id }: { id: string }) {
  const t = useT();
  const found = useEarlier(id);
  const [open, setOpen] = useState(false);
  const isEmpty = found === null || found.rows.length === 0;
  const label = t("session.earlier");
  useActions("session", [
    {
      id: "session-earlier",
      group: "request",
      keys: KEYS.earlier,
      label,
      disabled: isEmpty,
      run: () => setOpen((before) => !before),
    },
    {
      id: "session-history",
      group: "request",
      label: t("session.history"),
      run: () => openInHistory(sessionSearch(id)),
    },
  ]);
  if (isEmpty) return null;
  const { rows, total } = found;
  const [last] = rows;
  const first = rows.at(-1);
  const isWhole = rows.length === total;
  return (
    <section className={s.earlier} aria-label={label}>
      <div className={s.line}>
        <button
          type="button"
          className={s.fold}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Icon of={open ? OpenIcon : ClosedIcon} />
          <b>{label}</b>
        </button>
        <span className="cut">
          {isWhole && first !== undefined
            ? t("session.since", {
                count: total,
                time: minute(first.facts.receivedAtMs),
                counts: countsOf(t, rows),
              })
            : t("session.actions", { count: total })}
          {last !== undefined && (
            <>
              {" "}
              {t("session.last")} <Quote bare>{last.facts.firstWords}</Quote>
            </>
          )}
        </span>
        <span className={s.end}>
          {open && (
            <LinkButton onClick={() => openInHistory(sessionSearch(id))}>
              {t("session.inHistory")}
            </LinkButton>
          )}
          <KeyCap of={KEYS.earlier} />
        </span>
      </div>
      {open && (
        <>
          {!isWhole && <p className={s.more}>{t("session.newest", { count: rows.length })}</p>}
          <ol className={s.rows}>
            {linesOf(t, rows).map(({ facts, count }) => (
              <li key={facts.id}>
                <time>{minute(facts.endedAtMs ?? facts.receivedAtMs)}</time>
                <StageGlyph stage={stageOfFacts(facts)} reply={replyOf(facts)} silent />
                <span className="cut">
                  <b>
                    {kindOf(t, facts)}
                    {count > 1 && ` × ${count}`}
                  </b>
                </span>
                <span className="cut">
                  <Quote bare>{facts.firstWords}</Quote>
                </span>
                <span className={s.by}>
                  {[outcomeWords(t, facts), deciderWords(t, facts)].filter(Boolean).join(" · ")}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

/** The agent's word for a session; else when its first action came. @param requests oldest first */
export function SessionTitle({
  requests,
  bare,
}: {
  requests: readonly HeldRequest[];
  bare?: boolean;
}) {
  const t = useT();
  const name = sessionNameOf(requests);
  if (name === null) return t("session.began", { time: beganAt(requests) });
  return (
    <Quote cut bare={bare === true}>
      {name.text}
    </Quote>
  );
}

/** The git branch of an action's folder, where it is known. */
export function Branch({ of: { branch } }: { of: ActionRequest }) {
  const t = useT();
  if (branch === undefined) return null;
  return (
    <>
      <span role="img" aria-label={t("session.branch")} title={t("session.branch")}>
        <Icon of={BranchIcon} />
      </span>
      <Quote cut>{branch}</Quote>
    </>
  );
}

const beganAt = ([first]: readonly HeldRequest[]): string =>
  first === undefined ? "" : minute(first.receivedAtMs);

const minute = (atMs: number): string => timeOfDay(atMs).slice(0, 5);

/** What it is: an action of this kind, a tool call or a model call of the same session. */
const kindOf = (t: T, { action, kind }: RowFacts): string =>
  action !== null
    ? t(`action.kind.${action}`)
    : t(kind === "tool-call" ? "common.toolCall" : "session.modelCall");

/** How often each outcome was, the most frequent first. */
function countsOf(t: T, rows: readonly HistoryRow[]): string {
  const counts = new Map<string, number>();
  for (const { facts } of rows) {
    const words = outcomeWords(t, facts).toLocaleLowerCase(currentLanguage());
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([words, count]) => t("session.counted", { count, words }))
    .join(t("common.comma"));
}
