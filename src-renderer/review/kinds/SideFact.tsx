// A row of the side panel that cannot be opened.
import type { ReactNode } from "react";
import s from "../gates/SideRow.module.css";

export function SideFact({
  label,
  answer,
  why,
}: {
  label: string;
  answer: ReactNode;
  why?: ReactNode;
}) {
  return (
    <section className={s.row} aria-label={label}>
      <div className={s.head}>
        <h2 className={s.label}>{label}</h2>
        <span className={s.answer}>{answer}</span>
        {why !== undefined && <span className={s.why}>{why}</span>}
      </div>
    </section>
  );
}
