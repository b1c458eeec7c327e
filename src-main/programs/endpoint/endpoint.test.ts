// The endpoint behind the real listener: bad input ends as an error in the dialect's shape, and nothing of it comes to the
// desk; the official SDKs understand each refusal.
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { text } from "node:stream/consumers";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI, { AzureOpenAI } from "openai";
import { afterEach, expect, it, vi } from "vitest";
import { ok } from "#shared/outcome.ts";
import type { CompletionDocument, DialectName } from "#shared/dialects/dialect.ts";
import { openaiChatWriting } from "#shared/dialects/openaiChatWriting.ts";
import { DIALECTS } from "#shared/dialects/registry.ts";
import { jsonIn } from "#shared/json.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import { decideAt, deskFor } from "../../core/testing/deskFor.ts";
import { GENEROUS_POLICY } from "../../core/testing/fakes.ts";
import { openLoopback, ReadingRoom } from "../../net/loopback.ts";
import type { Loopback, LoopbackLimits } from "../../net/loopback.ts";
import { keyedHasher } from "../../profile/hasher.ts";
import { Endpoint } from "./endpoint.ts";
import { HeldCompletions } from "./heldCompletions.ts";

const BODY_MAX_BYTES = 200_000;
const LIMITS: LoopbackLimits = { connections: 20, headersMs: 60_000, requestMs: 60_000 };
const opened: Loopback[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

async function open(
  more: {
    limits?: Partial<LoopbackLimits>;
    policy?: ServerPolicy;
    room?: ReadingRoom;
    countTokens?: () => number;
    /** By name, the dialects that the provider speaks. */
    models?: Record<string, DialectName[]>;
    isWatched?: boolean;
  } = {},
) {
  const { desk } = deskFor({ models: { choose: () => ({ providerId: "local", modelId: "m" }) } });
  const repeated: number[] = [];
  let nowMs = 1_000_000;
  let last = 0;
  const requesters = {
    policyOf: () => more.policy ?? GENEROUS_POLICY,
    permissionOf: () => null,
    permissionFor: () => null,
  };
  const held = new HeldCompletions({
    desk,
    requesters,
    servers: { originOf: () => ({ kind: "none" }) },
    note(_kind, { times }) {
      repeated.push(Number(times));
      return ok(null);
    },
    fault: () => undefined,
    clock: { nowMs: () => nowMs, newId: () => `id-${(last += 1)}` },
    keyed: keyedHasher("k"),
  });
  const endpoint = new Endpoint({
    programs: {
      admit: (token) =>
        token === "old" ? "expired" : token === "t" ? { id: "p", name: "p", serverId: null } : null,
    },
    held,
    models: {
      names: () => ["m"],
      dialectsFor: (_id, { completion: { model } }) =>
        (more.models ?? { m: [], "v/m": [] })[model] ?? null,
      whenListed: () => Promise.resolve(),
    },
    rules: { passesUnread: () => more.isWatched === true },
    requesters,
    countTokens: more.countTokens ?? (() => 3),
    callerOf: null,
    bodyMaxBytes: BODY_MAX_BYTES,
    ...(more.room === undefined ? {} : { room: more.room }),
  });
  const loopback = await openLoopback(0, [endpoint], { ...LIMITS, ...more.limits });
  opened.push(loopback);
  const { port } = loopback;
  return {
    desk,
    port,
    held,
    repeated,
    pass: (ms: number) => void (nowMs += ms),
    requests: () => desk.requests(),
    openai: (apiKey = "t") => new OpenAI({ baseURL: `http://127.0.0.1:${port}/v1`, apiKey }),
    anthropic: (apiKey = "t") => new Anthropic({ baseURL: `http://127.0.0.1:${port}`, apiKey }),
    /** Sends these bytes and returns everything that comes back until the connection closes. */
    async raw(text: string, end = false): Promise<string> {
      const socket = net.connect(port, "127.0.0.1");
      socket.on("error", () => {});
      let got = "";
      socket.on("data", (chunk) => (got += chunk.toString("latin1")));
      if (end) socket.end(text);
      else socket.write(text);
      await once(socket, "close");
      return got;
    },
  };
}
type Opened = Awaited<ReturnType<typeof open>>;

const HOST = ({ port }: Opened): string => `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer t\r\n`;
const CHAT = { model: "m", messages: [{ role: "user" as const, content: "Hi." }] };
const MESSAGE = { ...CHAT, max_tokens: 9 };

async function nextRequest({ requests }: Opened, count = 1): Promise<HeldRequest> {
  await expect.poll(() => requests().length).toBe(count);
  const request = requests().at(-1);
  if (request === undefined) throw new Error("no sample");
  return request;
}

const post = (port: number, path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { authorization: "Bearer t", ...headers },
    body,
  });

/** A Messages body with a tool result of this content, as JSON. */
const resultOf = (content: string): string =>
  `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":${content}}]}]}`;

type Answered = [path: string, body: string, status: number, code: string];

it.each<Answered>([
  ["/v1/chat/completions", "{broken", 400, "invalid_json"],
  ["/v1/chat/completions", "", 400, "invalid_json"],
  ["/v1/chat/completions", "[]", 400, "invalid_request"],
  ["/v1/responses", '{"model":"m"}', 400, "invalid_request"],
  ["/v1/messages", '{"model":1}', 400, "invalid_request"],
  ...["[null]", "[{}]", '[{"type":"tool_result","tool_use_id":"b","content":["x"]}]'].flatMap(
    (content): Answered[] => [
      ["/v1/messages", resultOf(content), 400, "invalid_request"],
      ["/v1/messages/count_tokens", resultOf(content), 400, "invalid_request"],
    ],
  ),
  ["/v1/messages", "\u0000", 400, "invalid_json"],
  ["/v1/messages", "[".repeat(40_000) + "]".repeat(40_000), 400, "invalid_request"],
  ["/v1/responses", '{"__proto__":{}}', 400, "invalid_request"],
  ["/v1/responses", '{"model":"m","input":"x","top_p":1e999}', 400, "invalid_request"],
  ["/v1/responses", '{"model":"m","input":"x","input":"y"}', 400, "invalid_request"],
  [
    "/v1/chat/completions",
    '{"model":"none","messages":[{"role":"user","content":"x"}]}',
    404,
    "model_not_found",
  ],
  ["/v1/chat/completions", `"${"x".repeat(BODY_MAX_BYTES)}"`, 413, "request_too_large"],
  ["/v1/messages", `"${"x".repeat(BODY_MAX_BYTES * 3)}"`, 413, "request_too_large"],
  ["/v1/embeddings", "{}", 404, "not_found"],
])("%s answers %.20s in the dialect's shape: %i %s", async (path, body, status, code) => {
  const at = await open();
  const response = await post(at.port, path, body);
  expect(response.status).toBe(status);
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  expect(error).toMatchObject({ code, message: expect.any(String) });
  expect(at.requests()).toEqual([]);
});

it.each<[string, number]>([
  // Not what the dialect's reader knows, which nobody has to read.
  ['{"model":"m","messages":[{"role":"user","content":{"a":1}}]}', 200],
  ['{"model":"m","messages":"x","max_tokens":"9"}', 200],
  ['{"model":"m","messages":[{"role":"user","content":"x","contentForm":1}]}', 200],
  // It would keep something, run something, or its provider is another.
  ['{"model":"m","messages":"x","store":"true"}', 400],
  ['{"model":"m","messages":"x","tools":{"type":"web_search"}}', 400],
  ['{"model":"other","messages":"x"}', 400],
])(
  "what can't be read passes under Watch to a provider of its dialect: %s",
  async (body, status) => {
    const at = await open({ models: { m: ["openai-chat"], other: [] }, isWatched: true });
    const asked = post(at.port, "/v1/chat/completions", body);
    if (status === 400) {
      expect((await asked).status).toBe(400);
      expect(at.requests()).toEqual([]);
      return;
    }
    const { id, proposed } = await nextRequest(at);
    const written = openaiChatWriting.body(proposed as CompletionDocument, false);
    expect(written).toEqual(JSON.parse(body));
    decideAt(at.desk, id, { kind: "reject", tellServer: false });
    expect((await asked).status).toBe(403);
    const held = await open({ models: { m: ["openai-chat"] } });
    expect((await post(held.port, "/v1/chat/completions", body)).status).toBe(400);
  },
);

/** The status and body of the answer to `path` exactly as written, which `fetch` would normalize. */
async function answered(at: Opened, path: string, more: http.RequestOptions, body = "") {
  const asked = http.request({ ...more, host: "127.0.0.1", port: at.port, path });
  asked.end(body);
  const [response] = (await once(asked, "response")) as [http.IncomingMessage];
  return { status: response.statusCode, said: jsonIn(await text(response)) };
}

const status = async (...asked: Parameters<typeof answered>) => (await answered(...asked)).status;
const AZURE = { headers: { "api-key": "t" } };

it.each(Object.values(DIALECTS).map(({ path }) => [path]))(
  "serves %s under every spelling of its address, to each kind of key",
  async (path) => {
    const at = await open({ countTokens: () => 3 });
    const sent = JSON.stringify({ ...MESSAGE, input: "Hi." });
    const bare = path.slice("/v1".length);
    const spelt = [
      path,
      bare,
      `/${path}`,
      `${path}/`,
      `/v1${path}`,
      `/v1/${bare}`,
      `/openai${bare}`,
    ];
    const azure = `/openai/deployments/v/m${bare}?api-version=2024-10-21`;
    const keys = [{ "api-key": "t" }, { "x-api-key": "t" }, { authorization: "Bearer t" }];
    for (const [nth, url] of [...spelt, `${path}?api-version=2024-10-21`, azure].entries()) {
      const headers = keys[nth % keys.length] ?? {};
      const strange = { ...headers, origin: "https://evil.test" };
      expect(await status(at, url, { method: "POST", headers: strange }, sent)).toBe(403);
      expect(await status(at, url, { method: "POST" }, sent)).toBe(401);
      expect(await status(at, url, { method: "PUT", headers }, sent)).toBe(405);
      const done = status(at, url, { method: "POST", headers }, sent);
      const { id, asked, requester } = await nextRequest(at, nth + 1);
      expect(requester.where).toBe(`POST ${path}`);
      expect(asked).toMatchObject({ completion: { model: url === azure ? "v/m" : "m" } });
      decideAt(at.desk, id, { kind: "reject", tellServer: true });
      expect(await done).toBe(403);
      // The same body gets the same rejection for a while.
      at.pass(30_001);
    }
    expect(JSON.stringify(at.requests())).not.toContain("api-key");
  },
);

it("takes a deployment's name for the model's, whatever the body says", async () => {
  const at = await open();
  const url = (name: string) => `/openai/deployments/${name}/chat/completions?api-version=1`;
  const { messages } = CHAT;
  const ask = (name: string, more: object) =>
    answered(at, url(name), { method: "POST", ...AZURE }, JSON.stringify({ messages, ...more }));
  const none = { status: 404, said: { error: { code: "model_not_found" } } };
  expect(await ask("none", { model: "m" })).toMatchObject(none);
  const asked = [ask("m", {}), ask("m", { model: null }), ask("v%2Fm", { model: "none" })];
  await nextRequest(at, asked.length);
  const models = at.requests().map(({ proposed }) => (proposed as CompletionDocument).completion);
  expect(models.map(({ model }) => model)).toEqual(["m", "m", "v/m"]);
  for (const { id } of at.requests()) decideAt(at.desk, id, { kind: "reject", tellServer: true });
  for (const { status: got } of await Promise.all(asked)) expect(got).toBe(403);
  // The same body to another deployment is no retry of a rejected one.
  const other = ask("v/m", {});
  const { id } = await nextRequest(at, asked.length + 1);
  decideAt(at.desk, id, { kind: "reject", tellServer: true });
  expect((await other).status).toBe(403);
});

it("is asked by Azure's client", async () => {
  const at = await open();
  const client = new AzureOpenAI({
    endpoint: `http://127.0.0.1:${at.port}/`,
    apiKey: "t",
    apiVersion: "2024-10-21",
  });
  const asked = client.chat.completions.create({ ...CHAT, model: "v/m" }).catch(String);
  const { id, proposed } = await nextRequest(at);
  expect(proposed).toMatchObject({ completion: { model: "v/m" } });
  decideAt(at.desk, id, { kind: "reject", tellServer: true });
  expect(await asked).toContain("403");
  expect((await client.models.list()).data).toMatchObject([{ id: "m" }]);
});

it("tells of one model in each dialect's shape", async () => {
  const at = await open();
  for (const model of ["m", "v/m"]) {
    expect(await at.openai().models.retrieve(model)).toMatchObject({ id: model, object: "model" });
    expect(await at.anthropic().models.retrieve(model)).toMatchObject({ id: model, type: "model" });
    const { said } = await answered(at, `/models/${model}/`, AZURE);
    expect(said).toMatchObject({ id: model, object: "model" });
  }
  for (const model of ["none", "m/v", "%00"]) {
    const { status: got, said } = await answered(at, `/v1/models/${model}`, AZURE);
    expect([got, said]).toMatchObject([404, { error: { code: "model_not_found" } }]);
  }
  await expect(at.anthropic().models.retrieve("none")).rejects.toThrow(Anthropic.NotFoundError);
  await expect(at.openai("guess").models.retrieve("m")).rejects.toThrow(OpenAI.AuthenticationError);
  expect((await answered(at, "/v1/models/m", { method: "POST", ...AZURE })).status).toBe(405);
});

it("refuses bytes that are no UTF-8", async () => {
  const at = await open();
  const body = Buffer.from([...Buffer.from('{"model":"m","input":"'), 0xff, 0x22, 0x7d]);
  const head = `POST /v1/responses HTTP/1.1\r\n${HOST(at)}Content-Length: ${body.length}\r\n`;
  const socket = net.connect(at.port, "127.0.0.1");
  socket.write(`${head}Connection: close\r\n\r\n`);
  socket.write(body);
  const [got] = (await once(socket, "data")) as [Buffer];
  expect(got.toString()).toMatch(/^HTTP\/1.1 400 /);
  socket.destroy();
});

it("answers 500 if it fails itself, in place of nothing", async () => {
  const at = await open({
    countTokens: () => {
      throw new Error("broken");
    },
  });
  const response = await post(at.port, "/v1/messages/count_tokens", JSON.stringify(MESSAGE));
  expect(response.status).toBe(500);
  expect(response.headers.get("x-should-retry")).toBe("false");
  expect(await response.json()).toMatchObject({ error: { code: "internal_error" } });
});

it("reads a body without end only up to its bound", async () => {
  const at = await open();
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 4096;
      controller.enqueue(new Uint8Array(4096).fill(120));
    },
  });
  const url = `http://127.0.0.1:${at.port}/v1/messages`;
  const headers = { "x-api-key": "t" };
  const asked = fetch(url, {
    method: "POST",
    headers,
    body: endless,
    duplex: "half",
  } as RequestInit);
  expect((await asked).status).toBe(413);
  expect(sent).toBeLessThan(8_000_000);
  expect(at.requests()).toEqual([]);
});

const limited = (limits: Partial<ServerPolicy["limits"]>): ServerPolicy => ({
  ...GENEROUS_POLICY,
  limits: { ...GENEROUS_POLICY.limits, ...limits },
});

it("reads nothing beyond the program's own limits, and the desk counts what it refuses", async () => {
  const at = await open({ policy: limited({ requestBytes: 150_000, messages: 10 }) });
  const messages = (count: number) => Array.from({ length: count }, () => CHAT.messages[0]);
  // A dialect that read them would refuse them by 400.
  const bodies: [string, string][] = [
    [`{"model":1,"input":"${"x".repeat(160_000)}"}`, "too-large"],
    [`{"model":1,"input":[${"1,".repeat(60_000)}1]}`, "too-many-values"],
    [JSON.stringify({ model: 1, messages: messages(12) }), "too-many-messages"],
  ];
  for (const [nth, [body, reason]] of bodies.entries()) {
    const response = await post(at.port, "/v1/chat/completions", body);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: "request_too_large" } });
    const request = await nextRequest(at, nth + 1);
    expect(request).toMatchObject({
      asked: null,
      phase: { kind: "ended", ending: { kind: "refused", refusal: { reason } } },
    });
    const count = await post(at.port, "/v1/messages/count_tokens", body);
    expect(count.status).toBe(413);
  }
  // As many messages as allowed, and a system prompt.
  const system = { role: "system", content: "Be brief." };
  const fits = { model: "m", messages: [system, ...messages(10)] };
  void post(at.port, "/v1/chat/completions", JSON.stringify(fits)).catch(() => undefined);
  expect((await nextRequest(at, 4)).phase.kind).toBe("request");
});

it("reads only so much at once over all connections, and says so", async () => {
  const at = await open({ room: new ReadingRoom(100_000) });
  const head = `POST /v1/chat/completions HTTP/1.1\r\n${HOST(at)}Content-Length: 90000\r\n\r\n`;
  const slow = net.connect(at.port, "127.0.0.1");
  slow.write(head + " ".repeat(80_000));
  const busy = () => post(at.port, "/v1/messages", `"${"x".repeat(50_000)}"`);
  await expect.poll(async () => (await busy()).status).toBe(503);
  const refused = await busy();
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(await refused.json()).toMatchObject({ type: "error", error: { code: "busy" } });
  slow.destroy();
  await expect.poll(async () => (await busy()).status).toBe(400);
  expect(at.requests()).toEqual([]);
});

it("gives up on headers and bodies that do not come", async () => {
  const at = await open({ limits: { headersMs: 100, requestMs: 200 } });
  const slow = `POST /v1/messages HTTP/1.1\r\n${HOST(at)}`;
  expect(await at.raw(slow)).toMatch(/^HTTP\/1.1 408 /);
  expect(await at.raw(`${slow}Content-Length: 50\r\n\r\n{"model":`)).toMatch(/^HTTP\/1.1 408 /);
  expect(at.requests()).toEqual([]);
});

it("is not led astray by lengths that lie or contradict each other", async () => {
  const at = await open();
  const body = JSON.stringify(CHAT);
  const head = `POST /v1/chat/completions HTTP/1.1\r\n${HOST(at)}`;
  const both = `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
  expect(await at.raw(both)).toMatch(/^HTTP\/1.1 400 /);
  const twice = `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{"x":1`;
  expect(await at.raw(twice)).toMatch(/^HTTP\/1.1 400 /);
  // Longer than it says: the rest is no request.
  const rest = `${head}Content-Length: 2\r\n\r\n{}${body}`;
  expect(await at.raw(rest)).toMatch(/^HTTP\/1.1 400 /);
  // Shorter than it says: the request never comes.
  await at.raw(`${head}Content-Length: ${body.length + 1}\r\n\r\n${body}`, true);
  expect(at.requests()).toEqual([]);
});

it("takes nothing from a web page or under another name", async () => {
  const at = await open();
  const body = JSON.stringify(CHAT);
  const sent = (headers: string): Promise<string> =>
    at.raw(
      `POST /v1/chat/completions HTTP/1.1\r\n${headers}Authorization: Bearer t\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  expect(await sent(`Host: evil.test:${at.port}\r\n`)).toMatch(/^HTTP\/1.1 421 /);
  const own = `Host: 127.0.0.1:${at.port}\r\n`;
  expect(await sent(`${own}Origin: https://evil.test\r\n`)).toMatch(/^HTTP\/1.1 403 /);
  expect(await sent(`${own}Origin: null\r\n`)).toMatch(/^HTTP\/1.1 403 /);
  const options = await fetch(`http://127.0.0.1:${at.port}/v1/models`, {
    method: "OPTIONS",
    headers: { authorization: "Bearer t" },
  });
  expect(options.headers.get("access-control-allow-origin")).toBeNull();
  expect(at.requests()).toEqual([]);
});

it("says so when there are too many connections, and takes requests again afterwards", async () => {
  const at = await open();
  const idle = Array.from({ length: LIMITS.connections }, () => net.connect(at.port, "127.0.0.1"));
  await Promise.all(idle.map((socket) => once(socket, "connect")));
  const models = `GET /v1/models HTTP/1.1\r\n${HOST(at)}Connection: close\r\n\r\n`;
  expect(await at.raw(models)).toMatch(/^HTTP\/1.1 503 [^]*retry-after: 5[^]*too many connections/);
  for (const socket of idle) socket.destroy();
  await expect.poll(() => at.raw(models)).toMatch(/^HTTP\/1.1 200 /);
});

it("is understood by the official SDKs: each refusal has its class, and none is tried again", async () => {
  const limits = { ...GENEROUS_POLICY.limits, perMinute: 1 };
  const at = await open({ policy: { ...GENEROUS_POLICY, limits } });
  const chat = (client: OpenAI, more: object = {}) =>
    client.chat.completions.create({ ...CHAT, ...more });
  const message = (client: Anthropic, more: object = {}) =>
    client.messages.create({ ...MESSAGE, ...more });
  await expect(chat(at.openai("guess"))).rejects.toThrow(OpenAI.AuthenticationError);
  await expect(chat(at.openai("old"))).rejects.toMatchObject({ code: "expired_token" });
  await expect(chat(at.openai(), { n: 2 })).rejects.toThrow(OpenAI.BadRequestError);
  await expect(at.openai().embeddings.create({ model: "m", input: "x" })).rejects.toThrow(
    OpenAI.NotFoundError,
  );
  await expect(message(at.anthropic("guess"))).rejects.toThrow(Anthropic.AuthenticationError);
  await expect(message(at.anthropic(), { messages: [] })).rejects.toThrow(
    Anthropic.BadRequestError,
  );
  expect(at.requests()).toEqual([]);

  const asked = chat(at.openai()).catch((error: unknown) => error);
  const { id } = await nextRequest(at);
  decideAt(at.desk, id, { kind: "reject", note: "Not today.", tellServer: true });
  const rejected = await asked;
  expect(rejected).toBeInstanceOf(OpenAI.PermissionDeniedError);
  expect(rejected).toMatchObject({ code: "user_rejected", type: "invalid_request_error" });
  // Not tried again: the next one would be refused by the limit, and counted.
  expect(at.requests()).toHaveLength(1);
  await expect(
    message(new Anthropic({ baseURL: `http://127.0.0.1:${at.port}`, apiKey: "t", maxRetries: 0 })),
  ).rejects.toThrow(Anthropic.RateLimitError);
});

it("a stream that is rejected after a keep-alive ends with an event, which no official SDK tries again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const at = await open();
  const read = async (stream: Promise<AsyncIterable<unknown>>): Promise<unknown> => {
    try {
      for await (const _event of await stream);
      return "no error";
    } catch (error) {
      return error;
    }
  };
  const { chat, responses } = at.openai();
  const asked = [
    read(chat.completions.create({ ...CHAT, stream: true })),
    read(responses.create({ model: "m", input: "Hi.", stream: true })),
    read(at.anthropic().messages.create({ ...MESSAGE, stream: true })),
  ];
  await vi.waitFor(() => expect(at.requests()).toHaveLength(3));
  vi.advanceTimersByTime(900);
  for (const { id } of at.requests()) decideAt(at.desk, id, { kind: "reject", tellServer: false });
  const errors = await Promise.all(asked);
  for (const error of errors) expect(error).toMatchObject({ message: /User rejected the request/ });
  // None came again: it would get the same rejection, counted.
  at.pass(30_000);
  at.held.close();
  expect(at.repeated).toEqual([]);
  const endings = at.requests().map(({ phase }) => (phase.kind === "ended" ? phase.ending : null));
  expect(endings).toMatchObject(
    endings.map(() => ({
      kind: "rejected",
      delivery: { kind: "delivered", stream: { begun: true } },
    })),
  );
});

it("a retry with its key joins the request that is held; another body under the key is refused", async () => {
  const at = await open();
  const client = at.openai();
  const ask = (more: object = {}, key?: string) =>
    client.chat.completions
      .create(
        { ...CHAT, ...more },
        key === undefined ? {} : { headers: { "Idempotency-Key": key } },
      )
      .catch((error: unknown) => error);
  const asked = [ask()];
  const first = await nextRequest(at);
  const keyed = [ask({ temperature: 1 }, "k"), ask({ temperature: 1 }, "k")];
  const second = await nextRequest(at, 2);
  expect(await ask({ temperature: 0.5 }, "k")).toMatchObject({
    status: 422,
    code: "idempotency_key_reused",
  });
  for (const { id } of [first, second]) decideAt(at.desk, id, { kind: "reject", tellServer: true });
  for (const error of await Promise.all([...asked, ...keyed]))
    expect(error).toMatchObject({ status: 403, code: "user_rejected" });
  expect(at.requests()).toHaveLength(2);
});

it("gives the same rejection for 30 s, counted in one row, and then asks again", async () => {
  const at = await open();
  const ask = () =>
    at
      .openai()
      .chat.completions.create(CHAT)
      .catch((error: unknown) => error);
  const asked = ask();
  const { id } = await nextRequest(at);
  decideAt(at.desk, id, { kind: "reject", tellServer: true });
  await asked;
  for (let nth = 0; nth < 5; nth += 1)
    expect(await ask()).toMatchObject({ status: 403, code: "user_rejected" });
  expect(at.repeated).toEqual([]);
  at.pass(30_001);
  const again = ask();
  const next = await nextRequest(at, 2);
  expect(at.repeated).toEqual([5]);
  decideAt(at.desk, next.id, { kind: "reject", tellServer: true });
  await again;
});

it("ends the request when nobody waits for it any more", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const at = await open();
  const control = new AbortController();
  const asked = at.openai().chat.completions.create(CHAT, { signal: control.signal });
  const { id } = await nextRequest(at);
  control.abort();
  await expect(asked).rejects.toThrow(OpenAI.APIUserAbortError);
  await expect
    .poll(() => at.desk.request(id)?.phase)
    .toMatchObject({ kind: "ended", ending: { kind: "cancelled" } });
});

it("knows the turns of a conversation by what their program says, which goes no further", async () => {
  const opened = await open();
  const ask = async (headers: Record<string, string>, count: number) => {
    void post(opened.port, "/v1/chat/completions", JSON.stringify({ ...CHAT, seed: count }), {
      ...headers,
    }).catch(() => {});
    return (await nextRequest(opened, count)).conversation?.id;
  };
  const first = await ask({ "session-id": "abc", "thread-id": "1" }, 1);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(await ask({ "session-id": "abc", "thread-id": "1" }, 2)).toBe(first);
  expect(await ask({ "session-id": "abc", "thread-id": "2" }, 3)).not.toBe(first);
  expect(await ask({ "x-session-id": "abc" }, 4)).not.toBe(first);
});

it("knows the turns of a program that says nothing by the longest request that they begin with", async () => {
  const opened = await open();
  const said = (...texts: string[]) =>
    texts.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));
  const ask = async (messages: object[], count: number) => {
    void post(opened.port, "/v1/chat/completions", JSON.stringify({ model: "m", messages })).catch(
      () => {},
    );
    const request = await nextRequest(opened, count);
    const document = request.proposed as CompletionDocument;
    const model = { providerId: "local", modelId: "m" };
    expect(
      decideAt(opened.desk, request.id, { kind: "approve-request", document, model }),
    ).toMatchObject({ ok: true });
    return request.conversation?.id;
  };
  const first = await ask(said("Hi."), 1);
  const other = await ask(said("Hello."), 2);
  expect(other).not.toBe(first);
  // Equal requests are no turns of each other.
  expect(await ask(said("Hi."), 3)).not.toBe(first);
  const second = await ask(said("Hello.", "Yes?", "Go on."), 4);
  expect(second).toBe(other);
  expect(await ask(said("Hello.", "Yes?", "Go on.", "Done.", "And then?"), 5)).toBe(other);
  expect(await ask(said("Hello!", "Yes?", "Go on."), 6)).not.toBe(other);
});
