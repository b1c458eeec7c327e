// A switch for what is on or off at once, without a form around it.
import { Switch as Radix } from "radix-ui";
import s from "./Choice.module.css";

export function Switch({
  label,
  checked,
  onChange,
  disabled = false,
}: {
  /** Heard; what it switches stands beside it. */
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}) {
  return (
    <Radix.Root
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      className={s.switch}
    >
      <Radix.Thumb className={s.thumb} />
    </Radix.Root>
  );
}
