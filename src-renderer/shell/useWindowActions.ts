// What is on offer in every room: the rooms themselves, the palette, the keys, the master switch.
import type { Keys } from "../../src-shared/shortcuts.ts";
import { KEYS } from "../../src-shared/shortcuts.ts";
import { useMemo } from "react";
import { useT } from "../i18n/index.ts";
import { useActions } from "../state/actions.ts";
import type { Action } from "../state/actions.ts";
import { send } from "../state/commands.ts";
import { useMirror } from "../state/mirror.ts";
import { go, openStart, view } from "../state/view.ts";
import type { Screen } from "../state/view.ts";

export function useWindowActions(): void {
  const t = useT();
  const position = useMirror((state) => state.desk.masterSwitch);
  const actions = useMemo((): Action[] => {
    const room = (to: Screen, keys: Keys): Action => ({
      id: `go-${to}`,
      group: "go",
      label: t("shell.palette.go", { room: t(`shell.rail.${to}`) }),
      keys,
      run: () => go(to),
    });
    return [
      room("inbox", KEYS.goInbox),
      room("workbench", KEYS.goWorkbench),
      room("servers", KEYS.goServers),
      room("history", KEYS.goHistory),
      room("rules", KEYS.goRules),
      room("settings", KEYS.goSettings),
      {
        id: "palette",
        group: "app",
        label: t("shell.palette.open"),
        keys: KEYS.palette,
        hidden: true,
        run: () => view.setState((state) => ({ paletteOpen: !state.paletteOpen })),
      },
      {
        id: "keys",
        group: "app",
        label: t("shell.palette.keys"),
        keys: KEYS.help,
        run: () => view.setState({ keysOpen: true }),
      },
      {
        ...{ id: "start", group: "app", label: t("firstrun.open") },
        run: () => openStart(),
      },
      ...(["review", "rules", "stopped"] as const)
        .filter((to) => to !== position)
        .map((to): Action => ({
          id: `switch-${to}`,
          group: "app",
          label: t(`shell.palette.to.${to}`),
          run: () => void send("desk.switch", to),
        })),
    ];
  }, [t, position]);
  useActions("window", actions);
}
