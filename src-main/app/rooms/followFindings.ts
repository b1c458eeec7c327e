// Kinds of findings that the user switches off are none in the record either: its index is made anew without them.
import type { HistoryFiles } from "../../services/record/historyPorts.ts";
import type { SettingsService } from "../../services/settings.ts";

/** Several are switched one after the other. */
const SETTLED_MS = 1500;

/** @param restart makes the index anew by `own` as it stands then */
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
