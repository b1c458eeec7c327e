// A replay at a real desk: no server waits, both gates hold it, no limits count it, and its rows name the original.
import { describe, expect, it } from "vitest";
import { toJsonText } from "#shared/ledger/history.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { MasterSwitch } from "#shared/settings/settings.ts";
import { fold } from "#shared/ledger/fold.ts";
import type { JsonObject } from "#shared/json.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerView } from "#shared/servers/server.ts";
import { deskFor } from "../core/testing/deskFor.ts";
import { textResponse, FakeServer } from "../core/testing/fakes.ts";
import type { HistoryThread } from "./historyThread.ts";
import type { EarlierRequest } from "./index/replayRequest.ts";
import { ReplayService } from "./replay.ts";

const params = {
  messages: [{ role: "user", content: { type: "text", text: "hi" } }],
  maxTokens: 64,
};
const server: ServerView = {
  id: "srv",
  name: "notes",
  source: "stored",
  endpoint: { kind: "demo" },
  era: "auto",
  policy: defaultPolicy,
  enabled: true,
  state: { kind: "off" },
  tools: [],
  prompts: [],
  resources: [],
  asked: 0,
  rubbish: { count: 0, last: null },
};
const call = { runId: "r", method: "tools/call", name: "plan", arguments: { a: 1 } } as const;

function made(earlier: Partial<EarlierRequest> | "forgotten" = {}, stand: MasterSwitch = "review") {
  const { ledger, desk, server: asking } = deskFor({ masterSwitch: stand });
  const { requester } = asking.request(params);
  const again: EarlierRequest = {
    requester,
    origin: { kind: "certain", call },
    declared: { tools: true, context: false },
    params,
    was: "rejected",
    ...(earlier === "forgotten" ? {} : earlier),
  };
  const index = {
    read: () =>
      Promise.resolve(
        earlier === "forgotten" ? fail({ kind: "content-forgotten" }) : ok(toJsonText(again)),
      ),
  } as unknown as HistoryThread;
  const called: unknown[] = [];
  const service = new ReplayService({
    index,
    desk,
    servers: { views: () => [server] },
    calls: {
      start(...args) {
        called.push(args);
        return ok("run");
      },
    },
  });
  return { ledger, desk, service, called };
}

async function held(world: ReturnType<typeof made>) {
  const replayed = await world.service.replay("first", "asked");
  if (!replayed.ok) throw new Error(replayed.failure.kind);
  const request = () => {
    const one = world.desk.request(replayed.value);
    if (one === undefined) throw new Error("no sample");
    return one;
  };
  return { id: replayed.value, request };
}

describe("a replay", () => {
  it("waits at gate 1 like any request, even if its server may not ask unasked", async () => {
    const world = made();
    const { request } = await held(world);
    expect(request()).toMatchObject({
      phase: { kind: "request" },
      asked: params,
      // The call has its result: the replay is no further round of it.
      origin: { kind: "none" },
      reply: { kind: "replay", of: "first", was: "rejected" },
      timeline: [{ kind: "received", by: { kind: "person" } }],
    });
  });

  it("is recorded as a replay, and folds to what the desk holds", async () => {
    const world = made();
    const { id, request } = await held(world);
    const rows = world.ledger.rows.map(({ sampleId: requestId, atMs, kind, body }) => ({
      sample: requestId,
      atMs,
      kind,
      body: { kind, atMs, ...(body as JsonObject) },
    }));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ sample: id, body: { reply: { kind: "replay", of: "first" } } });
    expect(fold(rows)?.request).toEqual(request());
  });

  it("passes both gates and ends with its response; nothing is sent", async () => {
    const world = made();
    const { id, request } = await held(world);
    const base = (hash: string) => ({ revision: request().revision, hash });
    const hand = { kind: "answer-by-hand" as const, document: params };
    expect(world.desk.decide(id, base(request().askedHash), hand)).toEqual(ok(null));
    const attempt = request().attempts[0];
    const generated = attempt?.state.kind === "done" ? attempt.state.generatedHash : "";
    const document = textResponse("again");
    const approve = {
      kind: "approve-response" as const,
      attemptId: attempt?.id ?? "",
      document,
    };
    expect(world.desk.decide(id, base(generated), approve)).toEqual(ok(null));
    await world.desk.close();
    expect(request().phase).toMatchObject({
      kind: "ended",
      ending: { kind: "replied", document },
    });
    expect(world.ledger.kinds()).toEqual([
      "received",
      "answered-by-hand",
      "response-approved",
      "delivered",
    ]);
  });

  it("counts towards no limit of its server, nor the rounds of its call", async () => {
    const tools = [{ name: "t", inputSchema: { type: "object" } }];
    const world = made({ params: { ...params, tools } });
    for (let n = 0; n < 300; n += 1) {
      const { request } = await held(world);
      expect(request().phase.kind).toBe("request");
      expect(request().round).toBe(undefined);
    }
    const server = new FakeServer();
    const asked = server.request({ ...params, tools }, { origin: { kind: "certain", call } });
    const { requestId } = world.desk.receive(asked);
    expect(world.desk.request(requestId)?.round).toMatchObject({ number: 1 });
  });

  it("is refused while everything is stopped, and if its content was deleted", async () => {
    await expect(made({}, "stopped").service.replay("first", "asked")).resolves.toEqual(
      fail({ kind: "desk-stopped" }),
    );
    const { service, desk } = made("forgotten");
    await expect(service.replay("first", "asked")).resolves.toEqual(
      fail({ kind: "content-forgotten" }),
    );
    expect(desk.requests()).toEqual([]);
  });
});

describe("the call again", () => {
  it("is made with the original arguments", async () => {
    const { service, called } = made();
    await expect(service.callAgain("first")).resolves.toEqual(ok("run"));
    expect(called).toEqual([["srv", "tool", "plan", { a: 1 }]]);
  });

  it("is not guessed", async () => {
    const { service, called } = made({ origin: { kind: "ambiguous", calls: [call, call] } });
    await expect(service.callAgain("first")).resolves.toEqual(fail({ kind: "no-certain-call" }));
    expect(called).toEqual([]);
  });
});

const notRequest = expect.objectContaining({ kind: "pasted-not-request" });

describe("a pasted request", () => {
  it.each([
    ["no JSON", "{"],
    ["a text", '"messages"'],
    ["without messages", '{"params":{"maxTokens":1}}'],
  ])("is refused when it is %s", (_what, text) => {
    const { service, desk } = made();
    expect(service.pasted("srv", text)).toEqual(fail(notRequest));
    expect(desk.requests()).toEqual([]);
  });

  it.each([params, { jsonrpc: "2.0", id: 1, method: "sampling/createMessage", params }])(
    "is held as if the server had sent it: %j",
    (pasted) => {
      const { service, desk } = made();
      expect(service.pasted("srv", JSON.stringify(pasted))).toMatchObject({ ok: true });
      expect(desk.requests()).toMatchObject([
        {
          asked: params,
          requester: { serverId: "srv", name: "notes" },
          reply: { kind: "replay", of: null },
        },
      ]);
      expect(service.pasted("nobody", "{}")).toEqual(fail({ kind: "not-found", what: "server" }));
    },
  );
});
