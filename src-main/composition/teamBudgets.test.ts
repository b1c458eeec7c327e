// The team's budgets, which the desk that generates keeps to by its own prices, and the bounds of what a login may have
// open, on a real PostgreSQL.
import { afterEach, expect, it, vi } from "vitest";
import type { Rule } from "#shared/rules/rule.ts";
import { FakeInspector } from "../core/testing/rules.ts";
import { ok } from "#shared/outcome.ts";
import { MODEL, PARAMS, approve, database, desk, setPolicy, useTeam } from "./testing/teamDesk.ts";

useTeam();

// What a test leaves open, or a failed one the limits, is nothing to the next.
afterEach(async () => {
  const owner = await database.sql("postgres");
  await owner.query("UPDATE countersign.meta SET (open_requests, open_bytes) = (DEFAULT, DEFAULT)");
  await owner.query("TRUNCATE countersign.share, countersign.load");
  await owner.end();
});

it(
  "lets a desk approve that knows no prices: the one that generates says what it can cost",
  { tags: ["long"] },
  async () => {
    const olga = await desk("olga");
    await setPolicy(olga, { budgets: [{ unit: "usd", window: "day", most: 20 }] });
    const ana = await desk("ana", { models: { costOf: () => ({ usd: 12 }) } });
    const [bo, owner] = [await desk("bo"), await database.sql("postgres")];
    const [id, next] = [ana.ask(), ana.ask()];
    await bo.sees(next, "request");
    expect(await approve(bo, id)).toEqual(ok(null));
    await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
    const { rows } = await owner.query("SELECT usd FROM countersign.spend WHERE sample = $1", [id]);
    expect(rows).toEqual([{ usd: "12" }]);
    expect(await approve(bo, next)).toEqual(ok(null));
    await vi.waitFor(() =>
      expect(bo.desk.request(next)?.attempts).toMatchObject([
        { state: { kind: "failed", failure: { kind: "model-held-back", why: "budget" } } },
      ]),
    );
    expect(ana.generator.asked).toHaveLength(1);
    // At a desk without a price, nothing is generated against a budget in USD.
    const cy = await desk("cy");
    const unpriced = cy.ask();
    await bo.sees(unpriced, "request");
    expect(await approve(bo, unpriced)).toEqual(ok(null));
    await vi.waitFor(() =>
      expect(bo.desk.request(unpriced)?.attempts).toMatchObject([{ state: { kind: "failed" } }]),
    );
    expect(cy.generator.asked).toEqual([]);
    await setPolicy(olga, {});
    await owner.end();
  },
);

it("refuses what a rule allows beyond the team's budget: nobody may be there to wait for", async () => {
  const olga = await desk("olga");
  const allows = { id: "t1", name: "Notes", on: true, gate: "request", decide: "allow" };
  await setPolicy(olga, {
    rules: [{ ...allows, when: "server:notes", holds: { kind: "always" } } as Rule],
    budgets: [{ unit: "usd", window: "day", most: 20 }],
  });
  const ana = await desk("ana", {
    models: { choose: () => MODEL, costOf: () => ({ usd: 12 }) },
    masterSwitch: "rules",
    inspector: new FakeInspector(),
  });
  await vi.waitFor(() =>
    expect(ana.team.policy()).toMatchObject({ value: { policy: { rules: [{ id: "t1" }] } } }),
  );
  const [first, second] = [ana.ask(), ana.ask()];
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
  await vi.waitFor(() =>
    expect([first, second].map((id) => ana.desk.request(id)?.phase)).toContainEqual(
      expect.objectContaining({
        ending: expect.objectContaining({
          kind: "refused",
          refusal: expect.objectContaining({ reason: "cost-budget" }),
        }),
      }),
    ),
  );
  expect(ana.generator.asked).toHaveLength(1);
  await setPolicy(olga, {});
});

it("keeps a request that finds no room in the team, says so, and brings it once there is room", async () => {
  const [ana, bo, owner] = [await desk("ana"), await desk("bo"), await database.sql("postgres")];
  const first = ana.ask();
  await bo.sees(first, "request");
  await owner.query(
    "UPDATE countersign.meta SET open_requests = (SELECT requests FROM countersign.load WHERE login = 'ana')",
  );
  const [second, third] = [ana.ask(), ana.ask()];
  const full = { kind: "team-refused", why: "login-full" };
  await vi.waitFor(() => expect(ana.faults).toEqual([full]));
  expect(await approve(ana, second)).toEqual({ ok: false, failure: full });
  expect(ana.desk.request(second)?.phase.kind).toBe("request");
  expect(bo.desk.request(second)).toBeUndefined();
  const hash = bo.desk.request(first)?.askedHash ?? "";
  const base = { revision: 0, hash };
  const reject = { kind: "reject", tellServer: true } as const;
  expect(await bo.team.requests.decide(first, base, reject)).toEqual(ok(null));
  await bo.sees(second, "request");
  expect(bo.desk.request(third)).toBeUndefined();
  expect(await approve(bo, second)).toEqual(ok(null));
  expect(ana.faults).toEqual([full]);
  await owner.end();
});

it("brings a request for which there is room although an earlier one still finds none", async () => {
  const [ana, bo, owner] = [await desk("ana"), await desk("bo"), await database.sql("postgres")];
  const first = ana.ask();
  await bo.sees(first, "request");
  await owner.query(
    "UPDATE countersign.meta SET open_bytes = (SELECT bytes + 500 FROM countersign.load WHERE login = 'ana')",
  );
  const text = "Which regions? ".repeat(20_000);
  const large = ana.ask({
    ...PARAMS,
    messages: [{ role: "user", content: { type: "text", text } }],
  });
  const small = ana.ask();
  const full = { kind: "team-refused", why: "login-full" };
  for (const id of [large, small])
    expect(await approve(ana, id)).toEqual({ ok: false, failure: full });
  const base = { revision: 0, hash: bo.desk.request(first)?.askedHash ?? "" };
  const reject = { kind: "reject", tellServer: true } as const;
  expect(await bo.team.requests.decide(first, base, reject)).toEqual(ok(null));
  await bo.sees(small, "request");
  expect(bo.desk.request(large)).toBeUndefined();
  await owner.end();
});
