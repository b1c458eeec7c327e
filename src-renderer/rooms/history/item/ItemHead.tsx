// The head of the open request: what it is, how and when it ended, and the actions on it.
import { KEYS } from "#shared/shortcuts.ts";
import { useT } from "#words/index.ts";
import { replyKind, visibleStage } from "#shared/request/life/stage.ts";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { StageWord } from "#request/StageGlyph.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { decimal, elapsed } from "#kit/text/time.ts";
import { headWord } from "#request/listedOutcome.ts";
import { useToday } from "../useToday.ts";
import { shortTime } from "../words.ts";
import type { HistoryItem } from "#shared/ledger/history.ts";
import { withAnswer } from "#shared/rules/judge/atGate.ts";
import type { RuleGate } from "#shared/rules/rule.ts";
import { Button, IconButton } from "#kit/controls/Button.tsx";
import {
  CloseIcon,
  DownloadIcon,
  LinkIcon,
  MoreIcon,
  RemoveIcon,
  ReplayIcon,
  SavedIcon,
  ToolIcon,
} from "#kit/controls/icons.ts";
import { Menu } from "#kit/controls/Menu.tsx";
import type { MenuItem } from "#kit/controls/Menu.tsx";
import s from "./Item.module.css";

export interface ItemHandlers {
  /** Disabled: another request is selected and still loading. */
  off: boolean;
  /** Calls the same tool, prompt or resource again; null if the call is uncertain or its server was removed. */
  callAgain: (() => void) | null;
  /** Sends the request to gate 1 again, for a model or a response by hand; null if that is impossible. */
  replay: (() => void) | null;
  /** Makes a rule for similar requests or responses; null if none can be derived. */
  always: ((gate: RuleGate) => void) | null;
  exportLines: () => void;
  /** Null if there is nothing left to delete. */
  remove: ((mediaOnly: boolean) => void) | null;
}

/** Disables a menu that was already open when another request was selected. */
export const enabledItems = (items: readonly MenuItem[], off: boolean): readonly MenuItem[] =>
  off ? items.map((item) => ({ ...item, disabled: true })) : items;

/** Those that are possible for this request. */
const possible = (
  items: readonly (Omit<MenuItem, "onSelect"> & { onSelect: (() => void) | null })[],
): MenuItem[] =>
  items.flatMap(({ onSelect, ...item }) => (onSelect === null ? [] : [{ ...item, onSelect }]));

export function ItemHead({
  item,
  onClose,
  handlers,
}: {
  item: HistoryItem;
  onClose: () => void;
  handlers: ItemHandlers;
}) {
  const t = useT();
  const { remove, always, off } = handlers;
  const again = possible([
    { id: "replay", label: t("history.do.replay"), icon: ReplayIcon, onSelect: handlers.replay },
    { id: "call", label: t("history.do.callAgain"), icon: ToolIcon, onSelect: handlers.callAgain },
  ]);
  const hasMedia = item.request.media.length > 0 && item.forgotten === null;
  const more = possible([
    {
      id: "always",
      label: t("common.createRuleFromRequest"),
      icon: SavedIcon,
      onSelect: always && (() => always("request")),
    },
    {
      id: "always-answers",
      label: t("rules.always.openAnswers"),
      icon: SavedIcon,
      onSelect: always && withAnswer(item.request) && (() => always("response")),
    },
    {
      id: "lines",
      label: t("history.do.lines"),
      icon: DownloadIcon,
      onSelect: handlers.exportLines,
    },
    {
      id: "delete-media",
      label: t("history.do.deleteMedia"),
      icon: RemoveIcon,
      cut: true,
      onSelect: remove && hasMedia ? () => remove(true) : null,
    },
    {
      id: "delete",
      label: t("history.do.delete"),
      icon: RemoveIcon,
      danger: true,
      cut: !hasMedia,
      onSelect: remove && (() => remove(false)),
    },
  ]);
  const todayMs = useToday();
  const { request, events } = item;
  const { phase, origin } = request;
  const last = events.at(-1);
  return (
    <header className={s.bar}>
      <b className="cut">{request.requester.name}</b>
      {origin.kind === "certain" && origin.call.name !== "" && (
        <Quote bare cut>
          {origin.call.name}
        </Quote>
      )}
      <StageWord
        stage={visibleStage(request)}
        reply={replyKind(request)}
        word={headWord(t, request)}
      />
      <span className={cx("cut", s.when)}>
        {phase.kind === "ended"
          ? t("history.askedEnded", {
              asked: shortTime(request.receivedAtMs, todayMs),
              ended: shortTime(phase.atMs, todayMs),
              after: elapsed(t, Math.max(0, phase.atMs - request.receivedAtMs)),
            })
          : t("history.askedAt", { asked: shortTime(request.receivedAtMs, todayMs) })}
      </span>
      {last !== undefined && (
        <span className={s.row} title={last.hash}>
          <Icon of={LinkIcon} />
          {t("history.rowNumber", { row: decimal(last.seq) })}
        </span>
      )}
      <span className="grow" />
      {again.length > 0 && (
        <Menu items={enabledItems(again, off)}>
          <Button size="m" icon={ReplayIcon} disabled={off}>
            {t("common.runAgain")}
          </Button>
        </Menu>
      )}
      <Menu items={enabledItems(more, off)}>
        <IconButton icon={MoreIcon} label={t("common.more")} size="m" disabled={off} />
      </Menu>
      <IconButton
        icon={CloseIcon}
        label={t("history.closeItem")}
        keys={KEYS.back}
        size="m"
        onClick={onClose}
      />
    </header>
  );
}
