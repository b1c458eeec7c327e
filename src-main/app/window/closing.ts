// What closing the window does: Countersign stays in the tray where the user wants that and there is one, otherwise it quits.
import type { Settings } from "../../../src-shared/settings/settings.ts";

export interface ClosingParts {
  settings(): Pick<Settings, "closeToTray" | "trayTold">;
  /** Null while the rooms are being opened. */
  tray(): { isShown(): Promise<boolean> } | null;
  hide(): void;
  /** Says that Countersign goes on, and how to end it. */
  tell(): void;
  told(): void;
  /** Quits, and asks before where something is open; `noTray`: asks in any case, as the user expects it to go on. */
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
