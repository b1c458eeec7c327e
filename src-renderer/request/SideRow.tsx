// A row of the side panel that opens to its controls. The setting is remembered across requests.
import { useEffect, useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { SideRowId } from "#shared/settings/settings.ts";
import type { Keys } from "#shared/shortcuts.ts";
import { setRowOpen, useRowOpen, useRowWanted } from "#data/sideRows.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { ClosedIcon } from "#kit/controls/icons.ts";
import { ariaKeys } from "#kit/controls/keys.ts";
import { cx } from "#kit/cx.ts";
import { scrollWithin } from "#kit/scrollWithin.ts";
import s from "./SideRow.module.css";

const CONTROLS = '[role="listbox"], input:not(:disabled), [role="combobox"], button';

export function SideRow({
  id,
  label,
  keys,
  value,
  why,
  tone,
  opens = false,
  stays = false,
  children,
}: {
  id: SideRowId;
  label: string;
  keys: Keys;
  /** One line with the most important value. */
  value: ReactNode;
  /** A less prominent second line. */
  why?: ReactNode;
  tone?: "warn" | "danger" | undefined;
  /** Opens by itself for this request; closing it is not remembered. */
  opens?: boolean;
  /** Can't be closed, as something in it must be seen. */
  stays?: boolean;
  children: ReactNode;
}) {
  const left = useRowOpen(id);
  const [here, setHere] = useState(true);
  const open = stays || (opens ? here : left);
  const setOpen = (next: boolean): void => (opens ? setHere(next) : setRowOpen(id, next));
  const body = useId();
  const row = useRef<HTMLElement>(null);
  const head = useRef<HTMLButtonElement>(null);
  // Its controls exist once it is open.
  const [focuses, setFocuses] = useState(false);
  useRowWanted(id, (focus) => {
    const closes = focus && open && row.current?.contains(document.activeElement) === true;
    if (open === closes) setOpen(!closes);
    if (closes) head.current?.focus();
    else setFocuses(focus);
  });
  useEffect(() => {
    if (!focuses || !open || row.current === null) return;
    setFocuses(false);
    const controls = [...row.current.querySelectorAll<HTMLElement>(CONTROLS)];
    const first = controls.find((control) => control !== head.current) ?? head.current;
    first?.focus({ preventScroll: true });
    scrollWithin(row.current, "nearest");
    scrollWithin(first, "nearest");
  }, [focuses, open]);
  return (
    <section ref={row} className={s.row} data-row={id} aria-label={label}>
      <h2>
        <button
          ref={head}
          type="button"
          className={s.head}
          aria-expanded={open}
          aria-controls={open ? body : undefined}
          aria-keyshortcuts={ariaKeys(keys)}
          onClick={() => setOpen(!open)}
        >
          <span className={s.label}>{label}</span>
          <Icon of={ClosedIcon} className={s.chevron} />
          <span className={cx(s.answer, tone)}>{value}</span>
          {why !== undefined && <span className={s.why}>{why}</span>}
        </button>
      </h2>
      {open && (
        <div id={body} className={s.body}>
          {children}
        </div>
      )}
    </section>
  );
}

/** A row of the side panel that cannot be opened. */
export function SideFact({
  label,
  value,
  why,
}: {
  label: string;
  value: ReactNode;
  why?: ReactNode;
}) {
  return (
    <section className={s.row} aria-label={label}>
      <div className={s.head}>
        <h2 className={s.label}>{label}</h2>
        <span className={s.answer}>{value}</span>
        {why !== undefined && <span className={s.why}>{why}</span>}
      </div>
    </section>
  );
}
