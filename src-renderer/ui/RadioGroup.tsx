// One of a few, all in sight, each with a line that says why.
import { useId } from "react";
import type { ReactNode } from "react";
import { RadioGroup as Radix } from "radix-ui";
import { cx } from "./cx.ts";
import s from "./Choice.module.css";

export interface RadioOption<V extends string> {
  value: V;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

export function RadioGroup<V extends string>({
  label,
  value,
  options,
  onChange,
  inline = false,
}: {
  label: string;
  value: V | null;
  options: readonly RadioOption<V>[];
  onChange: (value: V) => void;
  inline?: boolean;
}) {
  const base = useId();
  const choose = (next: string): void => {
    const option = options.find((entry) => entry.value === next);
    if (option !== undefined) onChange(option.value);
  };
  return (
    <Radix.Root
      aria-label={label}
      value={value ?? ""}
      onValueChange={choose}
      className={cx(s.group, inline && s.inline)}
    >
      {options.map((option) => (
        <div key={option.value} className={s.choice}>
          <Radix.Item
            id={`${base}-${option.value}`}
            value={option.value}
            disabled={option.disabled ?? false}
            className={s.radio}
          />
          <label htmlFor={`${base}-${option.value}`} className={s.words}>
            {option.label}
            {option.hint !== undefined && <span className={s.hint}>{option.hint}</span>}
          </label>
        </div>
      ))}
    </Radix.Root>
  );
}
