// The database knows every kind of row that a desk writes about a request, and which of its fields are facts.
import { expect, it } from "vitest";
import type { RequestEvent } from "#shared/request/life/event.ts";
import { wholeFacts } from "#shared/ledger/rowKinds.ts";
import { testTeam } from "../testing/team.ts";
import { APPENDING } from "./appending.ts";

/** Complete by its type. A request begins with `received`, which is published rather than appended; a request that changes is never a team's. */
const KINDS: Record<Exclude<RequestEvent["kind"], "received" | "document-updated">, true> = {
  grouped: true,
  "media-kept": true,
  "caller-found": true,
  "rounds-allowed": true,
  inspected: true,
  judged: true,
  completed: true,
  "refused-more": true,
  "request-approved": true,
  "run-approved": true,
  "response-approved": true,
  "answered-by-hand": true,
  "answered-by-fixture": true,
  "returned-to-request": true,
  "attempt-started": true,
  "attempt-done": true,
  "attempt-stopped": true,
  "attempt-failed": true,
  "stop-asked": true,
  "taken-back": true,
  released: true,
  delivered: true,
  "delivery-failed": true,
  "delivery-unknown": true,
  rejected: true,
  refused: true,
  cancelled: true,
};

it("takes each kind of row", () => {
  const unknown = Object.keys(KINDS).filter((kind) => !APPENDING.includes(`'${kind}'`));
  expect(unknown).toEqual([]);
});

it(
  "knows which fields of each kind are facts, and reads them under any spelling",
  { tags: ["long"] },
  async () => {
    const team = await testTeam();
    const sql = await team.sql("postgres");
    await sql.query("SET search_path = countersign");
    const facts = wholeFacts();
    const kinds = [...Object.keys(KINDS), "received", "limit-raised", "two-needed"];
    const { rows } = await sql.query(
      "SELECT kind, whole_facts(kind) AS facts FROM unnest($1::text[]) AS kind",
      [kinds],
    );
    expect(rows).toEqual(kinds.map((kind) => ({ kind, facts: facts[kind] })));
    const has = async (body: string): Promise<unknown> =>
      (await sql.query("SELECT has_facts('cancelled', $1) AS it", [body])).rows[0]?.it;
    const half = JSON.stringify("\ud83d \u0000 \\u0000 \\\\ud83d 🙂");
    expect(await has(`{"b\\u0079":1,"text":${half}}`)).toBe(true);
    expect(await has(`{"text":{"by":${half}},${half}:"by"}`)).toBe(false);
    await sql.end();
    await team.end();
  },
);
