// Starts of the app on this profile, this one and further ones: each further one brings the window to the front, and each may
// hand over a `--config` and a link.
import type { EventEmitter } from "node:events";
import { isJsonObject } from "../../../src-shared/json.ts";

export interface Started {
  /** The file of `--config`. */
  config: string | null;
  /** `countersign:…`, not yet checked. */
  link: string | null;
}

/**
 * Hears of them from its making on, for who starts the app twice exits at once and is not asked again; macOS tells of a link
 * before the app is ready. What they hand over is kept until there is who takes it.
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

  /** From now on, and of all that were kept. */
  takeBy(take: (started: Started) => void): void {
    this.#take = take;
    for (const started of this.#early.splice(0)) take(started);
  }
}

/** What a further start hands over (see main.ts). */
function startedOf(data: unknown): Started {
  const given = isJsonObject(data) ? data : {};
  const textOf = (name: keyof Started): string | null =>
    typeof given[name] === "string" ? given[name] : null;
  return { config: textOf("config"), link: textOf("link") };
}
