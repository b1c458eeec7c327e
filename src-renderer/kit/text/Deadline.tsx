// How long a request can still wait: a countdown and a shrinking line.
import { useT } from "#words/index.ts";
import { cx } from "../cx.ts";
import { Icon } from "../controls/Icon.tsx";
import { LateIcon, TimerIcon } from "../controls/icons.ts";
import { Visible } from "./Quote.tsx";
import { age, clock } from "./time.ts";
import { useNow } from "../hooks/useNow.ts";
import s from "./Deadline.module.css";

export interface DeadlineAt {
  atMs: number;
  totalMs: number;
  /** What ends it then: the server, the host, or a limit of the user's. */
  by?: "server" | "host" | "limit";
  learnt?: true;
}
export type Urgency = "plenty" | "quarter" | "tenth";

const UNHURRIED_MS = 600_000;
/** The user's own limit is so far away that the time counts up: an hour that runs backwards would only hurry. */
const isUnhurried = ({ by, atMs }: DeadlineAt, nowMs: number): boolean =>
  by === "limit" && atMs - nowMs > UNHURRIED_MS;

/** Warns below a quarter of the time, alarms below a tenth. */
export function urgency(deadline: DeadlineAt, nowMs: number): Urgency {
  const part = deadline.totalMs > 0 ? (deadline.atMs - nowMs) / deadline.totalMs : 0;
  return part < 0.1 ? "tenth" : part < 0.25 ? "quarter" : "plenty";
}

/** For the identity band: time and meaning in two lines, with the shrinking line below. */
export function Deadline({
  deadline,
  sinceMs,
  host = "",
}: {
  deadline: DeadlineAt | undefined;
  /** The host's name for itself; text from outside. */
  host?: string | undefined;
  sinceMs: number;
}) {
  const t = useT();
  const now = useNow();
  const leftMs = deadline === undefined ? Infinity : deadline.atMs - now;
  if (deadline === undefined || isUnhurried(deadline, now)) {
    return (
      <div className={s.left}>
        <p className={s.time}>
          <span className={s.waiting}>{t("common.deadline.waiting")}</span>{" "}
          <b>{clock(now - sinceMs)}</b>
        </p>
        {deadline !== undefined && (
          <p className={s.why}>{t("common.deadline.refusedIn", { time: age(t, leftMs) })}</p>
        )}
      </div>
    );
  }
  const level = urgency(deadline, now);
  const left = clock(deadline.atMs - now);
  const part = Math.min(1, Math.max(0, (deadline.atMs - now) / deadline.totalMs));
  return (
    <div className={cx(s.left, s[level])}>
      <p className={s.time}>
        <Icon of={level === "tenth" ? LateIcon : TimerIcon} size="m" /> <b>{left}</b>
      </p>
      <p className={s.why}>
        {deadline.by === "host" ? (
          <Visible
            text={t(`common.deadline.${deadline.learnt === true ? "hostLearnt" : "host"}`, {
              host: host === "" ? t("common.theAgent") : host,
            })}
            limit={60}
          />
        ) : (
          t(deadline.by === "limit" ? "limits.deadline.refused" : "common.deadline.until")
        )}
      </p>
      <span className={s.drain} style={{ width: `${part * 100}%` }} />
      <Announce level={level} />
    </div>
  );
}

/** Announced to screen readers once at a quarter and once at a tenth, as the text only changes with the level. */
function Announce({ level }: { level: Urgency }) {
  const t = useT();
  const text = level === "plenty" ? "" : t(`common.deadline.${level}`);
  return (
    <span className="sr" role="status">
      {text}
    </span>
  );
}

/** For a list row: an icon and `0:34`, or the age while that is far away. */
export function DeadlineShort({ deadline, sinceMs }: { deadline: DeadlineAt; sinceMs: number }) {
  const t = useT();
  const now = useNow();
  if (isUnhurried(deadline, now)) return age(t, now - sinceMs);
  const level = urgency(deadline, now);
  return (
    <span className={cx(s.short, s[level])}>
      <Icon of={level === "tenth" ? LateIcon : TimerIcon} /> {clock(deadline.atMs - now)}
    </span>
  );
}
