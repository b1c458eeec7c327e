// The list of rules: selected by pointer or keys, moved by dragging or Alt and arrows, turned on and off.
import { useState } from "react";
import type { DragEvent, HTMLAttributes, KeyboardEvent, RefObject } from "react";
import { useT } from "#words/index.ts";
import type { RulesView } from "#shared/contract/rules.ts";
import type { Rule } from "#shared/rules/rule.ts";
import type { Shadow } from "#shared/rules/shadow.ts";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import type { IconKind } from "#kit/controls/Icon.tsx";
import {
  CheckIcon,
  DoneIcon,
  EditedIcon,
  LedHereIcon,
  RefusedIcon,
  ReviewIcon,
  WarnIcon,
} from "#kit/controls/icons.ts";
import { useNow } from "#kit/hooks/useNow.ts";
import { dayTime } from "#kit/text/time.ts";
import { ruleWords, shadowBrief, shadowWords, usedWords } from "#request/ruleWords.ts";
import { VirtualList } from "#kit/layout/VirtualList.tsx";
import type { VirtualListHandle } from "#kit/layout/VirtualList.tsx";
import { hasEnded } from "./rows.ts";
import type { RuleRow } from "./rows.ts";
import s from "./RuleList.module.css";

const ROW_PX = 52;
const PAGE = 8;

interface RuleListProps {
  rows: readonly RuleRow[];
  used: RulesView["used"];
  /** Rules that never decide, by id. */
  shadows: ReadonlyMap<string, Shadow>;
  selected: string | null;
  listRef: RefObject<VirtualListHandle | null>;
  /** The file is invalid: nothing can be changed. */
  locked: boolean;
  onSelect: (key: string) => void;
  /** Moves the focus to the form. */
  onOpen: () => void;
  onMove: (row: RuleRow, by: 1 | -1) => void;
  /** To the place before that rule; null: to the end. */
  onDrop: (row: RuleRow, before: string | null) => void;
  onSwitch: (row: RuleRow) => void;
  onRemove: (row: RuleRow) => void;
}

export function RuleList(props: RuleListProps) {
  const t = useT();
  const { rows, selected, locked } = props;
  const active = rows.findIndex(({ key }) => key === selected);
  const drag = useDrag(props);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const row = rows[active];
    const done = keyDone(event, props, row, active);
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div className={s.list} style={{ flexBasis: rows.length * ROW_PX }}>
        <VirtualList
          ref={props.listRef}
          label={t("rules.list")}
          idPrefix="rule-"
          count={rows.length}
          heightOf={ROW_PX}
          keyOf={(index) => rows[index]?.key ?? String(index)}
          activeIndex={active}
          onKeyDown={onKeyDown}
          rowProps={(index) => ({
            role: "option",
            "aria-selected": index === active,
            "aria-posinset": index + 1,
            "aria-setsize": rows.length,
            className: cx(
              s.row,
              index === active && s.selected,
              drag.at === index && s.over,
              drag.at === index + 1 && index === rows.length - 1 && s.overEnd,
            ),
            onClick: () => props.onSelect(rows[index]?.key ?? ""),
            onDoubleClick: props.onOpen,
            ...(locked ? {} : drag.of(index)),
          })}
          renderRow={(index) => {
            const row = rows[index];
            if (row === undefined) return null;
            const used = row.rule === null ? undefined : props.used[row.rule.id];
            return (
              <RuleLine
                row={row}
                used={used}
                shadow={props.shadows.get(row.key)}
                onSwitch={locked ? null : () => props.onSwitch(row)}
              />
            );
          }}
        />
      </div>
      {/* What happens when no rule matches. Not a rule itself, so it has no actions. */}
      <p className={s.last}>
        <span className={s.number}>
          <Icon of={LedHereIcon} />
        </span>
        <span className={s.verb}>
          <Icon of={ReviewIcon} />
          {t("rules.decide.ask")}
        </span>
        <span className="ink3">{t("rules.last")}</span>
      </p>
    </>
  );
}

/** Handles a key; false when it is not one of the list's. */
function keyDone(
  event: KeyboardEvent,
  props: RuleListProps,
  row: RuleRow | undefined,
  active: number,
): boolean {
  const { rows, locked } = props;
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (event.ctrlKey || event.metaKey) return false;
  if (event.altKey) {
    if (step === 0 || row === undefined || locked) return false;
    props.onMove(row, step);
    return true;
  }
  const to = targetOf(event.key, active, rows.length);
  const target = to === null ? undefined : rows[to];
  if (target !== undefined) {
    props.onSelect(target.key);
    return true;
  }
  if (row === undefined) return false;
  if (event.key === "Enter") props.onOpen();
  else if (event.key === " " && !locked) props.onSwitch(row);
  else if ((event.key === "Delete" || event.key === "Backspace") && !locked) props.onRemove(row);
  else return false;
  return true;
}

function targetOf(key: string, active: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + PAGE,
    PageUp: active - PAGE,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  return to === undefined || count === 0 ? null : Math.min(count - 1, Math.max(0, to));
}

/** Drag and drop. `at`: the index at which the rule would be dropped. */
function useDrag({ rows, onDrop, onSelect }: RuleListProps) {
  const [dragged, setDragged] = useState<RuleRow | null>(null);
  const [at, setAt] = useState<number | null>(null);
  const end = (): void => {
    setDragged(null);
    setAt(null);
  };
  const placeAt = (event: DragEvent<HTMLElement>, index: number): number => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    return event.clientY > top + height / 2 ? index + 1 : index;
  };
  const of = (index: number): HTMLAttributes<HTMLDivElement> => ({
    draggable: true,
    onDragStart: (event) => {
      const row = rows[index] ?? null;
      event.dataTransfer.effectAllowed = "move";
      // Without data, the browser does not start a drag.
      event.dataTransfer.setData("text/plain", row?.rule?.name ?? "");
      setDragged(row);
      if (row !== null) onSelect(row.key);
    },
    onDragOver: (event) => {
      if (dragged === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "move";
      setAt(placeAt(event, index));
    },
    onDrop: (event) => {
      event.preventDefault();
      if (dragged !== null) {
        const after = rows.slice(placeAt(event, index)).find(({ rule }) => rule !== null);
        onDrop(dragged, after?.rule?.id ?? null);
      }
      end();
    },
    onDragEnd: end,
  });
  return { at, of };
}

const decideIcons: Record<Rule["decide"], IconKind> = {
  ask: ReviewIcon,
  allow: DoneIcon,
  refuse: RefusedIcon,
};

/**
 * A rule: position, decision, name, filter, changes, and how often it has decided.
 * @param onSwitch null while rules cannot be changed
 */
function RuleLine({
  row,
  used,
  shadow,
  onSwitch,
}: {
  row: RuleRow;
  used: RulesView["used"][string] | undefined;
  shadow: Shadow | undefined;
  onSwitch: (() => void) | null;
}) {
  const t = useT();
  const { rule, draft } = row;
  const { name = "", when = "", decide = "ask" } = draft?.typed ?? rule ?? {};
  const on = rule?.on === true;
  const now = useNow();
  const ended = rule !== null && hasEnded(rule.holds, now);
  const words = rule === null ? [] : ruleWords(t, rule);
  return (
    <div className={cx(s.rule, (!on || ended) && s.off)}>
      <span className={s.number}>{row.number ?? ""}</span>
      <Tick on={on} onSwitch={rule === null ? null : onSwitch} />
      <span className={cx(s.verb, on && !ended && decide === "allow" && "ok")}>
        <Icon of={decideIcons[decide]} />
        {t(`rules.decide.${decide}`)}
      </span>
      <span className={s.name}>
        <b className="cut">{name === "" ? t("rules.unnamed") : name}</b>
        <Marks row={row} ended={ended} shadow={shadow} />
      </span>
      <span className={s.used}>
        {usedWords(t, used?.count)}
        {used !== undefined && used.count > 0 && (
          <span className={s.when}>{t("rules.used.last", { time: dayTime(used.lastAtMs) })}</span>
        )}
      </span>
      <span className={s.said}>
        <span className="wire cut">{when === "" ? t("rules.everything") : when}</span>
        {words.length > 0 && <span className={s.words}>{words.join(" · ")}</span>}
      </span>
    </div>
  );
}

/** What its name alone does not say: unsaved, off, ended, or never reached because of another. */
function Marks({
  row: { rule, draft },
  ended,
  shadow,
}: {
  row: RuleRow;
  ended: boolean;
  shadow: Shadow | undefined;
}) {
  const t = useT();
  return (
    <>
      {draft !== undefined && (
        <span className={s.unsaved}>
          <Icon of={EditedIcon} />
          {t(rule === null ? "rules.new" : "rules.unsaved")}
        </span>
      )}
      {rule?.on === false && <span className="ink3">{t("rules.off")}</span>}
      {ended && <span className="ink3">{t("rules.ended")}</span>}
      {shadow !== undefined && !ended && (
        <span className={s.shadow} title={shadowWords(t, shadow)}>
          <Icon of={WarnIcon} />
          {shadowBrief(t, shadow)}
        </span>
      )}
    </>
  );
}

/** Turns the rule on or off, like Space. */
function Tick({ on, onSwitch }: { on: boolean; onSwitch: (() => void) | null }) {
  const t = useT();
  return (
    // The row's keys turn it on and off too, and screen readers read the state beside the name.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span
      className={cx(s.tick, on && s.on)}
      aria-hidden="true"
      title={t(on ? "common.turnOff" : "common.turnOn")}
      onClick={(event) => {
        event.stopPropagation();
        onSwitch?.();
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {on && <Icon of={CheckIcon} />}
    </span>
  );
}
