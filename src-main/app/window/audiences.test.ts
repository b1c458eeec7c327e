// What the window hears of requests that rules decide, and when: nobody waits for them, so they are not drawn while
// they pass; what a person is asked comes at once.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Decision } from "../../../src-shared/ipc/decision.ts";
import type { Push } from "../../../src-shared/ipc/pushes.ts";
import { ruleSchema } from "../../../src-shared/policy/rules/rule.ts";
import type { Rule } from "../../../src-shared/policy/rules/rule.ts";
import type { RunView } from "../../../src-shared/servers/server.ts";
import { patched } from "../../../src-shared/sampling/document/patch.ts";
import { Desk } from "../../desk/core/desk.ts";
import { decideAt, sampleAt } from "../../desk/testing/deskFor.ts";
import { FakeBook, FakeInspector } from "../../desk/rules/judgingFakes.ts";
import { ENDED_KEPT } from "../../desk/core/roster.ts";
import {
  answerText,
  FakeClock,
  FakeGenerator,
  FakeLedger,
  FakeMedia,
  FakeServer,
  plainHasher,
} from "../../desk/testing/testing.ts";
import { Pusher } from "../../ipc/push.ts";
import { SentSamples } from "../../ipc/sentSamples.ts";
import type { ServiceAudience } from "../../services/ports.ts";
import { audiences } from "./audiences.ts";

const params = {
  messages: [{ role: "user", content: { type: "text", text: "Sum up." } }],
  maxTokens: 64,
};
const rule = (over: Partial<Rule>): Rule =>
  ruleSchema.parse({ id: "r", name: "Rule", decide: "allow", ...over });

let told: Push["change"][];
/** How many wait, and who has just asked. */
let waiting: [number, string | null][];
let book: FakeBook;
let desk: Desk;
let services: ServiceAudience;
let server: FakeServer;
let generator: FakeGenerator;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  told = [];
  waiting = [];
  book = new FakeBook();
  const pusher = new Pusher((pushes) => told.push(...pushes.map(({ change }) => change)));
  const both = audiences(pusher, new SentSamples(), () => undefined, {
    desk: () => desk,
    waiting: (count, arrived) => waiting.push([count, arrived]),
    moved: () => undefined,
  });
  services = both.services;
  server = new FakeServer();
  generator = new FakeGenerator();
  desk = new Desk({
    ...{ ledger: new FakeLedger(), media: new FakeMedia(), clock: new FakeClock() },
    ...{ generator, hasher: plainHasher, audience: both.desk },
    ...{ inspector: new FakeInspector(), rules: book, masterSwitch: "rules" },
    chooseModel: () => ({ providerId: "local", modelId: "m" }),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

async function settled(): Promise<void> {
  for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve));
}
const kinds = (): string[] => told.map(({ kind }) => kind);

it("hears once, a moment later, of what rules let through at both gates, and counts it nowhere", async () => {
  book.rules = [rule({ gate: "both" })];
  desk.receive(server.request(params));
  await settled();
  generator.asked[0]?.onPiece({ block: 0, kind: "text", text: "Do" }, 1);
  await settled();
  generator.answer({ kind: "done", generated: answerText("Done."), tookMs: 1 });
  await settled();
  expect(server.heard).toHaveLength(1);
  expect(kinds()).toEqual([]);
  vi.advanceTimersByTime(250);
  await settled();
  expect(kinds().toSorted()).toEqual(["desk", "sample-patch"]);
  const only = told.find(({ kind }) => kind === "sample-patch");
  const sample = only?.kind === "sample-patch" ? patched(undefined, only) : null;
  expect(sample?.phase).toMatchObject({ kind: "ended", ending: { kind: "replied" } });
  vi.advanceTimersByTime(1000);
  expect(told).toHaveLength(2);
  expect(waiting).toEqual([]);
});

it("hears at once of what a person is asked, before and after a model was asked by a rule", async () => {
  book.rules = [rule({ gate: "request" })];
  const { sampleId } = desk.receive(server.request(params));
  await settled();
  expect(kinds()).toEqual([]);
  generator.answer({ kind: "done", generated: answerText("Done."), tookMs: 1 });
  await settled();
  expect(desk.asksPerson(sampleId)).toBe(true);
  expect(kinds()).toEqual(["sample-patch"]);
  expect(waiting).toEqual([[1, "notes"]]);
  book.rules = [rule({ when: "server:other" })];
  desk.receive(server.request(params, { reply: { kind: "pushed", requestId: 1 } }));
  await settled();
  expect(kinds()).toEqual(["sample-patch", "sample-patch"]);
  expect(waiting.at(-1)).toEqual([2, "notes"]);
});

it("hears now and then of what a call has caused, at once where a person is asked, and at once that it ended", async () => {
  const run: RunView = {
    ...{ id: "run", serverId: "notes", kind: "tool", name: "once", arguments: {} },
    ...{ startedAtMs: 1, state: "running", lines: [], sampleIds: [] },
  };
  book.rules = [rule({ when: "-id:none" })];
  const caused = async (): Promise<void> => {
    const requestId = run.sampleIds.length;
    const reply = { kind: "pushed" as const, requestId };
    const { sampleId } = desk.receive(server.request(params, { reply }));
    await settled();
    run.sampleIds.push(sampleId);
    services.runChanged({ ...run, sampleIds: [...run.sampleIds] }, "caused");
    await settled();
  };
  const runs = () =>
    told.flatMap((change) => (change.kind === "run" ? [change.run.sampleIds.length] : []));
  await caused();
  await caused();
  expect(runs()).toEqual([]);
  vi.advanceTimersByTime(250);
  await settled();
  expect(runs()).toEqual([2]);
  await caused();
  services.runChanged({ ...run, state: "done", sampleIds: [...run.sampleIds] });
  vi.advanceTimersByTime(16);
  await settled();
  vi.advanceTimersByTime(2000);
  expect(runs()).toEqual([2, 3]);
  book.rules = [];
  await caused();
  vi.advanceTimersByTime(16);
  expect(runs()).toEqual([2, 3, 4]);
});

it("hears a moment later of what newer ones have taken the place of, at once of what a person puts away", async () => {
  book.rules = [rule({ decide: "refuse" })];
  const ids: string[] = [];
  for (let requestId = 0; requestId < ENDED_KEPT + 2; requestId += 1) {
    const reply = { kind: "pushed" as const, requestId };
    ids.push(desk.receive(server.request(params, { reply })).sampleId);
    await settled();
  }
  expect(kinds()).toEqual([]);
  vi.advanceTimersByTime(250);
  await settled();
  const removed = () => told.flatMap((one) => (one.kind === "sample-removed" ? [one.id] : []));
  expect(removed()).toEqual(ids.slice(0, 2));
  vi.advanceTimersByTime(16);
  desk.dismiss(ids.at(-1) ?? "");
  await settled();
  expect(removed()).toEqual([...ids.slice(0, 2), ids.at(-1)]);
});

it("hears nothing of a call after it was forgotten", async () => {
  const run: RunView = {
    ...{ id: "run", serverId: "notes", kind: "tool", name: "once", arguments: {} },
    ...{ startedAtMs: 1, state: "running", lines: [], sampleIds: [] },
  };
  services.runChanged(run, "caused");
  services.runRemoved("run");
  await settled();
  vi.advanceTimersByTime(5000);
  await settled();
  expect(told).toEqual([{ kind: "run-removed", id: "run" }]);
});

it("hears at once of each step of what a person decides, while rules decide others", async () => {
  book.rules = [rule({ gate: "both", when: "model:none" })];
  const { sampleId } = desk.receive(server.request(params));
  await settled();
  vi.advanceTimersByTime(20);
  const decided = async (decision: Decision): Promise<string[]> => {
    told = [];
    expect(decideAt(desk, sampleId, decision)).toMatchObject({ ok: true });
    await settled();
    vi.advanceTimersByTime(16);
    return kinds();
  };
  const document = sampleAt(desk, sampleId).proposed;
  if (document === null) throw new Error("it was not taken in");
  expect(await decided({ kind: "answer-by-hand", document })).toEqual(["sample-patch"]);
  const [attempt] = sampleAt(desk, sampleId).attempts;
  const answered = { attemptId: attempt?.id ?? "", document: answerText("Mine.") };
  expect(new Set(await decided({ kind: "approve-response", ...answered }))).toEqual(
    new Set(["sample-patch"]),
  );
  expect(sampleAt(desk, sampleId).phase.kind).toBe("ended");
  const last = told.at(-1);
  expect(JSON.stringify(last)).toContain('"ended"');
  expect(waiting.at(-1)).toEqual([0, null]);
});

it("shows what a rule has sent to a model that takes its time, with the text from its beginning", async () => {
  book.rules = [rule({ gate: "both" })];
  desk.receive(server.request(params));
  await settled();
  const piece = (text: string) => generator.asked[0]?.onPiece({ block: 0, kind: "text", text }, 1);
  piece("Pa");
  vi.advanceTimersByTime(200);
  piece("ri");
  expect(kinds()).toEqual([]);
  vi.advanceTimersByTime(50);
  await settled();
  expect(kinds().toSorted()).toEqual(["desk", "sample-patch"]);
  vi.advanceTimersByTime(40);
  piece("s");
  vi.advanceTimersByTime(40);
  const texts = told.flatMap((change) => (change.kind === "stream" ? change.pieces : []));
  expect(texts.map(({ text }) => text).join("")).toBe("Paris");
});
