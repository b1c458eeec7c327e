// Held requests of programs at a real desk, over real connections: what counts as a retry, and what a retry gets.
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import type { Json, JsonObject } from "../../src-shared/json.ts";
import { DIALECTS } from "../../src-shared/dialects/registry.ts";
import { FakeBook, FakeInspector } from "../desk/rules/ruleFakes.ts";
import { decideAt, deskFor } from "../desk/testing/deskFor.ts";
import { GENEROUS_POLICY, textResponse } from "../desk/testing/fakes.ts";
import { HeldCompletions, keyFor } from "./heldCompletions.ts";
import { Responder } from "./responder.ts";

const program = { id: "p", name: "agent", serverId: null };
const dialect = DIALECTS["openai-chat"];
const CHAT: JsonObject = { model: "m", messages: [{ role: "user", content: "Hi." }] };
const ended: (() => void)[] = [];
afterEach(() => {
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
  const { desk, generator } = deskFor({
    ...{ inspector: new FakeInspector(), rules: new FakeBook(), chooseModel: () => model },
    permissionOf: (id) => (mode === "watch" ? { id, name: "agent", redact: [] } : null),
  });
  const repeated: [sampleId: string, times: number][] = [];
  let last = 0;
  const held = new HeldCompletions({
    desk,
    policyOf: () => GENEROUS_POLICY,
    originOf: () => ({ kind: "none" }),
    streamsLive: () => mode === "watch",
    repeated: (...row) => void repeated.push(row),
    clock: { nowMs: Date.now, newId: () => `id-${(last += 1)}` },
  });
  const server = http.createServer((request, response) => {
    void body(request).then((text) => {
      const { document, stream } = documentOf(text);
      const given = request.headers["idempotency-key"];
      const key = typeof given === "string" ? given : null;
      const asked = { program, dialect, document, stream, bytes: text.length, key, body: text };
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
    ...{ desk, generator, repeated, held },
    samples: () => desk.samples(),
    rejectFirst: () =>
      decideAt(desk, desk.samples()[0]?.id ?? "", { kind: "reject", tellServer: true }),
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
      return { done, got: () => got };
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
  const { document, stream } = documentOf(JSON.stringify(CHAT), beta);
  return keyFor({ program, dialect, document, body: text, stream });
};

it("takes a body for the same one whatever the order of its fields", () => {
  const text = '{"model":"m","client_metadata":{"a":1,"b":[2,3]}}';
  expect(keyOf('{ "client_metadata": {"b":[2,3],"a":1}, "model": "m" }')).toBe(keyOf(text));
  expect(keyOf('{"model":"m","client_metadata":{"a":1,"b":[3,2]}}')).not.toBe(keyOf(text));
  // A header that says what fields mean.
  expect(keyOf(text, "files-api")).not.toBe(keyOf(text));
});

it("tells bodies apart that are nested too deep to be sorted", () => {
  const deep = (inner: string): string => "[".repeat(50_000) + inner + "]".repeat(50_000);
  expect(keyOf(deep("1"))).toBe(keyOf(deep("1")));
  expect(keyOf(deep("1"))).not.toBe(keyOf(deep("2")));
});

it("refuses a key for retries that another request has, and never gives one request what another got", async () => {
  const { ask, samples, rejectFirst } = await open();
  const key = (name: string) => ({ "idempotency-key": name });
  const first = ask({}, key("k"));
  await expect.poll(() => samples().length).toBe(1);
  const reused = async () => {
    const { status, text } = await ask({ temperature: 1 }, key("k")).done;
    expect(status).toBe(422);
    expect(JSON.parse(text)).toMatchObject({ error: { code: "idempotency_key_reused" } });
  };
  await reused();
  // The same body is the same request under any key.
  const again = [ask({}, key("k")), ask({}, key("l")), ask()];
  const other = ask({ temperature: 1 }, key("m"));
  await expect.poll(() => samples().length).toBe(2);
  rejectFirst();
  for (const { done } of [first, ...again]) expect((await done).status).toBe(403);
  await reused();
  expect((await ask({}, key("n")).done).status).toBe(403);
  expect(samples()).toHaveLength(2);
  expect(other.got()).toBe("");
});

it("gives a retry the whole stream, also what was streamed before it came", async () => {
  const { ask, generator, samples } = await open("watch");
  const first = ask({ stream: true });
  await expect.poll(() => generator.asked.length).toBe(1);
  const [input] = generator.asked;
  input?.onPiece({ block: 0, kind: "text", text: "Hel" }, 1);
  input?.onPiece({ block: 0, kind: "text", text: "lo " }, 2);
  await expect.poll(() => textIn(first.got())).toBe("Hello ");
  const retry = ask({ stream: true });
  await expect.poll(() => textIn(retry.got())).toBe("Hello ");
  input?.onPiece({ block: 0, kind: "text", text: "there." }, 3);
  generator.answer({ kind: "done", generated: textResponse("Hello there."), tookMs: 1 });
  for (const { done } of [first, retry]) {
    const { text } = await done;
    expect(textIn(text)).toBe("Hello there.");
    expect(text).toContain("[DONE]");
  }
  expect(samples()).toHaveLength(1);
});

it("streams nothing to a retry that comes while the desk is stopped", async () => {
  const { ask, desk, generator, samples } = await open("watch");
  const first = ask({ stream: true });
  await expect.poll(() => generator.asked.length).toBe(1);
  generator.asked[0]?.onPiece({ block: 0, kind: "text", text: "Hello." }, 1);
  await expect.poll(() => textIn(first.got())).toBe("Hello.");
  desk.setSwitch("stopped");
  const retry = ask({ stream: true });
  await expect.poll(() => retry.got(), { timeout: 5000 }).toContain(":");
  expect(textIn(retry.got())).toBe("");
  expect(samples()).toHaveLength(1);
});

it("counts a rejection's repetitions in one row after 30 s, even if no request follows", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { ask, samples, rejectFirst, repeated } = await open();
  const first = ask();
  await expect.poll(() => samples().length).toBe(1);
  rejectFirst();
  expect((await first.done).status).toBe(403);
  for (let nth = 0; nth < 2; nth += 1) expect((await ask().done).status).toBe(403);
  vi.advanceTimersByTime(29_000);
  expect(repeated).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(repeated).toEqual([[samples()[0]?.id, 2]]);
  // The user is asked again.
  ask();
  await expect.poll(() => samples().length).toBe(2);
});

it("ends what a program has asked for once the program is removed", async () => {
  const { ask, generator, samples, held } = await open("watch");
  const whole = ask();
  const streamed = ask({ stream: true });
  await expect.poll(() => generator.asked.length).toBe(2);
  for (const { onPiece } of generator.asked) onPiece({ block: 0, kind: "text", text: "Hel" }, 1);
  await expect.poll(() => textIn(streamed.got())).toBe("Hel");
  held.end("another");
  expect(samples().map(({ phase }) => phase.kind)).not.toContain("ended");
  held.end(program.id);
  expect(await whole.done).toMatchObject({ status: 503, text: expect.stringContaining("closing") });
  expect((await streamed.done).text).toMatch(/Hel[^]*"code":"closing"/);
  const ending = { kind: "cancelled", because: { kind: "switched-off" } };
  expect(samples()).toMatchObject([{ phase: { ending } }, { phase: { ending } }]);
  expect(generator.asked.every(({ signal }) => signal.aborted)).toBe(true);
});
