// Connects updates to the app: the settings of the build, this installation, and what is held.
import { readFileSync } from "node:fs";
import path from "node:path";
import { app } from "electron";
import type { Features } from "../../composition/features.ts";
import type { SettingsService } from "../../profile/settings.ts";
import { argumentsOfNextStart } from "../start/arguments.ts";
import { ownAppImage } from "../system/registered.ts";
import type { WindowSide } from "../window/windowSide.ts";
import { releaseOf } from "./feed.ts";
import { installerOf } from "./installer.ts";
import { UpdatesService } from "./updates.ts";

interface Parts {
  profile: string;
  features: Features;
  settings: SettingsService;
  windowSide: WindowSide;
  /** Not the first start with this profile. */
  isLaterStart: boolean;
  quit(): void;
}

/** Looks for nothing yet. */
export function openUpdates(parts: Parts): UpdatesService {
  const { profile, features, settings, windowSide, isLaterStart, quit } = parts;
  const { desk, servers, network } = features;
  const updates: UpdatesService = new UpdatesService({
    release: releaseOf(
      JSON.parse(readFileSync(path.join(app.getAppPath(), "package.json"), "utf8")),
    ),
    version: app.getVersion(),
    installer: installerOf({
      packaged: app.isPackaged,
      system: process.platform,
      program: process.execPath,
      appImage: ownAppImage(),
      folder: path.join(profile, "updates"),
      relaunch(execPath) {
        const args = argumentsOfNextStart(process.argv.slice(1));
        app.relaunch({ execPath, args: args.filter((arg) => arg !== "--background") });
      },
    }),
    isLaterStart,
    fetch: network.routes.fetch,
    choice: () => settings.settings.updates,
    held: () => ({
      requests: desk.openCount(),
      agents: servers.views().flatMap(({ hostSessions = [] }) => hostSessions).length,
    }),
    quit,
    changed: () => windowSide.pusher.set("updates", () => updates.view()),
    fault: windowSide.fault,
    nowMs: Date.now,
  });
  settings.follow(() => updates.chosen());
  return updates;
}
