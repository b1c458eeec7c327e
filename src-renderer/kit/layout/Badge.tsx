// Badges: a word in an outlined box, or in a status color with an icon.
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { Icon } from "../controls/Icon.tsx";
import type { IconKind } from "../controls/Icon.tsx";
import s from "./Badge.module.css";

export function Badge({
  tone = "plain",
  icon,
  children,
}: {
  tone?: "plain" | "info" | "ok" | "warn" | "danger";
  icon?: IconKind;
  children: ReactNode;
}) {
  return (
    <span className={cx(s.badge, s[tone])}>
      {icon !== undefined && <Icon of={icon} />}
      {children}
    </span>
  );
}

/** The state of a connection by shape and color. The words are next to it or in `label`. */
export function Dot({ state, label }: { state: "on" | "off" | "busy" | "bad"; label?: string }) {
  return label === undefined ? (
    <span className={cx(s.dot, s[state])} aria-hidden="true" />
  ) : (
    <span className={cx(s.dot, s[state])} role="img" aria-label={label} title={label} />
  );
}
