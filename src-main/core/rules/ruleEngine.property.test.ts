// Whatever the user, servers, models, rules and the mode do at a real desk: nothing reaches a model or a server without
// a recorded decision before it, by the user or by a rule that was valid then.
import fc from "fast-check";
import { expect, it } from "vitest";
import { isJsonObject } from "#shared/json.ts";
import type { JsonObject } from "#shared/json.ts";
import type { LedgerEntry } from "../ports.ts";
import { plainHasher } from "../testing/fakes.ts";
import { EXAMPLES, walked, walks } from "../testing/walks.ts";
import type { World } from "../testing/walks.ts";

const bodyOf = ({ body }: LedgerEntry): JsonObject => (isJsonObject(body) ? body : {});
const byRule = (row: LedgerEntry): JsonObject | null => {
  const by = bodyOf(row)["by"];
  return isJsonObject(by) && by["kind"] === "rule" ? by : null;
};
const DECISIONS: ReadonlySet<string> = new Set([
  "request-approved",
  "response-approved",
  "refused",
]);

/** Rows that some rule caused, each with the rules and mode when it was written. */
function ruled({ ledger, standing }: World) {
  return ledger.rows.flatMap((row, at) => {
    const by = byRule(row);
    const held = standing.findLast(({ rows }) => rows <= at);
    return by === null ? [] : [{ row, at, id: String(by["id"]), standing: held }];
  });
}

it("does nothing without a recorded decision that was valid then", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(walks, async (walk) => {
      const world = await walked(walk);
      const { rows } = world.ledger;
      const hashes = (kind: string): unknown[] =>
        rows.filter((row) => row.kind === kind).map((row) => bodyOf(row)["documentHash"]);
      for (const { document } of world.generator.asked) {
        expect(hashes("request-approved")).toContain(plainHasher.hash(document));
      }
      for (const heard of world.server.heard) {
        if (heard.kind !== "result") continue;
        expect(hashes("response-approved")).toContain(plainHasher.hash(heard.document));
      }
      for (const { row, at, id, standing } of ruled(world)) {
        seen.add(`${id.split(".")[0]} ${row.kind}`);
        expect(standing?.position).toBe("rules");
        expect(standing?.ruleIds).toContain(id);
        if (!DECISIONS.has(row.kind)) continue;
        // The rule decided in the same step, and nothing held it back.
        const said = rows[at - 1];
        expect([said?.kind, said?.sampleId]).toEqual(["judged", row.sampleId]);
        const { decide, held } = bodyOf(said as LedgerEntry);
        expect(held).toBeUndefined();
        expect(decide).toBe(row.kind === "refused" ? "refuse" : "allow");
      }
    }),
    { numRuns: 150, examples: EXAMPLES },
  );
  // Otherwise this would prove little.
  for (const what of ["refuse refused", "few request-approved", "both response-approved"]) {
    expect(seen).toContain(what);
  }
});

it("lets no rule decide more requests than it has uses", async () => {
  await fc.assert(
    fc.asyncProperty(walks, async (walk) => {
      const world = await walked(walk);
      const decided = new Map<string, Set<string>>();
      for (const { row, id } of ruled(world)) {
        if (!id.startsWith("few.") || !DECISIONS.has(row.kind)) continue;
        decided.set(id, (decided.get(id) ?? new Set()).add(row.sampleId));
      }
      for (const [id, requests] of decided) {
        expect(requests.size).toBeLessThanOrEqual(2);
        expect(world.book.taken.filter((one) => one === id).length).toBe(requests.size);
      }
    }),
    { numRuns: 60, examples: EXAMPLES },
  );
});
