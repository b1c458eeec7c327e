// The navigation rail: the rooms at the left edge, with the number of pending requests.
import type { Screen } from "#data/view.ts";
import { useT } from "#words/index.ts";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import type { IconKind } from "#kit/controls/Icon.tsx";
import {
  BotIcon,
  HistoryIcon,
  InboxIcon,
  RulesIcon,
  ServerIcon,
  SettingsIcon,
  WorkbenchIcon,
} from "#kit/controls/icons.ts";
import { Tooltip } from "#kit/overlays/Tooltip.tsx";
import s from "./Rail.module.css";

const rooms: { room: Screen; icon: IconKind }[] = [
  { room: "inbox", icon: InboxIcon },
  { room: "agents", icon: BotIcon },
  { room: "workbench", icon: WorkbenchIcon },
  { room: "servers", icon: ServerIcon },
  { room: "history", icon: HistoryIcon },
  { room: "rules", icon: RulesIcon },
  { room: "settings", icon: SettingsIcon },
];

export function Rail({
  current,
  waiting,
  narrow,
  onGo,
}: {
  current: Screen;
  waiting: number;
  /** Without labels; tooltips replace them. */
  narrow: boolean;
  onGo: (room: Screen) => void;
}) {
  const t = useT();
  return (
    <nav className={s.rail} aria-label={t("shell.rail.label")}>
      {rooms.map(({ room, icon }) => {
        const label = t(`shell.rail.${room}`);
        const count = room === "inbox" ? waiting : 0;
        const item = (
          <button
            key={room}
            type="button"
            className={cx(s.item, current === room && s.current)}
            aria-current={current === room ? "page" : undefined}
            onClick={() => onGo(room)}
          >
            <Icon of={icon} size="rail" />
            <span className={narrow ? "sr" : s.label}>{label}</span>
            {count > 0 && (
              <>
                <span className={cx(s.count, count > 99 && s.many)} aria-hidden="true">
                  {count > 999 ? "999+" : count}
                </span>
                <span className="sr">{t("shell.rail.waiting", { count })}</span>
              </>
            )}
          </button>
        );
        return narrow ? (
          <Tooltip key={room} text={label} side="right">
            {item}
          </Tooltip>
        ) : (
          item
        );
      })}
    </nav>
  );
}
