// Pushes one server's changes to the window, coalesced per frame: its view and its lines.
import type { ServersAudience } from "../servicePorts.ts";
import type { SecretOf, ServerEntry } from "./serverEntry.ts";
import { PerFrame } from "../core/perFrame.ts";

export class Pushes {
  readonly view: PerFrame;
  readonly lines: PerFrame;

  constructor(
    entry: ServerEntry,
    audience: Pick<ServersAudience, "serverChanged" | "serverLines">,
    secretOf: SecretOf,
  ) {
    let droppedReported = 0;
    const tellLines = (): void => {
      const { unsent } = entry;
      entry.unsent = [];
      if (unsent.length > 0) audience.serverLines(entry.stored.id, unsent);
    };
    this.view = new PerFrame(() => {
      tellLines();
      droppedReported = entry.lines.dropped;
      audience.serverChanged(entry.view(secretOf));
    });
    this.lines = new PerFrame(() => {
      tellLines();
      if (entry.lines.dropped !== droppedReported) this.view.ask();
    });
  }

  /** Pushes the view with the next frame. */
  soon(): void {
    this.view.ask();
  }

  /** Pushes everything now, lines first. */
  now(): void {
    this.lines.drop();
    this.view.now();
  }

  drop(): void {
    this.view.drop();
    this.lines.drop();
  }
}
