// Keeps what a server offers up to date: each list is read at the start and again when the server says
// that it changed. What it says in quick succession is joined, so a flood costs it two readings a second.
import type { ConnectionListener } from "../services/ports.ts";
import type { Session } from "./handshake.ts";
import { listPrompts, listResources, listTools } from "./lists.ts";
import type { ListParts } from "./lists.ts";

export type Listed = "tools" | "prompts" | "resources";
const ALL: readonly Listed[] = ["tools", "prompts", "resources"];

/** After a reading the next one of the same list waits this long. */
const REST_MS = 500;

export interface ListingParts {
  session: Session;
  listener: Pick<ConnectionListener, Listed>;
  /** False once the connection is another or none: nothing is read or told any more. */
  current(): boolean;
  complain(text: string): void;
  restMs?: number;
}

export class Listing {
  readonly #parts: ListingParts;
  readonly #busy = new Map<Listed, { again: boolean }>();

  constructor(parts: ListingParts) {
    this.#parts = parts;
  }

  /** Reads every list that the server declares. */
  all(): void {
    for (const what of ALL) this.changed(what);
  }

  /** Reads one list anew: at once, or once more after the reading that is under way. */
  changed(what: Listed): void {
    const busy = this.#busy.get(what);
    if (busy === undefined) void this.#read(what);
    else busy.again = true;
  }

  async #read(what: Listed): Promise<void> {
    const { session, current, restMs = REST_MS } = this.#parts;
    if (session.negotiated.capabilities[what] === undefined) return;
    const turn = { again: false };
    this.#busy.set(what, turn);
    do {
      turn.again = false;
      // Each in its turn: a change that comes while it is read may be too late for it.
      // oxlint-disable-next-line no-await-in-loop
      await this.#readOnce(what);
      // oxlint-disable-next-line no-await-in-loop
      await rest(restMs);
    } while (turn.again && current());
    this.#busy.delete(what);
  }

  async #readOnce(what: Listed): Promise<void> {
    const { session, listener, current, complain } = this.#parts;
    const { client, wire } = session;
    const parts: ListParts = { client, wire, complain };
    switch (what) {
      case "tools": {
        const tools = await listTools(parts);
        if (tools !== null && current()) listener.tools(tools);
        return;
      }
      case "prompts": {
        const prompts = await listPrompts(parts);
        if (prompts !== null && current()) listener.prompts(prompts);
        return;
      }
      case "resources": {
        const resources = await listResources(parts);
        if (resources !== null && current()) listener.resources(resources);
      }
    }
  }
}

const rest = (forMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, forMs).unref();
  });
