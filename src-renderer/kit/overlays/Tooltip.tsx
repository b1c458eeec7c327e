// Tooltips: the name of an icon, or text that was cut. Never the only place of a fact.
import type { Keys } from "#shared/shortcuts.ts";
import { createContext, useContext } from "react";
import type { ReactElement, ReactNode } from "react";
import { Tooltip as Radix } from "radix-ui";
import { useT } from "#words/index.ts";
import { KeyCap } from "../controls/KeyCap.tsx";
import { cx } from "../cx.ts";
import s from "./Tooltip.module.css";

/** True inside dialogs, menus and popovers, where tooltips need a higher layer. */
export const OverRoom = createContext(false);

/** Wraps the app once, so that tooltips share one delay. */
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
  /** One element that takes a ref and pointer events. */
  children: ReactElement;
}) {
  const t = useT();
  const above = useContext(OverRoom);
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      {/* Portalled out of all landmarks, so it needs one of its own while shown. */}
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
