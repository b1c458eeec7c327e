// The tabs of several responses, with what is done with all of them. In a narrow window that is in one menu.
import { useT } from "#words/index.ts";
import { Button, IconButton } from "#kit/controls/Button.tsx";
import { MoreIcon, PlusIcon } from "#kit/controls/icons.ts";
import { Menu } from "#kit/controls/Menu.tsx";
import type { MenuItem } from "#kit/controls/Menu.tsx";
import { AttemptTabs } from "#request/attempts/AttemptTabs.tsx";
import type { Attempts, Other } from "../gate.ts";
import s from "./Frame.module.css";

const itemOf = ({ id, label, keys, disabled, run }: Omit<Other, "why">): MenuItem => ({
  id,
  label,
  keys,
  disabled,
  onSelect: run,
});

export function AttemptBar({ attempts, narrow }: { attempts: Attempts; narrow: boolean }) {
  const t = useT();
  const { all, current, onChoose, buttons, again } = attempts;
  return (
    <AttemptTabs
      attempts={all}
      current={current}
      onChoose={onChoose}
      end={
        <span className={s.tabsEnd}>
          {narrow ? (
            <Menu items={[...buttons, ...again].map(itemOf)}>
              <IconButton icon={MoreIcon} label={t("candidates.actions")} />
            </Menu>
          ) : (
            <>
              {buttons.map(({ id, label, icon, keys, disabled = false, on, run }) => (
                <IconButton
                  key={id}
                  icon={icon}
                  label={label}
                  keys={keys}
                  disabled={disabled}
                  aria-pressed={on}
                  onClick={run}
                />
              ))}
              <Menu items={again.map(itemOf)}>
                <Button level="plain" size="s" icon={PlusIcon}>
                  {t("candidates.more")}
                </Button>
              </Menu>
            </>
          )}
        </span>
      }
    />
  );
}
