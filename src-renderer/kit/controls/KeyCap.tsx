// The key caps of a chord, with the names of this platform.
import type { Keys } from "#shared/shortcuts.ts";
import { capsOf } from "./keys.ts";
import { cx } from "../cx.ts";
import s from "./KeyCap.module.css";

/**
 * @param of a chord such as `Mod+Enter`
 * @param on shown on a filled button
 */
export function KeyCap({ of, on = false }: { of: Keys; on?: boolean }) {
  return (
    <span className={s.caps} aria-hidden="true">
      {capsOf(of).map((cap) => (
        <kbd key={cap} className={cx(s.cap, on && s.on)}>
          {cap}
        </kbd>
      ))}
    </span>
  );
}
