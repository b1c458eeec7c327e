// The list of ended requests: new rows wait to be shown in a list that has rows, and appear at once in an empty one.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { DeskBridge } from "#shared/contract/contract.ts";
import type { Push } from "#shared/contract/pushes.ts";
import { toJsonText } from "#shared/ledger/history.ts";
import type { HistoryFound } from "#shared/ledger/history.ts";
import {
  watchHistory,
  currentHistoryList,
  goOnCounting,
  searchHistory,
  stopCounting,
} from "./history.ts";
import { mirror, startMirror } from "./mirror.ts";

const initial = mirror.getState();
/** How many requests the index has. */
let known = 0;
/** How many it has not looked at after the first page, and what answers the request to go on. */
let left = 0;
let answerMore: (() => void) | null = null;
let tell: (pushes: Push[]) => void = () => undefined;
let stop: () => void = () => undefined;

const found = (): HistoryFound => ({
  query: known,
  total: known,
  left,
  view: initial.history,
  rows: Array.from({ length: known }, (_none, at) => ({ facts: { id: `${at}` } }) as never),
  faults: [],
});

beforeEach(async () => {
  vi.useFakeTimers();
  for (const name of ["requestAnimationFrame", "cancelAnimationFrame"]) {
    vi.stubGlobal(name, () => 0);
  }
  known = 0;
  left = 0;
  answerMore = null;
  const more = (answered: (result: unknown) => void): void => {
    answerMore = () => {
      known += 1;
      left -= 1;
      answered({ ok: true, value: { total: known, left } });
    };
  };
  const bridge = {
    invoke: (channel: string) =>
      channel === "history.find"
        ? Promise.resolve({ ok: true, value: toJsonText(found()) })
        : channel === "history.more"
          ? new Promise(more)
          : Promise.resolve({
              ok: true,
              value: {
                ...initial,
                drafts: {},
                requests: [],
                streams: [],
                servers: [],
                programs: [],
                runs: [],
                elicitations: [],
              },
            }),
    subscribe: (next: (text: string) => void) => {
      tell = (pushes) => next(JSON.stringify(pushes));
      return () => undefined;
    },
  };
  vi.stubGlobal("window", { desk: bridge as unknown as DeskBridge });
  await startMirror();
  await searchHistory("");
  stop = watchHistory();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  mirror.setState(initial, true);
});

/** The index has added so many requests, and the window has been notified. */
async function indexed(total: number): Promise<void> {
  known = total;
  const history = { ...initial.history, total, head: total, state: { kind: "ready" as const } };
  tell([
    {
      version: mirror.getState().version + 1,
      change: { kind: "set", key: "history", value: history },
    },
  ]);
  await vi.advanceTimersByTimeAsync(1000);
}

it("shows the first rows at once in a list that was opened before they existed", async () => {
  expect(currentHistoryList().total).toBe(0);
  await indexed(1);
  expect(currentHistoryList()).toMatchObject({ total: 1, newer: null });
});

it("holds back new rows while rows are shown", async () => {
  await indexed(2);
  await indexed(3);
  expect(currentHistoryList()).toMatchObject({ total: 2, newer: { total: 3 } });
});

it("counts on after the first page, stops when told to, and goes on from there", async () => {
  const answerOne = (): void => answerMore?.();
  known = 3;
  left = 40;
  void searchHistory("is:replied");
  await vi.advanceTimersByTimeAsync(0);
  expect(currentHistoryList()).toMatchObject({ total: 3, left: 40 });
  answerOne();
  await vi.advanceTimersByTimeAsync(0);
  expect(currentHistoryList()).toMatchObject({ total: 4, left: 39 });
  stopCounting();
  answerOne();
  await vi.advanceTimersByTimeAsync(0);
  const stopped = { total: 5, left: 38, stopped: true };
  expect(currentHistoryList()).toMatchObject(stopped);
  // Nothing asks on, nor follows the log.
  answerMore = null;
  await indexed(9);
  expect(answerMore).toBeNull();
  expect(currentHistoryList()).toMatchObject(stopped);
  void goOnCounting();
  for (let more = 0; more < 38; more += 1) {
    answerOne();
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(currentHistoryList()).toMatchObject({ left: 0, stopped: false });
});
