// Nothing is lost between an event and its two parts, and no content is ever among the facts.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../json.ts";
import { join, split } from "./split.ts";
import { call, document, EVENTS, HASH, MARK, received, ROWS } from "./testing.ts";

describe.each(ROWS)("%s", (_name, kind, body) => {
  const row = { kind, atMs: 7 };

  it("keeps all content and its hashes out of the facts", () => {
    const { facts, content } = split(row, body);
    const line = JSON.stringify(facts);
    expect(line).not.toContain(MARK);
    expect(line).not.toContain(HASH);
    // The test can fail: the mark is somewhere.
    expect(JSON.stringify(content).includes(MARK)).toBe(JSON.stringify(body).includes(MARK));
    expect(JSON.stringify(content).includes(HASH)).toBe(JSON.stringify(body).includes(HASH));
  });

  it("is whole again after a join, from text and from memory", () => {
    const { facts, content } = split(row, body);
    const [f, c] = [facts, content].map((part) => JSON.parse(JSON.stringify(part)) as Json);
    expect(join(row, f as JsonObject, c ?? null)).toEqual({ kind, atMs: 7, ...body });
  });
});

it("keeps the facts that history needs after content is deleted", () => {
  expect(split({ kind: "received", atMs: 7 }, received).facts).toEqual({
    asker: { serverId: "s", name: "notes", identityChanged: [{ kind: "command" }] },
    origin: { kind: "ambiguous", calls: [call, call] },
    reply: { kind: "embedded", siblings: ["a", "b"], questions: 2 },
    group: { id: "g", size: 2 },
    flags: [
      { severity: "note", code: "extra-member" },
      { severity: "note", code: "content-empty" },
    ],
    media: [
      { bytes: 3, validBase64: true },
      { bytes: 3, validBase64: true, mendable: true },
    ],
    declared: { tools: true, context: false },
    deadline: { atMs: 5, totalMs: 4 },
    turn: 2,
    round: { number: 1, limit: 10 },
  });
  const approved = EVENTS["request-approved"] as unknown as JsonObject;
  expect(split({ kind: "request-approved", atMs: 7 }, approved)).toEqual({
    facts: {
      by: { kind: "person" },
      base: { revision: 3 },
      attemptId: "a1",
      edited: true,
      model: { providerId: "p", modelId: "m" },
      options: { passMetadata: true },
      from: { attemptId: "a0", how: "again" },
      redacted: { names: [{ name: "EMAIL_1", values: 1, places: 2 }] },
      beyond: [expect.objectContaining({ scope: "server", limit: 9, needs: 2, most: 3 })],
      seriousSeen: 2,
      waits: true,
    },
    content: { base: { hash: HASH }, document, documentHash: HASH },
  });
});

it("joins any body that it split", () => {
  const names = fc.constantFrom(
    "by",
    "base",
    "asker",
    "origin",
    "call",
    "calls",
    "flags",
    "media",
    "refusal",
    "because",
    "generated",
    "failure",
    "brokenOff",
    "kind",
    "atMs",
    "revision",
    "code",
    "__proto__",
    "x",
  );
  const tree: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom<Json>(null, true, 0, 1.5, "", "text"),
      fc.array(tie("json"), { maxLength: 3 }),
      fc
        .array(fc.tuple(names, tie("json")), { maxLength: 5 })
        .map((entries) => Object.fromEntries(entries) as JsonObject),
    ),
  })).json;
  const body = fc
    .array(fc.tuple(names, tree), { maxLength: 6 })
    .map((entries) => Object.fromEntries(entries) as JsonObject);
  const kinds = fc.constantFrom(...Object.keys(EVENTS), "received", "elicitation-ended", "unknown");
  fc.assert(
    fc.property(kinds, body, (kind, whole) => {
      const row = { kind, atMs: 7 };
      const { facts, content } = split(row, whole);
      const again = join(row, facts, content);
      expect(again).toEqual({ kind, atMs: 7, ...whole });
      expect(Object.keys(again).length).toBe(Object.keys({ kind, atMs: 7, ...whole }).length);
    }),
    { numRuns: 3000 },
  );
});
