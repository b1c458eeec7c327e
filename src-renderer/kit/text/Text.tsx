// Text of the interface by size, colour and weight.
import type { HTMLAttributes } from "react";
import type { Gap } from "../layout/Stack.tsx";
import { Icon } from "../controls/Icon.tsx";
import { WarnIcon } from "../controls/icons.ts";
import { cx } from "../cx.ts";
import s from "./Text.module.css";

export interface TextProps extends HTMLAttributes<HTMLElement> {
  as?: "p" | "span" | "div" | "h2" | "h3" | "legend" | "li" | "ul";
  /** A class of `base.css`. */
  tone?: "ink2" | "ink3" | "warn" | "danger" | "ok";
  /** The height of a line in px. */
  lead?: 16 | 18 | 20 | 22;
  weight?: "label" | "strong";
}

/** Small text: secondary lines and everything in side panels. */
export function Text({ as = "p", tone, lead = 16, weight, className, ...rest }: TextProps) {
  const P = as as "p";
  return (
    <P {...rest} className={cx(s.text, s[`lead${lead}`], weight && s[weight], tone, className)} />
  );
}

/** @param gap to what it is the name of, in px */
export function Label({ as = "h2", gap = 0, ...rest }: TextProps & { gap?: Gap }) {
  return (
    <Text
      as={as}
      tone="ink2"
      lead={18}
      weight="label"
      {...rest}
      style={{ marginBottom: gap, ...rest.style }}
    />
  );
}

/**
 * @param below stands below a field or fact, at a distance
 * @param above likewise
 */
export function Hint({
  below = false,
  above = false,
  className,
  ...rest
}: TextProps & { below?: boolean; above?: boolean }) {
  return (
    <Text tone="ink3" {...rest} className={cx(below && s.below, above && s.above, className)} />
  );
}

/** A sentence where a list or table has nothing to show, or below one. */
export function Note({ className, ...rest }: TextProps) {
  return <Text tone="ink3" lead={18} {...rest} className={cx(s.note, className)} />;
}

/** Why something entered is not taken: an icon, and the words. */
export function Fault({ className, children, ...rest }: TextProps) {
  return (
    <Text tone="danger" role="alert" {...rest} className={cx(s.fault, className)}>
      <Icon of={WarnIcon} />
      <span>{children}</span>
    </Text>
  );
}
