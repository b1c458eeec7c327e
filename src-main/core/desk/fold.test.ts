// Whatever the user, servers and models do at a real desk, the rows alone restore every request exactly.
import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { attemptFacts } from "#shared/filter/attemptFacts.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { fold } from "#shared/ledger/fold.ts";
import type { ReadRow } from "#shared/ledger/row.ts";
import { join, split } from "#shared/ledger/split.ts";
import { readEvent } from "#shared/team/readEvent.ts";
import type { LedgerEntry } from "../ports.ts";
import { EXAMPLES, walked, walks } from "../testing/walks.ts";

/** The rows of a request as a reader has them: from text, in two parts; or with deleted content. */
function read(rows: readonly LedgerEntry[], requestId: string, forgotten: boolean): ReadRow[] {
  return rows
    .filter((row) => row.sampleId === requestId)
    .map((row) => {
      const { facts, content } = split(row, row.body as JsonObject);
      const [f, c] = [facts, content].map((part) => JSON.parse(JSON.stringify(part)) as Json);
      const body = join(row, f as JsonObject, forgotten ? null : (c ?? null));
      return { sample: requestId, atMs: row.atMs, kind: row.kind, body };
    });
}

it("restores every request exactly as the desk has it", async () => {
  const ends = new Set<string>();
  await fc.assert(
    fc.asyncProperty(walks, async (walk) => {
      const world = await walked(walk);
      for (const request of world.desk.requests()) {
        const folded = fold(read(world.ledger.rows, request.id, false), undefined, readEvent);
        expect(folded).toEqual({ request, odd: [] });
        ends.add(request.phase.kind === "ended" ? request.phase.ending.kind : request.phase.kind);
      }
    }),
    { numRuns: 120, examples: EXAMPLES },
  );
  // The walks reach everything; otherwise this would prove little.
  const places = ["request", "response", "ready", "replied", "undeliverable", "unknown"];
  for (const end of [...places, "rejected", "refused", "cancelled"]) expect(ends).toContain(end);
});

it("restores a request with deleted content: the same course, whether it was edited, and no content", async () => {
  const changed = new Set<string>();
  await fc.assert(
    fc.asyncProperty(walks, async (walk) => {
      const world = await walked(walk);
      for (const request of world.desk.requests()) {
        const folded = fold(read(world.ledger.rows, request.id, true), undefined, readEvent);
        expect(folded?.odd).toEqual([]);
        const left = folded?.request;
        expect(left?.phase.kind).toBe(request.phase.kind);
        expect(left?.revision).toBe(request.revision);
        expect(left?.timeline.map(({ kind }) => kind)).toEqual(
          request.timeline.map(({ kind }) => kind),
        );
        expect(left?.attempts.map(({ state }) => state.kind)).toEqual(
          request.attempts.map(({ state }) => state.kind),
        );
        const { edited } = attemptFacts(request);
        expect(left === undefined ? null : attemptFacts(left).edited).toEqual(edited);
        for (const part of edited) changed.add(part);
        const text = JSON.stringify(left);
        for (const word of [
          "France",
          "Paris",
          "aGVsbG8",
          '"edited",',
          '"edited"}',
          "EPIPE",
          "too slow",
        ]) {
          expect(text).not.toContain(word);
        }
        expect(text).not.toContain(request.askedHash);
        expect(text).not.toContain(createHash("sha256").update("aGVsbG8=").digest("hex"));
      }
    }),
    { numRuns: 60, examples: EXAMPLES },
  );
  expect([...changed].toSorted()).toEqual(["request", "response"]);
});

it(
  "leaves unknown whether a request was edited where its texts are deleted and its rows never said so",
  { tags: ["long"] },
  async () => {
    let unknown = 0;
    await fc.assert(
      fc.asyncProperty(walks, async (walk) => {
        const world = await walked(walk);
        const older = world.ledger.rows.map((row) => {
          const { edited: _unsaid, ...body } = row.body as JsonObject;
          return { ...row, body };
        });
        for (const request of world.desk.requests()) {
          const whole = fold(read(older, request.id, false))?.request;
          const left = fold(read(older, request.id, true))?.request;
          if (whole === undefined || left === undefined) throw new Error("not folded");
          expect(attemptFacts(whole).edited).toEqual(attemptFacts(request).edited);
          const approved = request.attempts.some(({ state }) => state.kind !== "withdrawn");
          expect(attemptFacts(left).edited).toEqual(approved ? ["unknown"] : []);
          if (approved) unknown += 1;
        }
      }),
      { numRuns: 60, examples: EXAMPLES },
    );
    expect(unknown).toBeGreaterThan(0);
  },
);
