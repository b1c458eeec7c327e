// What operators of a team set, and what the database grants to nobody else, on a real PostgreSQL.
import { describe, expect, it, vi } from "vitest";
import { ok } from "#shared/outcome.ts";
import { migrateTeam } from "./migrate.ts";
import { SCHEMA_VERSION } from "./schema/migrations.ts";
import { ana, bo, cy, held, olga, owner, serve, team, useMembers } from "./testing/members.ts";
import { FORBIDDEN } from "./testing/forbidden.ts";
import { toldBy } from "./testing/member.ts";
import type { Member } from "./testing/member.ts";
import { QUIET, SOON, connected } from "./testing/team.ts";

useMembers();

describe("operators", () => {
  it("stop the team: nothing is sent or voted on anywhere, rejecting works, and all see who did it", async () => {
    const changed = vi.fn<() => void>();
    const store = await team.desk("bo", { listener: { ...QUIET, modeChanged: changed } });
    const [one, two] = [await held(), await held(2)];
    await ana.approve(two, { proposes: true });
    const proposed = await ana.store.proposed(two);
    const hash = proposed.ok ? (proposed.value?.hash ?? "") : "";
    expect(toldBy(await olga.setMode("stopped"))).toBe("ok");
    await vi.waitFor(
      () => expect(store.mode()).toMatchObject({ kind: "stopped", by: "olga" }),
      SOON,
    );
    expect(changed).toHaveBeenCalledOnce();
    expect(toldBy(await ana.approve(one))).toBe("stopped");
    const by = { kind: "person", login: "ana" };
    const runs = [{ kind: "run-approved", body: { by, base: {}, attemptId: "a", edited: false } }];
    expect(toldBy(await ana.store.append(one, { revision: 1, phase: "response" }, runs))).toBe(
      "stopped",
    );
    expect(toldBy(await bo.store.vote(two, hash))).toBe("stopped");
    expect(toldBy(await bo.approve(two, { proposes: true }))).toBe("stopped");
    expect(toldBy(await bo.reject(two))).toBe("ok");
    expect(toldBy(await olga.setMode("running"))).toBe("ok");
    expect(toldBy(await ana.approve(one))).toBe("ok");
    await store.close();
  });

  it("set rules and budgets for all desks, on the version that they read", async () => {
    await olga.refresh();
    const { version } = olga.policy();
    const rule = {
      id: "r",
      name: "No",
      on: true,
      gate: "request",
      when: "",
      decide: "refuse",
      holds: { kind: "always" },
    } as const;
    const policy = { rules: [rule], twoPeople: ["server:bank"], budgets: [] };
    expect(toldBy(await olga.setPolicy(policy, version))).toBe("ok");
    expect(toldBy(await olga.setPolicy(policy, version))).toBe("stale");
    await vi.waitFor(
      () => expect(bo.store.policy()).toEqual({ policy, version: version + 1 }),
      SOON,
    );
  });

  it("set up a database whatever a reviewer locks there, also two at the same time", async () => {
    await owner.query("CREATE DATABASE second OWNER countersign_owner");
    const locked = await connected(team.server.url("ana", "second"));
    // A lock under any of all numbers would do: nothing waits for one.
    await locked.query("SELECT pg_advisory_lock($1)", [0x436f756e]);
    const address = { url: team.server.url("olga", "second") };
    const done = await Promise.all([migrateTeam(address), migrateTeam(address)]);
    expect(done).toEqual([ok(SCHEMA_VERSION), ok(SCHEMA_VERSION)]);
    await locked.query("BEGIN; LOCK TABLE countersign.meta IN ACCESS SHARE MODE");
    expect(await migrateTeam(address)).toEqual(ok(SCHEMA_VERSION));
    await locked.end();
  });

  it("limit what generations use, counted once under any number of approvals at the same time", async () => {
    await olga.refresh();
    const budgets = [{ unit: "tokens", window: "hour", most: 1000 }] as const;
    await olga.setPolicy(
      { rules: [], twoPeople: [], budgets: [...budgets] },
      olga.policy().version,
    );
    const ids = await Promise.all(Array.from({ length: 8 }, () => held()));
    const approve = (id: string, member: Member, tokens: number) =>
      member.decide(
        id,
        ({ askedHash, proposed }, by) =>
          proposed === null
            ? null
            : [
                {
                  kind: "request-approved",
                  atMs: 0,
                  by,
                  attemptId: id,
                  base: { revision: 0, hash: askedHash },
                  document: proposed,
                  documentHash: askedHash,
                  model: { providerId: "p", modelId: "m" },
                },
              ],
        { reserve: { attemptId: id, tokens, usd: null } },
      );
    const told = await Promise.all(ids.map((id, at) => approve(id, at % 2 === 0 ? ana : bo, 300)));
    expect(told.map(toldBy).sort()).toEqual([
      ...Array(3).fill("ok"),
      ...Array(5).fill("over-budget"),
    ]);
    const refused = told.find(({ ok: done }) => !done);
    expect(refused).toMatchObject({
      failure: { holds: [{ unit: "tokens", limit: 1000, used: 900, needs: 300 }] },
    });
    // What it really used makes room again.
    const done = ids.find((_, at) => told[at]?.ok) ?? "";
    expect(toldBy(await serve.perform(done, { attemptId: done, tokens: 10, usd: null }))).toBe(
      "ok",
    );
    const left = ids.find((_, at) => !told[at]?.ok) ?? "";
    expect(toldBy(await approve(left, cy, 300))).toBe("ok");
    await olga.refresh();
    await olga.setPolicy({ rules: [], twoPeople: [], budgets: [] }, olga.policy().version);
  });
});

/** Why the database itself refuses, in the words of 15 and 18. */
const GRANTED = /^(?:permission denied|must be owner|must have admin option)/;
const STATE = `SELECT (SELECT array_agg(e ORDER BY seq) FROM countersign.event e) AS events,
  (SELECT array_agg(v ORDER BY v) FROM countersign.vote v) AS votes`;

describe("grants", () => {
  it("let nobody but an operator stop the team, set its policy or forget", async () => {
    for (const store of [ana.store, await team.desk("aud")]) {
      expect(toldBy(await store.setMode("stopped"))).toBe("team-forbidden");
      expect(toldBy(await store.setPolicy({ rules: [], twoPeople: [], budgets: [] }, 0))).toBe(
        "team-forbidden",
      );
      expect(toldBy(await store.deleteContent("r1", "user"))).toBe("team-forbidden");
    }
    expect(toldBy(await olga.claim("r1"))).toBe("team-forbidden");
  });

  it("forbid a reviewer's own SQL whatever would rewrite, vote twice or approve alone", async () => {
    const id = await held(2, ana);
    await ana.approve(id, { proposes: true });
    const sessionOf = ({ store }: Member): string => {
      const now = store.connection();
      return now.kind === "online" ? now.session : "";
    };
    const values = { id, session: sessionOf(ana), other: sessionOf(bo) };
    const sql = await team.sql("ana");
    const before = await owner.query(STATE);
    for (const [what, forbidden] of Object.entries(FORBIDDEN)) {
      const [statement, why] = typeof forbidden === "string" ? [forbidden, GRANTED] : forbidden;
      const text = Object.entries(values).reduce(
        (made, [name, value]) => made.replaceAll(`{${name}}`, value),
        statement,
      );
      await expect(sql.query(text), what).rejects.toThrow(why);
      // Some open a transaction.
      await sql.query("ROLLBACK");
    }
    const after = await owner.query(STATE);
    expect(after.rows).toEqual(before.rows);
    expect(Object.keys(FORBIDDEN).length).toBeGreaterThanOrEqual(12);
    await sql.end();
  });
});
