// What another program wrote into a team's database, past its checks, holds up no request that desks can read.
import { expect, it, vi } from "vitest";
import { ok } from "#shared/outcome.ts";
import { answers, approve, approveResponse, database, desk, useTeam } from "./testing/teamDesk.ts";

useTeam();

/** Rows and a request as the owner of the tables can write them. */
async function written(id: string, kind: string, facts: string): Promise<void> {
  const sql = await database.sql("postgres");
  await sql.query("SET search_path = countersign");
  await sql.query(
    `INSERT INTO request (id, holder, phase, votes_needed, summary)
     SELECT $1, id, 'request', 1, 'no json' FROM session WHERE login = 'cy' ON CONFLICT DO NOTHING`,
    [id],
  );
  await sql.query(
    `UPDATE request SET revision = revision + 1, seq = add_event($1, $2, $3, NULL, '', 1) WHERE id = $1`,
    [id, kind, facts],
  );
  await sql.query("SELECT pg_notify('countersign', $1)", [id]);
  await sql.end();
}

it("leaves out a row with values that no screen can show, where it is held and elsewhere", async () => {
  const [ana, bo] = [await desk("ana"), await desk("bo")];
  const id = ana.ask();
  await bo.sees(id, "request");
  const hash = ana.desk.request(id)?.askedHash ?? "";
  const base = { revision: 0, hash };
  const judged = { by: { kind: "desk" }, base, gate: "request", decide: "ask" };
  await written(id, "judged", JSON.stringify(judged));
  await vi.waitFor(() => expect(ana.faults).toHaveLength(1));
  await vi.waitFor(async () => expect(await approve(bo, id)).toEqual(ok(null)));
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
  const generated = { role: "assistant", content: { type: "text", text: "ok" }, model: "m" };
  const attemptId = bo.desk.request(id)?.attempts[0]?.id ?? "";
  const done = { attemptId, generated, generatedHash: "x", tookMs: 1, reasoning: 7, warnings: 5 };
  await written(id, "attempt-done", JSON.stringify({ by: { kind: "model" }, ...done }));
  await vi.waitFor(() => expect(bo.faults).toHaveLength(1));
  answers(ana, "None.");
  for (const at of [ana, bo]) {
    await vi.waitFor(() =>
      expect(at.desk.request(id)?.attempts).toMatchObject([{ state: { kind: "done", tookMs: 1 } }]),
    );
    expect(at.desk.request(id)).not.toHaveProperty("judged");
    expect(at.desk.request(id)?.attempts[0]?.state).toMatchObject({ reasoning: undefined });
    expect(at.faults).toEqual([{ kind: "team-entry-skipped", login: "ana" }]);
  }
  expect(await approveResponse(bo, id)).toEqual(ok(null));
  await bo.sees(id, "ended");
});

it("says whose request it cannot read, shows all others, and ends it once its desk is gone", async () => {
  const [ana, bo, cy] = [await desk("ana"), await desk("bo"), await desk("cy")];
  await written("broken", "received", '{"asker":{"where":5}}');
  await written("worse", "received", "{");
  const asked = {
    messages: [{ role: "user", content: { type: "text", text: "?" } }],
    maxTokens: 9,
  };
  // It can be read, but no list can show it.
  await written("odd", "received", JSON.stringify({ asker: { name: {} }, asked }));
  await vi.waitFor(() => expect(bo.team.view().unreadable).toEqual(["cy", "cy", "cy"]));
  const id = ana.ask();
  await bo.sees(id, "request");
  expect(await approve(bo, id)).toEqual(ok(null));
  const late = await desk("bo");
  await late.sees(id, "response");
  expect(late.team.view().unreadable).toEqual(["cy", "cy", "cy"]);
  await cy.team.close();
  await vi.waitFor(async () => {
    await bo.team.requests.endLost();
    expect(bo.team.view().unreadable).toEqual([]);
  });
});

it("leaves out a row that does not say what it is based on, where it is held and elsewhere, and says whose it is", async () => {
  const [ana, bo] = [await desk("ana"), await desk("bo")];
  const id = ana.ask();
  await bo.sees(id, "request");
  for (const kind of ["returned-to-request", "rejected", "request-approved"])
    await written(id, kind, '{"by":{"kind":"person","login":"cy"}}');
  // Only a person's login was checked by the database: this one came with that of the desk that holds the request.
  await written(id, "rejected", '{"by":{"kind":"desk","login":"bo"}}');
  await vi.waitFor(() => expect(bo.team.requests.isTeams(id)).toBe(true));
  await vi.waitFor(async () => expect(await approve(bo, id)).toEqual(ok(null)));
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
  const skipped = ["cy", "ana"].map((login) => ({ kind: "team-entry-skipped", login }));
  expect(ana.faults).toEqual(skipped);
  expect(bo.faults).toEqual(skipped);
});
