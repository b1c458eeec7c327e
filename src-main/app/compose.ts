// The one place that knows every adapter: builds them, joins them to desk and services, opens the window.
import { randomUUID } from "node:crypto";
import path from "node:path";
import { app, dialog, nativeTheme } from "electron";
import type { BrowserWindow } from "electron";
import type { MachineView, Push, Snapshot } from "../../src-shared/ipc/contract.ts";
import { PUSH_CHANNEL } from "../../src-shared/ipc/names.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import type { Settings } from "../../src-shared/settings/settings.ts";
import { Desk } from "../desk/desk.ts";
import { handlersOf } from "../ipc/handlers.ts";
import { Pusher } from "../ipc/push.ts";
import { serve } from "../ipc/serve.ts";
import { openLog } from "../log.ts";
import { createConnector } from "../mcp/connections.ts";
import { createLoginShell } from "../mcp/loginShell.ts";
import { modelFolders } from "../model/local/shelf.ts";
import { startEngineUtility } from "../model/local/utility.ts";
import { openModels } from "../model/open.ts";
import { CallsService } from "../services/calls.ts";
import { ImportingService } from "../services/importing.ts";
import { createModelsService } from "../services/models.ts";
import { ServersService } from "../services/servers.ts";
import { SettingsService } from "../services/settings.ts";
import { configFiles } from "../store/configFiles.ts";
import { openDrafts } from "../store/drafts.ts";
import { openLedger } from "../store/ledger.ts";
import { openModels as openModelStore } from "../store/models.ts";
import { openSecrets } from "../store/secrets.ts";
import { openServers } from "../store/servers.ts";
import { openSettings } from "../store/settings.ts";
import { audiences } from "./audiences.ts";
import { systemCipher } from "./cipher.ts";
import { startDemo } from "./demo.ts";
import { harden } from "./harden.ts";
import { hasher } from "./hasher.ts";
import { setMenu } from "./menu.ts";
import { Notifier } from "./notify.ts";
import { serveFiles } from "./protocol.ts";
import { Quitter } from "./quit.ts";
import { readRunConfig } from "./runConfig.ts";
import { openWindow } from "./window.ts";

/**
 * Builds the app on a profile folder. `config` is a file with `mcpServers` for this run only, or null.
 * Call once, when Electron is ready.
 */
export function compose(profile: string, config: string | null): void {
  const log = openLog(profile);
  const inProfile = (name: string): string => path.join(profile, name);
  const faults: Failure[] = [];

  let window: BrowserWindow | null = null;
  const pusher = new Pusher((pushes: Push[]) => {
    if (window !== null && !window.isDestroyed()) window.webContents.send(PUSH_CHANNEL, pushes);
  });
  const fault = (failure: Failure): void => {
    log.warn("fault", { kind: failure.kind });
    faults.push(failure);
    pusher.push({ kind: "fault", failure });
  };

  harden((what) => log.warn("denied", { what }));
  serveFiles(path.join(__dirname, "../renderer"));

  const settings = new SettingsService(openSettings(inProfile("settings.json")), (changed) => {
    applySettings(changed);
    pusher.push({ kind: "settings", settings: changed });
  });
  faults.push(...settings.faults);
  const applySettings = (changed: Settings): void => {
    nativeTheme.themeSource = changed.theme;
    setMenu(languageOf(changed), (command) => pusher.push({ kind: "command", command }));
  };
  applySettings(settings.settings);

  const show = (): void => {
    if (window === null || window.isDestroyed()) open();
    if (window?.isMinimized() === true) window.restore();
    window?.show();
    window?.focus();
  };
  const notifier = new Notifier(show);

  // The parts refer to each other only through what is told to the window, so that is built first.
  const told = audiences(pusher, fault, {
    desk: () => desk,
    waiting: (count, arrived) => {
      notifier.badge(count);
      if (arrived !== null && settings.settings.notifications) {
        notifier.arrived(count, arrived, languageOf(settings.settings));
      }
    },
  });

  const secrets = openSecrets(inProfile("secrets.json"), systemCipher(), fault);
  const drafts = openDrafts(inProfile("drafts.json"), fault);
  const { ledger, media, close: closeLedger } = openLedger(inProfile("ledger.db"));
  const room = openModels({
    folders: modelFolders({ profile, root: app.getAppPath(), env: process.env }),
    startEngine: () => startEngineUtility(path.join(__dirname, "engine.js")),
  });
  const models = createModelsService({
    store: openModelStore(inProfile("models.json")),
    secrets,
    pool: room.pool,
    local: room.local,
    audience: told.services,
    newId: randomUUID,
    nowMs: Date.now,
  });
  const clock = { nowMs: Date.now, newId: randomUUID };
  const { masterSwitch } = settings;
  const generator = room.generator;
  const desk = new Desk({
    ledger,
    media,
    generator,
    hasher,
    clock,
    audience: told.desk,
    masterSwitch,
  });

  const runConfig = readRunConfig(config);
  faults.push(...runConfig.faults);
  const servers = new ServersService({
    store: openServers(inProfile("servers.json")),
    secrets,
    connector: createConnector({
      desk,
      loginShell: createLoginShell(),
      startDemo: () => startDemo(path.join(__dirname, "demo.js")),
      appVersion: app.getVersion(),
      newId: randomUUID,
    }),
    audience: told.services,
    hasher,
    clock,
  });
  faults.push(...servers.faults);
  const importing = new ImportingService(configFiles(), () => servers.views());
  const calls = new CallsService({ servers, audience: told.services, clock });

  const machine = (): MachineView => ({
    locale: app.getPreferredSystemLanguages()[0] ?? app.getLocale(),
    platform: platform(),
    version: app.getVersion(),
    profile,
    secretStorage: secrets.storage,
    faults,
  });
  const snapshot = (): Snapshot => ({
    version: pusher.settle(),
    samples: desk.samples(),
    drafts: drafts.all(),
    servers: servers.views(),
    runs: calls.views(),
    models: models.view(),
    settings: settings.settings,
    desk: desk.view(),
    machine: machine(),
  });
  const quitter = new Quitter({
    openCount: () => desk.openCount(),
    ask: (count) => {
      if (window === null || window.isDestroyed()) return false;
      show();
      pusher.push({ kind: "quit-asked", open: count });
      return true;
    },
    close: async () => {
      await desk.close();
      await servers.close();
      await models.close();
      room.close();
      drafts.flush();
      closeLedger();
      log.info("ended");
    },
  });
  serve(
    handlersOf({
      desk,
      drafts,
      servers,
      calls,
      models,
      settings,
      importing,
      snapshot,
      confirmQuit: (quit) => void (quit ? quitter.end() : undefined),
      pickModelFile: () => pickModelFile(window),
    }),
    (channel, kind) => log.warn("call turned away", { channel, kind }),
  );

  function open(): void {
    window = openWindow(profile);
    window.on("close", (event) => {
      if (quitter.ending || process.platform === "darwin") return;
      event.preventDefault();
      quitter.request();
    });
    window.webContents.on("render-process-gone", (_event, details) => {
      // Everything that counts lives here: a new window shows it again.
      log.error("window process gone", { reason: details.reason });
      window?.destroy();
      if (!quitter.ending) open();
    });
  }
  open();
  app.on("second-instance", show);
  app.on("activate", show);
  app.on("window-all-closed", () => undefined);

  servers.start(runConfig.servers);
  void models.refresh();
  log.info("started", { version: app.getVersion(), electron: process.versions.electron });
}

/** The language of what main itself says (menu, notifications). */
function languageOf(settings: Settings): "en" | "zh" {
  if (settings.language !== "system") return settings.language;
  return (app.getPreferredSystemLanguages()[0] ?? "en").toLowerCase().startsWith("zh")
    ? "zh"
    : "en";
}

function platform(): MachineView["platform"] {
  const { platform: name } = process;
  return name === "darwin" || name === "linux" || name === "win32" ? name : "other";
}

async function pickModelFile(window: BrowserWindow | null): Promise<string | null> {
  const options = {
    properties: ["openFile" as const],
    filters: [{ name: "GGUF", extensions: ["gguf"] }],
  };
  const picked =
    window === null
      ? await dialog.showOpenDialog(options)
      : await dialog.showOpenDialog(window, options);
  return picked.filePaths[0] ?? null;
}
