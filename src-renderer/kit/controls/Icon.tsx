// An icon in one of three sizes, always hidden from screen readers: the label next to it is read.
import { memo } from "react";
import type { LucideIcon } from "lucide-react";
import { cx } from "../cx.ts";
import s from "./Icon.module.css";

export type IconKind = LucideIcon;
const sizes = { s: 14, m: 16, rail: 18 } as const;

/**
 * @param of an icon from `icons.ts`
 * @param size `s` in text, `m` elsewhere, `rail` in the rail
 */
export const Icon = memo(function Icon({
  of: Kind,
  size = "s",
  turning = false,
  className,
}: {
  of: IconKind;
  size?: keyof typeof sizes;
  turning?: boolean;
  className?: string | undefined;
}) {
  return (
    <Kind
      aria-hidden="true"
      size={sizes[size]}
      strokeWidth={size === "s" ? 2 : 1.75}
      className={cx(s.icon, turning && s.turning, className)}
    />
  );
});
