// What closing the window does: hide to the tray if the user wants that and there is one, otherwise quit.
import type { Settings } from "#shared/settings/settings.ts";

export interface ClosingParts {
  settings(): Pick<Settings, "closeToTray" | "trayTold">;
  /** Null while the features are being opened. */
  tray(): { isShown(): Promise<boolean> } | null;
  hide(): void;
  /** Tells the user that Countersign keeps running, and how to quit. */
  tell(): void;
  told(): void;
  /** Quits, asking first if requests are open. `noTray`: always asks, as the user expects the app to keep running. */
  quit(noTray: boolean): void;
}

export async function closeWindow(parts: ClosingParts): Promise<void> {
  const { closeToTray, trayTold } = parts.settings();
  const tray = parts.tray();
  if (!closeToTray || tray === null) return parts.quit(false);
  if (!(await tray.isShown())) return parts.quit(true);
  parts.hide();
  if (trayTold) return;
  parts.told();
  parts.tell();
}
