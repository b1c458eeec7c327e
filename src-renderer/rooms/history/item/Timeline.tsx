// The events of a request as the ledger has them: time, event, actor, hash of the row.
import { useT } from "#words/index.ts";
import type { HistoryEvent } from "#shared/ledger/history.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { LinkIcon } from "#kit/controls/icons.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { decimal, elapsed } from "#kit/text/time.ts";
import { shortHash } from "#request/ended/eventWords.ts";
import { eventModel, eventMore, eventWho, eventWords } from "./eventWords.ts";
import { wholeTime } from "../words.ts";
import s from "./Item.module.css";

const isoTime = (atMs: number): string => new Date(atMs).toISOString();

export function Timeline({
  request,
  events,
}: {
  request: HeldRequest;
  events: readonly HistoryEvent[];
  /** False for an import: its rows belong to another chain. */
}) {
  const t = useT();
  const startMs = events[0]?.atMs ?? request.receivedAtMs;
  return (
    <div className={s.scrolled} data-scroller="" tabIndex={-1}>
      <table className={s.events}>
        <thead>
          <tr>
            <th scope="col" className={s.number}>
              {t("history.events.row")}
            </th>
            <th scope="col">{t("history.events.when")}</th>
            <th scope="col" className={s.number}>
              {t("history.events.after")}
            </th>
            <th scope="col">{t("history.events.what")}</th>
            <th scope="col">{t("history.events.who")}</th>
            <th scope="col">{t("history.events.hash")}</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => {
            const model = eventModel(event, request);
            const more = eventMore(t, event, request);
            return (
              <tr key={event.seq}>
                <td className={s.number}>{decimal(event.seq)}</td>
                <td>
                  <time dateTime={isoTime(event.atMs)} title={isoTime(event.atMs)}>
                    {wholeTime(event.atMs)}
                  </time>
                </td>
                <td className={s.number}>
                  {event.atMs > startMs && `+ ${elapsed(t, event.atMs - startMs)}`}
                </td>
                <td>
                  {eventWords(t, event, request)}
                  {model !== null && (
                    <>
                      {" "}
                      <Quote bare>{model}</Quote>
                    </>
                  )}
                  {more.length > 0 && <span className="ink3"> · {more.join(", ")}</span>}
                </td>
                <td>{eventWho(t, event, request)}</td>
                <td>
                  <span className={s.hash}>
                    <span className="wire" title={event.hash}>
                      {shortHash(event.hash)}
                    </span>
                    <CopyButton what={t("history.events.hash")} text={() => event.hash} />
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={s.note}>
        <Icon of={LinkIcon} />
        {t("history.events.chained")}
      </p>
    </div>
  );
}
