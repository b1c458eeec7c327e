// One connection to the team's database, which connects again by itself. It also hears the notifications, so it must go
// to the server directly: a pooler in transaction mode would lose them (the poll then still finds what is new).
import pg from "pg";
import { fail, ok } from "#shared/outcome.ts";
import type { TeamFailure } from "#shared/team/failure.ts";
import { readAddress, type TeamAddress, type TeamOutcome } from "./address.ts";
import { failureOf, mayTryAgain } from "./failures.ts";
import { schemaVersion } from "./migrate.ts";
import { SCHEMA_VERSION } from "./schema/migrations.ts";

/** Times in milliseconds. A call that takes longer counts as lost with its connection. */
const CONNECT_MS = 5000;
const CALL_MS = 15_000;
const RETRY_FIRST_MS = 500;
const RETRY_MOST_MS = 10_000;
const OLDEST_SERVER = 150_000;
const CHANNEL = "countersign";

export interface ConnectionEvents {
  /** A new connection is ready: the first calls of the session. It is online once they succeed. */
  onReady(call: Call): Promise<TeamOutcome<unknown>>;
  onOnline(): void;
  onOffline(failure: TeamFailure): void;
  /** Something was appended, or changed otherwise. */
  onNotified(): void;
}

/** Calls a function of the schema; its arguments are bound, never part of the statement. */
export type Call = (name: string, args: readonly unknown[]) => Promise<TeamOutcome<unknown>>;

export class Connection {
  readonly #address: TeamAddress;
  readonly #events: ConnectionEvents;
  readonly #listens: boolean;
  #client: pg.Client | null = null;
  #failure: TeamFailure = { kind: "team-offline", detail: "" };
  #retryMs = RETRY_FIRST_MS;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(address: TeamAddress, events: ConnectionEvents, listens: boolean) {
    this.#address = address;
    this.#events = events;
    this.#listens = listens;
    // Not at once: whoever opens it is told of its state once they have it.
    queueMicrotask(() => void this.#connect());
  }

  readonly call: Call = (name, args) => this.#ask((client) => called(client, name, args));

  /** Rows of a statement that only reads. */
  read(text: string, values: readonly unknown[]): Promise<TeamOutcome<unknown[][]>> {
    return this.#ask((client) => rowsOf(client, text, values));
  }

  /** Drops the connection and makes a new one. */
  restart(): void {
    if (this.#client !== null) this.#lost(this.#client, { kind: "team-offline", detail: "" });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  #ask<T>(work: (client: pg.Client) => Promise<T>): Promise<TeamOutcome<T>> {
    // One after another: the driver has no queue of its own to rely on.
    const turn = this.#turn.then(() => {
      const client = this.#client;
      return client === null ? fail(this.#failure) : this.#asked(client, work);
    });
    this.#turn = turn;
    return turn;
  }

  async #asked<T>(
    client: pg.Client,
    work: (client: pg.Client) => Promise<T>,
  ): Promise<TeamOutcome<T>> {
    for (let tries = 1; ; tries += 1) {
      try {
        return ok(await work(client));
      } catch (error) {
        if (mayTryAgain(error) && tries < 5) continue;
        const failure = failureOf(error);
        if (failure.kind === "team-offline") this.#lost(client, failure);
        return fail(failure);
      }
    }
  }

  async #connect(): Promise<void> {
    if (this.#isClosed) return;
    const address = readAddress(this.#address);
    if (!address.ok) {
      this.#failure = address.failure;
      this.#events.onOffline(address.failure);
      return;
    }
    const client = new pg.Client({
      ...address.value,
      application_name: "countersign",
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CALL_MS,
      statement_timeout: CALL_MS,
      keepAlive: true,
    });
    client.on("error", (error) => this.#lost(client, failureOf(error)));
    client.on("end", () => this.#lost(client, { kind: "team-offline", detail: "closed" }));
    client.on("notification", () => this.#events.onNotified());
    try {
      await client.connect();
      const begun = await this.#begin(client);
      if (!begun.ok) return this.#lost(client, begun.failure, true);
    } catch (error) {
      this.#lost(client, failureOf(error), true);
    }
  }

  async #begin(client: pg.Client): Promise<TeamOutcome<unknown>> {
    const { rows } = await client.query("SHOW server_version_num");
    const server = String(rows[0]?.server_version_num);
    if (Number(server) < OLDEST_SERVER) return fail({ kind: "team-too-old", version: server });
    const found = await schemaVersion(client);
    if (found !== SCHEMA_VERSION) {
      return fail({ kind: "team-schema", found, wanted: SCHEMA_VERSION });
    }
    if (this.#listens) await client.query(`LISTEN ${CHANNEL}`);
    const ready = await this.#events.onReady((name, args) =>
      this.#asked(client, () => called(client, name, args)),
    );
    if (!ready.ok) return ready;
    if (this.#isClosed) {
      await client.end();
      return ok(null);
    }
    this.#client = client;
    this.#retryMs = RETRY_FIRST_MS;
    this.#events.onOnline();
    return ok(null);
  }

  /** @param isNew the connection was never online */
  #lost(client: pg.Client, failure: TeamFailure, isNew = false): void {
    if (this.#isClosed || (client !== this.#client && !isNew)) return;
    this.#client = null;
    this.#failure = failure;
    client.removeAllListeners();
    // What it still reports is of no interest, and must not end the process.
    client.on("error", () => undefined);
    client.connection.stream.destroy();
    this.#events.onOffline(failure);
    // Not all desks at once when the database comes back.
    const waitMs = this.#retryMs * (0.5 + Math.random());
    this.#retryMs = Math.min(RETRY_MOST_MS, this.#retryMs * 2);
    this.#timer = setTimeout(() => void this.#connect(), waitMs);
    this.#timer.unref();
  }
}

async function called(client: pg.Client, name: string, args: readonly unknown[]): Promise<unknown> {
  const places = args.map((_, index) => `$${index + 1}`).join(", ");
  const [row] = await rowsOf(client, `SELECT countersign.${name}(${places})`, args);
  return row?.[0];
}

/** The rows of a statement, each in the order of its columns. */
export async function rowsOf(
  client: pg.Client,
  text: string,
  values: readonly unknown[],
): Promise<unknown[][]> {
  const { rows } = await client.query<unknown[]>({ text, values: [...values], rowMode: "array" });
  return rows;
}
