// A checkbox; its label is part of the click target.
import { useId } from "react";
import type { ReactNode } from "react";
import { Checkbox as Radix } from "radix-ui";
import { Icon } from "./Icon.tsx";
import { CheckIcon } from "./icons.ts";
import s from "./Choice.module.css";

export function Checkbox({
  checked,
  onChange,
  children,
  hint,
  disabled = false,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}) {
  const id = useId();
  return (
    <div className={s.choice}>
      <Radix.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next === true)}
        className={s.box}
      >
        <Radix.Indicator className={s.tick}>
          <Icon of={CheckIcon} />
        </Radix.Indicator>
      </Radix.Root>
      <label htmlFor={id} className={s.words}>
        {children}
        {hint !== undefined && <span className={s.hint}>{hint}</span>}
      </label>
    </div>
  );
}
