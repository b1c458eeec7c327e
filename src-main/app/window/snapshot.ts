// Everything a window needs when it starts, taken at one moment.
import { app } from "electron";
import type { MachineView } from "#shared/contract/machine.ts";
import type { Snapshot } from "#shared/contract/pushes.ts";
import type { SettingsService } from "../../profile/settings.ts";
import type { UpdatesService } from "../updates/updates.ts";
import type { WindowSide } from "./windowSide.ts";
import { systemLanguage } from "../system/language.ts";
import type { Features } from "../../composition/features.ts";

/** @returns all views, and the version of the pushes that follow them */
export function snapshotOf(
  profile: string,
  windowSide: WindowSide,
  features: Features,
  settings: SettingsService,
  updates: UpdatesService,
): Snapshot {
  const requests = features.desk.requests().flatMap(({ id }) => features.desk.shown(id) ?? []);
  const version = windowSide.pusher.settle(requests);
  windowSide.opener.began();
  return {
    version,
    requests,
    streams: features.desk.streams(),
    drafts: features.drafts.all(),
    servers: features.servers.views(),
    programs: features.programs.view(),
    runs: features.calls.views(),
    models: features.models.view(),
    local: features.localModels.view(),
    settings: settings.settings,
    desk: features.desk.view(),
    limits: features.limits.view(),
    history: features.history.view,
    fixtures: features.fixtures.view(),
    retention: features.retention.view(),
    rules: features.rules.view(),
    team: features.team.view(),
    updates: updates.view(),
    machine: {
      locale: systemLanguage(),
      platform: platform(),
      version: app.getVersion(),
      isTryOut: !app.isPackaged,
      profile,
      secretStorage: features.secrets.storage,
      isEncrypted: features.isEncrypted,
      faults: windowSide.faults,
    },
  };
}

function platform(): MachineView["platform"] {
  const { platform: name } = process;
  return name === "darwin" || name === "linux" || name === "win32" ? name : "other";
}
