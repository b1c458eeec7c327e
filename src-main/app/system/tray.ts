// The tray icon with its menu: the mode, the number of pending requests, open and quit. Optional: everything is also
// in the window.
import { Menu, nativeImage, Tray } from "electron";
import type { NativeImage } from "electron";
import type { MasterSwitch } from "#shared/settings/settings.ts";
import { hasTrayHost } from "./trayHost.ts";
import { trayIcons } from "./trayIcons.ts";
import { trayMenu, trayTip } from "./trayMenu.ts";
import type { TrayActions, TrayView } from "./trayMenu.ts";

/** Groups a burst of requests into one menu update. */
const SETTLE_MS = 250;

export class TrayIcon {
  readonly #actions: TrayActions;
  readonly #tray: Tray | null;
  #shown: TrayView | null = null;
  #next: TrayView;
  #timer: NodeJS.Timeout | null = null;

  /** @param failed called with the system's error when there is no tray */
  constructor(first: TrayView, actions: TrayActions, failed: (detail: string) => void) {
    this.#actions = actions;
    this.#next = first;
    this.#tray = openTray(iconOf(first.position), failed);
    this.#tray?.on("click", () => actions.open(false));
    this.#show();
  }

  /** Applies a change after `SETTLE_MS`. */
  update(change: Partial<TrayView>): void {
    this.#next = { ...this.#next, ...change };
    if (this.#tray === null) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#show();
    }, SETTLE_MS);
  }

  /** Whether a panel shows the icon, so that the window can be hidden. */
  async isShown(): Promise<boolean> {
    return this.#tray !== null && (await hasTrayHost());
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#tray?.isDestroyed() === false) this.#tray.destroy();
  }

  #show(): void {
    const tray = this.#tray;
    const view = this.#next;
    if (tray === null || tray.isDestroyed() || same(this.#shown, view)) return;
    if (this.#shown?.position !== view.position) tray.setImage(iconOf(view.position));
    tray.setToolTip(trayTip(view));
    tray.setContextMenu(Menu.buildFromTemplate(trayMenu(view, this.#actions)));
    // Only macOS has room for a number beside the icon.
    if (process.platform === "darwin") tray.setTitle(view.waiting > 0 ? String(view.waiting) : "");
    this.#shown = view;
  }
}

const same = (a: TrayView | null, b: TrayView): boolean =>
  a !== null && a.position === b.position && a.waiting === b.waiting && a.language === b.language;

function openTray(image: NativeImage, failed: (detail: string) => void): Tray | null {
  try {
    return new Tray(image);
  } catch (error) {
    failed(error instanceof Error ? error.message : String(error));
    return null;
  }
}

/** macOS colours template images itself; elsewhere the icon has its own background, to be visible on any panel. */
function iconOf(position: MasterSwitch): NativeImage {
  const mac = process.platform === "darwin";
  const drawn = trayIcons[mac ? "template" : position === "stopped" ? "stopped" : "plain"];
  const image = nativeImage.createEmpty();
  for (const size of [16, 24, 32, 48] as const) {
    image.addRepresentation({
      scaleFactor: size / 16,
      dataURL: `data:image/png;base64,${drawn[size]}`,
    });
  }
  if (mac) image.setTemplateImage(true);
  return image;
}
