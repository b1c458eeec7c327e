// The context menu of texts, by pointer or menu key: clipboard, the block in another format, Find.
import { useEffect, useState } from "react";
import { KEYS } from "#shared/shortcuts.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { currentActions } from "#data/actions.ts";
import { send } from "#data/commands.ts";
import { CopyIcon, SearchIcon } from "#kit/controls/icons.ts";
import { PointMenu } from "#kit/controls/PointMenu.tsx";
import type { MenuItem } from "#kit/controls/Menu.tsx";
import { copyAs, copyForms, textAround } from "#editor/menu/textMenus.ts";
import type { HeldText, ShownEditor } from "#editor/menu/textMenus.ts";

interface Opened {
  held: HeldText;
  at: { x: number; y: number };
}

export function TextMenu() {
  const t = useT();
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    const open = (event: MouseEvent): void => {
      const held = event.target instanceof Element ? textAround(event.target) : null;
      if (held === null) return;
      event.preventDefault();
      setOpened({ held, at: { x: event.clientX, y: event.clientY } });
    };
    document.addEventListener("contextmenu", open);
    return () => document.removeEventListener("contextmenu", open);
  }, []);
  if (opened === null) return null;
  return (
    <PointMenu
      at={opened.at}
      label={opened.held.label}
      items={itemsFor(t, opened.held)}
      onClose={() => setOpened(null)}
      back={() => opened.held.editor()?.focus()}
    />
  );
}

const copy = (text: string): void => void navigator.clipboard.writeText(text);

function itemsFor(t: T, held: HeldText): MenuItem[] {
  const find = currentActions().find(({ id }) => id === "find");
  return [
    ...clipboard(t, held.editor()),
    ...copyForms.map((form, at): MenuItem => ({
      id: `copy-${form}`,
      label: t(`editor.menu.copyAs.${form}`),
      icon: CopyIcon,
      cut: at === 0,
      onSelect: () => copy(copyAs(form, held.text(), held.language, held.label)),
    })),
    ...(find === undefined
      ? []
      : [
          {
            id: "find",
            label: t("editor.find.open"),
            icon: SearchIcon,
            keys: KEYS.find,
            cut: true,
            onSelect: find.run,
          },
        ]),
  ];
}

/** Clipboard commands for the selection; read-only text has no Cut or Paste. */
function clipboard(t: T, shown: ShownEditor | null): MenuItem[] {
  const model = shown?.getModel();
  const selection = shown?.getSelection();
  if (shown === null || model === null || model === undefined) return [];
  const isEmpty = selection === null || selection === undefined || selection.isEmpty();
  const isFixed = shown.getRawOptions().readOnly === true;
  const take = (): void => {
    if (selection) copy(model.getValueInRange(selection));
  };
  return [
    {
      id: "cut",
      label: t("editor.menu.cut"),
      disabled: isEmpty || isFixed,
      onSelect() {
        take();
        if (selection) shown.executeEdits("menu", [{ range: selection, text: "" }]);
      },
    },
    { id: "copy", label: t("common.copy"), disabled: isEmpty, onSelect: take },
    {
      id: "paste",
      label: t("editor.menu.paste"),
      disabled: isFixed,
      // Main pastes at the focus: the window may not read the clipboard.
      onSelect: () => void send("app.paste"),
    },
    {
      id: "select-all",
      label: t("common.selectAll"),
      onSelect: () => shown.setSelection(model.getFullModelRange()),
    },
  ];
}
