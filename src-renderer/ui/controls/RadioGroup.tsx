// One of a few, all in sight, each with a line that says why. The browser's own radio buttons: an arrow moves and chooses
// in one step, however busy the window is.
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
}: {
  label: string;
  value: V | null;
  options: readonly RadioOption<V>[];
  onChange: (value: V) => void;
  inline?: boolean;
}) {
  const base = useId();
  return (
    <div role="radiogroup" aria-label={label} className={cx(s.group, inline && s.inline)}>
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

/** Enter is for fields of text: on a choice it would send the form around it. */
function keepsForm(event: KeyboardEvent): void {
  if (event.key === "Enter") event.preventDefault();
}
