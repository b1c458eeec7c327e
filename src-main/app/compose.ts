// Puts the app together: settings, rooms, the door for the window, the window, the end.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { app, dialog, nativeTheme } from "electron";
import type { OpenDialogOptions } from "electron";
import type { MachineView, Snapshot } from "../../src-shared/ipc/contract.ts";
import { isJsonObject } from "../../src-shared/json.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import type { BudgetUse } from "../../src-shared/policy/budget.ts";
import type { SharedRoot } from "../../src-shared/servers/policy.ts";
import { defaultSettings } from "../../src-shared/settings/defaults.ts";
import type { Settings } from "../../src-shared/settings/settings.ts";
import { handlersOf } from "../ipc/handlers.ts";
import { Pusher } from "../ipc/push.ts";
import { SentSamples } from "../ipc/sentSamples.ts";
import { serve } from "../ipc/serve.ts";
import { openLog } from "../log.ts";
import type { Log } from "../log.ts";
import { MediaService } from "../services/media.ts";
import { RulesFilesService } from "../services/rulesFiles.ts";
import { SpendingService } from "../services/spending.ts";
import { SettingsService } from "../services/settings.ts";
import { base64Facts } from "../store/base64.ts";
import { looksEncrypted } from "../store/encrypted.ts";
import { openSettings } from "../store/settings.ts";
import { audiences } from "./audiences.ts";
import { Desktop } from "./desktop.ts";
import { harden } from "./harden.ts";
import { fixtureDialogs, historyDialogs, mediaDialogs } from "./mediaDialogs.ts";
import { later } from "./later.ts";
import { setMenu } from "./menu.ts";
import { Notifier } from "./notify.ts";
import { serveFiles } from "./protocol.ts";
import { Quitter } from "./quit.ts";
import { askBySystem } from "./quitQuestion.ts";
import type { Rooms } from "./rooms.ts";
import { rulesDialogs } from "./rulesDialogs.ts";
import { readRunConfig } from "./runConfig.ts";
import { TrayIcon } from "./tray.ts";

/** The window's side: where pushes go, and what went wrong so far. */
interface Face {
  log: Log;
  desktop: Desktop;
  pusher: Pusher;
  sent: SentSamples;
  faults: Failure[];
  fault(failure: Failure): void;
  /** Once everything is there, and where the system has one. */
  tray: TrayIcon | null;
}

/**
 * Builds the app on a profile folder. `config` is a file with `mcpServers` for this run only, or null.
 * Call once, when Electron is ready.
 */
export function compose(profile: string, config: string | null): void {
  const face = openFace(profile, () => quitter.request());
  // One fault of ours in what some server sent must not end every other request.
  process.on("uncaughtException", ({ name }) => face.fault({ kind: "internal", detail: name }));
  harden((what) => face.log.warn("denied", { what }));
  serveFiles(path.join(__dirname, "../renderer"));
  const settings = openSettingsService(profile, face);
  // The window loads while the rooms are opened.
  face.desktop.open();

  let rooms: Rooms | null = null;
  const quitter = new Quitter({
    openCount: () => openCountOf(rooms),
    ask(open) {
      void askBeforeQuitting(face, rooms, open, settings.settings).then((quit) => {
        if (quit) void quitter.end();
      });
    },
    async close() {
      face.desktop.end();
      face.tray?.close();
      await rooms?.close();
      face.log.info("ended");
    },
  });
  // Their code is large (protocol, providers, SQLite): it is read while the window's process starts.
  const opened = import("./rooms.ts").then(({ openRooms }) => {
    rooms = openRooms({
      profile,
      settings,
      entries: __dirname,
      fault: face.fault,
      warnBudget: budgetWarned(face, settings),
      audience: (desk) =>
        audiences(face.pusher, face.sent, face.fault, {
          desk,
          waiting: waitingTold(face, settings),
          moved: () => face.tray?.update({ position: desk().view().masterSwitch }),
        }),
    });
    startRooms(rooms, face, config);
    face.tray = openTray(rooms.desk, face, settings, () => quitter.request());
    return rooms;
  });
  const asked = later(() => {
    void opened.then(({ models }) => models.refresh());
  });
  serve(
    opened.then((rooms) =>
      handlersOf({
        ...rooms,
        settings,
        rulesFiles: new RulesFilesService(
          rooms.rules,
          rulesDialogs(() => face.desktop.window),
        ),
        historyFiles: rooms.historyFiles(historyDialogs(() => face.desktop.window)),
        media: new MediaService(
          rooms.desk.keeping,
          mediaDialogs(() => face.desktop.window),
          (base64) => base64Facts(base64).sniffed,
          (id, ref) => rooms.history.medium(id, ref),
        ),
        fixtureDialogs: fixtureDialogs(() => face.desktop.window),
        spending: new SpendingService({
          store: rooms.spent,
          placeToSave: mediaDialogs(() => face.desktop.window).placeToSave,
          providerName: (id) =>
            rooms.models.view().providers.find((provider) => provider.id === id)?.name ?? id,
        }),
        snapshot() {
          asked();
          return snapshotOf(profile, face, rooms, settings);
        },
        confirmQuit: (quit) => void (quit ? quitter.end() : undefined),
        pickModelFile: () => pickModelFile(face.desktop),
        pickFolder: () => pickFolder(face.desktop),
        saveElsewhere: () => rooms.ledgerRoom.saveElsewhere(face.desktop.window),
        pickCertificate: () => pickCertificate(face.desktop),
      }),
    ),
    (channel, kind) => face.log.warn("call turned away", { channel, kind }),
  );
}

/** Connects what is switched on, with the servers of `config`, and hears of further starts. */
function startRooms(rooms: Rooms, face: Face, config: string | null): void {
  const takeRun = (file: string | null): void => {
    const run = readRunConfig(file);
    run.faults.forEach(face.fault);
    rooms.servers.takeRun(run.servers);
  };
  app.on("second-instance", (_event, _argv, _folder, data) => {
    face.desktop.show();
    takeRun(configOf(data));
  });
  app.on("activate", () => face.desktop.show());
  app.on("window-all-closed", () => undefined);
  void rooms.desk.takeUp(Object.keys(rooms.drafts.all()));
  rooms.servers.start();
  takeRun(config);
  rooms.history.begin();
  rooms.forgetting.begin();
  face.log.info("started", { version: app.getVersion(), electron: process.versions.electron });
}

/** What a second start with a `--config` of its own hands over (see main.ts). */
function configOf(data: unknown): string | null {
  const config = isJsonObject(data) ? data["config"] : null;
  return typeof config === "string" ? config : null;
}

function openFace(profile: string, closed: () => void): Face {
  const log = openLog(profile);
  const desktop = new Desktop({
    profile,
    closed,
    gone: (reason) => log.error("window process gone", { reason }),
  });
  const pusher = new Pusher((pushes) => desktop.send(pushes));
  const faults: Failure[] = [];
  const fault = (failure: Failure): void => {
    log.warn("fault", { kind: failure.kind });
    // Said once: what fails with every key that is typed need not fill the screen and the memory.
    const said = JSON.stringify(failure);
    if (faults.some((known) => JSON.stringify(known) === said)) return;
    faults.push(failure);
    pusher.push({ kind: "fault", failure });
  };
  return { log, desktop, pusher, sent: new SentSamples(), faults, fault, tray: null };
}

function openSettingsService(profile: string, face: Face): SettingsService {
  const { pusher, fault } = face;
  const apply = (settings: Settings): void => {
    nativeTheme.themeSource = settings.theme;
    setMenu(languageOf(settings), (command) => pusher.push({ kind: "command", command }));
    face.tray?.update({ language: languageOf(settings) });
  };
  // Only a person switches encryption off: settings that are gone, or broken, do not.
  const encryptLedger = ["ledger.db", "drafts.db"].some((name) =>
    looksEncrypted(path.join(profile, name)),
  );
  const store = openSettings(path.join(profile, "settings.json"), {
    ...defaultSettings,
    encryptLedger,
  });
  const service = new SettingsService(store, (settings) => {
    apply(settings);
    pusher.push({ kind: "settings", settings });
  });
  service.faults.forEach(fault);
  apply(service.settings);
  return service;
}

/** Keeps badge and notifications at the number of requests that wait. */
function waitingTold(
  face: Face,
  service: SettingsService,
): (count: number, arrived: string | null) => void {
  const notifier = new Notifier(() => face.desktop.show());
  return (count, arrived) => {
    notifier.badge(count);
    face.tray?.update({ waiting: count });
    const { settings } = service;
    if (arrived !== null && settings.notifications) {
      notifier.arrived(count, arrived, languageOf(settings));
    }
  };
}

/** Says it once when a budget is nearly used up, where the person wants to be told. */
function budgetWarned(
  { desktop }: Face,
  service: SettingsService,
): (use: BudgetUse, server: string | null) => void {
  const notifier = new Notifier(() => desktop.show());
  return (use, server) => {
    const { settings } = service;
    if (settings.notifications) notifier.budget(use, server, languageOf(settings));
  };
}

/** The switch in the tray does what the one in the window does. */
const openTray = (
  desk: Rooms["desk"],
  { desktop, pusher, log }: Face,
  service: SettingsService,
  quit: () => void,
): TrayIcon =>
  new TrayIcon(
    {
      position: desk.view().masterSwitch,
      waiting: desk.openCount(),
      language: languageOf(service.settings),
    },
    {
      turn(position) {
        desk.setSwitch(position);
        service.keepSwitch(position);
      },
      open(inbox) {
        desktop.show();
        if (inbox) pusher.push({ kind: "command", command: "focus-inbox" });
      },
      quit,
    },
    (detail) => log.warn("no tray", { detail }),
  );

/** Requests and questions for which a server still waits. */
const openCountOf = (rooms: Rooms | null): number =>
  rooms === null ? 0 : rooms.desk.openCount() + rooms.elicitations.openCount();

/** Asks in the window where it can answer, otherwise by the system's own dialog. */
async function askBeforeQuitting(
  { desktop, pusher }: Face,
  rooms: Rooms | null,
  open: number,
  settings: Settings,
): Promise<boolean> {
  if (!desktop.answers) {
    const questions = rooms?.elicitations.openCount() ?? 0;
    return askBySystem({ open, questions }, languageOf(settings));
  }
  desktop.show();
  pusher.push({ kind: "quit-asked", open });
  return false;
}

function snapshotOf(
  profile: string,
  face: Face,
  rooms: Rooms,
  settings: SettingsService,
): Snapshot {
  const version = face.pusher.settle();
  const samples = rooms.desk.samples();
  face.sent.reset(samples);
  return {
    version,
    samples,
    streams: rooms.desk.streams(),
    drafts: rooms.drafts.all(),
    servers: rooms.servers.views(),
    runs: rooms.calls.views(),
    elicitations: rooms.elicitations.views(),
    models: rooms.models.view(),
    local: rooms.localModels.view(),
    settings: settings.settings,
    desk: rooms.desk.view(),
    limits: rooms.limits.view(),
    history: rooms.history.view,
    fixtures: rooms.fixtures.view(),
    historyImport: rooms.historyImported(),
    rules: rooms.rules.view(),
    machine: {
      locale: systemLanguage(),
      platform: platform(),
      version: app.getVersion(),
      profile,
      secretStorage: rooms.secrets.storage,
      faults: face.faults,
    },
  };
}

const systemLanguage = (): string => app.getPreferredSystemLanguages()[0] ?? app.getLocale();

/** The language of what main itself says (menu, notifications). */
function languageOf({ language }: Settings): "en" | "zh" {
  if (language !== "system") return language;
  return systemLanguage().toLowerCase().startsWith("zh") ? "zh" : "en";
}

function platform(): MachineView["platform"] {
  const { platform: name } = process;
  return name === "darwin" || name === "linux" || name === "win32" ? name : "other";
}

const pickModelFile = (desktop: Desktop): Promise<string | null> =>
  pick(desktop, {
    properties: ["openFile"],
    filters: [{ name: "GGUF", extensions: ["gguf"] }],
  });

const pickCertificate = (desktop: Desktop): Promise<string | null> =>
  pick(desktop, {
    properties: ["openFile"],
    filters: [{ name: "PEM", extensions: ["pem", "crt", "cer", "ca-bundle"] }],
  });

/** A folder as a server may know it: its address and its own name. */
async function pickFolder(desktop: Desktop): Promise<SharedRoot | null> {
  const folder = await pick(desktop, { properties: ["openDirectory"] });
  if (folder === null) return null;
  return { uri: pathToFileURL(folder).href, name: path.basename(folder).slice(0, 200) };
}

async function pick({ window }: Desktop, options: OpenDialogOptions): Promise<string | null> {
  const picked = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return picked.filePaths[0] ?? null;
}
