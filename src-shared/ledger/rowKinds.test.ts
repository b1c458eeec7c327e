// Rows of each kind: their text, which is hashed, is as the format has had it from the beginning, and gives the event back.
import path from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import type { Json, JsonObject } from "../json.ts";
import { EVENT_FIELDS } from "../request/life/event.ts";
import type { RequestEvent } from "../request/life/event.ts";
import { readEvent } from "../team/readEvent.ts";
import { eventOf } from "./rowEvent.ts";
import { join, split } from "./split.ts";
import { EVENTS, ROWS } from "./testing.ts";

it("writes rows of each kind as before", async () => {
  const lines = ROWS.map(([name, kind, body]) => {
    const { facts, content } = split({ kind, atMs: 7 }, body);
    return [name, `  ${JSON.stringify(facts)}`, `  ${JSON.stringify(content)}`].join("\n");
  });
  const golden = path.join(import.meta.dirname, "testing", "rows.txt");
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(golden);
});

/** An event with some of the fields that it can do without, in any order. */
const events = fc.constantFrom(...Object.values(EVENTS)).chain((event) => {
  const isOptional = new Map<string, boolean>(
    Object.entries(EVENT_FIELDS[event.kind]).map(([name, schema]) => [
      name,
      schema instanceof z.ZodOptional,
    ]),
  );
  const fields = Object.entries(event);
  return fc
    .tuple(
      fc.subarray(fields.filter(([name]) => isOptional.get(name) === true)),
      fc.constant(fields.filter(([name]) => isOptional.get(name) !== true)),
    )
    .map(([some, needed]) => Object.fromEntries([...some, ...needed]) as unknown as RequestEvent);
});

it("reads any event back from its row, and one without content once that is deleted", () => {
  fc.assert(
    fc.property(events, (event) => {
      const { kind, atMs } = event;
      const parts = split({ kind, atMs }, event as unknown as JsonObject);
      const [facts, content] = [parts.facts, parts.content].map(
        (part) => JSON.parse(JSON.stringify(part)) as Json,
      );
      const read = (held: Json) => ({
        sample: "s",
        atMs,
        kind,
        body: join({ kind, atMs }, facts as JsonObject, held),
      });
      expect(eventOf(read(content ?? null), null)).toEqual(event);
      // Throws where something is missing that an event of the kind needs.
      expect(readEvent(read(null), null)).toMatchObject({ kind, atMs, by: event.by });
    }),
    { numRuns: 200 },
  );
});
