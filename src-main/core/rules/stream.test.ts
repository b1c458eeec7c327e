// What a program in Watch gets while the model writes, at a real desk: nothing that a rule may still refuse.
import { beforeEach, expect, it } from "vitest";
import type { Json, JsonObject } from "#shared/json.ts";
import { ruleSchema } from "#shared/rules/rule.ts";
import type { Rule } from "#shared/rules/rule.ts";
import { streamedOf } from "#shared/request/life/streamed.ts";
import type { MasterSwitch } from "#shared/settings/settings.ts";
import { decideAt, deskFor, requestAt } from "../testing/deskFor.ts";
import { plainHasher, textResponse } from "../testing/fakes.ts";
import type { GenerateResult } from "../ports.ts";
import type { StandingPermission } from "#shared/rules/standingPermission.ts";
import { FakeBook, FakeInspector } from "../testing/rules.ts";

const rule = (over: object): Rule =>
  ruleSchema.parse({ id: "r", name: "Rule", when: "findings:>=1", decide: "refuse", ...over });

let book: FakeBook;
let isWatched: boolean;
let redact: StandingPermission["redact"];
beforeEach(() => {
  redact = [];
  book = new FakeBook();
  isWatched = true;
});

const PARAMS: Json = {
  messages: [{ role: "user", content: { type: "text", text: "Hi." } }],
  completion: { dialect: "openai-chat", model: "m", fields: {} },
};

/** A request of the program that is being generated, with the text that the program has got. */
async function generating(masterSwitch: MasterSwitch) {
  const inspector = new FakeInspector();
  const { desk, server, generator, ledger } = deskFor({
    masterSwitch,
    rules: book,
    inspector,
    models: { choose: () => ({ providerId: "local", modelId: "m" }) },
    requesters: { permissionOf: (id) => (isWatched ? { id, name: "agent", redact } : null) },
  });
  let got = "";
  const named = new Set<string>();
  const held = desk.receive(
    server.request(PARAMS, {
      requestKind: "completion",
      reply: { kind: "http", dialect: "openai-chat", id: "1", createdS: 1, stream: true },
      live: (part, model) => {
        got += typeof part === "string" ? part : JSON.stringify(part);
        named.add(model);
      },
    }),
  );
  await expect.poll(() => generator.asked.length).toBe(1);
  const [input] = generator.asked;
  return {
    desk,
    server,
    generator,
    inspector,
    held,
    id: held.requestId,
    got: () => got,
    named: () => [...named],
    name: (name: string) => input?.onNamed?.(name),
    /** What the rows of the generation say of what was sent. */
    recorded: () =>
      ledger.rows.flatMap(({ kind, body }) =>
        kind.startsWith("attempt-") ? [[kind, (body as JsonObject)["streamed"]]] : [],
      ),
    write: (text: string) => input?.onPiece({ block: 0, kind: "text", text }, 1),
    reason: (text: string) => input?.onReasoning?.({ type: "reasoning", text } as never),
  };
}

it.each<[string, MasterSwitch, object[] | null]>([
  ["no rules", "rules", []],
  ["rules that don't decide in this mode", "review", [{ gate: "response" }]],
  ["rules that are not known and don't decide in this mode", "review", null],
  ["a rule that asks", "rules", [{ gate: "response", decide: "ask" }]],
  ["a rule for requests", "rules", [{ gate: "request" }]],
  [
    "a rule for another server",
    "rules",
    [{ gate: "response", server: { id: "x", name: "x", identity: "0".repeat(64) } }],
  ],
])("streams with %s", async (_title, mode, own) => {
  book.rules = own?.map(rule) ?? null;
  const { got, write, reason } = await generating(mode);
  write("Hello");
  reason("Hm.");
  expect(got()).toMatch(/^Hello\{.*Hm\./);
});

it.each<[string, object[]]>([
  ["refuse responses", [{ gate: "response" }]],
  ["refuse at both gates", [{ gate: "both" }]],
])("sends nothing before gate 2 if rules %s", async (_title, own) => {
  book.rules = own.map(rule);
  const { got, write, reason, generator, server } = await generating("rules");
  write("Hello");
  reason("Hm.");
  generator.answer({ kind: "done", generated: textResponse("Hello"), tookMs: 1 });
  // Nothing was found, so the permission lets it pass.
  await expect.poll(() => server.heard).toMatchObject([{ kind: "result" }]);
  expect(got()).toBe("");
});

it("holds requests and responses while the rules are not known, in the mode where they decide", async () => {
  book.rules = null;
  const { desk, server, generator } = deskFor({
    masterSwitch: "rules",
    rules: book,
    inspector: new FakeInspector(),
    models: { choose: () => ({ providerId: "local", modelId: "m" }) },
    requesters: { permissionOf: (id) => ({ id, name: "agent", redact: [] }) },
  });
  const { requestId } = desk.receive(server.request(PARAMS, { requestKind: "completion" }));
  expect(desk.needsUser(requestId)).toBe(true);
  expect(generator.asked).toEqual([]);

  book.rules = [];
  const {
    got,
    write,
    generator: model,
    server: program,
    id,
    desk: other,
  } = await generating("rules");
  write("Hel");
  book.rules = null;
  write("lo");
  model.answer({ kind: "done", generated: textResponse("Hello"), tookMs: 1 });
  await expect.poll(() => requestAt(other, id).phase.kind).toBe("response");
  expect([got(), program.heard]).toEqual(["Hel", []]);
});

/** A scan that never ends, and a request of the program in this mode, with these rules. */
function unscanned(masterSwitch: MasterSwitch, own: object[]) {
  book.rules = own.map(rule);
  const inspector = new FakeInspector();
  inspector.gate = new Promise(() => undefined);
  const parts = deskFor({
    masterSwitch,
    rules: book,
    inspector,
    models: { choose: () => ({ providerId: "local", modelId: "m" }) },
    requesters: { permissionOf: (id) => ({ id, name: "agent", redact }) },
  });
  const { desk, server } = parts;
  const { requestId } = desk.receive(server.request(PARAMS, { requestKind: "completion" }));
  return { ...parts, inspector, requestId };
}

it.each<[string, MasterSwitch, object[]]>([
  ["without rules", "rules", []],
  ["with rules that don't decide in this mode", "review", [{ gate: "both" }]],
  [
    "with rules for another server",
    "rules",
    [{ gate: "both", server: { id: "x", name: "x", identity: "0".repeat(64) } }],
  ],
])("nothing waits for a scan %s, and both gates are scanned", async (_title, mode, own) => {
  const { generator, server, inspector, ledger } = unscanned(mode, own);
  await expect.poll(() => generator.asked.length).toBe(1);
  generator.answer({ kind: "done", generated: textResponse("Hello"), tookMs: 1 });
  await expect.poll(() => server.heard).toMatchObject([{ kind: "result" }]);
  expect(inspector.asked).toHaveLength(2);
  expect(ledger.kinds().slice(0, 3)).toEqual(["received", "judged", "request-approved"]);
});

it.each<[string, object[], StandingPermission["redact"]]>([
  ["a rule may decide", [{ gate: "request", decide: "ask" }], []],
  ["values are redacted", [], ["personal"]],
])("waits for the scan where %s", async (_title, own, values) => {
  redact = values;
  const { desk, generator, inspector, requestId } = unscanned("rules", own);
  await expect.poll(() => inspector.asked.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([generator.asked.length, requestAt(desk, requestId).judged]).toEqual([0, undefined]);
});

it("which program asks is written with its next row, or a moment later", async () => {
  const { desk, server, ledger } = deskFor();
  const caller = { path: "/usr/bin/node", sha256: "0".repeat(64) };
  const held = desk.receive(server.request(PARAMS, { requestKind: "completion" }));
  held.callerFound(caller);
  expect(ledger.kinds()).toEqual(["received"]);
  decideAt(desk, held.requestId, { kind: "reject", tellServer: true });
  expect(ledger.kinds()).toEqual(["received", "caller-found", "rejected"]);
  expect(ledger.together.at(-1)).toBe(2);
  desk.receive(server.request(PARAMS, { requestKind: "completion" })).callerFound(caller);
  await expect.poll(() => ledger.kinds().filter((kind) => kind === "caller-found").length).toBe(2);
});

it("stops for good once the permission is gone, or a rule may refuse", async () => {
  const first = await generating("rules");
  first.write("Hel");
  isWatched = false;
  first.write("lo");
  isWatched = true;
  first.write(" there.");
  expect(first.got()).toBe("Hel");
  const second = await generating("rules");
  second.write("Hel");
  book.rules = [rule({ gate: "response" })];
  second.write("lo");
  expect(second.got()).toBe("Hel");
});

it("records what had left before gate 2, also when the response is rejected there", async () => {
  const { desk, id, write, reason, generator, got, server, recorded } = await generating("rules");
  write("Hel");
  write("lo");
  reason("Hm.");
  isWatched = false;
  write(" there");
  generator.answer({ kind: "done", generated: textResponse("Hello there"), tookMs: 1 });
  await expect.poll(() => requestAt(desk, id).attempts[0]?.state.kind).toBe("done");
  const hash = plainHasher.hash(["Hello", { type: "reasoning", text: "Hm." }]);
  expect(recorded()).toEqual([["attempt-done", { characters: 8, hash }]]);
  expect(requestAt(desk, id).phase.kind).toBe("response");
  expect(decideAt(desk, id, { kind: "reject", tellServer: false }).ok).toBe(true);
  await expect.poll(() => server.heard).toMatchObject([{ code: -1 }]);
  expect(got()).toContain("Hello");
  expect(streamedOf(requestAt(desk, id))?.streamed).toEqual({ characters: 8, hash });
});

it("holds no response whose scan is incomplete, as it has streamed already", async () => {
  redact = ["personal"];
  const { write, generator, server, inspector } = await generating("rules");
  write("Hello");
  inspector.more = 1;
  generator.answer({ kind: "done", generated: textResponse("Hello"), tookMs: 1 });
  await expect.poll(() => server.heard).toMatchObject([{ kind: "result" }]);
});

it("says when nothing of the response was missing", async () => {
  const { write, generator, recorded } = await generating("rules");
  write("Hello");
  generator.answer({ kind: "done", generated: textResponse("Hello"), tookMs: 1 });
  const streamed = { characters: 5, hash: plainHasher.hash(["Hello"]), whole: true };
  await expect.poll(recorded).toEqual([["attempt-done", streamed]]);
});

it("records it when generation fails", async () => {
  const { desk, id, write, generator, got, recorded } = await generating("rules");
  write("Hello");
  const failure = { kind: "model-other" as const, detail: "broke" };
  generator.answer({ kind: "failed", failure, tookMs: 1 });
  const streamed = { characters: 5, hash: plainHasher.hash(["Hello"]) };
  await expect.poll(recorded).toEqual([["attempt-failed", streamed]]);
  await expect.poll(() => requestAt(desk, id).phase.kind).toBe("ended");
  expect(got()).toBe("Hello");
});

it("records it when the program hangs up, and counts nothing that comes later", async () => {
  const { held, write, got, recorded } = await generating("rules");
  write("Hello");
  held.withdraw({ kind: "server-cancelled" });
  write(" there");
  const streamed = { characters: 5, hash: plainHasher.hash(["Hello"]) };
  await expect.poll(recorded).toEqual([["attempt-stopped", streamed]]);
  expect(got()).toBe("Hello");
});

it("tells the window how much has left while it is generated", async () => {
  const { desk, write } = await generating("rules");
  write("Hello");
  expect(desk.streams()).toMatchObject([{ sent: 5 }]);
});

const FAILURE = { kind: "model-overloaded" as const, status: 529, detail: "Overloaded" };
const SAID = { status: 529, type: "overloaded_error", message: "Overloaded", retryAfter: "7" };
it.each<[string, GenerateResult]>([
  ["before its first words", { kind: "failed", failure: { ...FAILURE, said: SAID }, tookMs: 1 }],
  [
    "in the middle",
    {
      kind: "stopped",
      generated: textResponse("Hel"),
      tookMs: 1,
      brokenOff: { ...FAILURE, said: SAID },
    },
  ],
])(
  "nobody is asked when the provider fails %s: the program gets its error",
  async (_title, result) => {
    const { desk, generator, server, id } = await generating("review");
    generator.answer(result);
    await expect.poll(() => server.heard).toMatchObject([{ kind: "error", provider: SAID }]);
    expect(desk.needsUser(id)).toBe(false);
    expect(requestAt(desk, id).phase).toMatchObject({
      kind: "ended",
      ending: { kind: "refused", by: { kind: "rule" } },
    });
  },
);

it("what the user stopped stays for the user", async () => {
  const { desk, server, id } = await generating("review");
  const [attempt] = requestAt(desk, id).attempts;
  desk.stop(id, attempt?.id ?? "");
  await expect.poll(() => requestAt(desk, id).phase.kind).toBe("response");
  expect(desk.needsUser(id)).toBe(true);
  expect(server.heard).toEqual([]);
});

it("whoever approved the request can send the program its provider's error, once, and only the last one", async () => {
  const { desk, server, generator, ledger } = deskFor();
  const model = { providerId: "local", modelId: "m" };
  const ask = (kind: "http" | "pushed") =>
    desk.receive(
      server.request(PARAMS, {
        requestKind: "completion",
        ...(kind === "http"
          ? { reply: { kind, dialect: "openai-chat", id: "1", createdS: 1, stream: false } }
          : {}),
      }),
    ).requestId;
  const approve = async (id: string): Promise<string> => {
    const before = generator.asked.length;
    const document = requestAt(desk, id).proposed;
    if (document === null) throw new Error("not kept");
    decideAt(desk, id, { kind: "approve-request", document, model });
    await expect.poll(() => generator.asked.length).toBe(before + 1);
    generator.answer({ kind: "failed", failure: { ...FAILURE, said: SAID }, tookMs: 1 });
    await expect.poll(() => requestAt(desk, id).phase.kind).toBe("request");
    return requestAt(desk, id).attempts.at(-1)?.id ?? "";
  };
  const STALE = { ok: false, failure: { kind: "stale" } };
  const send = (id: string, attemptId: string) =>
    decideAt(desk, id, { kind: "send-provider-error", attemptId });

  const pushed = ask("pushed");
  expect(send(pushed, await approve(pushed))).toMatchObject(STALE);

  const id = ask("http");
  expect(send(id, "none")).toMatchObject(STALE);
  const first = await approve(id);
  const then = { revision: requestAt(desk, id).revision, hash: requestAt(desk, id).askedHash };
  const last = await approve(id);
  expect(send(id, first)).toMatchObject(STALE);
  // What the user saw is from before the second attempt.
  const old = { kind: "send-provider-error" as const, attemptId: last };
  expect(desk.decide(id, then, old)).toMatchObject(STALE);
  expect(desk.needsUser(id)).toBe(true);

  expect(send(id, last)).toMatchObject({ ok: true });
  await expect.poll(() => server.heard).toMatchObject([{ kind: "error", provider: SAID }]);
  expect(requestAt(desk, id).phase).toMatchObject({
    kind: "ended",
    ending: { kind: "refused", by: { kind: "person" } },
  });
  expect(ledger.rows.some(({ kind }) => kind === "refused")).toBe(true);
  expect(send(id, last)).toMatchObject({ ok: false });
  expect(server.heard).toHaveLength(1);
});

it("names the model that answers, as soon as it says so", async () => {
  const { write, name, named } = await generating("rules");
  name("m-2026-01-01");
  write("Hi");
  expect(named()).toEqual(["m-2026-01-01"]);
});
