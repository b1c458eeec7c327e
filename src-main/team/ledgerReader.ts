// Reads the team's whole ledger, to verify or export it: as of one moment, in pages, on a connection of its own. An
// auditor's login suffices.
import pg from "pg";
import type { LedgerRow } from "#shared/ledger/row.ts";
import type { ArrivingLedger, ContentRecord } from "#shared/ledger/verification.ts";
import { fail, ok } from "#shared/outcome.ts";
import { readAddress } from "./address.ts";
import type { TeamAddress, TeamOutcome } from "./address.ts";
import { rowsOf } from "./connection.ts";
import { failureOf } from "./failures.ts";

const ROWS_PAGE = 1000;
/** Contents can be large. */
const CONTENTS_PAGE = 50;
const BEFORE_ALL = "-9223372036854775808";

const ROWS = `SELECT seq, sample, at_ms, kind, facts, content, media, prev, hash
  FROM countersign.event WHERE seq > $1 ORDER BY seq LIMIT ${ROWS_PAGE}`;
const CONTENTS = `SELECT commitment, sha256, salt, length, countersign.body_of(content), forgotten_ms
  FROM countersign.content WHERE commitment > $1 ORDER BY commitment LIMIT ${CONTENTS_PAGE}`;

/** The team's whole ledger, as of one moment. */
export interface TeamLedger extends ArrivingLedger {
  close(): Promise<void>;
}

/** Opens the ledger to verify or export it; an auditor's login suffices. */
export async function readTeamLedger(address: TeamAddress): Promise<TeamOutcome<TeamLedger>> {
  const read = readAddress(address);
  if (!read.ok) return read;
  const client = new pg.Client({ ...read.value, connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    // Fails here rather than in the middle where the login may not read, or there is no ledger.
    await client.query("SELECT seq FROM countersign.event LIMIT 1");
  } catch (error) {
    await client.end().catch(() => undefined);
    return fail(failureOf(error));
  }
  return ok({
    rows: () => rows(client),
    contents: () => contents(client),
    close: () => client.end().catch(() => undefined),
  });
}

async function* rows(client: pg.Client): AsyncGenerator<LedgerRow> {
  for await (const row of pages(client, ROWS, BEFORE_ALL, ROWS_PAGE)) {
    const [seq, request, atMs, kind, facts, content, media, prev, hash] = row;
    yield {
      seq: Number(seq),
      sample: String(request),
      atMs: Number(atMs),
      kind: String(kind),
      facts: String(facts),
      content: textOrNull(content),
      media: String(media),
      prev: String(prev),
      hash: String(hash),
    };
  }
}

async function* contents(client: pg.Client): AsyncGenerator<ContentRecord> {
  for await (const row of pages(client, CONTENTS, "", CONTENTS_PAGE)) {
    const [commitment, sha256, salt, length, body, forgottenMs] = row;
    yield {
      commitment: String(commitment),
      sha256: textOrNull(sha256),
      salt: salt instanceof Uint8Array ? salt : null,
      body: textOrNull(body),
      length: Number(length),
      forgottenMs: forgottenMs === null ? null : Number(forgottenMs),
    };
  }
}

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));

/** The first column of each row is where the next page begins. */
async function* pages(
  client: pg.Client,
  text: string,
  before: string,
  size: number,
): AsyncGenerator<unknown[]> {
  for (let after = before; ;) {
    const page = await rowsOf(client, text, [after]);
    yield* page;
    if (page.length < size) return;
    after = String(page.at(-1)?.[0]);
  }
}
