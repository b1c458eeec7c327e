// What a program sends, at the real adapters: a provider of its dialect gets the body as it came, byte for byte; one of
// another dialect gets a request whatever fields are null or absent.
import { expect, it } from "vitest";
import type { DialectName } from "#shared/dialects/dialect.ts";
import { FIELDS } from "#shared/dialects/fields.ts";
import { DIALECTS } from "#shared/dialects/registry.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { traitsOf } from "#shared/models/ranking/traits.ts";
import { ok } from "#shared/outcome.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { GenerateResult } from "../../core/ports.ts";
import { createGenerator } from "./generate.ts";
import { openProvider } from "../providers/open.ts";
import { FAMILIES, type Family } from "../testing/wire/families.ts";

const LOOK = { name: "look", parameters: { type: "object", properties: {} } };
const NULL_TOOL = { name: "look", description: null, parameters: null, strict: null };
const CALL = { id: "c", type: "function", function: { name: "look", arguments: "{}" } };
const ASKED = { role: "user", content: "Hi." };

/** Bodies in the form that a provider gets, so that it gets nothing else. */
const BASE: Record<DialectName, JsonObject> = {
  "openai-chat": {
    stream: true,
    unknown_field: { a: null },
    messages: [ASKED],
    stream_options: { include_usage: true },
    store: false,
  },
  "anthropic-messages": { unknown_field: [null], messages: [ASKED], max_tokens: 9, stream: true },
  "openai-responses": { store: false, input: [ASKED], stream: true, unknown_field: null },
};
/** What is null or absent inside the fields, where the SDKs' types allow it, and where they don't. */
const INNER: Record<DialectName, JsonObject[]> = {
  "openai-chat": [
    { tools: [{ type: "function", function: NULL_TOOL }] },
    { tools: [{ type: "function", function: { name: "look" }, x: null }] },
    {
      tools: [
        { type: "function", function: { ...LOOK, description: null } },
        { type: "function", function: LOOK },
      ],
    },
    { tools: [] },
    { messages: [{ ...ASKED, name: null }] },
    { messages: [{ role: "system", content: "Be brief.", name: null }, ASKED] },
    {
      messages: [
        ASKED,
        { role: "assistant", content: null, refusal: null, audio: null, tool_calls: null },
      ],
    },
    { messages: [ASKED, { role: "assistant" }] },
    {
      messages: [
        ASKED,
        { role: "assistant", content: null, tool_calls: [CALL], annotations: null },
        { role: "tool", tool_call_id: "c", content: null },
      ],
    },
    {
      messages: [
        ASKED,
        {
          role: "assistant",
          content: "",
          function_call: null,
          tool_calls: [{ ...CALL, index: null }],
        },
        { role: "tool", tool_call_id: "c", content: [] },
      ],
    },
    { messages: [{ role: "user", content: [{ type: "text", text: "Hi.", cache_control: null }] }] },
    {
      messages: [
        {
          role: "user",
          content: [
            { type: "image_url", image_url: { url: "data:image/png;base64,AAAA", detail: null } },
          ],
        },
      ],
    },
    { stop: ["a"], logit_bias: { 1: null }, metadata: { a: null } },
    {
      response_format: {
        type: "json_schema",
        json_schema: { name: "r", schema: null, strict: null },
      },
    },
    { top_p: null, seed: Number("12345678901234567") },
  ],
  "anthropic-messages": [
    {
      tools: [
        {
          name: "look",
          description: null,
          input_schema: { type: "object", required: null, properties: null },
        },
      ],
    },
    { tools: [{ name: "look", type: null, cache_control: null, input_schema: {} }] },
    { tools: [{ name: "look", input_schema: null }] },
    {
      tools: [
        { name: "look", input_schema: {} },
        { name: "look", input_schema: {} },
      ],
    },
    { system: [{ type: "text", text: "Be brief.", cache_control: null, citations: null }] },
    { system: [] },
    { messages: [{ role: "user", content: [{ type: "text", text: "Hi.", citations: null }] }] },
    {
      messages: [
        ASKED,
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "c", name: "look", input: {}, caller: null }],
        },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "c", content: null, is_error: null }],
        },
      ],
    },
    {
      messages: [
        ASKED,
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "c", name: "look", input: { a: null } }],
        },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "c" }] },
      ],
    },
    { messages: [ASKED, { role: "assistant", content: [] }] },
    { metadata: { user_id: null }, thinking: { type: "enabled", budget_tokens: 5, display: null } },
    { tool_choice: { type: "auto", disable_parallel_tool_use: null } },
  ],
  "openai-responses": [
    { tools: [{ type: "function", ...NULL_TOOL }] },
    {
      tools: [
        {
          type: "function",
          name: "look",
          parameters: { type: "object" },
          description: null,
          strict: null,
        },
      ],
    },
    { tools: [{ type: "custom", name: "run", description: null, format: null }] },
    {
      tools: [
        {
          type: "namespace",
          name: "n",
          description: null,
          tools: [{ type: "function", ...NULL_TOOL }],
        },
      ],
    },
    { input: [{ ...ASKED, id: null, status: null, phase: null }] },
    {
      input: [
        ASKED,
        {
          type: "message",
          role: "assistant",
          content: [{ type: "output_text", text: "x", annotations: null, logprobs: null }],
        },
      ],
    },
    {
      input: [
        ASKED,
        {
          type: "function_call",
          call_id: "c",
          name: "look",
          arguments: "{}",
          id: null,
          status: null,
        },
        { type: "function_call_output", call_id: "c", output: "x", id: null },
      ],
    },
    {
      input: [
        ASKED,
        {
          type: "reasoning",
          id: "r",
          summary: [],
          content: null,
          encrypted_content: null,
          status: null,
        },
      ],
    },
    { reasoning: { effort: null, summary: null }, text: { format: null, verbosity: null } },
  ],
};

/** Every field of the table as null, and each of `INNER`. */
const bodies = (Object.keys(FIELDS) as DialectName[]).flatMap((dialect) => [
  ...Object.keys(FIELDS[dialect]).map((name): [DialectName, JsonObject] => [
    dialect,
    { ...BASE[dialect], [name]: BASE[dialect][name] ?? null },
  ]),
  ...INNER[dialect].map((inner): [DialectName, JsonObject] => [
    dialect,
    { ...BASE[dialect], ...inner },
  ]),
]);

/** Spelled as no program that is written in JavaScript would. */
const oddly = (body: JsonObject): string =>
  ` ${JSON.stringify({ ...body, top_p: body["top_p"] ?? 1 }, null, 1)}\n`
    .replace('"top_p": 1', '"top_p" : 1.00')
    .replace('"Hi."', '"\\u0048i."');

const readAs = (dialect: DialectName, body: Json) => {
  const done = DIALECTS[dialect].read(body);
  return done.ok ? done.document : done.unread?.document;
};

/** What the real adapter sends; the provider answers with an error. */
async function sentBy(
  { kind, base, modelId }: Family,
  document: RequestDocument,
  came: string,
): Promise<{ sent: string | null; result: GenerateResult }> {
  let sent: string | null = null;
  const provider = openProvider({
    id: "p",
    kind,
    baseUrl: `http://127.0.0.1:1${base}`,
    key: "KEY",
    fetch: async (_url, init) => {
      sent = String(init?.body);
      return Promise.resolve(new Response("{}", { status: 418 }));
    },
  });
  const model = provider.languageModel(modelId);
  if (!model.ok) throw new Error(modelId);
  const traits = traitsOf(kind, modelId);
  const { generate } = createGenerator({
    resolve: () => ok({ ...provider, model: model.value, traits }),
  });
  const result = await generate({
    model: { providerId: "p", modelId },
    document,
    came,
    media: () => null,
    putMedia: () => "",
    onPiece: () => undefined,
    signal: new AbortController().signal,
  });
  return { sent, result };
}

it.each(Object.entries(FAMILIES))("%s: nulls and absences", async (_name, family) => {
  const { exact = [] } = traitsOf(family.kind, family.modelId);
  expect(bodies.length).toBeGreaterThan(100);
  for (const [dialect, given] of bodies) {
    const body = { model: family.modelId, ...given };
    if (body.model === null) body.model = family.modelId;
    const came = oddly(body);
    const document = readAs(dialect, JSON.parse(came) as Json);
    if (document === undefined) throw new Error(came);
    const { sent, result } = await sentBy(family, document, came);
    if (exact.includes(dialect)) expect([came, sent]).toEqual([came, came]);
    else if (sent === null)
      // In words, and not by a fault of the translation.
      expect([came, result]).toMatchObject([
        came,
        { failure: { kind: "model-unsupported-content" } },
      ]);
  }
});

it("what the user changed is changed, and nothing else", async () => {
  const family = FAMILIES["openai-compatible"];
  if (family === undefined) throw new Error();
  const came =
    '{ "seed": 12345678901234567890, "model":"asked", "messages" : [{"role":"user","content":"Hi.", "x": 1e0}],\n "a":[1.0]}';
  const document = readAs("openai-chat", JSON.parse(came) as Json);
  if (document === undefined) throw new Error();
  const [message] = document.messages;
  const edited = {
    ...document,
    messages: [{ ...message, role: "user", content: [{ type: "text", text: "Ho." }] }],
  };
  const { sent } = await sentBy(family, edited, came);
  expect(sent).toBe(
    `{ "seed": 12345678901234567890, "model":"${family.modelId}", "messages" : [{"role":"user","content":"Ho.", "x": 1e0}],\n "a":[1.0],"stream":true,"stream_options":{"include_usage":true}}`,
  );
});
