// The team's budgets, which the desk that generates keeps to by its own prices, on a real PostgreSQL.
import { expect, it, vi } from "vitest";
import { ok } from "../../src-shared/outcome.ts";
import { approve, database, desk, setPolicy, useTeam } from "./testing/teamDesk.ts";

useTeam();

it("lets a desk approve that knows no prices: the one that generates says what it can cost", async () => {
  const olga = await desk("olga");
  await setPolicy(olga, { budgets: [{ unit: "usd", window: "day", most: 20 }] });
  const ana = await desk("ana", { costOf: () => ({ usd: 12 }) });
  const [bo, owner] = [await desk("bo"), await database.sql("postgres")];
  const [id, next] = [ana.ask(), ana.ask()];
  await bo.sees(next, "request");
  expect(await approve(bo, id)).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
  const { rows } = await owner.query("SELECT usd FROM countersign.spend WHERE sample = $1", [id]);
  expect(rows).toEqual([{ usd: "12" }]);
  expect(await approve(bo, next)).toEqual(ok(null));
  await vi.waitFor(() =>
    expect(bo.desk.sample(next)?.attempts).toMatchObject([
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
    expect(bo.desk.sample(unpriced)?.attempts).toMatchObject([{ state: { kind: "failed" } }]),
  );
  expect(cy.generator.asked).toEqual([]);
  await setPolicy(olga, {});
  await owner.end();
});
