// Every violation of the negotiated version's schema is flagged at its place, and no allow rule approves it.
import { Validator } from "@cfworker/json-schema";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../json.ts";
import { verdictInputOf } from "../../rules/judge/verdictInput.ts";
import { heldOf } from "../../rules/testing.ts";
import data from "../data/requestSchemas.json" with { type: "json" };
import { needsUser } from "../document/flag.ts";
import { readRequest } from "./intake.ts";
import { changeAt } from "../document/fix.ts";
import type { MediaFacts } from "../document/media.ts";
import type { Path } from "../document/flag.ts";

const BOTH = { tools: true, context: true };
const ref = `countersign-media:${"a".repeat(64)}` as const;
const media: MediaFacts[] = [{ ref, bytes: 1, validBase64: true, sniffed: "image/png" }];

const annotations = { audience: ["user"], priority: 0.5, lastModified: "2026-01-01T00:00:00Z" };
const _meta = { note: "x" };
const text = { type: "text", text: "hi", annotations, _meta };
const image = { type: "image", data: ref, mimeType: "image/png", annotations, _meta };
const icons = [
  { src: "https://a.example/i.png", mimeType: "image/png", sizes: ["8x8"], theme: "dark" },
];
const uri = "file:///a";
const resources = [
  {
    type: "resource",
    resource: { uri, text: "x", mimeType: "text/plain", _meta },
    annotations,
    _meta,
  },
  { type: "resource", resource: { uri, blob: ref, mimeType: "image/png", _meta } },
  {
    type: "resource_link",
    uri,
    name: "n",
    title: "t",
    description: "d",
    mimeType: "a/b",
    size: 1,
    icons,
    annotations,
    _meta,
  },
];
const useOf = (id: string) => ({ type: "tool_use", id, name: "look", input: { a: [1] }, _meta });
const result = {
  type: "tool_result",
  toolUseId: "1",
  content: [text, image, ...resources],
  structuredContent: { a: 1 },
  isError: false,
  _meta,
};
const tool = {
  name: "look",
  title: "Look",
  description: "Looks.",
  inputSchema: {
    type: "object",
    $schema: "https://json-schema.org/draft/2020-12/schema",
    properties: { a: {} },
    required: ["a"],
  },
  outputSchema: { type: "object", properties: { a: {} }, required: ["a"] },
  annotations: {
    title: "t",
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  execution: { taskSupport: "forbidden" },
  icons,
  _meta,
};
const parameters = {
  maxTokens: 10,
  systemPrompt: "Be brief.",
  includeContext: "none",
  temperature: 0.5,
  stopSequences: ["END"],
  metadata: { a: null, b: 1.5 },
  modelPreferences: {
    hints: [{ name: "a" }],
    costPriority: 0,
    speedPriority: 1,
    intelligencePriority: 0.5,
  },
  tools: [tool],
  toolChoice: { mode: "auto" },
  task: { ttl: 1000 },
  _meta: { progressToken: "t" },
};
const simple = [
  { role: "user", content: text },
  { role: "assistant", content: image },
];
const looping = [
  { role: "user", content: [text, image], _meta },
  { role: "assistant", content: useOf("1") },
  { role: "user", content: result },
  { role: "assistant", content: [text, useOf("2")] },
  { role: "user", content: [{ ...result, toolUseId: "2" }] },
];

const requestOf = (version: string): JsonObject =>
  ({ ...parameters, messages: version < "2025-11-25" ? simple : looping }) as unknown as JsonObject;

/** Every place in a value, except the root. */
function placesOf(value: Json | undefined, path: Path = []): Path[] {
  const own = path.length === 0 ? [] : [path];
  if (typeof value !== "object" || value === null) return own;
  const isList = Array.isArray(value);
  return own.concat(
    Object.entries(value).flatMap(([name, item]) =>
      placesOf(item, [...path, isList ? Number(name) : name]),
    ),
  );
}

/** The published schema, read by an independent library. */
function validatorOf(version: keyof typeof data): Validator {
  const { request, ...$defs } = JSON.parse(
    JSON.stringify(data[version]).replaceAll(/"\$ref":"(\w+)"/g, '"$ref":"#/$defs/$1"'),
  ) as JsonObject;
  return new Validator({ ...(request as object), $defs } as never, "2020-12", true);
}

/** Each place gets a sixth of them, in turns. */
const WRONG: (Json | undefined)[] = [
  null,
  true,
  7.5,
  -1,
  "x",
  [],
  [[]],
  {},
  { type: "video" },
  undefined,
];

describe.each(Object.keys(data) as (keyof typeof data)[])("under %s", (version) => {
  const request = requestOf(version);
  const schemaFlagged = (params: Json) =>
    readRequest(params, BOTH, media, version).flags.filter(({ code }) =>
      code.startsWith("schema-"),
    );

  it("finds nothing in a request with every field", () => {
    expect(validatorOf(version).validate(request).valid).toBe(true);
    expect(readRequest(request, BOTH, media, version)).toEqual({
      kind: "readable",
      proposed: request,
      flags: [],
    });
    expect(schemaFlagged({ ...request, later: { anything: 1 } })).toEqual([]);
  });

  it(
    "flags or refuses every field of a wrong type, at its place or above it, and nothing that the schema allows",
    { tags: version === "2026-07-28" ? [] : ["long"] },
    () => {
      const validator = validatorOf(version);
      let departures = 0;
      for (const [at, path] of placesOf(request).entries()) {
        for (const wrong of WRONG.filter((_, turn) => (turn + at) % 6 === 0)) {
          const params = changeAt(request, path, () => wrong);
          const read = readRequest(params, BOTH, media, version);
          const label = `${path.join(".")} = ${JSON.stringify(wrong)}`;
          // As JSON does, undefined becomes null in lists and is left out of objects.
          if (validator.validate(JSON.parse(JSON.stringify(params))).valid) {
            expect(schemaFlagged(params), label).toEqual([]);
            continue;
          }
          departures += 1;
          const near = read.flags.filter(needsUser).some((flag) => {
            // Where one of several fields is required, any of them may be called missing.
            const place = wrong === undefined ? path.length - 1 : path.length;
            const shared = Math.min(flag.path.length, place);
            return flag.path.slice(0, shared).join("/") === path.slice(0, shared).join("/");
          });
          expect(near, label).toBe(true);
        }
      }
      expect(departures).toBeGreaterThan(100);
    },
  );
});

/** Held without a flag in an earlier version, and mostly approved by an allow rule. */
const say = (content: object): JsonObject => ({ messages: [{ role: "user", content }] as never });
const loop = (block: object, uses: object[] = [useOf("1")]): JsonObject => ({
  messages: [
    { role: "assistant", content: uses },
    { role: "user", content: [block] },
  ] as never,
});
const KINDS: [string, JsonObject, string][] = [
  [
    "a priority of 2",
    say({ ...text, annotations: { priority: 2 } }),
    "messages.0.content.annotations.priority",
  ],
  [
    "an unknown audience",
    say({ ...text, annotations: { audience: ["root"] } }),
    "messages.0.content.annotations.audience.0",
  ],
  ["_meta as a string", { _meta: "x" }, "_meta"],
  ["_meta as a number", say({ ...text, _meta: 7 }), "messages.0.content._meta"],
  ["a tool without inputSchema", { tools: [{ name: "look" }] }, "tools.0.inputSchema"],
  [
    "a wrong inputSchema.type",
    { tools: [{ name: "look", inputSchema: { type: "string" } }] },
    "tools.0.inputSchema.type",
  ],
  [
    "required as a string",
    { tools: [{ name: "look", inputSchema: { type: "object", required: "a" } }] },
    "tools.0.inputSchema.required",
  ],
  [
    "structuredContent as an array",
    loop({ ...result, structuredContent: [1] }),
    "messages.1.content.0.structuredContent",
  ],
  ["isError as a string", loop({ ...result, isError: "true" }), "messages.1.content.0.isError"],
  [
    "a nested tool result",
    loop({ ...result, content: [result] }),
    "messages.1.content.0.content.0",
  ],
  [
    "two tool calls with one id",
    {
      messages: [
        { role: "assistant", content: [useOf("1"), useOf("1")] },
        { role: "user", content: [result, result] },
      ] as never,
    },
    "messages.0.content.1.id",
  ],
];

const RULE = { id: "r1", name: "A rule" };

it.each(KINDS)("holds %s, whatever a rule says", (_, change, place) => {
  const params = { messages: simple as never, maxTokens: 10, ...change };
  const read = readRequest(params, BOTH, media, "2025-11-25");
  const paths = read.flags.filter(needsUser).map(({ path }) => path.join("."));
  expect([read.kind, ...paths]).toEqual(["readable", place]);
  const inspection = { findings: [], more: 0, tookMs: 0 };
  const request = heldOf({}, { asked: params, proposed: read.proposed, flags: [], media });
  // Also one of an earlier run, whose row does not name the flag yet.
  for (const flags of [read.flags, []]) {
    expect(verdictInputOf({ ...request, flags }, RULE, null, inspection).flagged).toBe(true);
  }
  const plain = heldOf({ messages: simple as never }, { media });
  expect(verdictInputOf(plain, RULE, null, inspection).flagged).toBe(false);
});
