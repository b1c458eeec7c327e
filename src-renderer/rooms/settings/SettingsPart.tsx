// A labelled part of a settings page.
import type { ReactNode } from "react";
import { Label } from "#kit/text/Text.tsx";

export function SettingsPart({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section>
      <Label gap={4}>{label}</Label>
      {children}
    </section>
  );
}
