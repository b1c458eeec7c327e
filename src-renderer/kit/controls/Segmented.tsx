// A segmented control: for views, and for the mode switch.
import type { Keys } from "#shared/shortcuts.ts";
import { ToggleGroup } from "radix-ui";
import { arrowsAtOnce } from "./arrows.ts";
import { cx } from "../cx.ts";
import { Icon } from "./Icon.tsx";
import type { IconKind } from "./Icon.tsx";
import { ariaKeys, capsOf } from "./keys.ts";
import s from "./Segmented.module.css";

export interface Segment<V extends string> {
  value: V;
  label: string;
  icon?: IconKind;
  keys?: Keys;
  /** Filled with the danger color while selected. */
  danger?: boolean;
  hint?: string;
}

/** Arrow keys only move the focus; Space or Enter selects, so that nothing changes while moving along. */
export function Segmented<V extends string>({
  label,
  value,
  options,
  onChange,
  tone = "quiet",
}: {
  label: string;
  value: V;
  options: readonly Segment<V>[];
  onChange: (value: V) => void;
  /** `quiet` for views in a tool bar, `switch` for the mode switch. */
  tone?: "quiet" | "switch";
}) {
  const choose = (next: string): void => {
    const option = options.find((entry) => entry.value === next);
    if (option !== undefined) onChange(option.value);
  };
  return (
    <ToggleGroup.Root
      type="single"
      role="radiogroup"
      aria-label={label}
      value={value}
      onValueChange={choose}
      onKeyDownCapture={(event) => arrowsAtOnce(event, "radio")}
      className={cx(s.group, s[tone])}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          title={option.hint ?? (option.keys && capsOf(option.keys).join(" "))}
          aria-keyshortcuts={option.keys === undefined ? undefined : ariaKeys(option.keys)}
          className={cx(s.item, option.danger && s.danger)}
        >
          {option.icon !== undefined && <Icon of={option.icon} />}
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
