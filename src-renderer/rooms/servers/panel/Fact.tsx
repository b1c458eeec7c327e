// A labelled section of a server's panel.
import type { ReactNode } from "react";
import { Label } from "#kit/text/Text.tsx";
import s from "./Panel.module.css";

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <section className={s.fact}>
      <Label gap={2}>{label}</Label>
      {children}
    </section>
  );
}
