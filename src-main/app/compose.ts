// Puts the app together: settings, rooms, the door for the window, the window, the end.
import path from "node:path";
import { openPage } from "./system/browser.ts";
import { app } from "electron";
import { openingOf } from "../../src-shared/ipc/opening.ts";
import type { Desk } from "../desk/core/desk.ts";
import { handlersOf } from "../ipc/handlers.ts";
import { serve } from "../ipc/serve.ts";
import { MediaService } from "../services/media/media.ts";
import { RulesFilesService } from "../services/rules/rulesFiles.ts";
import { SpendingService } from "../services/record/spending.ts";
import { base64Facts } from "../store/ledger/base64.ts";
import { audiences } from "./window/audiences.ts";
import { confirmCall } from "./system/confirmCall.ts";
import {
  askBeforeQuitting,
  budgetWarned,
  closingOf,
  openWindowSide,
  openSettingsService,
  openTray,
  waitingTold,
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
import { quitForUnopenedProfile } from "./start/notStarted.ts";
import { pickCertificate, pickHostFile, pickModelFile, pickRoot } from "./system/pickers.ts";
import { openThenStart } from "./start/opening.ts";
import { Preparation } from "./window/preparation.ts";
import { serveFiles } from "./window/protocol.ts";
import { Quitter } from "./start/quit.ts";
import type { SettingsService } from "../services/settings.ts";
import type { Rooms } from "./rooms/rooms.ts";
import { readRunConfig } from "./start/runConfig.ts";
import { snapshotOf } from "./window/snapshot.ts";
import type { TrayIcon } from "./system/tray.ts";
import type { AppStarts } from "./start/starts.ts";

/**
 * Builds the app on a profile folder. `starts` hands over what this start and further ones bring; `background`: the window is
 * not shown where a tray is. Call once, when Electron is ready.
 */
export function compose(profile: string, starts: AppStarts, background: boolean): void {
  const face = openWindowSide(
    profile,
    () => void closingOf(face, settings, (noTray) => quitter.request(noTray)),
    (call) =>
      confirmCall(call, face.desktop.window, {
        language: languageOf(settings.settings),
        server: (id) => rooms?.servers.views().find((server) => server.id === id),
        asker: (id) => rooms?.desk.sample(id)?.asker.name,
      }),
  );
  // One fault of ours in what some server sent must not end every other request.
  process.on("uncaughtException", ({ name }) => face.fault({ kind: "internal", detail: name }));
  const server = devServer(app.isPackaged);
  harden((what) => face.log.warn("denied", { what }), server);
  serveFiles(path.join(__dirname, "../renderer"), server);
  const settings = openSettingsService(profile, face);
  // The window loads while the rooms are opened.
  face.desktop.open(background);
  starts.showBy(() => face.desktop.show());
  let rooms: Rooms | null = null;
  const ending = new AbortController();
  const quitter = new Quitter({
    openCount: () => openCountOf(rooms),
    ask: (asked) =>
      void askBeforeQuitting(face, rooms, asked, settings.settings).then(
        (quit) => void (quit && quitter.end()),
      ),
    async close() {
      face.desktop.end();
      face.tray?.close();
      ending.abort();
      // What prepares the files lets go of them.
      if (rooms === null) await preparing;
      await rooms?.close();
      face.log.info("ended");
    },
    left: (threads) => face.log.warn("threads did not end", { threads }),
  });
  const preparation = new Preparation((told) => face.pusher.push({ kind: "preparing", ...told }));
  // Their code is large (protocol, providers, SQLite): it is read while the window's process starts.
  const preparing = openThenStart<Rooms>({
    open: async () =>
      (await import("./rooms/rooms.ts")).openRooms({
        profile,
        settings,
        entries: __dirname,
        fault: face.fault,
        ending: ending.signal,
        preparing: (now) => preparation.at(now, settings.settings.language),
        warnBudget: budgetWarned(face, settings),
        audience: (desk) => audienceOf(desk, face, settings),
      }),
    over: () => preparation.over(),
    unopened(error) {
      if (!ending.signal.aborted) void quitForUnopenedProfile(profile, error);
    },
    begin: [
      (made) => {
        rooms = made;
      },
      (made) => startRooms(made, face, starts),
      ({ desk }) => {
        const tray = openTray(desk, face, settings, () => quitter.request());
        face.tray = tray;
        if (background) void showWithoutTray(face, tray);
      },
    ],
    fault: face.fault,
  });
  // Where the app ends meanwhile, or they cannot be opened, nobody waits for them any more.
  const opened = preparing.then((made) => made ?? new Promise<never>(() => undefined));
  const asked = runOnceIdle(() => void opened.then((made) => afterFirstScreen(made, face)));
  serve(
    opened.then((rooms) =>
      handlersIn(rooms, {
        ...{ profile, face, settings, preparation, asked },
        quit: () => void quitter.end(),
      }),
    ),
    preparation.handlers,
    (sender) => face.desktop.guardOf(sender),
    (channel, kind) => face.log.warn("call turned away", { channel, kind }),
  );
}

/** What a start can do later. On Linux another program is asked about links, and waited for. */
function afterFirstScreen({ models }: Rooms, face: WindowSide): void {
  registerLinks(face);
  void models.refresh();
}

/** Started at login, where no panel shows the icon (yet): the window is the only way in. */
async function showWithoutTray({ desktop }: WindowSide, tray: TrayIcon): Promise<void> {
  if (!(await tray.isShown())) desktop.show();
}

/** The window, the tray and the system's notifications. */
const audienceOf = (desk: () => Desk, face: WindowSide, settings: SettingsService) =>
  audiences(face.pusher, face.fault, {
    desk,
    waiting: waitingTold(face, settings),
    moved: () => face.tray?.update({ position: desk().view().masterSwitch }),
  });

/** What the window may call, now that the rooms are open. */
function handlersIn(
  rooms: Rooms,
  {
    profile,
    face,
    settings,
    preparation,
    asked,
    quit,
  }: {
    profile: string;
    face: WindowSide;
    settings: SettingsService;
    preparation: Preparation;
    /** The window has asked for everything. */
    asked(): void;
    quit(): void;
  },
) {
  const window = () => face.desktop.window;
  return handlersOf({
    ...rooms,
    settings,
    rulesFiles: new RulesFilesService(rooms.rules, rulesDialogs(window)),
    historyFiles: rooms.historyFiles(historyDialogs(window)),
    media: new MediaService(
      rooms.desk.media,
      mediaDialogs(window),
      (base64) => base64Facts(base64).sniffed,
      (id, ref) => rooms.history.medium(id, ref),
    ),
    fixtureDialogs: fixtureDialogs(window),
    spending: new SpendingService({
      store: rooms.spent,
      placeToSave: mediaDialogs(window).placeToSave,
      providerName: (id) =>
        rooms.models.view().providers.find((provider) => provider.id === id)?.name ?? id,
    }),
    early: preparation.handlers,
    loginItem: ownLoginItem(),
    snapshot() {
      asked();
      return snapshotOf(profile, face, rooms, settings);
    },
    confirmQuit: (confirmed) => (confirmed ? quit() : undefined),
    paste: () => window()?.webContents.paste(),
    openPage: (url) => void openPage(url).catch(() => face.fault({ kind: "page-not-opened", url })),
    pickModelFile: () => pickModelFile(face.desktop),
    pickFolder: () => pickRoot(face.desktop),
    pickHostFile: () => pickHostFile(face.desktop),
    pickCertificate: () => pickCertificate(face.desktop),
  });
}

/** Connects what is turned on, with the servers of this run, and opens what links name. */
function startRooms(rooms: Rooms, face: WindowSide, starts: AppStarts): void {
  const takeRun = (file: string): void => {
    const { servers, faults } = readRunConfig(file);
    faults.forEach(face.fault);
    rooms.servers.takeRun(servers);
  };
  void rooms.desk.recover(Object.keys(rooms.drafts.all()));
  rooms.servers.start();
  starts.takeBy(({ config, link }) => {
    if (config !== null) takeRun(config);
    if (link !== null) face.opener.open(openingOf(link));
  });
  rooms.history.begin();
  rooms.retention.begin();
  face.log.info("started", { version: app.getVersion(), electron: process.versions.electron });
}

/** Requests for which a server still waits. */
const openCountOf = (rooms: Rooms | null): number => rooms?.desk.openCount() ?? 0;
