// Actions on a server, shared by its panel and the palette.
import type { ServerView } from "#shared/servers/server.ts";
import type { T } from "#words/index.ts";
import { reviewedKind, reviewServers } from "#data/approval.ts";
import { openServerDialog, openTraffic } from "#data/view.ts";
import type { IconKind } from "#kit/controls/Icon.tsx";
import {
  AgainIcon,
  ByHandIcon,
  PlugIcon,
  RemoveIcon,
  TrafficIcon,
  UnplugIcon,
  ModelIcon,
} from "#kit/controls/icons.ts";

export interface Act {
  id: string;
  label: string;
  icon?: IconKind | undefined;
  level?: "primary" | undefined;
  run: () => void;
}

interface Runs {
  onConnect: () => void;
  onEnable: (enabled: boolean) => void;
}

/** The most likely action in the server's state. */
export function mainAct(t: T, server: ServerView, { onConnect, onEnable }: Runs): Act | null {
  switch (server.state.kind) {
    case "off":
      return {
        id: "on",
        label: t("common.turnOn"),
        icon: PlugIcon,
        run: () => onEnable(true),
      };
    case "needs-confirmation":
      return {
        id: "review",
        label: t(`servers.review.${reviewedKind(server)}`),
        level: "primary",
        run: () => reviewServers([server.id]),
      };
    case "connecting":
    // The question has its own buttons.
    case "needs-sign-in":
      return null;
    case "connected":
    case "reconnecting":
    case "failed": {
      const local = server.endpoint.kind === "stdio" || server.endpoint.kind === "demo";
      const label = t(local ? "servers.startAgain" : "servers.connectAgain");
      return { id: "again", label, icon: AgainIcon, run: onConnect };
    }
  }
}

/** The other actions. The bundled server can be neither edited nor removed. */
export function otherActs(t: T, server: ServerView, { onEnable }: Runs): Act[] {
  const { id, enabled, endpoint } = server;
  const own = endpoint.kind !== "demo";
  const opens = (kind: "edit" | "remove", icon: IconKind): Act => ({
    id: kind,
    label: t(`servers.${kind}`),
    icon,
    run: () => openServerDialog({ kind, id }),
  });
  return [
    ...(own ? [opens("edit", ByHandIcon)] : []),
    {
      id: "traffic",
      label: t("traffic.open"),
      icon: TrafficIcon,
      run: () => openTraffic({ serverId: id }),
    },
    ...(endpoint.kind === "stdio"
      ? [
          {
            id: "give",
            label: t("programs.give.open"),
            icon: ModelIcon,
            run: () => openServerDialog({ kind: "give", id }),
          },
        ]
      : []),
    ...(enabled
      ? [
          {
            id: "off",
            label: t("common.turnOff"),
            icon: UnplugIcon,
            run: () => onEnable(false),
          },
        ]
      : []),
    ...(own ? [opens("remove", RemoveIcon)] : []),
  ];
}
