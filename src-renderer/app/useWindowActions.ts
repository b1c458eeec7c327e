// Actions available in every room: opening rooms, the palette, the shortcuts, the mode switch.
import type { Keys } from "#shared/shortcuts.ts";
import { KEYS } from "#shared/shortcuts.ts";
import { useMemo } from "react";
import { zoomed } from "#shared/settings/zoom.ts";
import type { Zoom } from "#shared/settings/zoom.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { useActions } from "#data/actions.ts";
import { send } from "#data/commands.ts";
import { mirror, useMirror } from "#data/mirror.ts";
import { goTo, openStart, view } from "#data/view.ts";
import type { Action, Screen } from "#data/view.ts";

export function useWindowActions(): void {
  const t = useT();
  const position = useMirror((state) => state.desk.masterSwitch);
  const actions = useMemo((): Action[] => {
    const room = (to: Screen, keys: Keys): Action => ({
      id: `go-${to}`,
      group: "go",
      label: t("shell.palette.go", { room: t(`shell.rail.${to}`) }),
      keys,
      run: () => goTo(to),
    });
    return [
      room("inbox", KEYS.goInbox),
      room("agents", KEYS.goAgents),
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
        label: t("common.showKeyboardShortcuts"),
        keys: KEYS.help,
        run: () => view.setState({ keysOpen: true }),
      },
      {
        id: "start",
        group: "app",
        label: t("firstrun.open"),
        run: () => openStart(),
      },
      ...zooming(t),
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

/** Zoom in, zoom out, reset. */
function zooming(t: T): Action[] {
  const to = (next: (now: Zoom) => Zoom) => (): void => {
    const { zoom } = mirror.getState().settings;
    void send("settings.set", { zoom: next(zoom) });
  };
  return [
    {
      id: "zoomIn",
      group: "app",
      label: t("common.zoomIn"),
      keys: KEYS.zoomIn,
      run: to((now) => zoomed(now, 1)),
    },
    {
      id: "zoomOut",
      group: "app",
      label: t("common.zoomOut"),
      keys: KEYS.zoomOut,
      run: to((now) => zoomed(now, -1)),
    },
    {
      id: "zoomReset",
      group: "app",
      label: t("shell.keys.zoomReset"),
      keys: KEYS.zoomReset,
      run: to(() => 100),
    },
  ];
}
