// A client for the conformance suites: Countersign's own connection code, driven without a window. The suite names
// scenario, protocol version and context in the environment and gives the server's address as the last argument.
import type { ResponseDocument } from "../../src-shared/request/document/message.ts";
import process from "node:process";
import { testConnection } from "../../src-main/servers/mcp/testing.ts";
import type { TestConnection } from "../../src-main/servers/mcp/testing.ts";
import { readFields } from "../../src-shared/forms/readFields.ts";
import { initialArguments } from "../../src-renderer/forms/schema/values.ts";
import { isJsonObject } from "../../src-shared/json.ts";
import type { Json, JsonObject } from "../../src-shared/json.ts";
import type { SignInStore } from "../../src-main/servers/mcp/oauth/signInRecord.ts";
import type { ManualClient } from "../../src-main/servers/mcp/oauth/registration.ts";
import { ok } from "../../src-shared/outcome.ts";
import type { SignInAsk } from "../../src-shared/servers/signIn.ts";

const { env } = process;
const scenario = env["MCP_CONFORMANCE_SCENARIO"] ?? "";
const context: unknown = JSON.parse(env["MCP_CONFORMANCE_CONTEXT"] ?? "{}");
const url = process.argv.at(-1) ?? "";

/** The suite's own document; an issuer that knows it accepts its address as client id. */
const DOCUMENT = "https://conformance-test.local/client-metadata.json";
const EMBEDDED = "sep-2322-client-request-state";

async function main(): Promise<void> {
  const client = open();
  const { connection, listener } = client;
  void signIn(client);
  await connection.open();
  await listener.watch.until(() => {
    const { step } = listener.signIns.at(-1) ?? { step: null };
    return (
      listener.now?.kind === "connected" ||
      listener.now?.kind === "failed" ||
      step?.kind === "failed"
    );
  });
  if (listener.now?.kind !== "connected") {
    throw new Error(JSON.stringify([listener.now, listener.signIns.at(-1)]));
  }
  if (listener.messages?.capabilities["tools"] !== undefined) {
    await listener.watch.until(() => listener.toolList !== null);
  }
  if (scenario === EMBEDDED) await callWithQuestions(client);
  else {
    void answer(client, 0);
    for (const [name, args] of callsFor(client)) await callTool(client, name, args);
  }
  await connection.close("quit");
}

/** What a user would do: agrees to the request, as the client that the suite names, and follows the page. */
async function signIn({ connection, listener }: TestConnection): Promise<never> {
  for (let seen = 0; ;) {
    await listener.watch.until(() => listener.signIns.length > seen);
    seen = listener.signIns.length;
    const step = listener.signIns.at(-1)?.step;
    if (step?.kind === "asks") connection.signIn?.start(clientFor(step.ask));
  }
}

/** A registered client id, where one is needed or the suite has a document for it. */
function clientFor({ client, takesDocuments }: SignInAsk): ManualClient | null {
  if (takesDocuments) return { id: DOCUMENT, secret: null };
  if (client.kind !== "needed" || !isJsonObject(context)) return null;
  const { client_id: id, client_secret: secret } = context;
  return { id: String(id), secret: typeof secret === "string" ? secret : null };
}

/** The browser: follows the page back to the app. */
async function openBrowser(page: string): Promise<void> {
  const answer = await fetch(page, { redirect: "manual" });
  await fetch(answer.headers.get("location") ?? "");
}

/** The protocol generation is a setting in the app; here the suite chooses it. */
function open(): TestConnection {
  const era = env["MCP_CONFORMANCE_PROTOCOL_VERSION"] === "2026-07-28" ? "modern" : "legacy";
  const kept = new Map<string, string>();
  const store: SignInStore = {
    get: (name) => kept.get(name) ?? null,
    set: (name, value) => {
      kept.set(name, value);
      return ok(null);
    },
    remove: (name) => void kept.delete(name),
  };
  const house = { store, openBrowser, callbackWords: { done: [], foreign: [] } };
  return testConnection({ kind: "http", url, headers: [] }, { era, signIn: house });
}

/** Calls everything while a form of the first call is open; its answer comes last. */
async function callWithQuestions(client: TestConnection): Promise<void> {
  const asks = ["test_mrtr_echo_state", "test_mrtr_no_state"];
  const asking = asks.map((name) => callTool(client, name, {}));
  await Promise.all(asks.map((_name, nth) => client.desk.elicitation(nth)));
  await callTool(client, "test_mrtr_unrelated", {});
  void answer(client, 0);
  await Promise.all(asking);
  await callTool(client, "test_mrtr_no_result_type", {});
}

/** Sends every form of the server's as the app shows it at first: with its defaults, and nothing else. */
async function answer({ desk }: TestConnection, from: number): Promise<never> {
  for (let nth = from; ; nth += 1) {
    const { incoming, settle } = await desk.elicitation(nth);
    const { params } = incoming;
    const schema = isJsonObject(params) ? params["requestedSchema"] : undefined;
    const fields = isJsonObject(schema) ? (readFields(schema).fields ?? []) : [];
    // Absent fields are not sent.
    const content = JSON.parse(JSON.stringify(initialArguments(fields))) as Record<string, never>;
    const document = { action: "accept", content } as unknown as ResponseDocument;
    void settle({ kind: "result", document });
  }
}

/** What a user would run: the scenario's calls, otherwise every tool once. */
function callsFor({ listener }: TestConnection): [string, JsonObject][] {
  const tools = listener.toolList ?? [];
  const given = isJsonObject(context) ? context["toolCalls"] : undefined;
  if (Array.isArray(given)) return given.flatMap(callOf);
  if (scenario === "json-schema-2020-12-preservation") {
    const focal = tools.find(({ name }) => name === "json_schema_2020_12_tool");
    return [["json_schema_echo", { schema: focal?.inputSchema ?? null }]];
  }
  // That scenario's server supports nothing but `tools/list`.
  if (scenario === "json-schema-ref-no-deref") return [];
  return tools.map(({ name, inputSchema }) => [name, argumentsFor(inputSchema)]);
}

function callOf(call: Json): [string, JsonObject][] {
  if (!isJsonObject(call) || typeof call["name"] !== "string") return [];
  return [[call["name"], isJsonObject(call["arguments"]) ? call["arguments"] : {}]];
}

/** A value of the right type for each property. */
function argumentsFor(schema: JsonObject): JsonObject {
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]): [string, Json] => {
      const type = isJsonObject(property) ? property["type"] : undefined;
      if (type === "number" || type === "integer") return [name, 3];
      if (type === "boolean") return [name, true];
      return [name, "text"];
    }),
  );
}

async function callTool(client: TestConnection, name: string, args: JsonObject): Promise<void> {
  const abort = new AbortController();
  const run = { runId: name, kind: "tool" as const, name, arguments: args };
  const quiet = { progress: () => {}, line: () => {} };
  const outcome = await client.connection.call(run, quiet, abort.signal);
  if (!outcome.ok) throw new Error(`${name}: ${JSON.stringify(outcome.failure)}`);
}

await main();
