// Findings of checks that the user turns off are also left out of the history: rebuilds its index when the setting
// changes.
import type { HistoryFiles } from "./index/historyIndex.ts";
import type { SettingsService } from "../profile/settings.ts";

/** Users often turn off several checks in a row. */
const SETTLED_MS = 1500;

/** @param restart rebuilds the index, reading `own` then */
export function followFindings(
  settings: Pick<SettingsService, "settings" | "follow">,
  own: Pick<HistoryFiles, "findingsOff">,
  restart: () => void,
): void {
  let timer: NodeJS.Timeout | undefined;
  const isSame = (): boolean =>
    settings.settings.findingsOff.join() === (own.findingsOff ?? []).join();
  settings.follow(() => {
    clearTimeout(timer);
    if (isSame()) return;
    timer = setTimeout(() => {
      own.findingsOff = settings.settings.findingsOff;
      restart();
    }, SETTLED_MS);
    timer.unref();
  });
}
