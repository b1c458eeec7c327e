// What a desk says of a request and of its use, beyond its rows, on a real PostgreSQL.
import { expect, it } from "vitest";
import { ana, bo, cy, held, olga, owner, serve, team, useMembers } from "./testing/members.ts";
import { Member, toldBy } from "./testing/member.ts";
import { statementOf } from "./testing/team.ts";

useMembers();

const by = { kind: "person", login: "bo" };
const kept = { kind: "media-kept", body: { by } };

it("believes what a generation used only of the desk that ran it, at its end", async () => {
  const id = await held();
  const spent = async () =>
    (await owner.query("SELECT tokens, usd FROM countersign.spend WHERE sample = $1", [id])).rows;
  const approved = {
    kind: "request-approved",
    reserve: { attemptId: "a1", tokens: 500, usd: 3 },
    body: { by, base: {}, attemptId: "a1", edited: false },
  };
  const base = { revision: 1, phase: "response" as const };
  const reserving = (tokens: number, attemptId = "a1") =>
    bo.store.append(id, base, [{ ...approved, reserve: { attemptId, tokens, usd: null } }]);
  expect(toldBy(await reserving(-1e9))).toBe("malformed");
  expect(toldBy(await reserving(1, "another"))).toBe("malformed");
  expect(toldBy(await reserving("NaN" as never))).toBe("malformed");
  expect(toldBy(await reserving("Infinity" as never))).toBe("malformed");
  expect(toldBy(await bo.store.append(id, base, [approved]))).toBe("ok");
  const used = { attemptId: "a1", tokens: 1, usd: 0 };
  const on = { ...base, revision: 2 };
  expect(toldBy(await bo.store.append(id, on, [{ ...kept, used }]))).toBe("malformed");
  expect(toldBy(await serve.store.append(id, on, [{ ...kept, used }]))).toBe("malformed");
  expect(toldBy(await bo.store.cover(id, used))).toBe("not-holder");
  const done = { kind: "attempt-done", body: { by: { kind: "model" }, attemptId: "a1" } };
  const ended = (tokens: number, attemptId = "a1") =>
    serve.store.append(id, on, [{ ...done, used: { attemptId, tokens, usd: null } }]);
  expect(toldBy(await ended(-1e9))).toBe("malformed");
  expect(toldBy(await ended(1, "another"))).toBe("malformed");
  expect(await spent()).toEqual([{ tokens: "500", usd: "3" }]);
  expect(toldBy(await ended(7))).toBe("ok");
  // Its price is not known: the most that it can have cost stays.
  expect(await spent()).toEqual([{ tokens: "7", usd: "3" }]);
});

it("takes what the desk that generates can use in place of what was reserved", async () => {
  await olga.refresh();
  const budgets = [{ unit: "usd", window: "day", most: 20 }] as const;
  await olga.setPolicy({ rules: [], twoPeople: [], budgets: [...budgets] }, olga.policy().version);
  const id = await held();
  const cover = (usd: number | null) => serve.store.cover(id, { attemptId: "c1", tokens: 9, usd });
  expect(toldBy(await cover(15))).toBe("ok");
  expect(toldBy(await cover(16))).toBe("ok");
  expect(toldBy(await cover(21))).toBe("over-budget");
  expect(toldBy(await cover(null))).toBe("over-budget");
  await olga.refresh();
  await olga.setPolicy({ rules: [], twoPeople: [], budgets: [] }, olga.policy().version);
});

it("counts what was only reserved as long as its request is open and its desk there", async () => {
  await olga.refresh();
  const budgets = [{ unit: "tokens", window: "month", most: 1000 }] as const;
  await owner.query("DELETE FROM countersign.spend");
  await olga.setPolicy({ rules: [], twoPeople: [], budgets: [...budgets] }, olga.policy().version);
  const approves = (member: Member, id: string, reserve: { attemptId: string; tokens: number }) =>
    member.store.append(id, { revision: 1, phase: "response" }, [
      {
        kind: "request-approved",
        reserve: { ...reserve, usd: null },
        body: {
          by: { kind: "person", login: member.login },
          base: {},
          edited: false,
          attemptId: reserve.attemptId,
        },
      },
    ]);
  const all = (member: Member, id: string) =>
    approves(member, id, { attemptId: `all-${id}`, tokens: 1000 });
  const gone = new Member(await team.desk("cy"), "cy");
  const [first, second, mine] = [await held(1, cy), await held(1, gone), await held()];
  expect(toldBy(await all(cy, first))).toBe("ok");
  expect(toldBy(await all(bo, mine))).toBe("over-budget");
  expect(toldBy(await ana.reject(first))).toBe("ok");
  expect(toldBy(await all(cy, second))).toBe("ok");
  expect(toldBy(await all(bo, mine))).toBe("over-budget");
  const session = gone.store.session();
  await gone.store.close({ keepsSession: true });
  await owner.query("UPDATE countersign.session SET seen_ms = 1 WHERE id = $1", [session]);
  expect(toldBy(await all(bo, mine))).toBe("ok");
  // What a generation has used counts for good.
  const used = { attemptId: `all-${mine}`, tokens: 999, usd: null };
  const done = { kind: "attempt-done", body: { by: { kind: "model" }, attemptId: used.attemptId } };
  const on = { revision: 2, phase: "response" as const };
  expect(toldBy(await serve.store.append(mine, on, [{ ...done, used }]))).toBe("ok");
  expect(toldBy(await ana.reject(mine))).toBe("ok");
  expect(toldBy(await all(bo, await held()))).toBe("over-budget");
  // As docs/team.md says, for a login that lied.
  const sql = await team.sql("olga");
  for (const statement of statementOf("countersign.spend").replace("'bo'", "'serve'").split(";"))
    if (statement.trim() !== "") await sql.query(statement);
  await sql.end();
  expect(toldBy(await all(bo, await held()))).toBe("ok");
  await olga.refresh();
  await olga.setPolicy({ rules: [], twoPeople: [], budgets: [] }, olga.policy().version);
});

it("lets a login have so many requests open, and so many bytes in any", async () => {
  const loadOf = async (login: string) => {
    const { rows } = await owner.query(
      "SELECT requests, bytes FROM countersign.load WHERE login = $1",
      [login],
    );
    const [{ requests, bytes } = { requests: 0, bytes: 0 }] = rows;
    return { requests: Number(requests), bytes: Number(bytes) };
  };
  const before = await loadOf("cy");
  const bound = (requests: number, bytes: number) =>
    owner.query("UPDATE countersign.meta SET open_requests = $1, open_bytes = $2", [
      requests,
      bytes,
    ]);
  await bound(before.requests + 1, 1e9);
  const id = await held(1, cy);
  expect(toldBy(await cy.publish("one-too-many"))).toBe("login-full");
  expect(toldBy(await ana.publish("of-another"))).toBe("ok");
  expect(toldBy(await ana.reject(id))).toBe("ok");
  expect(await loadOf("cy")).toEqual(before);
  const next = await held(1, cy);
  await bound(1e6, before.bytes + 20_000);
  expect(toldBy(await cy.publish("too-large", 1, "x".repeat(12_000)))).toBe("login-full");
  expect(toldBy(await cy.publish("fits", 1, "x".repeat(6000)))).toBe("ok");
  await bo.store.refresh();
  expect(bo.store.requests().get("fits")?.bytes).toBeGreaterThan(12_000);
  expect(bo.store.requests().get("fits")?.bytes).toBeLessThan(14_000);
  // What is open can grow, up to twice as much, and can end.
  const grows = (text: string, revision: number) =>
    cy.store.append(next, { revision, phase: "request" }, [
      { kind: "inspected", body: { by: { kind: "desk" }, text } },
    ]);
  expect(toldBy(await grows("y".repeat(12_000), 1))).toBe("ok");
  const most = before.bytes + 20_000;
  expect((await loadOf("cy")).bytes).toBeGreaterThan(most);
  expect(toldBy(await grows("z".repeat(2 * most), 2))).toBe("login-full");
  // Whoever writes it, into whose request it may be.
  const others = await bo.store.append(next, { revision: 2, phase: "request" }, [
    { kind: "stop-asked", body: { by: { kind: "person", login: "bo" }, text: "w".repeat(5000) } },
  ]);
  expect(toldBy(others)).toBe("ok");
  expect((await loadOf("bo")).bytes).toBeGreaterThan(5000);
  expect(toldBy(await ana.reject(next))).toBe("ok");
  expect(toldBy(await cy.reject("fits"))).toBe("ok");
  expect(await loadOf("cy")).toEqual(before);
  const { rows } = await owner.query(
    "SELECT login FROM countersign.load l WHERE bytes <> (SELECT coalesce(sum(bytes), 0) FROM countersign.share s WHERE s.login = l.login)",
  );
  expect(rows).toEqual([]);
  await bound(10_000, 2 ** 28);
});

it("ends a request only by an ending, whatever is said of its phase", async () => {
  const id = await held();
  expect(toldBy(await bo.store.append(id, { revision: 1, phase: "ended" }, [kept]))).toBe("ok");
  const phase = "gone" as never;
  expect(toldBy(await bo.store.append(id, { revision: 2, phase }, [kept]))).toBe("malformed");
  await ana.store.refresh();
  expect(ana.store.requests().get(id)?.phase).toBe("request");
  expect(toldBy(await ana.reject(id))).toBe("ok");
  await ana.store.refresh();
  expect(ana.store.requests().get(id)?.phase).toBe("ended");
});

it("stops the team while somebody keeps others from appending, and says so with the next row", async () => {
  const id = await held();
  const sql = await team.sql("bo");
  const { rows } = await sql.query("SELECT countersign.hello('bo', NULL)->>'session' AS session");
  await sql.query("BEGIN");
  const facts = JSON.stringify({ by });
  await sql.query("SELECT countersign.append($1, $2, 1, $3, 'request', NULL, NULL, NULL)", [
    rows[0]?.session,
    id,
    JSON.stringify([{ kind: "media-kept", facts }]),
  ]);
  expect(toldBy(await olga.setMode("stopped"))).toBe("ok");
  await ana.store.refresh();
  expect(ana.store.mode()).toMatchObject({ kind: "stopped", by: "olga" });
  await sql.query("COMMIT");
  await sql.end();
  expect(toldBy(await ana.approve(id))).toBe("stopped");
  expect(toldBy(await ana.reject(id))).toBe("ok");
  const last = await owner.query(
    "SELECT kind, facts FROM countersign.event ORDER BY seq DESC LIMIT 3",
  );
  expect(last.rows.map(({ kind }) => kind)).toEqual(["rejected", "team-stopped", "media-kept"]);
  expect(JSON.parse(last.rows[1].facts)).toEqual({ by: { kind: "person", login: "olga" } });
  expect(toldBy(await olga.setMode("running"))).toBe("ok");
});
