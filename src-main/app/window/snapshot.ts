// Everything a window needs when it starts, taken at one moment.
import { app } from "electron";
import type { MachineView } from "#shared/contract/machine.ts";
import type { Snapshot } from "#shared/contract/pushes.ts";
import type { SettingsService } from "../../profile/settings.ts";
import type { WindowSide } from "./windowSide.ts";
import { systemLanguage } from "../system/language.ts";
import { shownRequest } from "../../core/desk/shown.ts";
import type { Rooms } from "../../composition/rooms.ts";

/** @returns all views, and the version of the pushes that follow them */
export function snapshotOf(
  profile: string,
  windowSide: WindowSide,
  rooms: Rooms,
  settings: SettingsService,
): Snapshot {
  const requests = rooms.desk.requests().flatMap(({ id }) => shownRequest(rooms.desk, id) ?? []);
  const version = windowSide.pusher.settle(requests);
  windowSide.opener.began();
  return {
    version,
    requests,
    streams: rooms.desk.streams(),
    drafts: rooms.drafts.all(),
    servers: rooms.servers.views(),
    programs: rooms.programs.view(),
    runs: rooms.calls.views(),
    models: rooms.models.view(),
    local: rooms.localModels.view(),
    settings: settings.settings,
    desk: rooms.desk.view(),
    limits: rooms.limits.view(),
    history: rooms.history.view,
    fixtures: rooms.fixtures.view(),
    retention: rooms.retention.view(),
    rules: rooms.rules.view(),
    team: rooms.team.view(),
    machine: {
      locale: systemLanguage(),
      platform: platform(),
      version: app.getVersion(),
      isTryOut: !app.isPackaged,
      profile,
      secretStorage: rooms.secrets.storage,
      isEncrypted: rooms.isEncrypted,
      faults: windowSide.faults,
    },
  };
}

function platform(): MachineView["platform"] {
  const { platform: name } = process;
  return name === "darwin" || name === "linux" || name === "win32" ? name : "other";
}
