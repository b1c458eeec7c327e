// The window's side of the app: pushes, faults, notifications, tray.
import path from "node:path";
import { nativeTheme } from "electron";
import type { ActCall } from "#shared/contract/contract.ts";
import type { Failure } from "#shared/outcome.ts";
import type { BudgetUse } from "#shared/rules/limits/budget.ts";
import { defaultSettings } from "#shared/settings/defaults.ts";
import type { Settings } from "#shared/settings/settings.ts";
import { zoomed } from "#shared/settings/zoom.ts";
import { Pusher } from "../../ipc/push.ts";
import type { ArrivedRequest } from "../../ipc/push.ts";
import { openLog } from "../../log.ts";
import type { Log } from "../../log.ts";
import { SettingsService } from "../../profile/settings.ts";
import { looksEncrypted } from "../../history/encryption/encrypted.ts";
import { openSettings } from "../../profile/settings.ts";
import { Desktop } from "./desktop.ts";
import { languageOf } from "../system/language.ts";
import { setMenu } from "../system/menu.ts";
import { Notifier } from "../system/notify.ts";
import { Opener } from "./opener.ts";
import { closeWindow } from "./closing.ts";
import type { Asked } from "../start/quit.ts";
import { askBySystem } from "../start/quitQuestion.ts";
import type { Features } from "../../composition/features.ts";
import { TrayIcon } from "../system/tray.ts";

export interface WindowSide {
  log: Log;
  desktop: Desktop;
  pusher: Pusher;
  faults: Failure[];
  fault(failure: Failure): void;
  opener: Opener;
  notifier: Notifier;
  /** Null until the features are open; its icon may still be missing on systems without a tray. */
  tray: TrayIcon | null;
}

/** Shows nothing yet. `closed`: the user closed the window. `confirm`: asks before an IPC call that acts. */
export function openWindowSide(
  profile: string,
  closed: () => void,
  confirm: (call: ActCall) => Promise<boolean>,
): WindowSide {
  const log = openLog(profile);
  const desktop = new Desktop({
    profile,
    closed,
    confirm,
    gone: (reason) => log.error("window process gone", { reason }),
    starts: () => opener.starts(),
    shown: () => notifier.badgeAgain(),
  });
  const pusher = new Pusher(desktop);
  const opener = new Opener({
    show: () => desktop.show(),
    push: (change) => pusher.push(change),
  });
  const notifier = new Notifier(
    (what) => (what === null ? desktop.show() : opener.open(what)),
    (detail) => log.warn("notification failed", { detail }),
  );
  const faults: Failure[] = [];
  const fault = (failure: Failure): void => {
    log.warn("fault", { kind: failure.kind });
    // Told once: repeated failures, such as with every key typed, must not flood the screen and the memory.
    const said = JSON.stringify(failure);
    if (faults.some((known) => JSON.stringify(known) === said)) return;
    faults.push(failure);
    pusher.push({ kind: "fault", failure });
  };
  return { log, desktop, pusher, faults, fault, opener, notifier, tray: null };
}

/** The profile's settings, applied to theme, menu and tray now and after each change. */
export function openSettingsService(profile: string, windowSide: WindowSide): SettingsService {
  const { pusher, fault } = windowSide;
  const apply = (settings: Settings): void => {
    nativeTheme.themeSource = settings.theme;
    windowSide.desktop.zoom(settings.zoom / 100);
    setMenu(
      languageOf(settings),
      (command) => pusher.push({ kind: "command", command }),
      (step) => void service.set({ zoom: step === 0 ? 100 : zoomed(settings.zoom, step) }),
    );
    windowSide.tray?.update({ language: languageOf(settings) });
  };
  // Only the user turns encryption off: missing or damaged settings must not.
  const encryptLedger = ["ledger.db", "drafts.db"].some((name) =>
    looksEncrypted(path.join(profile, name)),
  );
  const store = openSettings(path.join(profile, "settings.json"), {
    ...defaultSettings,
    encryptLedger,
  });
  const service = new SettingsService(store);
  service.follow(() => {
    apply(service.settings);
    pusher.set("settings", () => service.settings);
  });
  service.faults.forEach(fault);
  apply(service.settings);
  return service;
}

/** Updates badge and notifications with the number of pending requests. */
export function pendingListener(
  windowSide: WindowSide,
  service: SettingsService,
): (count: number, arrived: ArrivedRequest | null) => void {
  return (count, arrived) => {
    const { settings } = service;
    const language = languageOf(settings);
    windowSide.notifier.badge(count, language);
    windowSide.tray?.update({ waiting: count });
    if (arrived !== null && settings.notifications) {
      windowSide.notifier.arrived(count, arrived, language);
    }
  };
}

/** Notifies when a budget is nearly used up, if the user wants notifications. */
export function budgetListener(
  { notifier }: WindowSide,
  service: SettingsService,
): (use: BudgetUse, server: string | null) => void {
  return (use, server) => {
    const { settings } = service;
    if (settings.notifications) notifier.budget(use, server, languageOf(settings));
  };
}

/** The tray's mode switch does the same as the window's. */
export const openTray = (
  desk: Features["desk"],
  { desktop, pusher, log }: WindowSide,
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

/** Handles the window's close button. */
export const closingOf = (
  windowSide: WindowSide,
  service: SettingsService,
  quit: (noTray: boolean) => void,
): Promise<void> =>
  closeWindow({
    settings: () => service.settings,
    tray: () => windowSide.tray,
    hide: () => windowSide.desktop.hide(),
    tell() {
      const { settings } = service;
      windowSide.notifier.keptInTray(languageOf(settings), settings.notifications);
    },
    // If it cannot be stored, the user is told again next time.
    told: () => void service.set({ trayTold: true }),
    quit,
  });

/**
 * Asks in the window if it responds, otherwise with a system dialog. True to quit now; the window confirms later.
 */
export async function askBeforeQuitting(
  { desktop, pusher }: WindowSide,
  features: Features | null,
  { open, noTray }: Asked,
  settings: Settings,
): Promise<boolean> {
  if (!desktop.answers) {
    if (open === 0) return true;
    return askBySystem(open, languageOf(settings));
  }
  desktop.show();
  pusher.push({ kind: "quit-asked", open, noTray });
  return false;
}
