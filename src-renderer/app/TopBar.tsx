// The top bar: logo, mode switch, connection health, the consequence of Stopped, the palette field.
import { KEYS } from "#shared/shortcuts.ts";
import { useT } from "#words/index.ts";
import type { MasterSwitch } from "#shared/settings/settings.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import {
  MarkIcon,
  PlugIcon,
  ReviewIcon,
  RulesIcon,
  SearchIcon,
  StoppedIcon,
  UnplugIcon,
  WarnIcon,
} from "#kit/controls/icons.ts";
import { ariaKeys } from "#kit/controls/keys.ts";
import { KeyCap } from "#kit/controls/KeyCap.tsx";
import { Segmented } from "#kit/controls/Segmented.tsx";
import type { Segment } from "#kit/controls/Segmented.tsx";
import { timeOfDay } from "#kit/text/time.ts";
import s from "./Strip.module.css";

/** While stopped: since when, how many were refused, how many are pending. */
interface StoppedFacts {
  sinceMs: number;
  refused: number;
  waiting: number;
}

/** While rules decide: since when, how many they have decided, whether any can. */
export interface RulesStatus {
  sinceMs: number;
  decided: number;
  /** `broken`: the rules file is invalid; `none`: no rule is turned on. */
  state: "broken" | "none" | "some";
}

/** Agents with a door that leads here; servers that are on. */
interface Connections {
  agents: number;
  connected: number;
  total: number;
}

export interface TopBarProps {
  position: MasterSwitch;
  stopped: StoppedFacts | null;
  rules: RulesStatus | null;
  health: Connections;
  onSwitch: (position: MasterSwitch) => void;
  onRules: () => void;
  onRefuseAll: () => void;
  onHealth: () => void;
  onPalette: () => void;
}

export function TopBar({
  position,
  stopped,
  rules,
  health,
  onSwitch,
  onRules,
  onRefuseAll,
  onHealth,
  onPalette,
}: TopBarProps) {
  const t = useT();
  const positions: Segment<MasterSwitch>[] = [
    {
      value: "review",
      label: t("shell.master.review"),
      icon: ReviewIcon,
      hint: t("shell.master.reviewHint"),
    },
    {
      value: "rules",
      label: t("shell.master.rules"),
      icon: RulesIcon,
      hint: t("shell.master.rulesHint"),
    },
    {
      value: "stopped",
      label: t("shell.master.stopped"),
      icon: StoppedIcon,
      danger: true,
      hint: t("shell.master.stoppedHint"),
    },
  ];
  return (
    <header className={cx(s.strip, stopped !== null && s.stopped)}>
      <span className={s.mark}>
        <Icon of={MarkIcon} size="rail" />
      </span>
      <Segmented
        tone="switch"
        label={t("common.mode")}
        value={position}
        options={positions}
        onChange={onSwitch}
      />
      {stopped === null ? (
        <>
          {rules !== null && <RulesLine rules={rules} onRules={onRules} />}
          <Health health={health} onHealth={onHealth} />
        </>
      ) : (
        <StoppedLine stopped={stopped} onRefuseAll={onRefuseAll} />
      )}
      <button
        type="button"
        className={s.search}
        onClick={onPalette}
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaKeys(KEYS.palette)}
      >
        <Icon of={SearchIcon} />
        <span className="grow cut">{t("shell.palette.open")}</span>
        <KeyCap of={KEYS.palette} />
      </button>
    </header>
  );
}

function Health({
  health: { agents, connected, total },
  onHealth,
}: {
  health: Connections;
  onHealth: () => void;
}) {
  const t = useT();
  const servers =
    total === 0
      ? t("shell.health.none")
      : connected === total
        ? t("shell.health.all", { count: total })
        : t("shell.health.some", { connected, total });
  const words =
    agents === 0
      ? servers
      : total === 0
        ? t("shell.health.agents", { count: agents })
        : t("shell.health.withAgents", { count: agents, servers });
  return (
    <button type="button" className={s.health} onClick={onHealth} title={t("shell.health.open")}>
      <Icon of={connected < total ? UnplugIcon : PlugIcon} />
      <span className="cut">{words}</span>
    </button>
  );
}

/** What rules have done since the mode was set, with a link to them. */
function RulesLine({
  rules: { sinceMs, decided, state },
  onRules,
}: {
  rules: RulesStatus;
  onRules: () => void;
}) {
  const t = useT();
  const since = timeOfDay(sinceMs).slice(0, 5);
  const words =
    state === "some"
      ? t("shell.master.decidedSince", { since, count: decided })
      : t(`shell.master.rules-${state}`);
  return (
    <button type="button" className={s.health} onClick={onRules} title={words}>
      {state !== "some" && <Icon of={WarnIcon} className="warn" />}
      <span className={cx("cut", state !== "some" && "warn")}>{words}</span>
    </button>
  );
}

function StoppedLine({
  stopped: { sinceMs, refused, waiting },
  onRefuseAll,
}: {
  stopped: StoppedFacts;
  onRefuseAll: () => void;
}) {
  const t = useT();
  const since = timeOfDay(sinceMs).slice(0, 5);
  const refusedWords = t("shell.master.stoppedSince", { since, count: refused });
  const waitingWords = t("shell.master.stillWaiting", { count: waiting });
  return (
    <div className={s.line}>
      <p className="cut" role="status" title={`${refusedWords} ${waitingWords}`}>
        {refusedWords} {waitingWords}
      </p>
      {waiting > 0 && (
        <LinkButton onClick={onRefuseAll}>
          {t("shell.master.refuseWaiting", { count: waiting })}
        </LinkButton>
      )}
    </div>
  );
}
