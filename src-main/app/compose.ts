// Assembles the app: settings, features, IPC handlers, the window, quitting.
import { existsSync } from "node:fs";
import path from "node:path";
import { openPage } from "./system/browser.ts";
import { app } from "electron";
import { openingOf } from "#shared/contract/opening.ts";
import { handlersOf } from "../ipc/handlers.ts";
import { serve } from "../ipc/serve.ts";
import { MediaService } from "../core/media/media.ts";
import { RulesFilesService } from "../rules/rulesFiles.ts";
import { SpendingService } from "../history/spending.ts";
import { ok } from "#shared/outcome.ts";
import { base64Facts } from "../history/ledger/base64.ts";
import { deskListener } from "../ipc/push.ts";
import type { CallNames } from "./system/callWords.ts";
import { confirmCall } from "./system/confirmCall.ts";
import {
  askBeforeQuitting,
  budgetListener,
  closingOf,
  openWindowSide,
  openSettingsService,
  openTray,
  pendingListener,
} from "./window/windowSide.ts";
import type { WindowSide } from "./window/windowSide.ts";
import { devServer } from "./window/devServer.ts";
import {
  fixtureDialogs,
  historyDialogs,
  mediaDialogs,
  rulesDialogs,
} from "./system/fileDialogs.ts";
import { harden } from "./window/harden.ts";
import { languageOf } from "./system/language.ts";
import { ownLoginItem, registerLinks } from "./system/registered.ts";
import { runOnceIdle } from "./start/runOnceIdle.ts";
import { quitForTakenProfile, quitForUnopenedProfile } from "./start/notStarted.ts";
import { pickCertificate, pickHostFile, pickModelFile, pickRoot } from "./system/pickers.ts";
import { openThenStart } from "./start/opening.ts";
import { Preparation } from "./window/preparation.ts";
import { serveFiles } from "./window/protocol.ts";
import { Quitter } from "./start/quit.ts";
import type { SettingsService } from "../profile/settings.ts";
import type { Features, Root } from "../composition/features.ts";
import { readRunConfig } from "./start/runConfig.ts";
import { snapshotOf } from "./window/snapshot.ts";
import type { TrayIcon } from "./system/tray.ts";
import type { AppStarts } from "./start/starts.ts";
import type { UpdatesService } from "./updates/updates.ts";

/** Delay after the start before the history's index is brought up to date, so that it does not slow the start. */
const INDEX_AFTER_MS = 1500;

interface Opened {
  features: Features;
  updates: UpdatesService;
}

/** What the ids of a call stand for, once the features are open. */
const namesFrom = (features: () => Features | null): Omit<CallNames, "language"> => ({
  server: (id) =>
    features()
      ?.servers.views()
      .find((server) => server.id === id),
  found: (id) => features()?.importing.found(id),
  requester: (id) => features()?.desk.request(id)?.requester.name,
});

/**
 * Assembles the app on a profile folder. `starts`: arguments of this and later starts. `background`: keep the window
 * hidden if there is a tray. Call once, when Electron is ready.
 */
export function compose(profile: string, starts: AppStarts, background: boolean): void {
  const windowSide = openWindowSide(
    profile,
    () => void closingOf(windowSide, settings, (noTray) => quitter.request(noTray)),
    (call) =>
      confirmCall(call, windowSide.desktop.window, {
        language: languageOf(settings.settings),
        ...namesFrom(() => all?.features ?? null),
      }),
  );
  // A bug triggered by one server's message must not take down the requests of all others.
  process.on("uncaughtException", ({ name }) =>
    windowSide.fault({ kind: "internal", detail: name }),
  );
  const server = devServer(app.isPackaged);
  harden((what) => windowSide.log.warn("denied", { what }), server);
  serveFiles(path.join(__dirname, "../renderer"), server);
  const settings = openSettingsService(profile, windowSide);
  const isLaterStart = existsSync(path.join(profile, "ledger.db"));
  // The window loads while the features are being opened.
  windowSide.desktop.open(background);
  starts.showBy(() => windowSide.desktop.show());
  let all: Opened | null = null;
  const ending = new AbortController();
  const quitter = new Quitter({
    openCount: () => openCountOf(all),
    ask: (asked) =>
      void askBeforeQuitting(windowSide, all?.features ?? null, asked, settings.settings).then(
        (quit) => void (quit && quitter.end()),
      ),
    async close() {
      const installs = all?.updates.mayInstall() === true;
      all?.updates.close();
      windowSide.desktop.end();
      windowSide.tray?.close();
      ending.abort();
      // Aborting ends the preparation of the files; wait until it has closed them.
      if (all === null) await preparing;
      await all?.features.close();
      if (installs) await installUpdate(all?.updates, windowSide);
      windowSide.log.info("ended");
    },
    left: (threads) => windowSide.log.warn("threads did not end", { threads }),
  });
  const preparation = new Preparation((told) =>
    windowSide.pusher.push({ kind: "preparing", ...told }),
  );
  const preparing = openThenStart<Opened>({
    open: async () => {
      const features = await openFeaturesLate({
        profile,
        settings,
        entries: __dirname,
        fault: windowSide.fault,
        ending: ending.signal,
        preparing: (now) => preparation.at(now, settings.settings.language),
        warnBudget: budgetListener(windowSide, settings),
        audience: windowSide.pusher,
        unattended: false,
        port: null,
        listenerOf: (desk) =>
          deskListener(desk, windowSide.pusher, {
            waiting: pendingListener(windowSide, settings),
            moved: () => windowSide.tray?.update({ position: desk.view().masterSwitch }),
          }),
      });
      if (features === null) return null;
      const { openUpdates } = await import("./updates/open.ts");
      const quit = (): void => void quitter.end();
      const parts = { profile, features, settings, windowSide, isLaterStart, quit };
      return { features, updates: openUpdates(parts) };
    },
    over: () => preparation.over(),
    unopened(error) {
      if (!ending.signal.aborted) void quitForUnopenedProfile(profile, error);
    },
    begin: [
      (made) => {
        all = made;
      },
      ({ features }) => startFeatures(features, windowSide, starts),
      ({ features }) => {
        const tray = openTray(features.desk, windowSide, settings, () => quitter.request());
        windowSide.tray = tray;
        if (background) void showWithoutTray(windowSide, tray);
      },
    ],
    fault: windowSide.fault,
  });
  // Never settles when the app ends or the features cannot be opened.
  const opened = preparing.then((made) => made ?? new Promise<never>(() => undefined));
  const asked = runOnceIdle(() => {
    void opened.then((made) => afterFirstScreen(made, windowSide));
  });
  serve(
    opened.then((made) =>
      handlersIn(made, {
        profile,
        windowSide,
        settings,
        preparation,
        asked,
        quit: () => void quitter.end(),
      }),
    ),
    preparation.handlers,
    (sender) => windowSide.desktop.guardOf(sender),
    (channel, kind) => windowSide.log.warn("call refused", { channel, kind }),
  );
}

async function installUpdate(
  updates: UpdatesService | undefined,
  { log }: WindowSide,
): Promise<void> {
  const installed = await updates?.install();
  if (installed?.ok === true) log.info("update installed", { version: installed.value });
  else log.error("update not installed", { kind: installed?.failure.kind });
}

/** Imported late: this code is large (protocol, providers, SQLite) and loads while the window's process starts. */
async function openFeaturesLate(root: Omit<Root, "platform" | "stores">): Promise<Features | null> {
  const [{ openFeatures }, { profileStores }, { electronPlatform }, { lockProfile }] =
    await Promise.all([
      import("../composition/features.ts"),
      import("../composition/stores.ts"),
      import("./system/platform.ts"),
      import("../profile/profileLock.ts"),
    ]);
  // Kept until the process ends.
  const locked = lockProfile(root.profile);
  if (!locked.ok) {
    await quitForTakenProfile(root.profile, locked.failure);
    return null;
  }
  return openFeatures({ ...root, stores: profileStores, platform: electronPlatform() });
}

/** Work that can wait until after the first screen. On Linux, registering links runs another program. */
function afterFirstScreen({ features, updates }: Opened, windowSide: WindowSide): void {
  registerLinks(windowSide);
  void features.models.refresh();
  updates.begin();
}

/** Started at login but no panel shows the tray icon (yet): without the window the user could not reach the app. */
async function showWithoutTray({ desktop }: WindowSide, tray: TrayIcon): Promise<void> {
  if (!(await tray.isShown())) desktop.show();
}

/** The IPC handlers, once the features are open. */
function handlersIn(
  { features, updates }: Opened,
  {
    profile,
    windowSide,
    settings,
    preparation,
    asked,
    quit,
  }: {
    profile: string;
    windowSide: WindowSide;
    settings: SettingsService;
    preparation: Preparation;
    /** Called when the window requests its snapshot. */
    asked(): void;
    quit(): void;
  },
) {
  const window = () => windowSide.desktop.window;
  return handlersOf(features, {
    settings,
    rulesFiles: new RulesFilesService(features.rules, rulesDialogs(window)),
    historyFiles: features.historyFiles(historyDialogs(window)),
    media: new MediaService(
      features.desk.media,
      mediaDialogs(window),
      (base64) => base64Facts(base64).sniffed,
      (id, ref) => recordedMedium(features, id, ref),
    ),
    fixtureDialogs: fixtureDialogs(window),
    spending: new SpendingService(
      features.spent,
      mediaDialogs(window).placeToSave,
      (id) => features.models.view().providers.find((provider) => provider.id === id)?.name ?? id,
    ),
    early: preparation.handlers,
    loginItem: ownLoginItem(),
    updates,
    snapshot() {
      asked();
      return snapshotOf(profile, windowSide, features, settings, updates);
    },
    confirmQuit: (confirmed) => (confirmed ? quit() : undefined),
    paste: () => window()?.webContents.paste(),
    openPage: (url) =>
      void openPage(url).catch(() => windowSide.fault({ kind: "page-not-opened", url })),
    pickModelFile: () => pickModelFile(windowSide.desktop),
    pickFolder: () => pickRoot(windowSide.desktop),
    pickHostFile: () => pickHostFile(windowSide.desktop),
    pickCertificate: () => pickCertificate(windowSide.desktop),
  });
}

/** Connects servers that are turned on and those of this run, and opens links. */
function startFeatures(features: Features, windowSide: WindowSide, starts: AppStarts): void {
  const takeRun = (file: string): void => {
    const { servers, faults } = readRunConfig(file);
    faults.forEach(windowSide.fault);
    features.servers.takeRun(servers);
  };
  void features.desk.recover(Object.keys(features.drafts.all()));
  features.servers.start();
  features.team.begin();
  starts.takeBy(({ config, link }) => {
    if (config !== null) takeRun(config);
    if (link !== null) windowSide.opener.open(openingOf(link));
  });
  setTimeout(() => features.history.begin(), INDEX_AFTER_MS).unref();
  features.retention.begin();
  windowSide.log.info("started", {
    version: app.getVersion(),
    electron: process.versions.electron,
  });
}

/** A medium from the ledger, or of a request that another desk of the team holds. */
async function recordedMedium({ history, team }: Features, id: string, ref: string) {
  const isGuest = team.requests.isTeams(id) && !team.requests.has(id);
  const base64 = isGuest ? await team.medium(id, ref) : null;
  if (base64 === null) return history.read("medium", id, ref);
  const type = base64Facts(base64).sniffed ?? null;
  return ok({ bytes: new Uint8Array(Buffer.from(base64, "base64")), type });
}

/** Number of requests that servers wait for. */
const openCountOf = (all: Opened | null): number => all?.features.desk.openCount() ?? 0;
