// A labelled section of a server's panel.
import type { ReactNode } from "react";
import s from "./Panel.module.css";

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <section className={s.fact}>
      <h2 className={s.label}>{label}</h2>
      {children}
    </section>
  );
}
