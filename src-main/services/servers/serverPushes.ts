// What the window is told of one server, once a frame: lines that it wrote, and the view where it has changed.
import type { ServiceAudience } from "../ports.ts";
import type { SecretOf, ServerEntry } from "./serverEntry.ts";
import { Soon } from "../soon.ts";

export class Pushes {
  readonly view: Soon;
  readonly lines: Soon;

  constructor(
    entry: ServerEntry,
    audience: Pick<ServiceAudience, "serverChanged" | "serverLines">,
    secretOf: SecretOf,
  ) {
    let droppedTold = 0;
    const tellLines = (): void => {
      const { unsent } = entry;
      entry.unsent = [];
      if (unsent.length > 0) audience.serverLines(entry.stored.id, unsent);
    };
    this.view = new Soon(() => {
      tellLines();
      droppedTold = entry.lines.dropped;
      audience.serverChanged(entry.view(secretOf));
    });
    this.lines = new Soon(() => {
      tellLines();
      if (entry.lines.dropped !== droppedTold) this.view.ask();
    });
  }

  /** The view, with the next frame. */
  soon(): void {
    this.view.ask();
  }

  /** Everything there is to tell, lines first. */
  now(): void {
    this.lines.drop();
    this.view.now();
  }

  drop(): void {
    this.view.drop();
    this.lines.drop();
  }
}
