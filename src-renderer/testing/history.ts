// For component tests: a history of the requests that have ended on the test's desk, newest first.
import { factsOf, threadOf } from "#shared/filter/facts.ts";
import { toJsonText } from "#shared/ledger/history.ts";
import type { HistoryFound, HistoryItem, HistoryRow, Story } from "#shared/ledger/history.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Handlers } from "../../src-main/ipc/dispatch.ts";
import type { TestMain } from "./testMain.ts";

const rowOf = (request: HeldRequest): HistoryRow => ({
  facts: factsOf(request),
  forgotten: null,
});

/** Handlers of a history in which every search finds all ended requests. */
export function historyOf(main: () => TestMain): Partial<Handlers> {
  const requests = (): HeldRequest[] =>
    main()
      .desk.requests()
      .filter(({ phase }) => phase.kind === "ended")
      .reverse();
  const view = () => {
    const total = requests().length;
    return { head: total, total, unreadable: 0, state: { kind: "ready" as const } };
  };
  return {
    "history.find": (asked) => {
      const rows = requests().map(rowOf);
      const [, of, id] = /(session|thread):"([^"]*)"/.exec(asked) ?? [];
      const none = { reported: [], reportedTotal: 0 };
      const story = id === undefined ? undefined : { of: of as Story["of"], id, ...none };
      const all = { query: 1, total: rows.length, left: 0, faults: [], view: view() };
      const found: HistoryFound = {
        ...all,
        rows: id === undefined ? rows : rows.toReversed(),
        story,
      };
      return ok(toJsonText(found));
    },
    "history.page": () => ok(toJsonText(requests().map(rowOf))),
    "history.item": (id) => {
      const request = requests().find((one) => one.id === id);
      if (request === undefined) return fail({ kind: "internal", detail: `no request ${id}` });
      const thread = requests()
        .filter((one) => threadOf(one) !== null && threadOf(one) === threadOf(request))
        .map(rowOf)
        .toReversed();
      const item: HistoryItem = { request, events: [], forgotten: null, thread };
      return ok(toJsonText(item));
    },
    "history.complete": () =>
      ok({ servers: [], programs: [], models: [], providers: [], tools: [], rules: [] }),
  };
}
