// A rule in the list: position, decision, name, filter, changes, and how often it has decided.
import { useT } from "#words/index.ts";
import type { RulesView } from "#shared/ipc/rules.ts";
import type { Rule } from "#shared/policy/rules/rule.ts";
import type { Shadow } from "#shared/policy/rules/shadow.ts";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import type { IconKind } from "#kit/controls/Icon.tsx";
import {
  CheckIcon,
  DoneIcon,
  EditedIcon,
  RefusedIcon,
  ReviewIcon,
  WarnIcon,
} from "#kit/controls/icons.ts";
import { ruleWords, shadowBrief, shadowWords, usedWords } from "#request/ruleWords.ts";
import { dayTime } from "#kit/text/time.ts";
import { useNow } from "#kit/hooks/useNow.ts";
import { hasExpired } from "./hasExpired.ts";
import type { RuleRow } from "./rows.ts";
import s from "./RuleList.module.css";

export const decideIcons: Record<Rule["decide"], IconKind> = {
  ask: ReviewIcon,
  allow: DoneIcon,
  refuse: RefusedIcon,
};

/** @param onSwitch null while rules cannot be changed */
export function RuleLine({
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
  const over = rule !== null && hasExpired(rule.holds, now);
  const words = rule === null ? [] : ruleWords(t, rule);
  return (
    <div className={cx(s.rule, (!on || over) && s.off)}>
      <span className={s.number}>{row.number ?? ""}</span>
      <Tick on={on} onSwitch={rule === null ? null : onSwitch} />
      <span className={cx(s.verb, on && !over && decide === "allow" && "ok")}>
        <Icon of={decideIcons[decide]} />
        {t(`rules.decide.${decide}`)}
      </span>
      <span className={s.name}>
        <b className="cut">{name === "" ? t("rules.unnamed") : name}</b>
        <Marks row={row} over={over} shadow={shadow} />
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
  over,
  shadow,
}: {
  row: RuleRow;
  over: boolean;
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
      {over && <span className="ink3">{t("rules.ended")}</span>}
      {shadow !== undefined && !over && (
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
