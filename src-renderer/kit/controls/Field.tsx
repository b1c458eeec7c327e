// Form fields: a label, an input, and a hint or error below.
import { useId } from "react";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { cx } from "../cx.ts";
import { Icon } from "./Icon.tsx";
import { WarnIcon } from "./icons.ts";
import s from "./Field.module.css";

/** What a field passes to its input: an id for the label, and `aria` attributes. */
export interface FieldWiring {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

/** A labelled field around any input. `aside` is shown next to the label (type, "optional"). */
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
  /** Why the value is invalid, as text, since color alone is not enough. */
  fault?: ReactNode;
  /** The label is untrusted text, such as the name of an argument. */
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

/** An input without label; in forms put it into a `Field`. `wire` uses the monospace font of untrusted text. */
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

/** An input with an icon before and an element after it, as in filters and the palette. */
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

/** A number as text, so that "1." or "" stays as typed. `onValue` gets the number, or null if the text is not one. */
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

/** Parses a number; null for anything else, including inner spaces, NaN, Infinity and hexadecimal. */
export function parseNumber(text: string): number | null {
  const trimmed = text.trim();
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : null;
}
