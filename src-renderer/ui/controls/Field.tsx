// Form fields: a label, one input with a full edge, a hint or a fault below it.
import { useId } from "react";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { cx } from "../cx.ts";
import { Icon } from "./Icon.tsx";
import { WarnIcon } from "./icons.ts";
import s from "./Field.module.css";

/** What a field tells its input: the id that the label names, and what describes it. */
export interface FieldWiring {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

/** A labelled place for any input. `aside` stands beside the label (type, "optional"). */
export function Field({
  label,
  aside,
  hint,
  fault,
  wire = false,
  children,
}: {
  label: ReactNode;
  aside?: ReactNode;
  hint?: ReactNode;
  /** Why what stands in the field cannot be used; said as text, not by colour alone. */
  fault?: ReactNode;
  /** The label is a foreign word (an argument's name). */
  wire?: boolean;
  children: (wiring: FieldWiring) => ReactNode;
}) {
  const id = useId();
  const below = `${id}-below`;
  const faulty = fault !== undefined && fault !== null && fault !== false;
  const described = faulty || (hint !== undefined && hint !== null);
  return (
    <div className={s.field}>
      <label htmlFor={id} className={s.label}>
        <span className={wire ? "wire" : undefined}>{label}</span>
        {aside !== undefined && <span className={s.aside}>{aside}</span>}
      </label>
      {children({
        id,
        ...(described ? { "aria-describedby": below } : {}),
        ...(faulty ? { "aria-invalid": true as const } : {}),
      })}
      {described && (
        <p id={below} className={faulty ? s.fault : s.hint}>
          {faulty && <Icon of={WarnIcon} />}
          <span>{faulty ? fault : hint}</span>
        </p>
      )}
    </div>
  );
}

type InputProps = Omit<ComponentPropsWithRef<"input">, "onChange" | "size">;

/** A bare input; in a form wrap it in `Field`. `wire` sets foreign or exact text in the wire face. */
export function Input({
  wire = false,
  small = false,
  className,
  onValue,
  ...rest
}: InputProps & { wire?: boolean; small?: boolean; onValue: (value: string) => void }) {
  return (
    <input
      spellCheck={false}
      autoComplete="off"
      {...rest}
      onChange={(event) => onValue(event.target.value)}
      className={cx(s.input, wire && s.wire, small && s.small, className)}
    />
  );
}

/** An input with an icon before and something after it (a filter, the palette). */
export function IconInput({
  icon,
  after,
  small = false,
  className,
  onValue,
  ...rest
}: InputProps & {
  icon: ReactNode;
  after?: ReactNode;
  small?: boolean;
  onValue: (value: string) => void;
}) {
  return (
    <span className={cx(s.input, s.framed, small && s.small, className)}>
      {icon}
      <input
        spellCheck={false}
        autoComplete="off"
        {...rest}
        onChange={(event) => onValue(event.target.value)}
        className={s.inner}
      />
      {after}
    </span>
  );
}

export function TextArea({
  wire = false,
  className,
  onValue,
  ...rest
}: Omit<ComponentPropsWithRef<"textarea">, "onChange"> & {
  wire?: boolean;
  onValue: (value: string) => void;
}) {
  return (
    <textarea
      spellCheck={false}
      {...rest}
      onChange={(event) => onValue(event.target.value)}
      className={cx(s.input, s.area, wire && s.wire, className)}
    />
  );
}

/**
 * A number as text: what is typed stays as typed, so that "1." or "" is never changed under the hand.
 * `onValue` gets the number, or null while the text is not one.
 */
export function NumberInput({
  text,
  onText,
  ...rest
}: Omit<InputProps, "value" | "type"> & {
  text: string;
  onText: (text: string, value: number | null) => void;
  small?: boolean;
}) {
  return (
    <Input
      {...rest}
      wire
      inputMode="decimal"
      value={text}
      onValue={(next) => onText(next, parseNumber(next))}
    />
  );
}

/** The number that a text says, or null: no blanks within, no NaN, no Infinity, no hexadecimal. */
export function parseNumber(text: string): number | null {
  const trimmed = text.trim();
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : null;
}
