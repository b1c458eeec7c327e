// A part of a settings page: its name, and what can be set in it.
import type { ReactNode } from "react";
import s from "./Settings.module.css";

export function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={s.label}>{label}</h2>
      {children}
    </section>
  );
}
