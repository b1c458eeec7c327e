// Whatever a program sends, a reader gives an error in the dialect's shape, or a document that writes the same body again.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Json, JsonObject } from "../json.ts";
import type { DialectName } from "./dialect.ts";
import { FIELDS } from "./fields.ts";
import { asSampling } from "./otherDialect.ts";
import { without } from "./plain.ts";
import { DIALECTS } from "./registry.ts";

const anything = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
const word = fc.constantFrom(
  "",
  "a",
  "user",
  "assistant",
  "system",
  "developer",
  "tool",
  "__proto__",
  "auto",
  "none",
  "data:image/png;base64,AAAA",
  "data:image/png;base64,",
  "https://x.test/a.png",
  "{}",
  "{x",
);
const types = fc.constantFrom(
  "text",
  "image_url",
  "image",
  "input_image",
  "input_text",
  "output_text",
  "tool_use",
  "tool_result",
  "thinking",
  "reasoning",
  "message",
  "function",
  "function_call",
  "custom",
  "function_call_output",
  "namespace",
  "web_search",
  "json_schema",
  "json_object",
  "any",
);
/** Names that a reader looks for, within the body. */
const names = fc.constantFrom(
  "type",
  "role",
  "content",
  "text",
  "name",
  "id",
  "input",
  "source",
  "data",
  "media_type",
  "image_url",
  "url",
  "detail",
  "tool_calls",
  "function",
  "arguments",
  "tool_call_id",
  "tool_use_id",
  "is_error",
  "call_id",
  "output",
  "parameters",
  "input_schema",
  "tools",
  "written",
  "contentForm",
  "item",
  "items",
  "part",
  "raw",
  "outer",
  "toolUseId",
  "mimeType",
  "signature",
  "thinking",
  "summary",
  "namespace",
  "cache_control",
  "budget_tokens",
);
const part: fc.Arbitrary<Json> = fc.letrec<{ part: Json }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 4, depthSize: "medium" },
    word,
    types,
    fc.boolean(),
    fc.constant(null),
    fc.integer({ min: -1, max: 9 }),
    fc.array(tie("part"), { maxLength: 3 }),
    objectOf(tie("part")),
  ),
})).part;

function objectOf(value: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> {
  const typed = fc.record({ type: types }, { requiredKeys: [] });
  const entries = fc.array(fc.tuple(names, value), { maxLength: 5 });
  return fc
    .tuple(typed, entries)
    .map(([head, rest]) => ({ ...head, ...Object.fromEntries(rest) }) as JsonObject);
}

const message = objectOf(part).chain((object) =>
  fc
    .record({ role: word, content: fc.oneof(word, fc.array(objectOf(part), { maxLength: 3 })) })
    .map((usual): Json => ({ ...object, ...usual })),
);

/** A body that is likely to be read, with anything in the place of some fields. */
function bodyOf(name: DialectName): fc.Arbitrary<JsonObject> {
  const list = fc.array(fc.oneof({ weight: 4, arbitrary: message }, objectOf(part), anything), {
    minLength: 1,
    maxLength: 4,
  });
  const field = fc.constantFrom(...Object.keys(FIELDS[name]), "a_field_of_tomorrow");
  const fields = fc.array(fc.tuple(field, fc.oneof(part, anything)), { maxLength: 4 });
  return fc.tuple(list, fields).map(([messages, more]) => ({
    model: "m",
    max_tokens: 5,
    [name === "openai-responses" ? "input" : "messages"]: messages,
    ...Object.fromEntries(more),
  }));
}

function check(name: DialectName, body: Json): void {
  const { read, body: write, error } = DIALECTS[name];
  const done = read(body);
  if (!done.ok) {
    expect(done.error).toMatchObject({ status: 400, code: "invalid_request" });
    expect(error(done.error)["error"]).toMatchObject({ message: done.error.message });
    return;
  }
  const { document, stream } = done;
  const given = body as JsonObject;
  expect(write(document, false)).toEqual(without(given, "stream"));
  expect(stream).toBe(given["stream"] === true);
  // The translation never fails.
  expect(asSampling(document).sampling.messages).toBeInstanceOf(Array);
}

it.each(Object.keys(DIALECTS) as DialectName[])("%s: any JSON", (name) => {
  fc.assert(
    fc.property(anything, (body) => check(name, body)),
    { numRuns: 300 },
  );
});

it.each(Object.keys(DIALECTS) as DialectName[])("%s: any body", (name) => {
  fc.assert(
    fc.property(bodyOf(name), (body) => check(name, body)),
    { numRuns: 500 },
  );
});
