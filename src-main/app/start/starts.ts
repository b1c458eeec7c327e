// Further starts of the app on this profile: each brings the window to the front and hands over its `--config`.
import type { EventEmitter } from "node:events";
import { isJsonObject } from "../../../src-shared/json.ts";

/**
 * Hears of them from now on, for who starts the app twice exits at once and is not asked again. What they hand over is kept
 * until the function that this gives is called with who takes it.
 * @param app Electron's
 */
export function hearStarts(
  app: EventEmitter,
  show: () => void,
): (take: (config: string) => void) => void {
  const early: string[] = [];
  let taken = (config: string): void => void early.push(config);
  app.on("second-instance", (_event, _argv, _folder, data: unknown) => {
    show();
    const config = configOf(data);
    if (config !== null) taken(config);
  });
  app.on("activate", show);
  app.on("window-all-closed", () => undefined);
  return (take) => {
    taken = take;
    for (const config of early.splice(0)) take(config);
  };
}

/** What a second start with a `--config` of its own hands over (see main.ts). */
function configOf(data: unknown): string | null {
  const config = isJsonObject(data) ? data["config"] : null;
  return typeof config === "string" ? config : null;
}
