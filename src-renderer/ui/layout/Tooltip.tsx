// The name of an icon, or a word that the place has no room for. Never the only place of a fact.
import type { Keys } from "../../../src-shared/shortcuts.ts";
import { createContext, useContext } from "react";
import type { ReactElement, ReactNode } from "react";
import { Tooltip as Radix } from "radix-ui";
import { useT } from "../../i18n/index.ts";
import { KeyCap } from "../controls/KeyCap.tsx";
import { cx } from "../cx.ts";
import s from "./Tooltip.module.css";

/** True within a dialog, a menu or a popover: tooltips of what is in it stand above it. */
export const OverRoom = createContext(false);

/** Once, around the app: tooltips share one delay. */
export function TooltipRoot({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={500} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  );
}

export function Tooltip({
  text,
  keys,
  children,
  side = "bottom",
}: {
  text: ReactNode;
  keys?: Keys | undefined;
  side?: "top" | "right" | "bottom" | "left";
  /** One element that takes a ref and the pointer events. */
  children: ReactElement;
}) {
  const t = useT();
  const above = useContext(OverRoom);
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      {/* Outside of everything else, so in a landmark of its own for as long as it is shown. */}
      <Radix.Portal>
        <aside aria-label={t("common.hint")}>
          <Radix.Content
            className={cx(s.tip, above && s.above)}
            side={side}
            sideOffset={4}
            collisionPadding={8}
          >
            {text}
            {keys !== undefined && <KeyCap of={keys} />}
          </Radix.Content>
        </aside>
      </Radix.Portal>
    </Radix.Root>
  );
}
