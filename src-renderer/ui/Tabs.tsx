// Tabs on paper: attempts, documents. Arrow keys move the focus and choose.
import type { ReactNode } from "react";
import { Tabs as Radix } from "radix-ui";
import s from "./Tabs.module.css";

export interface Tab<V extends string> {
  value: V;
  label: ReactNode;
}

/** Only the row of tabs; the caller renders the panel, whose id is `panelId`. */
export function TabRow<V extends string>({
  label,
  value,
  tabs,
  onChange,
  end,
  children,
}: {
  label: string;
  value: V;
  tabs: readonly Tab<V>[];
  onChange: (value: V) => void;
  end?: ReactNode;
  children: ReactNode;
}) {
  const choose = (next: string): void => {
    const tab = tabs.find((entry) => entry.value === next);
    if (tab !== undefined) onChange(tab.value);
  };
  return (
    <Radix.Root value={value} onValueChange={choose} className={s.root}>
      <div className={s.row}>
        <Radix.List aria-label={label} className={s.list}>
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.value} value={tab.value} className={s.tab}>
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {end}
      </div>
      <Radix.Content value={value} className={s.panel} tabIndex={-1}>
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
