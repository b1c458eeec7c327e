// What the window is told of one server, and when: lines often, the view when it has changed.
import type { ServiceAudience } from "../ports.ts";
import type { SecretOf, ServerEntry } from "./serverEntry.ts";
import { Soon } from "../soon.ts";

/** How often the count of its requests is told. */
const COUNTED_MS = 250;
/** How often the count of dropped lines is told while a server floods its output. */
const DROPPED_MS = 1000;

export class Pushes {
  readonly view: Soon;
  readonly lines: Soon;
  readonly #counted: Soon;
  readonly #dropped: Soon;
  #droppedTold = 0;

  constructor(
    entry: ServerEntry,
    audience: Pick<ServiceAudience, "serverChanged" | "serverLines">,
    secretOf: SecretOf,
  ) {
    const tell = (what?: "count"): void => {
      this.#droppedTold = entry.lines.dropped;
      audience.serverChanged(entry.view(secretOf), what);
    };
    this.view = new Soon(() => tell());
    this.#counted = new Soon(() => tell("count"), COUNTED_MS);
    this.#dropped = new Soon(() => this.view.now(), DROPPED_MS);
    this.lines = new Soon(() => {
      const { unsent } = entry;
      entry.unsent = [];
      if (unsent.length > 0) audience.serverLines(entry.stored.id, unsent);
      if (entry.lines.dropped !== this.#droppedTold) this.#dropped.ask();
    });
  }

  /** The view within a moment; for the sake of a `count` alone less often. */
  soon(what?: "count"): void {
    (what === "count" ? this.#counted : this.view).ask();
  }

  /** Everything there is to tell, lines first. */
  now(): void {
    this.lines.now();
    this.view.now();
  }

  drop(): void {
    for (const soon of [this.view, this.lines, this.#counted, this.#dropped]) soon.drop();
  }
}
