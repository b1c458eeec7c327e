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

/** A page of a room: a title bar, and bars that don't scroll above a `PageBody`. */
export function Page({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={s.page} aria-label={label}>
      {children}
    </section>
  );
}

export function PageBody({ children }: { children: ReactNode }) {
  return <div className={s.body}>{children}</div>;
}

/** The sections of a page that is a form. */
export function PageForm({ children }: { children: ReactNode }) {
  return <div className={s.form}>{children}</div>;
}

/** Buttons below the fields of one of its sections. */
export function FormActions({ children }: { children: ReactNode }) {
  return <p className={s.actions}>{children}</p>;
}

/** The buttons at the end of a panel or pane. */
export function Foot({ children }: { children: ReactNode }) {
  return <footer className={s.foot}>{children}</footer>;
}
