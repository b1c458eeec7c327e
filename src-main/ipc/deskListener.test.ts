// What the window is told of requests that rules decide, and when: nobody waits for them, so they are not drawn one by
// one. What the user is asked is sent at once.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Decision } from "#shared/request/life/decision.ts";
import type { Push } from "#shared/contract/pushes.ts";
import { ruleSchema } from "#shared/rules/rule.ts";
import type { Rule } from "#shared/rules/rule.ts";
import type { RunView } from "#shared/servers/server.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { patched } from "#shared/request/document/patch.ts";
import { Desk } from "../core/desk/desk.ts";
import { decideAt, requestAt } from "../core/testing/deskFor.ts";
import { FakeBook, FakeInspector } from "../core/testing/rules.ts";
import { ENDED_KEPT } from "../core/desk/roster.ts";
import { DeskListeners } from "../core/deskListeners.ts";
import {
  textResponse,
  FakeClock,
  FakeGenerator,
  FakeLedger,
  FakeMedia,
  FakeServer,
  plainHasher,
} from "../core/testing/fakes.ts";
import { deskListener, Pusher } from "./push.ts";

const params = {
  messages: [{ role: "user", content: { type: "text", text: "Sum up." } }],
  maxTokens: 64,
};
const rule = (over: Partial<Rule>): Rule =>
  ruleSchema.parse({ id: "r", name: "Rule", decide: "allow", ...over });

let told: Push["change"][];
/** How many are pending, and whose request has just arrived. */
let waiting: [number, string | null][];
let book: FakeBook;
let desk: Desk;
let pusher: Pusher;
let server: FakeServer;
let generator: FakeGenerator;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  told = [];
  waiting = [];
  book = new FakeBook();
  pusher = new Pusher({
    window: {
      webContents: {
        send: (_channel, text) =>
          told.push(...(JSON.parse(text) as Push[]).map(({ change }) => change)),
      },
    },
  });
  const listeners = new DeskListeners();
  server = new FakeServer();
  generator = new FakeGenerator();
  desk = new Desk({
    ledger: new FakeLedger(),
    media: new FakeMedia(),
    clock: new FakeClock(),
    generator,
    hasher: plainHasher,
    listener: listeners,
    inspector: new FakeInspector(),
    rules: book,
    masterSwitch: "rules",
    models: { choose: () => ({ providerId: "local", modelId: "m" }) },
  });
  listeners.add(
    deskListener(desk, pusher, {
      waiting: (count, arrived) =>
        waiting.push([count, arrived && `${arrived.server}: ${arrived.what.kind}`]),
      moved: () => undefined,
    }),
  );
});
afterEach(() => {
  vi.useRealTimers();
});

async function settled(): Promise<void> {
  for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve));
}
const kinds = (): string[] => told.map(({ kind }) => kind);

/** The end of the current frame. */
async function frame(): Promise<void> {
  vi.advanceTimersByTime(16);
  await settled();
}

it("is told what rules let through at both gates, and does not count it", async () => {
  book.rules = [rule({ gate: "both" })];
  desk.receive(server.request(params));
  await settled();
  generator.answer({ kind: "done", generated: textResponse("Done."), tookMs: 1 });
  await settled();
  await frame();
  expect(server.heard).toHaveLength(1);
  const patches = told.flatMap((one) => (one.kind === "request-patch" ? [one] : []));
  const request = patches.reduce<HeldRequest | undefined>(
    (before, patch) => patched(before, patch) ?? undefined,
    undefined,
  );
  expect(request?.phase).toMatchObject({ kind: "ended", ending: { kind: "replied" } });
  // Started and ended within one frame: reported at the frame's start and end.
  expect(patches).toHaveLength(2);
  expect(waiting).toEqual([]);
});

it("counts what the user is asked, before and after a rule asked a model", async () => {
  book.rules = [rule({ gate: "request" })];
  const { requestId } = desk.receive(server.request(params));
  await settled();
  expect(waiting).toEqual([]);
  generator.answer({ kind: "done", generated: textResponse("Done."), tookMs: 1 });
  await settled();
  expect(desk.needsUser(requestId)).toBe(true);
  expect(waiting).toEqual([[1, "notes: request"]]);
  book.rules = [rule({ when: "server:other" })];
  desk.receive(server.request(params, { reply: { kind: "pushed", requestId: 1 } }));
  await settled();
  expect(waiting.at(-1)).toEqual([2, "notes: request"]);
});

it("is told of ended requests that newer ones replace, and of those the user dismisses", async () => {
  book.rules = [rule({ decide: "refuse" })];
  const ids: string[] = [];
  for (let requestId = 0; requestId < ENDED_KEPT + 2; requestId += 1) {
    const reply = { kind: "pushed" as const, requestId };
    ids.push(desk.receive(server.request(params, { reply })).requestId);
    await settled();
  }
  await frame();
  const removed = () => told.flatMap((one) => (one.kind === "request-removed" ? [one.id] : []));
  expect(removed()).toEqual(ids.slice(0, 2));
  desk.dismiss(ids.at(-1) ?? "");
  await frame();
  expect(removed()).toEqual([...ids.slice(0, 2), ids.at(-1)]);
});

it("is told the latest progress of a call once a frame, and nothing after the call was removed", async () => {
  const run: RunView = {
    id: "run",
    serverId: "notes",
    kind: "tool",
    name: "once",
    arguments: {},
    startedAtMs: 1,
    state: "running",
    lines: [],
    requestIds: [],
  };
  pusher.push({ kind: "run", run });
  pusher.push({ kind: "run", run: { ...run, requestIds: ["a"] } });
  await settled();
  pusher.push({ kind: "run", run: { ...run, requestIds: ["a", "b"] } });
  pusher.pushLatest("run run", () => ({ kind: "run-removed", id: "run" }));
  await frame();
  await frame();
  expect(told).toEqual([
    { kind: "run", run: { ...run, requestIds: ["a"] } },
    { kind: "run-removed", id: "run" },
  ]);
});

it("is told at once of each step of a user's decision while rules decide others", async () => {
  book.rules = [rule({ gate: "both", when: "model:none" })];
  const { requestId } = desk.receive(server.request(params));
  await settled();
  vi.advanceTimersByTime(20);
  const decided = async (decision: Decision): Promise<string[]> => {
    told = [];
    expect(decideAt(desk, requestId, decision)).toMatchObject({ ok: true });
    await settled();
    vi.advanceTimersByTime(16);
    return kinds();
  };
  const document = requestAt(desk, requestId).proposed;
  if (document === null) throw new Error("it was not taken in");
  expect(await decided({ kind: "answer-by-hand", document })).toEqual(["request-patch"]);
  const [attempt] = requestAt(desk, requestId).attempts;
  const answered = { attemptId: attempt?.id ?? "", document: textResponse("Mine.") };
  expect(new Set(await decided({ kind: "approve-response", ...answered }))).toEqual(
    new Set(["request-patch"]),
  );
  expect(requestAt(desk, requestId).phase.kind).toBe("ended");
  const last = told.at(-1);
  expect(JSON.stringify(last)).toContain('"ended"');
  expect(waiting.at(-1)).toEqual([0, null]);
});

it("shows what a rule sent to a model, with the text from its beginning", async () => {
  book.rules = [rule({ gate: "both" })];
  desk.receive(server.request(params));
  await settled();
  const piece = (text: string) => generator.asked[0]?.onPiece({ block: 0, kind: "text", text }, 1);
  for (const text of ["Pa", "ri", "s"]) {
    piece(text);
    await frame();
  }
  const texts = told.flatMap((change) => (change.kind === "stream" ? change.pieces : []));
  expect(texts.map(({ text }) => text).join("")).toBe("Paris");
  // The attempt is reported before its text.
  expect(kinds().indexOf("request-patch")).toBeLessThan(kinds().indexOf("stream"));
});
