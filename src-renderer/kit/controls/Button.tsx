// Buttons in their levels. A screen has one primary button.
import type { Keys } from "#shared/shortcuts.ts";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { cx } from "../cx.ts";
import { Icon } from "./Icon.tsx";
import type { IconKind } from "./Icon.tsx";
import { ariaKeys } from "./keys.ts";
import { KeyCap } from "./KeyCap.tsx";
import { Tooltip } from "../overlays/Tooltip.tsx";
import s from "./Button.module.css";

export interface ButtonProps extends Omit<ComponentPropsWithRef<"button">, "type"> {
  /**
   * `primary` filled with the accent, one per screen · `normal` outlined · `plain` text · `danger` only for rejecting
   * · `review` in place of the primary while serious findings must be seen first.
   */
  level?: "primary" | "normal" | "plain" | "danger" | "review";
  /** 24, 28 or 32 px high. */
  size?: "s" | "m" | "l";
  icon?: IconKind | undefined;
  /** A chord such as `Mod+Enter`, shown as key caps and in `aria-keyshortcuts`. The caller handles the keys. */
  keys?: Keys | undefined;
  /** The approve button: fixed width `--primary-w`, label left, key caps right. */
  fixed?: boolean;
  children: ReactNode;
}

export function Button({
  level = "normal",
  size = "l",
  icon,
  keys,
  fixed = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  const filled = level === "primary" || level === "danger" || level === "review";
  return (
    <button
      type="button"
      aria-keyshortcuts={keys === undefined ? undefined : ariaKeys(keys)}
      {...rest}
      className={cx(s.button, s[level], s[size], fixed && s.fixed, className)}
    >
      <span className={s.word}>
        {icon !== undefined && <Icon of={icon} />}
        {children}
      </span>
      {keys !== undefined && <KeyCap of={keys} on={filled} />}
    </button>
  );
}

export interface IconButtonProps extends Omit<
  ComponentPropsWithRef<"button">,
  "type" | "children"
> {
  icon: IconKind;
  /** The accessible name and tooltip, as an icon needs a name. */
  label: string;
  keys?: Keys | undefined;
  size?: "s" | "m";
}

export function IconButton({ icon, label, keys, size = "s", className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} keys={keys}>
      <button
        type="button"
        aria-label={label}
        aria-keyshortcuts={keys === undefined ? undefined : ariaKeys(keys)}
        {...rest}
        className={cx(s.button, s.plain, s.square, s[size], className)}
      >
        <Icon of={icon} size={size === "s" ? "s" : "m"} />
      </button>
    </Tooltip>
  );
}

/** A button that looks like a link, for actions within Countersign; it never opens anything outside. */
export function LinkButton({
  small = false,
  className,
  children,
  ...rest
}: Omit<ComponentPropsWithRef<"button">, "type"> & { small?: boolean }) {
  return (
    <button type="button" {...rest} className={cx(s.link, small && s.small, className)}>
      {children}
    </button>
  );
}
