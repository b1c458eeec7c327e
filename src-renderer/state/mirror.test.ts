// The mirror: no push is lost between subscription and snapshot, none counts twice, ended streams go.
import { beforeEach, expect, it, vi } from "vitest";
import type { Change, DeskBridge, Push, Snapshot } from "../../src-shared/ipc/contract.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";
import { applyChange, LINES_KEPT, mirror, startMirror } from "./mirror.ts";

const initial = mirror.getState();
beforeEach(() => mirror.setState(initial, true));

const desk = (refusedSince: number): Change => ({
  kind: "desk",
  desk: { ...initial.desk, refusedSince },
});

/** A main process whose answers a test holds back. */
function fakeMain(): { push(push: Push): void; answer(snapshot: Snapshot): void } {
  let listener: (push: Push) => void = () => undefined;
  let resolve: (snapshot: Snapshot) => void = () => undefined;
  const snapshot = new Promise<Snapshot>((r) => (resolve = r));
  const bridge = {
    invoke: async () => ({ ok: true, value: await snapshot }),
    subscribe(next: (push: Push) => void) {
      listener = next;
      return () => undefined;
    },
  };
  vi.stubGlobal("window", { desk: bridge as unknown as DeskBridge });
  return { push: (push) => listener(push), answer: resolve };
}

const snapshotAt = (version: number, refusedSince: number): Snapshot => ({
  version,
  samples: [],
  drafts: {},
  servers: [],
  runs: [],
  elicitations: [],
  models: initial.models,
  settings: initial.settings,
  desk: { ...initial.desk, refusedSince },
  machine: initial.machine,
});

it("keeps what was pushed before the snapshot came, and ignores what the snapshot holds already", async () => {
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

it("joins streamed text and drops it once the attempt has ended", () => {
  const stream = (text: string): Change => ({
    kind: "stream",
    sampleId: "s",
    attemptId: "a",
    text,
    outputTokens: 1,
    elapsedMs: 2,
  });
  let state = { ...initial, ...applyChange(initial, stream("Pa")) };
  state = { ...state, ...applyChange(state, stream("ris")) };
  expect(state.streams["a"]?.text).toBe("Paris");
  const ended = { id: "s", attempts: [{ id: "a", state: { kind: "done" } }] } as unknown as Sample;
  state = { ...state, ...applyChange(state, { kind: "sample", sample: ended }) };
  expect(state.streams).toEqual({});
});

it("keeps the newest lines of a server", () => {
  const lines = Array.from({ length: LINES_KEPT + 5 }, (_, i) => ({
    atMs: i,
    from: "stderr" as const,
    text: `${i}`,
  }));
  const state = { ...initial, ...applyChange(initial, { kind: "server-lines", id: "x", lines }) };
  expect(state.lines["x"]).toHaveLength(LINES_KEPT);
  expect(state.lines["x"]?.at(-1)?.text).toBe(`${LINES_KEPT + 4}`);
});
