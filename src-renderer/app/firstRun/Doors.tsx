// Ways to get started: what each does, the route its requests take, and one button.
import type { ReactNode, Ref } from "react";
import type { Keys } from "#shared/shortcuts.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import type { IconKind } from "#kit/controls/Icon.tsx";
import { NextIcon } from "#kit/controls/icons.ts";
import s from "./FirstRun.module.css";

export interface Door {
  id: string;
  icon: IconKind;
  title: string;
  text: ReactNode;
  /** From the server that asks to whoever responds. */
  route: readonly string[];
  label: string;
  keys?: Keys;
  busy?: boolean;
  run: () => void;
}

/** @param first ref to the first door's button, which is the recommended one */
export function Doors({ doors, first }: { doors: readonly Door[]; first: Ref<HTMLButtonElement> }) {
  return (
    <ul className={s.doors}>
      {doors.map(({ id, icon, title, text, route, label, keys, busy = false, run }, index) => (
        <li key={id} className={s.door}>
          <Icon of={icon} size="rail" className="ink2" />
          <h2>{title}</h2>
          <p>{text}</p>
          <p className={s.route}>
            {route.map((stop, at) => (
              <span key={stop} className={s.stop}>
                {at > 0 && <Icon of={NextIcon} />}
                {stop === "Countersign" ? <b>{stop}</b> : stop}
              </span>
            ))}
          </p>
          <Button
            className={s.action}
            {...(index === 0 ? { ref: first, level: "primary" as const } : {})}
            keys={keys}
            aria-disabled={busy}
            onClick={busy ? undefined : run}
          >
            {label}
          </Button>
        </li>
      ))}
    </ul>
  );
}
