// The actions of the history, for shortcuts and the palette.
import type { Keys } from "#shared/shortcuts.ts";
import { KEYS } from "#shared/shortcuts.ts";
import { useMemo, useRef } from "react";
import { useT } from "#words/index.ts";
import { useActions } from "#data/actions.ts";
import type { Action } from "#data/view.ts";
import type { MenuItem } from "#kit/controls/Menu.tsx";
import type { ItemTab } from "./item/Item.tsx";

const WHOLE = ["verify", "paste"] as const;

interface Handlers {
  step: (by: 1 | -1) => void;
  filter: () => void;
  escape: () => void;
  tab: (tab: ItemTab) => void;
  exportMany: () => void;
  deleteMany: (() => void) | null;
  /** Actions on the history as a whole. */
  more: readonly MenuItem[];
  /** True while a request is open. */
  open: boolean;
}

export function useHistoryActions(handlers: Handlers): void {
  const t = useT();
  const now = useRef(handlers);
  now.current = handlers;
  const { open } = handlers;
  const canDelete = handlers.deleteMany !== null;
  const actions = useMemo((): Action[] => {
    const tab = (to: ItemTab, keys: Keys, label: string): Action => ({
      id: `history-${to}`,
      group: "request",
      label,
      keys,
      disabled: !open,
      run: () => now.current.tab(to),
    });
    return [
      {
        id: "history-next",
        group: "request",
        label: t("shell.keys.next"),
        keys: KEYS.next,
        hidden: true,
        run: () => now.current.step(1),
      },
      {
        id: "history-previous",
        group: "request",
        label: t("shell.keys.previous"),
        keys: KEYS.previous,
        hidden: true,
        run: () => now.current.step(-1),
      },
      {
        id: "history-filter",
        group: "app",
        label: t("history.search.label"),
        keys: KEYS.filter,
        run: () => now.current.filter(),
      },
      {
        id: "history-escape",
        group: "app",
        label: t("common.back"),
        keys: KEYS.back,
        hidden: true,
        run: () => now.current.escape(),
      },
      {
        id: "history-export",
        group: "app",
        label: t("common.export"),
        run: () => now.current.exportMany(),
      },
      {
        id: "history-delete",
        group: "app",
        label: t("history.do.delete"),
        disabled: !canDelete,
        run: () => now.current.deleteMany?.(),
      },
      ...WHOLE.map((id): Action => ({
        id: `history-${id}`,
        group: "app",
        label: t(`history.do.${id}`),
        run: () => now.current.more.find((item) => item.id === id)?.onSelect(),
      })),
      tab("documents", KEYS.documents, t("history.tab.documents")),
      tab("compare", KEYS.compare, t("history.tab.compare")),
      tab("events", KEYS.events, t("history.events.title")),
      tab("about", KEYS.about, t("common.details")),
    ];
  }, [t, open, canDelete]);
  useActions("history", actions);
}
