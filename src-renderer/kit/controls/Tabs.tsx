// Tabs for attempts and documents. Arrow keys move the focus and select.
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Tabs as Radix } from "radix-ui";
import { arrowsAtOnce } from "./arrows.ts";
import { cx } from "../cx.ts";
import s from "./Tabs.module.css";

export interface Tab<V extends string> {
  value: V;
  label: ReactNode;
}

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
  /** Without children, the panel is rendered elsewhere, by `value`. */
  children?: ReactNode;
}) {
  const choose = (next: string): void => {
    const tab = tabs.find((entry) => entry.value === next);
    if (tab !== undefined) onChange(tab.value);
  };
  const root = useRef<HTMLDivElement>(null);
  // Keep the active tab in view, as the row may overflow.
  useEffect(() => {
    // After paint, so that reading its position does not force a layout during the render.
    const timer = setTimeout(() => {
      const shown = root.current?.querySelector('[role="tab"][data-state="active"]');
      shown?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }, 0);
    return () => clearTimeout(timer);
  }, [value]);
  return (
    <Radix.Root
      ref={root}
      value={value}
      onValueChange={choose}
      className={cx(s.root, children !== undefined && s.filled)}
    >
      <div className={s.row}>
        <Radix.List
          aria-label={label}
          onKeyDownCapture={(event) => arrowsAtOnce(event, "tab")}
          className={s.list}
        >
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.value} value={tab.value} className={s.tab}>
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {end}
      </div>
      <Radix.Content
        value={value}
        className={cx(s.panel, children !== undefined && s.filled)}
        tabIndex={-1}
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
