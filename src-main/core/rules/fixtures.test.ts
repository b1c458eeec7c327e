// Fixtures at the desk: one recorded step for a match. None while stopped, beyond a limit, with an invalid response, or
// where nothing can be recorded.
import { beforeEach, expect, it } from "vitest";
import { fold } from "#shared/ledger/fold.ts";
import { replyKind } from "#shared/request/life/stage.ts";
import type { Json } from "#shared/json.ts";
import type { Desk } from "../desk/desk.ts";
import { deskFor } from "../testing/deskFor.ts";
import type { FakeGenerator, FakeLedger, FakeServer } from "../testing/fakes.ts";
import type { FixtureSource, FixtureMatch } from "../ports.ts";

const params = {
  messages: [{ role: "user", content: { type: "text", text: "What is the capital of France?" } }],
  maxTokens: 64,
};
const answer: Json = {
  role: "assistant",
  content: [{ type: "text", text: "Paris." }],
  model: "canned",
  stopReason: "endTurn",
};

let hit: FixtureMatch | null;
let told: string[];
let ledger: FakeLedger;
let generator: FakeGenerator;
let server: FakeServer;
let desk: Desk;

beforeEach(() => {
  hit = { name: "capital", hash: "0".repeat(64), ignored: [], answer };
  told = [];
  const fixtures: FixtureSource = {
    find: () => hit,
    onUsed: ({ name }) => void told.push(`used ${name}`),
    onInvalid: ({ name }, codes) => void told.push(`unfit ${name} ${codes.join()}`),
  };
  ({ ledger, generator, server, desk } = deskFor({ fixtures }));
});

const ask = (over: Partial<Parameters<FakeServer["request"]>[1]> = {}) =>
  desk.receive(server.request(params, over)).requestId;
const phaseOf = (id: string) => desk.request(id)?.phase.kind;

it("responds at once, in the form that the server takes, and records the fixture", async () => {
  const id = ask();
  await Promise.resolve();
  expect(server.heard).toEqual([
    {
      kind: "result",
      document: { ...(answer as object), content: { type: "text", text: "Paris." } },
    },
  ]);
  expect(generator.asked).toEqual([]);
  expect(told).toEqual(["used capital"]);
  await expect.poll(() => phaseOf(id)).toBe("ended");
  expect(ledger.kinds()).toEqual([
    "received",
    "answered-by-fixture",
    "response-approved",
    "delivered",
  ]);
  const request = desk.request(id);
  expect(request?.timeline.map(({ by }) => by)).toEqual([
    { kind: "server" },
    { kind: "fixture", name: "capital" },
    { kind: "fixture", name: "capital" },
    { kind: "desk" },
  ]);
  expect(request?.attempts[0]?.fixture).toEqual({
    name: "capital",
    hash: "0".repeat(64),
    ignored: [],
  });
  expect(request && replyKind(request)).toBe("fixture");
});

it("folds to the state in memory", async () => {
  const id = ask();
  await expect.poll(() => phaseOf(id)).toBe("ended");
  const rows = ledger.rowsOf(id);
  const folded = rows.ok ? fold(rows.value) : null;
  expect(folded?.odd).toEqual([]);
  expect(folded?.request.attempts).toEqual(desk.request(id)?.attempts);
  expect(folded?.request.phase).toEqual(desk.request(id)?.phase);
});

it("leaves to the user what no fixture matches", () => {
  hit = null;
  expect(phaseOf(ask())).toBe("request");
  expect(server.heard).toEqual([]);
});

it("leaves to the user what may not be sent: a tool call that was not asked for", () => {
  const use = { type: "tool_use", id: "1", name: "rm", input: {} };
  hit = { ...(hit as FixtureMatch), answer: { ...(answer as object), content: [use] } as Json };
  expect(phaseOf(ask())).toBe("request");
  expect(server.heard).toEqual([]);
  expect(told.join()).toMatch(/^unfit capital tool/);
  expect(ledger.kinds()).toEqual(["received"]);
});

it("responds to nothing while stopped, or beyond a limit", () => {
  desk.setSwitch("stopped");
  ask();
  expect(server.heard).toMatchObject([{ kind: "error", data: { reason: "stopped" } }]);
  desk.setSwitch("review");
  const { policy } = server.request(params);
  const one = { ...policy, limits: { ...policy.limits, perMinute: 1 } };
  ask({ policy: one, reply: { kind: "pushed", requestId: 1 } });
  ask({ policy: one, reply: { kind: "pushed", requestId: 2 } });
  expect(server.heard.slice(1).map(({ kind }) => kind)).toEqual(["result", "error"]);
  expect(told).toEqual(["used capital"]);
});

it("sends nothing that cannot be recorded", () => {
  ledger.broken = "disk full";
  expect(phaseOf(ask())).toBe("request");
  expect(server.heard).toEqual([]);
  expect(told).toEqual([]);
});

it("never responds to what the user runs again", () => {
  const id = ask({ reply: { kind: "replay", of: null } });
  expect(phaseOf(id)).toBe("request");
});

it("lets an embedded request wait for its siblings", async () => {
  const embedded = (key: string) =>
    ask({ reply: { kind: "embedded", key, groupId: "g", groupSize: 2 } });
  const first = embedded("a");
  expect(phaseOf(first)).toBe("ready");
  hit = null;
  const second = embedded("b");
  expect([phaseOf(first), phaseOf(second)]).toEqual(["ready", "request"]);
  expect(server.heard).toEqual([]);
});

it("keeps the media of a response with the request", async () => {
  const data = "aGVsbG8=";
  const picture = { type: "image", data, mimeType: "image/png" };
  hit = { ...(hit as FixtureMatch), answer: { ...(answer as object), content: picture } as Json };
  const id = ask();
  await expect.poll(() => phaseOf(id)).toBe("ended");
  expect(server.heard).toMatchObject([{ document: { content: { data } } }]);
  expect(ledger.kinds()).toContain("media-kept");
  expect(desk.request(id)?.media).toHaveLength(1);
});
