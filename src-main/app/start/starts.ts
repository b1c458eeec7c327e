// Starts of the app on this profile. A later start brings the window to the front and may pass a `--config` and a
// link.
import type { EventEmitter } from "node:events";
import { isJsonObject } from "#shared/json.ts";

export interface Started {
  /** The file of `--config`. */
  config: string | null;
  /** `countersign:…`, not validated yet. */
  link: string | null;
}

/**
 * Listens from construction on: a second instance exits at once and is not heard again, and macOS reports links
 * before the app is ready. Starts are queued until `takeBy`.
 */
export class AppStarts {
  readonly #early: Started[] = [];
  #show = (): void => undefined;
  #take = (started: Started): void => void this.#early.push(started);

  /** @param app Electron's */
  constructor(app: EventEmitter, first: Started) {
    this.#take(first);
    app.on("second-instance", (_event, _argv, _folder, data: unknown) => {
      this.#show();
      this.#take(startedOf(data));
    });
    app.on("open-url", (event: { preventDefault(): void }, link: string) => {
      event.preventDefault();
      this.#take({ config: null, link });
    });
    app.on("activate", () => this.#show());
    app.on("window-all-closed", () => undefined);
  }

  showBy(show: () => void): void {
    this.#show = show;
  }

  /** Passes queued and later starts to `take`. */
  takeBy(take: (started: Started) => void): void {
    this.#take = take;
    for (const started of this.#early.splice(0)) take(started);
  }
}

/** Data of a second instance, see main.ts. */
function startedOf(data: unknown): Started {
  const given = isJsonObject(data) ? data : {};
  const textOf = (name: keyof Started): string | null =>
    typeof given[name] === "string" ? given[name] : null;
  return { config: textOf("config"), link: textOf("link") };
}
