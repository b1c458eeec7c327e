// Held requests of programs at a real desk, over real connections: what counts as a retry, and what a retry gets.
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { ok } from "#shared/outcome.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { DIALECTS } from "#shared/dialects/registry.ts";
import { FakeBook, FakeInspector } from "../../core/testing/rules.ts";
import { decideAt, deskFor } from "../../core/testing/deskFor.ts";
import { GENEROUS_POLICY, textResponse } from "../../core/testing/fakes.ts";
import { HeldCompletions, keyFor } from "./heldCompletions.ts";
import { hasher } from "../../profile/hasher.ts";
import { Responder } from "./responder.ts";

const program = { id: "p", name: "agent", serverId: null };
const dialect = DIALECTS["openai-chat"];
const CHAT: JsonObject = { model: "m", messages: [{ role: "user", content: "Hi." }] };
const ended: (() => void)[] = [];
afterEach(() => {
  // The spy on the timer first: it stands in front of the one that is given back.
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const end of ended.splice(0)) end();
});

const documentOf = (body: string, beta?: string) => {
  const read = dialect.read(JSON.parse(body) as Json);
  if (!read.ok) throw new Error(read.error.message);
  if (beta !== undefined) read.document.completion.beta = beta;
  return read;
};

async function open(mode: "hold" | "watch" = "hold") {
  const model = { providerId: "local", modelId: "m" };
  const permissionOf = (id: string) =>
    mode === "watch" ? { id, name: "agent", redact: [] } : null;
  const { desk, generator } = deskFor({
    inspector: new FakeInspector(),
    rules: new FakeBook(),
    models: { choose: () => model },
    requesters: { permissionOf },
  });
  const repeated: [sampleId: string, times: number][] = [];
  let last = 0;
  const held = new HeldCompletions({
    desk,
    requesters: { policyOf: () => GENEROUS_POLICY, permissionOf, permissionFor: () => null },
    servers: { originOf: () => ({ kind: "none" }) },
    note(_kind, { sampleId, times }) {
      repeated.push([String(sampleId), Number(times)]);
      return ok(null);
    },
    fault: () => undefined,
    clock: { nowMs: Date.now, newId: () => `id-${(last += 1)}` },
    keyed: hasher,
  });
  const server = http.createServer((request, response) => {
    void body(request).then((text) => {
      const { document, stream } = documentOf(text);
      const given = request.headers["idempotency-key"];
      const key = typeof given === "string" ? given : null;
      const id = String(request.headers["x-program"] ?? program.id);
      const asked = {
        program: { ...program, id },
        dialect,
        document,
        stream,
        bytes: text.length,
        key,
        headers: {},
        body: text,
      };
      held.ask(
        asked,
        (gone) => new Responder(response, dialect, stream ? { request: document } : null, gone),
      );
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  ended.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    desk,
    generator,
    repeated,
    held,
    requests: () => desk.requests(),
    rejectFirst: () =>
      decideAt(desk, desk.requests()[0]?.id ?? "", { kind: "reject", tellServer: true }),
    /** Sends a request; `done` is what its response was, `got` what has come so far. */
    ask(fields: JsonObject = {}, headers: Record<string, string> = {}) {
      const asked = http.request({ host: "127.0.0.1", port, method: "POST", headers });
      let got = "";
      const done = once(asked, "response").then(async ([response]) => {
        const { statusCode } = response as http.IncomingMessage;
        for await (const part of response as http.IncomingMessage) got += String(part);
        return { status: statusCode, text: got };
      });
      done.catch(() => {});
      asked.end(JSON.stringify({ ...CHAT, ...fields }));
      return { done, got: () => got, hangUp: () => void asked.destroy() };
    },
  };
}

async function body(request: http.IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}

/** The text in a stream of chat completions. */
const textIn = (events: string): string =>
  [...events.matchAll(/"content":"([^"]*)"/g)].map(([, text]) => text).join("");

const keyOf = (text: string, beta?: string): string => {
  const { document } = documentOf(JSON.stringify(CHAT), beta);
  return keyFor({ program, dialect, document, body: text });
};

it("takes a body for the same one whatever the order of its fields", () => {
  const text = '{"model":"m","client_metadata":{"a":1,"b":[2,3]}}';
  expect(keyOf('{ "client_metadata": {"b":[2,3],"a":1}, "model": "m" }')).toBe(keyOf(text));
  expect(keyOf('{"model":"m","client_metadata":{"a":1,"b":[3,2]}}')).not.toBe(keyOf(text));
  // How the response is to come is not what was asked.
  expect(keyOf(`{"stream":true,"stream_options":{"a":1},${text.slice(1)}`)).toBe(keyOf(text));
  expect(keyOf('{"model":"m","client_metadata":{"a":1,"b":[2,3],"stream":true}}')).not.toBe(
    keyOf(text),
  );
  // A header that says what fields mean.
  expect(keyOf(text, "files-api")).not.toBe(keyOf(text));
});

it("tells bodies apart that are nested too deep to be sorted", () => {
  const deep = (inner: string): string => "[".repeat(50_000) + inner + "]".repeat(50_000);
  expect(keyOf(deep("1"))).toBe(keyOf(deep("1")));
  expect(keyOf(deep("1"))).not.toBe(keyOf(deep("2")));
});

it("refuses a key for retries that another request has, and never gives one request what another got", async () => {
  const { ask, requests, rejectFirst } = await open();
  const key = (name: string) => ({ "idempotency-key": name });
  const first = ask({}, key("k"));
  await expect.poll(() => requests().length).toBe(1);
  const reused = async () => {
    const { status, text } = await ask({ temperature: 1 }, key("k")).done;
    expect(status).toBe(422);
    expect(JSON.parse(text)).toMatchObject({ error: { code: "idempotency_key_reused" } });
  };
  await reused();
  const again = ask({ stream: true }, key("k"));
  // Equal, but not said to be a retry.
  const [otherKey, none] = [ask({}, key("l")), ask()];
  await expect.poll(() => requests().length).toBe(3);
  rejectFirst();
  for (const { done } of [first, again]) expect((await done).status).toBe(403);
  await reused();
  expect((await ask({}, key("n")).done).status).toBe(403);
  expect(requests()).toHaveLength(3);
  for (const { got } of [otherKey, none]) expect(got()).toBe("");
});

it.each(["hold", "watch"] as const)("makes each of several equal requests in %s", async (mode) => {
  const { ask, generator, requests } = await open(mode);
  const asked = [ask(), ask(), ask({ stream: true })];
  await expect.poll(() => requests().length).toBe(asked.length);
  if (mode === "watch") {
    await expect.poll(() => generator.asked.length).toBe(asked.length);
    for (const text of ["One.", "Two.", "Three."])
      generator.answer({ kind: "done", generated: textResponse(text), tookMs: 1 });
    const texts = (await Promise.all(asked.map(({ done }) => done))).map(({ text }) => text);
    for (const text of ["One.", "Two.", "Three."])
      expect(texts.filter((got) => got.includes(text))).toHaveLength(1);
  }
});

it("joins a retry once the held request's program has hung up, and ends it if none comes", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { ask, held, requests, rejectFirst } = await open();
  const [first, parallel] = [ask({ stream: true }), ask()];
  await expect.poll(() => requests().length).toBe(2);
  const phases = () => requests().map(({ phase }) => phase.kind);
  const left = vi.spyOn(globalThis, "setTimeout");
  const hangUp = async ({ hangUp }: { hangUp: () => void }) => {
    left.mockClear();
    hangUp();
    await expect.poll(() => left.mock.calls.some(([, ms]) => ms === 2000)).toBe(true);
  };
  await hangUp(first);
  const end = left.mock.results[left.mock.calls.findIndex(([, ms]) => ms === 2000)]?.value;
  const calledOff = vi.spyOn(globalThis, "clearTimeout");
  vi.advanceTimersByTime(1000);
  const retry = ask();
  const [{ id = "" } = {}] = requests();
  // However late the retry is read: the clock stands still until it has joined.
  await expect.poll(() => calledOff.mock.calls.some(([timer]) => timer === end)).toBe(true);
  vi.advanceTimersByTime(5000);
  expect(phases()).toEqual(["request", "request"]);
  rejectFirst();
  expect((await retry.done).status).toBe(403);
  expect(parallel.got()).toBe("");
  await hangUp(parallel);
  vi.advanceTimersByTime(2000);
  expect(phases()).toEqual(["ended", "ended"]);
  expect(requests()).toMatchObject([
    { id, phase: { ending: { kind: "rejected", delivery: { kind: "delivered" } } } },
    { phase: { ending: { kind: "cancelled", because: { kind: "program-left" } } } },
  ]);
  held.close();
});

it("ends a generation at once when its program hangs up", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { ask, generator, requests } = await open("watch");
  const first = ask();
  await expect.poll(() => generator.asked.length).toBe(1);
  first.hangUp();
  await expect.poll(() => requests()[0]?.phase.kind).toBe("ended");
  expect(generator.asked[0]?.signal.aborted).toBe(true);
});

it("rejects a stream and its repetition without a stream once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { ask, requests, rejectFirst, repeated } = await open();
  const first = ask({ stream: true, stream_options: { include_usage: true } });
  await expect.poll(() => requests().length).toBe(1);
  vi.advanceTimersByTime(900);
  rejectFirst();
  expect(await first.done).toMatchObject({
    status: 200,
    text: expect.stringContaining("user_rej"),
  });
  for (const fields of [{}, { stream: false }, { stream: true }])
    expect(await ask(fields).done).toMatchObject({ status: 403 });
  expect(requests()).toHaveLength(1);
  vi.advanceTimersByTime(30_000);
  expect(repeated).toEqual([[requests()[0]?.id, 3]]);
});

it("never joins equal requests of two programs, nor gives one the other's rejection", async () => {
  const { ask, requests, rejectFirst } = await open();
  const key = { "idempotency-key": "k" };
  const [mine, other] = [ask({}, key), ask({}, { ...key, "x-program": "q" })];
  await expect.poll(() => requests().length).toBe(2);
  rejectFirst();
  const { status } = await Promise.race([mine.done, other.done]);
  expect(status).toBe(403);
  expect(
    requests()
      .map(({ phase }) => phase.kind)
      .toSorted(),
  ).toEqual(["ended", "request"]);
});

it("gives a retry the whole stream, also what was streamed before it came", async () => {
  const { ask, generator, requests } = await open("watch");
  const key = { "idempotency-key": "k" };
  const first = ask({ stream: true }, key);
  await expect.poll(() => generator.asked.length).toBe(1);
  const [input] = generator.asked;
  input?.onPiece({ block: 0, kind: "text", text: "Hel" }, 1);
  input?.onPiece({ block: 0, kind: "text", text: "lo " }, 2);
  await expect.poll(() => textIn(first.got())).toBe("Hello ");
  const retry = ask({ stream: true }, key);
  await expect.poll(() => textIn(retry.got())).toBe("Hello ");
  input?.onPiece({ block: 0, kind: "text", text: "there." }, 3);
  generator.answer({ kind: "done", generated: textResponse("Hello there."), tookMs: 1 });
  for (const { done } of [first, retry]) {
    const { text } = await done;
    expect(textIn(text)).toBe("Hello there.");
    expect(text).toContain("[DONE]");
  }
  expect(requests()).toHaveLength(1);
});

it("streams nothing to a retry that comes while the desk is stopped", async () => {
  const { ask, desk, generator, requests } = await open("watch");
  const key = { "idempotency-key": "k" };
  const first = ask({ stream: true }, key);
  await expect.poll(() => generator.asked.length).toBe(1);
  generator.asked[0]?.onPiece({ block: 0, kind: "text", text: "Hello." }, 1);
  await expect.poll(() => textIn(first.got())).toBe("Hello.");
  desk.setSwitch("stopped");
  const retry = ask({ stream: true }, key);
  await expect.poll(() => retry.got(), { timeout: 5000 }).toContain(":");
  expect(textIn(retry.got())).toBe("");
  expect(requests()).toHaveLength(1);
});

it("counts a rejection's repetitions in one row after 30 s, even if no request follows", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { ask, requests, rejectFirst, repeated } = await open();
  const first = ask();
  await expect.poll(() => requests().length).toBe(1);
  rejectFirst();
  expect((await first.done).status).toBe(403);
  for (let nth = 0; nth < 2; nth += 1) expect((await ask().done).status).toBe(403);
  vi.advanceTimersByTime(29_000);
  expect(repeated).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(repeated).toEqual([[requests()[0]?.id, 2]]);
  // The user is asked again.
  ask();
  await expect.poll(() => requests().length).toBe(2);
});

it("ends what a program has asked for once the program is removed", async () => {
  const { ask, generator, requests, held } = await open("watch");
  const whole = ask();
  const streamed = ask({ stream: true });
  await expect.poll(() => generator.asked.length).toBe(2);
  for (const { onPiece } of generator.asked) onPiece({ block: 0, kind: "text", text: "Hel" }, 1);
  await expect.poll(() => textIn(streamed.got())).toBe("Hel");
  held.end("another");
  expect(requests().map(({ phase }) => phase.kind)).not.toContain("ended");
  held.end(program.id);
  expect(await whole.done).toMatchObject({ status: 503, text: expect.stringContaining("closing") });
  expect((await streamed.done).text).toMatch(/Hel[^]*"code":"closing"/);
  const ending = { kind: "cancelled", because: { kind: "switched-off" } };
  expect(requests()).toMatchObject([{ phase: { ending } }, { phase: { ending } }]);
  expect(generator.asked.every(({ signal }) => signal.aborted)).toBe(true);
});
