// A context menu at a point. The selected action runs after the focus has been restored.
import { useRef } from "react";
import { DropdownMenu } from "radix-ui";
import { MenuRow } from "./Menu.tsx";
import type { MenuItem } from "./Menu.tsx";
import s from "./Menu.module.css";

/**
 * @param label the accessible name
 * @param back restores the focus
 */
export function PointMenu({
  at,
  label,
  items,
  back,
  onClose,
}: {
  at: { x: number; y: number };
  label: string;
  items: readonly MenuItem[];
  back: () => void;
  onClose: () => void;
}) {
  const chosen = useRef<(() => void) | null>(null);
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <button
          type="button"
          tabIndex={-1}
          aria-label={label}
          className={s.point}
          style={{ left: at.x, top: at.y }}
        />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={s.menu}
          align="start"
          sideOffset={2}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            back();
            chosen.current?.();
          }}
        >
          {items.map((item) => (
            <MenuRow
              key={item.id}
              item={{ ...item, onSelect: () => (chosen.current = item.onSelect) }}
            />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
