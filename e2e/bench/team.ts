// A team's database under load, with real disk syncs on this machine: decisions a second, how soon another desk sees a
// request, what idle desks cost, and how all of it holds at more desks. Desks are the adapter's, without windows.
import pg from "pg";
import { parse } from "../../src-shared/filter/parse.ts";
import { testOf } from "../../src-shared/filter/matches.ts";
import { indexText } from "../../src-shared/filter/text.ts";
import type { FilterItem } from "../../src-shared/filter/matches.ts";
import type { TeamStore } from "../../src-main/team/store.ts";
import { Member, asks, receivedRow } from "../../src-main/team/testing/member.ts";
import { QUIET, testTeam } from "../../src-main/team/testing/team.ts";
import type { TestLogin, TestTeam } from "../../src-main/team/testing/team.ts";
import { spreadOf } from "./clock.ts";

const DECISIONS = 1600;
const CLIENTS = 8;
const ARRIVALS = 200;
const IDLE_DESKS = 100;
const IDLE_S = 15;
const INBOX = 10_000;
const REVIEWERS = ["ana", "bo", "cy", "serve"] as const;

/** The lines of the table; aims are those of the project. */
export async function teamTable(): Promise<string[]> {
  const team = await testTeam({ durable: true });
  try {
    const rate = await decisions(team);
    const floor = await bareSql(team);
    const alone = await arrivals(team, 2);
    const inbox = await manyOpen(team);
    const idle = await idleDesks(team);
    const many = [];
    for (const desks of [10, 50, 100]) many.push({ desks, ...(await arrivals(team, desks)) });
    return [
      "| what | measured | aim |",
      "| --- | --- | --- |",
      `| claim and decide, ${CLIENTS} clients, each reading the request before (bare SQL: ${floor.toFixed(0)}) | ${rate.toFixed(0)} a second | ≥ 300 |`,
      `| published → known at another desk, 95 of 100 within | ${alone.p95.toFixed(0)} ms | ≤ 100 ms |`,
      `| ${IDLE_DESKS} idle desks, in all | ${idle.toFixed(0)} queries a second | < 100 |`,
      `| ${INBOX} open: loaded at the start of a desk | ${inbox.loadMs.toFixed(0)} ms | |`,
      `| ${INBOX} open: filtered by a text, 95 of 100 within | ${inbox.filterMs.toFixed(0)} ms | ≤ 100 ms |`,
      "",
      "| desks | published → known at every desk: median | 95 of 100 within | a rejection: median | 95 of 100 within |",
      "| --- | --- | --- | --- | --- |",
      ...many.map(
        ({ desks, median, p95, decided }) =>
          `| ${desks} | ${median.toFixed(0)} ms | ${p95.toFixed(0)} ms | ${decided.median.toFixed(1)} ms | ${decided.p95.toFixed(1)} ms |`,
      ),
    ];
  } finally {
    await team.end();
  }
}

const login = (at: number): TestLogin => REVIEWERS[at % REVIEWERS.length] ?? "ana";

async function membersOf(team: TestTeam, count: number): Promise<Member[]> {
  const made: Member[] = [];
  for (let at = 0; at < count; at += 1) {
    made.push(new Member(await team.desk(login(at)), login(at)));
  }
  return made;
}

const closed = (members: readonly Member[]): Promise<unknown> =>
  Promise.all(members.map(({ store }) => store.close()));

function must(outcome: { ok: boolean }): void {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
}

/** Decisions a second: each client takes a request, claims it, reads it and rejects it. */
async function decisions(team: TestTeam): Promise<number> {
  const members = await membersOf(team, CLIENTS);
  const ids = Array.from({ length: DECISIONS }, (_, at) => `d${at}`);
  await inTurns(members, ids, async (member, id) => must(await member.publish(id)));
  const startMs = performance.now();
  await inTurns(members, ids, async (member, id) => {
    must(await member.store.claim(id));
    must(await member.reject(id));
  });
  const tookMs = performance.now() - startMs;
  await closed(members);
  return (DECISIONS / tookMs) * 1000;
}

/** Each works on the next one that nobody has. */
async function inTurns(
  members: readonly Member[],
  ids: readonly string[],
  work: (member: Member, id: string) => Promise<void>,
): Promise<void> {
  const left = ids.values();
  await Promise.all(
    members.map(async (member) => {
      for (const id of left) await work(member, id);
    }),
  );
}

/** The least that does the same: a lease by SKIP LOCKED, then a row hashed after the last one, in plain SQL. */
async function bareSql(team: TestTeam): Promise<number> {
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client(team.server.url("postgres"));
    await client.connect();
    return client;
  };
  const clients = await Promise.all(Array.from({ length: CLIENTS }, connect));
  const [first] = clients;
  await first?.query(`CREATE TABLE bare_queue (id int PRIMARY KEY, taken boolean DEFAULT false);
    CREATE TABLE bare_chain (seq bigserial PRIMARY KEY, body text, hash text);
    INSERT INTO bare_queue SELECT n FROM generate_series(1, ${DECISIONS}) n;
    INSERT INTO bare_chain (body, hash) VALUES ('', '')`);
  const startMs = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (;;) {
        const { rows } = await client.query(
          `UPDATE bare_queue SET taken = true WHERE id =
            (SELECT id FROM bare_queue WHERE NOT taken LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id`,
        );
        if (rows.length === 0) return;
        await client.query("BEGIN");
        await client.query("SELECT pg_advisory_xact_lock(1)");
        await client.query(
          `INSERT INTO bare_chain (body, hash) SELECT $1, encode(sha256(convert_to(hash || $1, 'UTF8')), 'hex')
            FROM bare_chain ORDER BY seq DESC LIMIT 1`,
          [JSON.stringify(rows[0])],
        );
        await client.query("COMMIT");
      }
    }),
  );
  const tookMs = performance.now() - startMs;
  await Promise.all(clients.map((client) => client.end()));
  return (DECISIONS / tookMs) * 1000;
}

/** From the call that publishes to the last of the other desks that tells its listener; and a rejection. */
async function arrivals(team: TestTeam, desks: number) {
  let waiting: { id: string; left: number; done(): void } | null = null;
  const requestsChanged = (ids: readonly string[]): void => {
    if (waiting === null || !ids.includes(waiting.id)) return;
    waiting.left -= 1;
    if (waiting.left === 0) waiting.done();
  };
  const others: TeamStore[] = [];
  for (let at = 1; at < desks; at += 1) {
    others.push(await team.desk(login(at), { listener: { ...QUIET, requestsChanged } }));
  }
  const [from] = await membersOf(team, 1);
  if (from === undefined) throw new Error("no desk");
  const seen: number[] = [];
  const decided: number[] = [];
  const runs = desks > 20 ? ARRIVALS / 4 : ARRIVALS;
  for (let run = 0; run < runs; run += 1) {
    const id = `a${desks}-${run}`;
    const startMs = performance.now();
    const all = new Promise<void>((resolve) => {
      waiting = { id, left: others.length, done: resolve };
    });
    must(await from.publish(id));
    await all;
    seen.push(performance.now() - startMs);
    waiting = null;
    const decideMs = performance.now();
    must(await from.reject(id));
    decided.push(performance.now() - decideMs);
  }
  await closed([from]);
  await Promise.all(others.map((store) => store.close()));
  const { median, p95 } = spreadOf(seen);
  return { median, p95, decided: spreadOf(decided) };
}

/** Transactions that the server counted while nothing happens; each query is one. */
async function idleDesks(team: TestTeam): Promise<number> {
  const members = await membersOf(team, IDLE_DESKS);
  const sql = await team.sql("postgres");
  const count = async (): Promise<number> => {
    // A session tells its counts once it is idle for a moment.
    const { rows } = await sql.query(
      "SELECT xact_commit + xact_rollback AS n FROM pg_stat_database WHERE datname = 'countersign'",
    );
    return Number(rows[0]?.n);
  };
  await new Promise((resolve) => setTimeout(resolve, 6000));
  const before = await count();
  const startMs = performance.now();
  await new Promise((resolve) => setTimeout(resolve, IDLE_S * 1000));
  const rate = ((await count()) - before) / ((performance.now() - startMs) / 1000);
  await sql.end();
  await closed(members);
  return rate;
}

/** A desk that starts on a full inbox, and a filter over it. */
async function manyOpen(team: TestTeam): Promise<{ loadMs: number; filterMs: number }> {
  const members = await membersOf(team, CLIENTS);
  const ids = Array.from({ length: INBOX }, (_, at) => `open${at}`);
  await inTurns(members, ids, async ({ store }, id) => {
    const text = `${"Summarise the weather of the last week. ".repeat(12)} ${id}`;
    const rows = [receivedRow(asks(text))];
    must(await store.publish({ id, rows, phase: "request", summary: { text }, votesNeeded: 1 }));
  });
  await closed(members);
  const startMs = performance.now();
  const store = await team.desk("ana");
  const loadMs = performance.now() - startMs;
  // As the window does, the texts of each request are indexed once.
  const texts = new Map(
    [...store.requests()].map(([id, { summary }]) => [id, indexText([String(summary?.["text"])])]),
  );
  const { query } = parse("open77");
  if (query === null) throw new Error("no filter");
  const times: number[] = [];
  for (let run = 0; run < 20; run += 1) {
    const filterMs = performance.now();
    const fits = testOf(query, Date.now());
    const found = [...store.requests().keys()].filter((id) =>
      fits({ row: {}, indexed: () => texts.get(id) ?? "" } as FilterItem),
    );
    times.push(performance.now() - filterMs);
    if (found.length === 0) throw new Error("nothing found");
  }
  await store.close();
  const sql = await team.sql("postgres");
  // The other figures are of a queue that is not full.
  await sql.query("UPDATE countersign.request SET is_ended = true, phase = 'ended'");
  await sql.end();
  return { loadMs, filterMs: spreadOf(times).p95 };
}
