// Starting, cancelling and ending sign-ins to servers; their progress is part of the server's view.
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { IssuerPair, SignedOut } from "#shared/servers/signIn.ts";
import type { EnteredClient, Connection } from "../servicePorts.ts";
import type { ServerEntry } from "./serverEntry.ts";

interface SignInsParts {
  entry(id: string): ServerEntry | undefined;
  /** A closed connection, for a server that has none. */
  connectionFor(entry: ServerEntry): Connection;
  /** Closes the connection and opens a new one. */
  reconnect(id: string): void;
  changed(entry: ServerEntry): void;
}

const UNKNOWN = { kind: "not-found", what: "server" } as const;

export class SignIns {
  readonly #parts: SignInsParts;

  constructor(parts: SignInsParts) {
    this.#parts = parts;
  }

  /** Starts the sign-in as shown, optionally with a client id of the user's; fails with `stale` if none is shown. */
  start(id: string, byHand: EnteredClient | null): Outcome<null, Failure> {
    const entry = this.#parts.entry(id);
    if (entry === undefined) return fail(UNKNOWN);
    const started = entry.connection?.signIn?.start(byHand) === true;
    return started ? ok(null) : fail({ kind: "stale" });
  }

  /** Accepts the issuer's two spellings, as shown, for this server; fails with `stale` if others are shown, or none. */
  acceptIssuer(id: string, pair: IssuerPair): Outcome<null, Failure> {
    const entry = this.#parts.entry(id);
    if (entry === undefined) return fail(UNKNOWN);
    const accepted = entry.connection?.signIn?.acceptIssuer(pair) === true;
    return accepted ? ok(null) : fail({ kind: "stale" });
  }

  /** Declines to sign in, or aborts a sign-in. */
  cancel(id: string): Outcome<null, Failure> {
    const entry = this.#parts.entry(id);
    if (entry === undefined) return fail(UNKNOWN);
    entry.connection?.signIn?.cancel();
    return ok(null);
  }

  /** Signs out and reconnects without the sign-in. */
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
