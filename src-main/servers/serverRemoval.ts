// Removes servers. Settings and secrets of the last one are kept until the removal is final, so that it can be
// undone.
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Identities } from "./identities.ts";
import type { ServerConnections } from "./serverConnections.ts";
import type { Connector, Secrets, ServersAudience } from "../servicePorts.ts";
import type { ServerEntry } from "./serverEntry.ts";
import type { Pushes } from "./serverPushes.ts";

type Done = Outcome<null, Failure>;
const UNKNOWN = { kind: "not-found", what: "server" } as const;

export interface ServerRemovalDeps {
  entries: Map<string, ServerEntry>;
  pushes: Map<string, Pushes>;
  linking: Pick<ServerConnections, "open" | "close">;
  identities: Pick<Identities, "drop">;
  secrets: Pick<Secrets, "removeAll">;
  connector: Pick<Connector, "dropTraffic">;
  audience: Pick<ServersAudience, "serverRemoved">;
  /** Adds the entry. */
  keep(entry: ServerEntry): void;
  /** Called after a removal, to end the sessions of hosts with the server. */
  removed(id: string): void;
  /** Called once the removal is final. */
  finished(id: string): void;
  save(): Done;
}

export class ServerRemoval {
  readonly #parts: ServerRemovalDeps;
  #entry: ServerEntry | null = null;

  constructor(parts: ServerRemovalDeps) {
    this.#parts = parts;
  }

  /** Removed entries that are still stored on disk. */
  get kept(): ServerEntry[] {
    return this.#entry === null ? [] : [this.#entry];
  }

  /** Removes the server; an earlier removal becomes final. */
  remove(id: string): Done {
    const { entries, pushes, linking, audience, save } = this.#parts;
    const entry = entries.get(id);
    if (entry === undefined || entry.source === "demo") return fail(UNKNOWN);
    const finished = this.finish();
    if (!finished.ok) return finished;
    this.#entry = entry;
    entries.delete(id);
    const saved = save();
    if (!saved.ok) {
      this.#entry = null;
      entries.set(id, entry);
      return saved;
    }
    pushes.get(id)?.drop();
    pushes.delete(id);
    void linking.close(entry);
    this.#parts.removed(id);
    audience.serverRemoved(id);
    return ok(null);
  }

  /** Undoes the removal. The server starts only if it is approved in its current state. */
  bringBack(id: string): Done {
    const { linking, save } = this.#parts;
    const entry = this.#entry;
    if (entry?.stored.id !== id) return fail(UNKNOWN);
    this.#entry = null;
    this.#takeIn(entry);
    if (entry.stored.enabled) linking.open(entry);
    return save();
  }

  /**
   * Makes the removal final, or only that of `wanted`. If that cannot be written, the server is restored, but not
   * started.
   */
  finish(wanted: string | null = null): Done {
    const entry = this.#entry;
    if (entry === null || (wanted !== null && entry.stored.id !== wanted)) return ok(null);
    const { identities, secrets, connector, save } = this.#parts;
    const { id } = entry.stored;
    this.#entry = null;
    const saved = save();
    if (!saved.ok) {
      this.#takeIn(entry);
      return saved;
    }
    secrets.removeAll(`server:${id}:`);
    identities.drop(id);
    connector.dropTraffic(id);
    this.#parts.finished(id);
    return saved;
  }

  #takeIn(entry: ServerEntry): void {
    const { keep, pushes } = this.#parts;
    keep(entry);
    pushes.get(entry.stored.id)?.now();
  }
}
