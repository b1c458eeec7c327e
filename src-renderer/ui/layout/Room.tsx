// A room that lists things: the list, and beside it a panel of the one that is chosen.
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import s from "./Room.module.css";

/** `alone`: nothing is chosen, the list has all the room. */
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
