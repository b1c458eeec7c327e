// A menu button, for less frequent actions.
import type { Keys } from "#shared/shortcuts.ts";
import type { ReactElement, ReactNode } from "react";
import { DropdownMenu } from "radix-ui";
import { cx } from "../cx.ts";
import { Icon } from "./Icon.tsx";
import type { IconKind } from "./Icon.tsx";
import { KeyCap } from "./KeyCap.tsx";
import s from "./Menu.module.css";

export interface MenuItem {
  id: string;
  label: ReactNode;
  icon?: IconKind | undefined;
  keys?: Keys | undefined;
  disabled?: boolean | undefined;
  /** Draws a separator above this item. */
  cut?: boolean | undefined;
  danger?: boolean | undefined;
  onSelect: () => void;
}

/** @param children the button that opens the menu; it must take a ref */
export function Menu({
  items,
  children,
  align = "end",
}: {
  items: readonly MenuItem[];
  children: ReactElement;
  align?: "start" | "end";
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={s.menu} align={align} sideOffset={2} collisionPadding={8}>
          {items.map((item) => (
            <MenuRow key={item.id} item={item} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function MenuRow({ item }: { item: MenuItem }) {
  return (
    <>
      {item.cut === true && <DropdownMenu.Separator className={s.cut} />}
      <DropdownMenu.Item
        disabled={item.disabled ?? false}
        onSelect={item.onSelect}
        className={cx(s.item, item.danger === true && s.danger)}
      >
        <span className={s.icon}>{item.icon !== undefined && <Icon of={item.icon} />}</span>
        <span className="grow">{item.label}</span>
        {item.keys !== undefined && <KeyCap of={item.keys} />}
      </DropdownMenu.Item>
    </>
  );
}
