// Sets up the schema, or brings it up to date. Only an operator's login can: it becomes the owner for this transaction.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { fail, ok } from "#shared/outcome.ts";
import { FORMAT_VERSION, LEDGER, LEDGER_BEGUN, NO_HASH } from "#shared/ledger/row.ts";
import { readAddress } from "./address.ts";
import type { DriverAddress, TeamAddress, TeamOutcome } from "./address.ts";
import { codeOf, failureOf } from "./failures.ts";
import { FUNCTIONS, MIGRATIONS, SCHEMA_VERSION } from "./schema/migrations.ts";

/** Any login can keep a transaction open that holds a lock on a table; then nothing is set up, rather than waited for. */
const LOCK_MS = 5000;
/** PostgreSQL's code: another transaction has made a schema of this name meanwhile. */
const MADE_MEANWHILE = "23505";

/** Sets up the database or brings it up to date; needs an operator's login. Returns the version. */
export async function migrateTeam(address: TeamAddress): Promise<TeamOutcome<number>> {
  const read = readAddress(address);
  if (!read.ok) return read;
  try {
    return await migrate(read.value).catch((error: unknown) => {
      // Two operators at once: the second has waited, and finds it done.
      if (codeOf(error) === MADE_MEANWHILE) return migrate(read.value);
      throw error;
    });
  } catch (error) {
    return fail(failureOf(error));
  }
}

/** No advisory lock: every login of the database could hold that one, and none but the owner can lock `meta` like this. */
async function migrate(config: DriverAddress): Promise<TeamOutcome<number>> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("BEGIN");
    await client.query("SET LOCAL ROLE countersign_owner");
    await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
    await client.query("CREATE SCHEMA IF NOT EXISTS countersign");
    await client.query("SET LOCAL search_path = countersign, pg_temp");
    let found = await schemaVersion(client);
    if (found > 0 && found < SCHEMA_VERSION) {
      await client.query("LOCK TABLE meta IN SHARE ROW EXCLUSIVE MODE");
      found = await schemaVersion(client);
    }
    if (found > SCHEMA_VERSION) {
      return fail({ kind: "team-schema", found, wanted: SCHEMA_VERSION });
    }
    if (found === SCHEMA_VERSION) return ok(SCHEMA_VERSION);
    for (const statements of MIGRATIONS.slice(found)) await client.query(statements);
    await client.query(FUNCTIONS);
    if (found === 0) await begin(client);
    await client.query("UPDATE meta SET version = $1", [SCHEMA_VERSION]);
    await client.query("COMMIT");
    return ok(SCHEMA_VERSION);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** 0: it is not set up. */
export async function schemaVersion(client: pg.Client): Promise<number> {
  const there = await client.query("SELECT to_regclass('countersign.meta') AS meta");
  if (there.rows[0]?.meta === null) return 0;
  const { rows } = await client.query("SELECT version FROM countersign.meta");
  return Number(rows[0]?.version ?? 0);
}

/** The first row of the chain, as in a ledger of a desk. */
async function begin(client: pg.Client): Promise<void> {
  await client.query("INSERT INTO meta DEFAULT VALUES");
  await client.query("INSERT INTO head VALUES (true, 0, $1)", [NO_HASH]);
  const facts = JSON.stringify({ ledger: randomUUID(), version: FORMAT_VERSION });
  await client.query("SELECT add_event($1, $2, $3, NULL, '', now_ms())", [
    LEDGER,
    LEDGER_BEGUN,
    facts,
  ]);
}
