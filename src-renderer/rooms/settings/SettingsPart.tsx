// A labelled part of a settings page.
import type { ReactNode } from "react";
import s from "./Settings.module.css";

export function SettingsPart({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={s.label}>{label}</h2>
      {children}
    </section>
  );
}
