// A field of a form that was sent, read only, in the form's own layout.
import type { ReactNode } from "react";
import { Visible } from "#kit/text/Quote.tsx";
import s from "./Form.module.css";

export function ReadRow({
  number,
  name,
  children,
}: {
  number: number;
  /** Title or name of the field. */
  name: string;
  children: ReactNode;
}) {
  return (
    <div className={s.row} role="group" aria-label={name}>
      <span className={s.number} aria-hidden="true">
        {number}
      </span>
      <span className={s.name}>
        <Visible text={name} />
      </span>
      <div className={s.given}>{children}</div>
    </div>
  );
}
