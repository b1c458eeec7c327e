// A message bar: what happened, what was or was not sent, what to do next.
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { Icon } from "../controls/Icon.tsx";
import type { IconKind } from "../controls/Icon.tsx";
import { InfoIcon, WarnIcon } from "../controls/icons.ts";
import s from "./Bar.module.css";

/**
 * @param title the bold first sentence
 * @param actions link buttons at the right
 */
export function Bar({
  tone,
  icon,
  title,
  actions,
  children,
  quiet = false,
}: {
  tone: "danger" | "warn" | "info";
  icon?: IconKind;
  title: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  /** Not announced by screen readers, as it was there before the user looked. */
  quiet?: boolean;
}) {
  return (
    <div
      className={cx(s.bar, s[tone])}
      role={quiet ? undefined : tone === "danger" ? "alert" : "status"}
    >
      <Icon of={icon ?? (tone === "info" ? InfoIcon : WarnIcon)} className={s.icon} />
      <div className={s.words}>
        <b>{title}</b> {children}
      </div>
      {actions !== undefined && <div className={s.actions}>{actions}</div>}
    </div>
  );
}
