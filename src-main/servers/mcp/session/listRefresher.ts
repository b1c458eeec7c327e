// Keeps a server's lists up to date: reads each at the start and after every change notification. Notifications in
// quick succession are merged, so that a flood causes at most two reads a second.
import type { ConnectionListener } from "../connectionSpec.ts";
import type { Session } from "./handshake.ts";
import { listPrompts, listResources, listTools } from "./lists.ts";
import type { List, ListParts } from "./lists.ts";
import { LISTED } from "#shared/servers/server.ts";
import type { Listed } from "#shared/servers/server.ts";

/** The shortest interval between two reads of a list. */
const MIN_INTERVAL_MS = 500;
/** Reading a list beyond its limits takes long each time. */
const MIN_INTERVAL_TRUNCATED_MS = 30_000;

export interface ListRefresherParts {
  session: Session;
  listener: Pick<ConnectionListener, Listed | "listCut">;
  /** False once the connection has ended or was replaced: nothing is read or reported any more. */
  current(): boolean;
  warn(text: string): void;
  minIntervalMs?: number;
}

export class ListRefresher {
  readonly #parts: ListRefresherParts;
  readonly #busy = new Map<Listed, { again: boolean }>();

  constructor(parts: ListRefresherParts) {
    this.#parts = parts;
  }

  /** Reads every list that the server supports. */
  refreshAll(): void {
    for (const what of LISTED) this.refresh(what);
  }

  /** Reads one list: now, or once more after the read in progress. */
  refresh(what: Listed): void {
    const busy = this.#busy.get(what);
    if (busy === undefined) void this.#read(what);
    else busy.again = true;
  }

  async #read(what: Listed): Promise<void> {
    const { session, current, minIntervalMs = MIN_INTERVAL_MS } = this.#parts;
    if (session.negotiated.capabilities[what] === undefined) return;
    const turn = { again: false };
    this.#busy.set(what, turn);
    do {
      turn.again = false;
      // Sequential: a change during a read may come too late for it. oxlint-disable-next-line no-await-in-loop
      // oxlint-disable-next-line no-await-in-loop
      const cut = await this.#readOnce(what);
      // oxlint-disable-next-line no-await-in-loop
      await pause(cut ? MIN_INTERVAL_TRUNCATED_MS : minIntervalMs);
    } while (turn.again && current());
    this.#busy.delete(what);
  }

  /** True if the list was truncated. */
  async #readOnce(what: Listed): Promise<boolean> {
    const { session, warn } = this.#parts;
    const { client, wire } = session;
    const parts: ListParts = { client, wire, warn };
    const { listener } = this.#parts;
    switch (what) {
      case "tools":
        return this.#tell(what, await listTools(parts), (items) => listener.tools(items));
      case "prompts":
        return this.#tell(what, await listPrompts(parts), (items) => listener.prompts(items));
      case "resources":
        return this.#tell(what, await listResources(parts), (items) => listener.resources(items));
    }
  }

  #tell<T>(what: Listed, list: List<T> | null, tell: (items: T[]) => void): boolean {
    if (list === null || !this.#parts.current()) return false;
    tell(list.items);
    this.#parts.listener.listCut(what, list.cut ?? null);
    return list.cut !== undefined;
  }
}

const pause = (forMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, forMs).unref();
  });
