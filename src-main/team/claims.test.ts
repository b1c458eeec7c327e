// What a desk says of a request and of its use, beyond its rows, on a real PostgreSQL.
import { expect, it } from "vitest";
import { ana, bo, held, olga, owner, serve, team, useMembers } from "./testing/members.ts";
import { toldBy } from "./testing/member.ts";

useMembers();

const by = { kind: "person", login: "bo" };
const kept = { kind: "media-kept", body: { by } };

it("believes what a generation used only of the desk that ran it, at its end", async () => {
  const id = await held();
  const spent = async () =>
    (await owner.query("SELECT tokens, usd FROM countersign.spend WHERE sample = $1", [id])).rows;
  const approved = {
    ...{ kind: "request-approved", reserve: { attemptId: "a1", tokens: 500, usd: 3 } },
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
    ...[rows[0]?.session, id, JSON.stringify([{ kind: "media-kept", facts }])],
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
