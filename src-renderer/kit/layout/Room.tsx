// The layout of rooms with a list and a panel for the selected item.
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import s from "./Room.module.css";

/** `alone`: nothing is selected, so the list fills the room. */
export function Room({ alone, children }: { alone: boolean; children: ReactNode }) {
  return <div className={cx(s.room, alone && s.alone)}>{children}</div>;
}

export function RoomList({ children }: { children: ReactNode }) {
  return <section className={s.list}>{children}</section>;
}

export function RoomPanel({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside className={s.panel} aria-label={label}>
      {children}
    </aside>
  );
}
