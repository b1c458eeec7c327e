// A select with a dropdown list.
import type { Ref } from "react";
import { Select as Radix } from "radix-ui";
import { cx } from "../cx.ts";
import { Icon } from "./Icon.tsx";
import { CheckIcon, OpenIcon } from "./icons.ts";
import s from "./Select.module.css";

export interface SelectOption<V extends string> {
  value: V;
  label: string;
  /** Untrusted text, shown in the monospace font. */
  wire?: boolean;
  hint?: string;
  disabled?: boolean;
}

export function Select<V extends string>({
  value,
  options,
  onChange,
  placeholder,
  size = "m",
  quiet = false,
  disabled = false,
  id,
  "aria-label": ariaLabel,
  "aria-describedby": describedBy,
  "aria-invalid": invalid,
  ref,
}: {
  /** Null shows the placeholder. */
  value: V | null;
  options: readonly SelectOption<V>[];
  onChange: (value: V) => void;
  placeholder?: string;
  size?: "s" | "m";
  /** Without a border, as for roles in a heading. */
  quiet?: boolean;
  disabled?: boolean;
  id?: string;
  "aria-label"?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  /** The button that opens the list. */
  ref?: Ref<HTMLButtonElement>;
}) {
  const choose = (next: string): void => {
    const option = options.find((entry) => entry.value === next);
    if (option !== undefined) onChange(option.value);
  };
  return (
    <Radix.Root value={value ?? ""} onValueChange={choose} disabled={disabled}>
      <Radix.Trigger
        ref={ref}
        id={id}
        aria-label={ariaLabel}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        className={cx(s.trigger, s[size], quiet && s.quiet)}
      >
        <span className="cut">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Icon of={OpenIcon} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={s.list} position="popper" sideOffset={2} collisionPadding={8}>
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className={s.option}
              >
                <span className={s.check}>
                  <Radix.ItemIndicator>
                    <Icon of={CheckIcon} />
                  </Radix.ItemIndicator>
                </span>
                <Radix.ItemText>
                  <span className={option.wire === true ? "wire" : undefined}>{option.label}</span>
                </Radix.ItemText>
                {option.hint !== undefined && <span className={s.hint}>{option.hint}</span>}
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
