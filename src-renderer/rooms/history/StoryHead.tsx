// Above the list of one session or conversation: whose it is, where and since when; and what a session's hook decided while the
// desk was away.
import { useEffect, useState } from "react";
import { actionIn } from "#shared/request/kinds/action/document.ts";
import type { ActionRequest } from "#shared/request/kinds/action/document.ts";
import { tableOf } from "#shared/agents/tables.ts";
import { fromJsonText } from "#shared/ledger/history.ts";
import type { ReportedAction } from "#shared/ledger/history.ts";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useHistoryList } from "#data/history.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { RefusedIcon, TerminalIcon, TurnIcon } from "#kit/controls/icons.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { dayTime, timeOfDay } from "#kit/text/time.ts";
import s from "./History.module.css";

export function StoryHead() {
  const t = useT();
  const story = useHistoryList((state) => state.story);
  const rows = useHistoryList(({ pages }) => pages.get(0));
  const actions = rows?.filter(({ facts }) => facts.action !== null) ?? [];
  const newest = useAction(actions.at(-1)?.facts.id ?? null);
  const first = rows?.[0];
  if (story === null) return null;
  const { of, reported, reportedTotal } = story;
  const name = newest?.session.name;
  const isSession = of === "session";
  const whose = newest === null ? first?.facts.serverName : tableOf(newest.agent.id).name;
  return (
    <section
      className={s.session}
      aria-label={t(isSession ? "session.pane" : "history.threadLabel")}
    >
      <p className={s.sessionLine}>
        <Icon of={isSession ? TerminalIcon : TurnIcon} className="ink2" />
        {whose !== undefined && <b>{whose}</b>}
        {name !== undefined && <Quote cut>{name.text}</Quote>}
        {newest !== null && newest.session.folder !== null && (
          <Quote bare cut>
            {newest.session.folder}
          </Quote>
        )}
        <span className="ink2">
          {first !== undefined &&
            `${t("session.began", { time: dayTime(first.facts.receivedAtMs) })} · `}
          {t("session.oldestFirst")}
        </span>
      </p>
      {reportedTotal > 0 && <Reported reported={reported} total={reportedTotal} />}
    </section>
  );
}

/** What the hook says that it decided: no row of the list, as nobody held it. */
function Reported({ reported, total }: { reported: readonly ReportedAction[]; total: number }) {
  const t = useT();
  return (
    <details>
      <summary>
        {t("session.reported", { count: total })}
        {total > reported.length && ` ${t("session.newest", { count: reported.length })}`}
      </summary>
      <ol className={s.reported}>
        {reported.map(({ atMs, tool, why, passed }, at) => (
          <li key={at}>
            <time>{timeOfDay(atMs)}</time>
            <Icon of={RefusedIcon} />
            <span>{t(passed ? "history.outcome.passed" : "common.stage.refused")}</span>
            <Quote bare>{tool}</Quote>
            <span className="ink2">{t(`session.alone.${why}`)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** The action of an item; null until it is read, and where its content is gone. */
function useAction(id: string | null): ActionRequest | null {
  const [found, setFound] = useState<ActionRequest | null>(null);
  useEffect(() => {
    let isOver = false;
    if (id === null) setFound(null);
    else
      void send("history.item", id).then((item) => {
        const document = item.ok ? fromJsonText(item.value).request.proposed : null;
        if (!isOver) setFound(document === null ? null : actionIn(document));
      });
    return () => {
      isOver = true;
    };
  }, [id]);
  return found;
}
