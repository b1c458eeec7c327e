// A request that continues an earlier turn: equal messages are folded, and those that the server changed are marked
// with a diff.
import { KEYS } from "#shared/shortcuts.ts";
import { useRef, useState } from "react";
import { DiffBlock } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { blocksOf, isText } from "#shared/request/document/blocks.ts";
import { countLines } from "#shared/request/document/lines.ts";
import type { Message } from "#shared/request/document/message.ts";
import type { TurnComparison, MessageStatus } from "#shared/request/life/turns.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { LockIcon, WarnIcon } from "#kit/controls/icons.ts";
import { KeyCap } from "#kit/controls/KeyCap.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { timeOfDay } from "#kit/text/time.ts";
import { useUnrendered } from "./unrendered.ts";
import { keyOf } from "./document.ts";
import type { Turns } from "./useTurns.ts";
import s from "./Blocks.module.css";
import { ListRow } from "#kit/layout/Stack.tsx";

/** A message as text for the diff: texts as they are, anything else as indented JSON. */
function linesOf(message: Message): string {
  const { content, role, ...others } = message;
  const parts = blocksOf(content).map((block) =>
    isText(block) && Object.keys(block).length === 2 ? block.text : JSON.stringify(block, null, 2),
  );
  const rest = Object.keys(others).length === 0 ? [] : [JSON.stringify(others, null, 2)];
  return [`${role}:`, ...parts, ...rest].join("\n");
}

/** The number of characters that the user would read. */
const charactersOf = (messages: readonly Message[]): number =>
  messages
    .flatMap((message) => blocksOf(message.content))
    .reduce(
      (sum, block) => sum + (isText(block) ? block.text.length : JSON.stringify(block).length),
      0,
    );

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
  const {
    turn,
    known: { atMs },
  } = turns.following;
  const count = t("tools.fold.messages", { count: messages.length });
  const what =
    messages.length === 0
      ? t("tools.fold.system")
      : system === null
        ? count
        : t("tools.fold.withSystem", { messages: count });
  const box = useRef<HTMLDivElement>(null);
  useUnrendered(box, messages, from, turns.toggle, system);
  return (
    <ListRow ref={box} line>
      <Icon of={LockIcon} />
      <span className="cut">
        <b>{what}</b> ·{" "}
        {t("tools.fold.characters", { count: charactersOf(messages) + (system?.length ?? 0) })},{" "}
        {t("tools.fold.since", { turn, time: timeOfDay(atMs) })}
      </span>
      <LinkButton aria-expanded={false} onClick={turns.toggle}>
        {t("tools.fold.show")}
      </LinkButton>
      <KeyCap of={KEYS.unfold} />
    </ListRow>
  );
}

/** Above unfolded messages: folds them again. */
export function UnfoldedBar({ turns }: { turns: Turns }) {
  const t = useT();
  const {
    turn,
    known: { atMs },
  } = turns.following;
  return (
    <ListRow line>
      <span className="cut">
        <b>{t("tools.fold.messages", { count: turns.foldable })}</b>,{" "}
        {t("tools.fold.since", { turn, time: timeOfDay(atMs) })}
      </span>
      <LinkButton aria-expanded onClick={turns.toggle}>
        {t("tools.fold.hide")}
      </LinkButton>
      <KeyCap of={KEYS.unfold} />
    </ListRow>
  );
}

interface MarkProps {
  words: string;
  /** What was approved or sent; undefined: there is no diff to show. */
  from?: string;
  to?: string;
  identity?: string;
  turn?: number;
}

/** How a message differs from what was approved or sent in its place; null if it doesn't. */
export function messageMark(
  t: T,
  { turn }: TurnComparison,
  status: MessageStatus | undefined,
  message: Message,
): MarkProps | null {
  switch (status?.kind) {
    case undefined:
    case "same":
    case "new":
      return null;
    case "inserted":
      return { words: t("tools.standing.inserted", { turn }) };
    case "changed":
    case "restored": {
      const { kind, before } = status;
      const words =
        kind === "restored" && before === null
          ? t("tools.standing.restoredRemoved", { turn })
          : t(`tools.standing.${kind}`, { turn });
      const diff = before === null ? {} : { from: linesOf(before), to: linesOf(message) };
      return { words, ...diff, identity: keyOf(message), turn };
    }
  }
}

/** As `messageMark`, for the system prompt. */
export function systemMark(
  t: T,
  { system, turn }: TurnComparison,
  text: string | undefined,
): MarkProps | null {
  if (system === null || system.kind === "same") return null;
  if (system.kind === "new") return { words: t("tools.standing.systemNew", { turn }) };
  return {
    words: `${t("common.systemPrompt")}: ${t(`tools.standing.${system.kind}`, { turn })}`,
    from: system.before,
    to: text ?? "",
    identity: "system",
    turn,
  };
}

/** Above a message or the system prompt: says how it differs, and shows the diff. */
export function Mark({ words, from, to = "", identity = "", turn = 0 }: MarkProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const lines = from === undefined ? null : countLines(from, to);
  return (
    <>
      <div className={s.mark}>
        <Icon of={WarnIcon} />
        <b>{words}</b>
        {lines !== null && (
          <>
            <span className="nowrap">
              +{lines.added} −{lines.removed}
            </span>
            <LinkButton aria-expanded={open} onClick={() => setOpen(!open)}>
              {t(open ? "tools.standing.hideDiff" : "tools.standing.showDiff")}
            </LinkButton>
          </>
        )}
      </div>
      {open && from !== undefined && (
        <DiffBlock
          identity={`${identity} turn ${turn}`}
          original={from}
          modified={to}
          language="markdown"
          label={t("tools.standing.diff", { turn })}
        />
      )}
    </>
  );
}

/** Messages that were approved or sent and are missing here. */
export function MissingMark({
  messages,
  following,
}: {
  messages: readonly Message[];
  following: TurnComparison;
}) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { turn } = following;
  if (messages.length === 0) return null;
  return (
    <>
      <div className={s.mark}>
        <Icon of={WarnIcon} />
        <b>{t("tools.standing.missing", { count: messages.length, turn })}</b>
        <LinkButton aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? "common.hide" : "tools.standing.showMissing")}
        </LinkButton>
      </div>
      {open &&
        messages.map((message, at) => (
          <Paper key={at} text={linesOf(message)} label={t("tools.standing.diff", { turn })} />
        ))}
    </>
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
