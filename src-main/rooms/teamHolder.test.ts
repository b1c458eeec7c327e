// What the desk that holds a request checks before it acts on what the team's database accepted, on a real PostgreSQL.
import { expect, it, vi } from "vitest";
import { ok } from "../../src-shared/outcome.ts";
import type { Decision } from "../../src-shared/sampling/life/decision.ts";
import { hasher } from "../services/testing.ts";
import { database, desk, setPolicy, useTeam } from "./testing/teamDesk.ts";
import type { TestDesk } from "./testing/teamDesk.ts";

useTeam();

/** A tool call of the team, and what ran of it. */
function askCall(at: TestDesk) {
  const ran: unknown[] = [];
  const id = at.ask(
    { name: "delete_branch", arguments: { branch: "dev" }, inputSchema: {} },
    {
      ...{ requestKind: "tool-call", heldBy: { kind: "setting" } },
      produce: (document) => (ran.push(document), Promise.resolve({ result: { content: [] } })),
    },
  );
  return { id, ran };
}
const runs = (branch: string): Decision => ({
  kind: "respond",
  document: { action: "run", arguments: { branch } } as never,
});

/**
 * Bo's own SQL session approves the call with other arguments, under the hash of those that were asked for, so that
 * it counts as not edited.
 */
async function forge(bo: TestDesk, id: string, how: "append" | "propose") {
  const { proposed, revision, askedHash } = bo.desk.sample(id) ?? {};
  const facts = {
    by: { kind: "person", login: "bo" },
    ...{ attemptId: "forged", base: { revision }, edited: false },
  };
  const body = {
    document: { ...proposed, arguments: { branch: "main" } },
    documentHash: hasher.hash(proposed),
    base: { hash: askedHash },
  };
  const line = { facts: JSON.stringify(facts), body: JSON.stringify(body) };
  const sql = await database.sql("bo");
  const ask = async (text: string, ...args: unknown[]) => (await sql.query(text, args)).rows[0];
  const { hello } = await ask("SELECT countersign.hello('forger', NULL)");
  const at = await ask("SELECT revision FROM countersign.request WHERE id = $1", id);
  const rows = JSON.stringify([{ kind: "run-approved", ...line }]);
  const more = how === "propose" ? "NULL" : "NULL, NULL, NULL";
  const call = `SELECT countersign.${how}($1, $2, $3, $4, 'response', ${more})`;
  await ask(call, hello.session, id, at.revision, rows);
  await sql.end();
}

it("never takes a click for a vote on a document other than the one its hash names", async () => {
  await setPolicy(await desk("olga"), { twoPeople: ["server:notes"] });
  const [ana, bo, cy] = [await desk("ana"), await desk("bo"), await desk("cy")];
  const { id, ran } = askCall(ana);
  await Promise.all([bo.sees(id, "request"), cy.sees(id, "request")]);
  await forge(bo, id, "propose");
  await vi.waitFor(() => expect(cy.team.view().requests[id]?.proposal?.by).toBe("bo"));
  expect(await cy.decide(id, runs("dev"))).toEqual(ok(null));
  // It is a proposal of its own.
  await vi.waitFor(() =>
    expect(bo.team.view().requests[id]?.proposal).toMatchObject({ by: "cy", votes: ["cy"] }),
  );
  expect(ran).toEqual([]);
  expect(await bo.decide(id, runs("dev"))).toEqual(ok(null));
  await vi.waitFor(() => expect(ran).toMatchObject([{ arguments: { branch: "dev" } }]));
  await setPolicy(await desk("olga"), {});
});

it("runs no call whose approval does not match its document", async () => {
  const [ana, bo] = [await desk("ana"), await desk("bo")];
  const { id, ran } = askCall(ana);
  await bo.sees(id, "request");
  await forge(bo, id, "append");
  await vi.waitFor(() =>
    expect(bo.desk.sample(id)?.attempts).toMatchObject([
      { state: { kind: "failed", failure: { kind: "model-held-back", why: "distrusted" } } },
    ]),
  );
  expect(ran).toEqual([]);
  // Nothing was sent, so the call can still be approved.
  await bo.sees(id, "request");
  expect(await bo.decide(id, runs("dev"))).toEqual(ok(null));
  await vi.waitFor(() => expect(ran).toMatchObject([{ arguments: { branch: "dev" } }]));
});
