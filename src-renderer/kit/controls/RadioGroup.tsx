// Radio buttons with hints. Native ones, so that an arrow key moves and selects in one step even while the window is
// busy.
import { useId } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { cx } from "../cx.ts";
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
  framed = false,
}: {
  label: string;
  value: V | null;
  options: readonly RadioOption<V>[];
  onChange: (value: V) => void;
  inline?: boolean;
  /** A line each in one frame, with the hint at its right. */
  framed?: boolean;
}) {
  const base = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx(s.group, inline && s.inline, framed && s.framed)}
    >
      {options.map((option) => (
        <div key={option.value} className={s.choice}>
          <input
            type="radio"
            name={base}
            id={`${base}-${option.value}`}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled ?? false}
            onChange={() => onChange(option.value)}
            onKeyDown={keepsForm}
            className={s.radio}
          />
          <label htmlFor={`${base}-${option.value}`} className={s.words}>
            {option.label}
            {option.hint !== undefined && <span className={s.hint}>{option.hint}</span>}
          </label>
        </div>
      ))}
    </div>
  );
}

/** Prevents Enter on a radio button from submitting the form. */
function keepsForm(event: KeyboardEvent): void {
  if (event.key === "Enter") event.preventDefault();
}
