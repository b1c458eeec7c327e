// A request that continues an earlier turn: what is as it was is one line, and what was changed stands first, as a diff.
import { KEYS } from "#shared/shortcuts.ts";
import { useRef } from "react";
import { DiffBlock } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { countLines } from "#shared/request/document/lines.ts";
import type { Message } from "#shared/request/document/message.ts";
import type { Known, MessageStatus } from "#shared/request/life/turns.ts";
import { isPermission } from "#shared/rules/standingPermission.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { LockIcon, WarnIcon } from "#kit/controls/icons.ts";
import { KeyCap } from "#kit/controls/KeyCap.tsx";
import { timeOfDay } from "#kit/text/time.ts";
import { tokensOf } from "../models/tokens.ts";
import { useUnrendered } from "./unrendered.ts";
import { Heading } from "./Heading.tsx";
import { ListRow } from "#kit/layout/Stack.tsx";
import type { TurnChange } from "./turnChanges.ts";
import type { Turns } from "./useTurns.ts";
import s from "./Blocks.module.css";

/** Hours and minutes. */
const timeOf = ({ atMs }: Known): string => timeOfDay(atMs).slice(0, 5);

/** Since when it is as it was, and why that is known. */
function sinceWords(t: T, known: Known): string {
  const { how, by } = known;
  const time = timeOf(known);
  if (how !== "passed") return t(`tools.fold.${how}`, { time });
  if (isPermission(by)) return t("tools.fold.passedMode", { time });
  return by.kind === "rule"
    ? t("tools.fold.passedRule", { time, name: by.name })
    : t("tools.fold.passed", { time });
}

/** Of the folded messages: those of the request, then those that were delivered, if that is known in another way. */
function foldWords(t: T, turns: Turns, messages: readonly Message[]): string {
  const known = messages.flatMap((message) => {
    const status = turns.statusOf(message);
    return status?.kind === "same" ? [status.known] : [];
  });
  const main = known.find((one) => one === turns.following.known) ?? known[0];
  const others = known.filter((one) => one.how !== main?.how);
  const since = sinceWords(t, main ?? turns.following.known);
  const [other] = others;
  return other === undefined
    ? since
    : t("tools.fold.both", {
        since,
        count: others.length,
        other: t(`tools.fold.other.${other.how}`, { time: timeOf(other) }),
      });
}

/** Stands for messages equal to what was approved or sent; a click shows them. */
export function FoldBar({
  turns,
  messages,
  from,
  system,
}: {
  turns: Turns;
  messages: readonly Message[];
  /** Index of the first message in the request. */
  from: number;
  /** The system prompt if it is folded as well, else null. */
  system: string | null;
}) {
  const t = useT();
  const count = t("tools.fold.messages", { count: messages.length });
  const what =
    messages.length === 0
      ? t("tools.fold.system")
      : system === null
        ? count
        : t("tools.fold.withSystem", { messages: count });
  const { total } = tokensOf({
    messages: [...messages],
    ...(system === null ? {} : { systemPrompt: system }),
  });
  const box = useRef<HTMLDivElement>(null);
  useUnrendered(box, messages, from, turns.toggle, system);
  return (
    <ListRow ref={box} line>
      <Icon of={LockIcon} />
      <span className="cut">
        <b>{what}</b> {foldWords(t, turns, messages)} · {t("common.tokens", { count: total })}
      </span>
      <LinkButton aria-expanded={false} onClick={turns.toggle}>
        {t("common.show")}
      </LinkButton>
      <KeyCap of={KEYS.unfold} />
    </ListRow>
  );
}

/** What was changed since the earlier turn: always shown, and first. */
export function TurnChanges({ turns, tools }: { turns: Turns; tools: number }) {
  return (
    <>
      {turns.changes.map((change) => (
        <ChangedPart key={change.what} change={change} turns={turns} tools={tools} />
      ))}
    </>
  );
}

const NONE: readonly Message[] = [];

/** @param tools how many the request has */
function ChangedPart({
  change,
  turns,
  tools,
}: {
  change: TurnChange;
  turns: Turns;
  tools: number;
}) {
  const t = useT();
  const { what, from, to, count, names } = change;
  const { known, turn } = turns.following;
  const time = timeOf(known);
  const lines = countLines(from, to);
  const box = useRef<HTMLDivElement>(null);
  const isInstead = what === "system" && turns.systemInDiff;
  useUnrendered(box, NONE, 0, turns.toggle, isInstead ? to : null);
  const about =
    what === "system"
      ? t("tools.changes.lines", {
          count: Math.max(lines.added, lines.removed),
          all: to.split("\n").length,
          time,
        })
      : what === "tools"
        ? t("tools.changes.ofTools", {
            count,
            all: tools,
            time,
            names: names.slice(0, 20).join(t("tools.changes.and")),
          })
        : what === "settings"
          ? t("tools.changes.ofSettings", {
              count,
              time,
              names: names.slice(0, 20).join(t("tools.changes.and")),
            })
          : t("tools.changes.ofMessages", { count, time });
  const title = what === "system" ? t("review.role.system") : t(`tools.changes.title.${what}`);
  return (
    <div ref={box} className={s.block}>
      <Heading>
        <b>{title}</b>
        <span className={s.changed}>
          <Icon of={WarnIcon} /> {t("tools.changes.changed")}
        </span>
        <span>{about}</span>
        {isInstead && (
          <LinkButton className={s.last} onClick={turns.toggle}>
            {t("tools.changes.inFull")}
          </LinkButton>
        )}
      </Heading>
      <DiffBlock
        identity={`${what} ${turn} ${known.atMs}`}
        original={from}
        modified={to}
        language={what === "tools" || what === "settings" ? "json" : "markdown"}
        folds
        mostPx={MOST_PX}
        label={`${title}: ${about}`}
      />
    </div>
  );
}

/** Above this a difference scrolls by itself, so that what is new is in sight. */
const MOST_PX = 480;

/** How a message differs from what was approved or sent in its place, in words; null if it doesn't. */
export function messageMark(t: T, { following }: Turns, status: MessageStatus | undefined) {
  const time = timeOf(following.known);
  switch (status?.kind) {
    case undefined:
    case "same":
    case "new":
      return null;
    case "inserted":
    case "changed":
      return t(`tools.standing.${status.kind}`, { time });
    case "restored":
      return t(
        status.before === null ? "tools.standing.restoredRemoved" : "tools.standing.restored",
        { time },
      );
  }
}

/** Above a message: says how it differs. The difference stands first on the paper. */
export function Mark({ words }: { words: string }) {
  return (
    <div className={s.mark}>
      <Icon of={WarnIcon} />
      <b>{words}</b>
    </div>
  );
}

/** The turn of a request within its call, with the limit of tool rounds. */
export function TurnWords({ turn, limit }: { turn: number; limit: number | null }) {
  const t = useT();
  return (
    <span className={cx("nowrap", limit !== null && turn >= limit && "warn")}>
      {limit === null ? t("tools.turn", { turn }) : t("tools.turnOf", { turn, limit })}
    </span>
  );
}
