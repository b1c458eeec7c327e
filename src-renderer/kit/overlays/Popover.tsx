// A popover next to its button, for details or a short form.
import type { ReactElement, ReactNode } from "react";
import { Popover as Radix } from "radix-ui";
import { focusWhole } from "../hooks/focusWhole.ts";
import { OverRoom } from "./Tooltip.tsx";
import s from "./Popover.module.css";

export function Popover({
  label,
  trigger,
  children,
  align = "start",
  open,
  onOpenChange,
}: {
  label: string;
  /** A button that takes a ref. */
  trigger: ReactElement;
  children: ReactNode;
  align?: "start" | "center" | "end";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}) {
  return (
    <Radix.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange ? { onOpenChange } : {})}
    >
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          className={s.popover}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={focusWhole}
        >
          <OverRoom value={true}>{children}</OverRoom>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
