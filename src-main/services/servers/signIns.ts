// What the user does about signing in to a server; how far it is stands in the server's view.
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { SignedOut } from "../../../src-shared/servers/signIn.ts";
import type { ClientByHand, Connection } from "../ports.ts";
import type { ServerEntry } from "./serverEntry.ts";

interface SignInsParts {
  entry(id: string): ServerEntry | undefined;
  /** A connection that is not open, to a server that has none. */
  connectionFor(entry: ServerEntry): Connection;
  /** Ends the connection and makes it anew. */
  reconnect(id: string): void;
  changed(entry: ServerEntry): void;
}

const UNKNOWN = { kind: "not-found", what: "server" } as const;

export class SignIns {
  readonly #parts: SignInsParts;

  constructor(parts: SignInsParts) {
    this.#parts = parts;
  }

  /** Agrees to what is on screen, with a client id of one's own or null; `stale` when nothing is. */
  start(id: string, byHand: ClientByHand | null): Outcome<null, Failure> {
    const entry = this.#parts.entry(id);
    if (entry === undefined) return fail(UNKNOWN);
    const started = entry.connection?.signIn?.start(byHand) === true;
    return started ? ok(null) : fail({ kind: "stale" });
  }

  /** "Not now", or breaks off what is under way. */
  cancel(id: string): Outcome<null, Failure> {
    const entry = this.#parts.entry(id);
    if (entry === undefined) return fail(UNKNOWN);
    entry.connection?.signIn?.cancel();
    return ok(null);
  }

  /** Ends the sign-in, and the connection that lived on it; it is tried anew without. */
  async end(id: string): Promise<Outcome<SignedOut, Failure>> {
    const entry = this.#parts.entry(id);
    if (entry === undefined) return fail(UNKNOWN);
    const connection = entry.connection ?? this.#parts.connectionFor(entry);
    const done = (await connection.signIn?.signOut()) ?? "not-offered";
    if (entry.connection !== null) this.#parts.reconnect(id);
    else {
      await connection.close("switched-off");
      entry.signIn = null;
      this.#parts.changed(entry);
    }
    return ok(done);
  }
}
