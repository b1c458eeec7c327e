// The mirror: no push is lost between subscription and snapshot, none is applied twice, and ended streams are
// removed.
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Change, Push, Snapshot, SetChange, SentChange } from "#shared/contract/pushes.ts";
import type { DeskBridge } from "#shared/contract/contract.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { ProgramView } from "#shared/programs/program.ts";
import type { RunView, ServerView } from "#shared/servers/server.ts";
import { applyChange, applyChanges, MAX_OUTPUT_LINES, mirror, startMirror } from "./mirror.ts";
import { updateRequestView, view } from "./view.ts";

const initial = mirror.getState();
beforeEach(() => {
  vi.useFakeTimers();
  mirror.setState(initial, true);
});
afterEach(() => vi.useRealTimers());

const desk = (refusedSince: number): SentChange & SetChange => ({
  kind: "set",
  key: "desk",
  value: { ...initial.desk, refusedSince },
});

/** A fake main process whose responses the test controls. */
function fakeMain(): { push(push: Push): void; answer(snapshot: Snapshot): void } {
  let listener: (text: string) => void = () => undefined;
  let resolve: (snapshot: Snapshot) => void = () => undefined;
  const snapshot = new Promise<Snapshot>((r) => (resolve = r));
  const bridge = {
    invoke: async () => ({ ok: true, value: await snapshot }),
    subscribe(next: (text: string) => void) {
      listener = next;
      return () => undefined;
    },
  };
  vi.stubGlobal("window", { desk: bridge as unknown as DeskBridge });
  for (const name of ["requestAnimationFrame", "cancelAnimationFrame"])
    vi.stubGlobal(name, () => 0);
  return { push: (push) => listener(JSON.stringify([push])), answer: resolve };
}

const snapshotAt = (version: number, refusedSince: number): Snapshot => ({
  version,
  requests: [],
  streams: [],
  drafts: {},
  servers: [],
  programs: [],
  runs: [],
  models: initial.models,
  local: initial.local,
  settings: initial.settings,
  desk: { ...initial.desk, refusedSince },
  history: initial.history,
  fixtures: initial.fixtures,
  limits: { all: [], servers: {}, programs: {} },
  retention: initial.retention,
  rules: initial.rules,
  team: initial.team,
  updates: initial.updates,
  machine: initial.machine,
});

it("keeps changes pushed before the snapshot, and ignores those that it includes", async () => {
  const main = fakeMain();
  const started = startMirror();
  main.push({ version: 4, change: desk(4) });
  main.push({ version: 5, change: desk(5) });
  main.push({ version: 6, change: desk(6) });
  main.answer(snapshotAt(5, 5));
  await started;
  expect(mirror.getState()).toMatchObject({ ready: true, version: 6, desk: { refusedSince: 6 } });
  main.push({ version: 6, change: desk(99) });
  expect(mirror.getState().desk.refusedSince).toBe(6);
});

it("shows a failure to start in place of the progress before it", async () => {
  const failure = { kind: "internal", detail: "broken" } as const;
  const preparing = { what: "encrypt", done: 1, total: 2 } as const;
  let answer = (): void => undefined;
  const broken = new Promise((resolve) => (answer = () => resolve({ ok: false, failure })));
  const invoke = (channel: string): unknown =>
    channel === "app.preparing" ? { ok: true, value: { preparing, language: "en" } } : broken;
  const desk = { invoke: async (channel: string) => invoke(channel), subscribe: () => () => 0 };
  vi.stubGlobal("window", { desk: desk as unknown as DeskBridge });
  const started = startMirror();
  await vi.waitFor(() => expect(mirror.getState().preparing).toEqual(preparing));
  answer();
  await started;
  expect(mirror.getState()).toMatchObject({ ready: false, preparing: null, faults: [failure] });
});

it("joins streamed text and drops it once the attempt has ended", () => {
  const stream = (text: string): Change => ({
    kind: "stream",
    requestId: "s",
    attemptId: "a",
    pieces: [{ block: 0, kind: "text", text }],
    outputTokens: 1,
    elapsedMs: 2,
  });
  let state = { ...initial, ...applyChange(initial, stream("Pa")) };
  state = { ...state, ...applyChange(state, stream("ris")) };
  expect(state.streams["a"]?.pieces).toEqual([{ block: 0, kind: "text", text: "Paris" }]);
  const ended = {
    id: "s",
    attempts: [{ id: "a", state: { kind: "done" } }],
  } as unknown as HeldRequest;
  state = { ...state, ...applyChange(state, { kind: "request", request: ended }) };
  expect(state.streams).toEqual({});
});

it("keeps the newest lines of a server", () => {
  const lines = Array.from({ length: MAX_OUTPUT_LINES + 5 }, (_, i) => ({
    atMs: i,
    from: "stderr" as const,
    text: `${i}`,
  }));
  const state = { ...initial, ...applyChange(initial, { kind: "server-lines", id: "x", lines }) };
  expect(state.lines["x"]).toHaveLength(MAX_OUTPUT_LINES);
  expect(state.lines["x"]?.at(-1)?.text).toBe(`${MAX_OUTPUT_LINES + 4}`);
});

it("applies many changes at once as one by one", () => {
  const request = (id: string, revision: number): Change => ({
    kind: "request",
    request: { id, revision, attempts: [] } as unknown as HeldRequest,
  });
  const changes = fc.array(
    fc.oneof(
      fc.tuple(fc.constantFrom("a", "b", "c"), fc.nat(9)).map(([id, n]) => request(id, n)),
      fc.constantFrom("a", "b").map((id): Change => ({ kind: "request-removed", id })),
      fc.nat(9).map(desk),
    ),
  );
  fc.assert(
    fc.property(changes, (list) => {
      const singly = { ...initial };
      for (const change of list) Object.assign(singly, applyChange(singly, change));
      expect(applyChanges(initial, list)).toEqual(singly);
    }),
  );
});

it("keeps the first object of everything that a change repeats", () => {
  const server = (name: string) =>
    ({ id: "s", name, tools: [{ name: "t" }] }) as unknown as ServerView;
  const request = (revision: number) =>
    ({ id: "r", revision, attempts: [], proposed: { messages: ["hi"] } }) as unknown as HeldRequest;
  const program = (name: string) => ({ id: "p", name, effective: {} }) as unknown as ProgramView;
  const run = { id: "u", state: { kind: "running" } } as unknown as RunView;
  const changes = (n: number): Change[] =>
    [
      desk(n),
      { kind: "set", key: "team", value: { ...initial.team, requests: { r: { votesNeeded: 1 } } } },
      { kind: "server", server: server(`${n}`) },
      { kind: "run", run: structuredClone(run) },
      { kind: "programs", programs: [program(`${n}`)] },
      { kind: "request", request: request(n) },
    ] as Change[];
  const first = applyChanges(initial, changes(1));
  expect(applyChanges(first, changes(1))).toEqual(first);
  const again = applyChanges(first, structuredClone(changes(1)));
  for (const key of ["desk", "team", "servers", "runs", "programs"] as const) {
    expect(again[key], key).toBe(first[key]);
  }
  expect(again.requests["r"]).toBe(first.requests["r"]);
  const next = applyChanges(first, structuredClone(changes(2)));
  expect(next.desk.refusedSince).toBe(2);
  expect(next.team).toBe(first.team);
  expect(next.servers["s"]?.name).toBe("2");
  expect(Reflect.get(next.servers["s"] ?? {}, "tools")).toBe(
    Reflect.get(first.servers["s"] ?? {}, "tools"),
  );
  expect(next.programs["p"]?.effective).toBe(first.programs["p"]?.effective);
  expect(next.requests["r"]?.proposed).toBe(first.requests["r"]?.proposed);
});

it("drops what the window remembers of a request once that is removed", async () => {
  const main = fakeMain();
  const started = startMirror();
  main.answer(snapshotAt(1, 1));
  await started;
  for (const id of ["a", "b"]) updateRequestView(id, () => ({ timesTaken: 1 }));
  view.setState({ cleared: new Set(["a", "b"]) });
  main.push({ version: 2, change: { kind: "request-removed", id: "a" } });
  const { byRequest, cleared } = view.getState();
  expect(Object.keys(byRequest)).toEqual(["b"]);
  expect([...cleared]).toEqual(["b"]);
});
