// A numeric parameter: a text field that is checked, with its flags.
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { Path } from "#shared/sampling/document/flag.ts";
import { NumberInput } from "#kit/controls/Field.tsx";
import { useElementPlace } from "#request/document/places.ts";
import s from "#request/Side.module.css";

export function NumberRow({
  name,
  value,
  aside,
  invalid,
  path,
  readOnly,
  onValue,
}: {
  name: string;
  value: number | undefined;
  aside: ReactNode;
  /** Marks the field as invalid; the flag's words follow it. */
  invalid: boolean;
  path: Path;
  readOnly: boolean;
  /** Null for an empty field. */
  onValue: (value: number | null) => void;
}) {
  const shown = value === undefined ? "" : String(value);
  const [text, setText] = useState(shown);
  const [typing, setTyping] = useState(false);
  const place = useElementPlace(path);
  useEffect(() => {
    if (!typing) setText(shown);
  }, [shown, typing]);
  return (
    <label className={s.pair}>
      <span>{name}</span>
      <span>
        <NumberInput
          ref={place}
          className={s.number}
          text={text}
          readOnly={readOnly}
          aria-invalid={invalid || undefined}
          onFocus={() => setTyping(true)}
          onBlur={() => setTyping(false)}
          onText={(next, number) => {
            setText(next);
            if (number !== null || next.trim() === "") onValue(number);
          }}
        />
        <span className="ink3">{aside}</span>
      </span>
    </label>
  );
}
