import { describe, expect, it } from "vitest";
import type { Refusal, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { actionParams } from "../../testing/actions.ts";
import { activeIndex, isSameRow, rowByKey, rowsOf, nextIndex } from "./rows.ts";
import type { InboxRow } from "./rows.ts";

const request = (
  id: string,
  receivedAtMs: number,
  rest: Partial<HeldRequest> = {},
): HeldRequest => ({
  id,
  requester: {
    serverId: "s",
    name: "server",
    transport: "stdio",
    where: "",
    protocolVersion: "2025-06-18",
    era: "legacy",
    encrypted: null,
  },
  origin: { kind: "none" },
  reply: { kind: "pushed", requestId: 1 },
  receivedAtMs,
  asked: {},
  askedHash: "",
  proposed: null,
  flags: [],
  media: [],
  attempts: [],
  phase: { kind: "request" },
  revision: 1,
  timeline: [],
  ...rest,
});
const none: ReadonlySet<string> = new Set();
const ended = (atMs: number): Partial<HeldRequest> => ({
  phase: { kind: "ended", atMs, ending: { kind: "cancelled", because: { kind: "quit" } } },
});
const ofRun = (runId: string): Partial<HeldRequest> => ({
  origin: {
    kind: "certain",
    call: { runId, method: "tools/call", name: "tool", arguments: {} },
  },
});
const said = (rows: readonly InboxRow[]): string[] =>
  rows.map((row) =>
    row.kind === "heading"
      ? `ended ${row.count}`
      : row.kind === "call"
        ? `call ${row.turns}`
        : row.kind === "same"
          ? `${row.request.id} × ${row.requests.length}`
          : row.kind === "session"
            ? `session ${row.requests.length}`
            : `${row.kind === "past" ? "past " : ""}${row.request.id}${row.turn === null ? "" : ` turn ${row.turn}`}`,
  );

describe("rowsOf", () => {
  it("puts the newest open request first and ended ones below, latest end first", () => {
    const rows = rowsOf(
      [request("a", 1), request("b", 2), request("x", 3, ended(10)), request("y", 0, ended(20))],
      none,
    );
    expect(said(rows)).toEqual(["b", "a", "ended 2", "y", "x"]);
  });

  it("keeps requests of one millisecond in the order of arrival", () => {
    const alone = [request("a", 1), request("b", 1), request("c", 1)];
    expect(said(rowsOf(alone, none))).toEqual(["c", "b", "a"]);
    const turns = ["t1", "t2", "t3"].map((id, at) =>
      request(id, 1, { ...ofRun("r"), turn: at + 1 }),
    );
    expect(said(rowsOf(turns, none))).toEqual(["call 3", "t1 turn 1", "t2 turn 2", "t3 turn 3"]);
  });

  it("leaves a request that ended in view in place", () => {
    const requests = [request("a", 1), request("b", 2, ended(9)), request("c", 3)];
    expect(said(rowsOf(requests, new Set(["b"])))).toEqual(["c", "b", "a"]);
    expect(said(rowsOf(requests, none))).toEqual(["c", "a", "ended 1", "b"]);
  });

  it("lists the turns of one call under it, earlier ones on one line", () => {
    const rows = rowsOf(
      [
        request("t1", 1, { ...ofRun("r"), ...ended(2) }),
        request("t2", 3, ofRun("r")),
        request("other", 2, ofRun("single")),
      ],
      none,
    );
    expect(said(rows)).toEqual(["call 2", "past t1 turn 1", "t2 turn 2", "other"]);
  });

  it("treats requests of one result as one turn", () => {
    const turn = (number: number): Partial<HeldRequest> => ({ ...ofRun("r"), turn: number });
    const both = [request("a", 1, turn(1)), request("b", 2, turn(1))];
    expect(said(rowsOf(both, none))).toEqual(["b", "a"]);
    const next = [...both, request("c", 3, turn(2)), request("d", 4, turn(2))];
    expect(said(rowsOf(next, none))).toEqual([
      "call 2",
      "a turn 1",
      "b turn 1",
      "c turn 2",
      "d turn 2",
    ]);
  });

  it("lists the turns of an ended call among the ended, with their turn", () => {
    const rows = rowsOf(
      [
        request("t1", 1, { ...ofRun("r"), ...ended(2) }),
        request("t2", 3, { ...ofRun("r"), ...ended(4) }),
      ],
      none,
    );
    expect(said(rows)).toEqual(["ended 2", "t2 turn 2", "t1 turn 1"]);
  });

  it("gives every row a unique key", () => {
    const rows = rowsOf(
      [
        request("t1", 1, { ...ofRun("r"), ...ended(2) }),
        request("t2", 3, ofRun("r")),
        request("z", 0, ended(1)),
      ],
      none,
    );
    expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
  });
});

describe("rowsOf with sessions", () => {
  const action = (
    id: string,
    atMs: number,
    [serverId, session]: [string, string] = ["claude", "one"],
    rest: Partial<HeldRequest> = {},
  ): HeldRequest => {
    const one = request(id, atMs, rest);
    const proposed = actionParams({ session: { id: session, folder: "/work" } });
    return {
      ...one,
      requestKind: "action",
      requester: { ...one.requester, serverId },
      proposed: proposed as never,
    };
  };
  const isRead = ({ id }: HeldRequest): boolean => id.startsWith("r");
  const two: [string, string] = ["claude", "two"];
  const codex: [string, string] = ["codex", "one"];
  const opened = new Set(["reads-_5b__22_claude_22__2c__22_one_22__5d_"]);
  const rows: [string, HeldRequest[], string[], ReadonlySet<string>?][] = [
    ["one action has no head", [action("a", 1), request("x", 2)], ["x", "a"]],
    [
      "oldest first, at the place of the newest",
      [action("a", 1), request("x", 2), action("b", 3), request("y", 4)],
      ["y", "session 2", "a", "b", "x"],
    ],
    [
      "parallel reads are one row, where the first of them is",
      [action("a", 1), action("r1", 2), action("b", 3), action("r2", 4), action("r3", 5)],
      ["session 5", "a", "r1 × 3", "b"],
    ],
    [
      "unfolded they are listed",
      [action("r1", 2), action("r2", 4)],
      ["session 2", "r1 × 2", "r1", "r2"],
      opened,
    ],
    ["one read stands by itself", [action("a", 1), action("r1", 2)], ["session 2", "a", "r1"]],
    [
      "sessions and agents are apart, also where their ids are equal",
      [action("a", 1), action("c", 2, two), action("d", 3, codex), action("b", 4)].concat(
        action("e", 5, two),
        action("f", 6, codex),
      ),
      ["session 2", "d", "f", "session 2", "c", "e", "session 2", "a", "b"],
    ],
    [
      "what has ended is below",
      [action("a", 1), action("b", 2), action("c", 3, undefined, ended(4))],
      ["session 2", "a", "b", "ended 1", "c"],
    ],
  ];
  it.each(rows)("%s", (_name, requests, expected, unfolded = none) => {
    const made = rowsOf(requests, none, unfolded, isRead);
    expect(said(made)).toEqual(expected);
    expect(new Set(made.map(({ key }) => key)).size).toBe(made.length);
  });

  it("keeps the head while what was just decided stays in place", () => {
    const requests = [action("a", 1, undefined, ended(5)), action("b", 2)];
    expect(said(rowsOf(requests, new Set(["a"])))).toEqual(["session 1", "a", "b"]);
    expect(said(rowsOf(requests, none))).toEqual(["b", "ended 1", "a"]);
  });

  it("selects heads and reads, and finds the row of a request among them", () => {
    const made = rowsOf([action("a", 1), action("r1", 2), action("r2", 3)], none, none, isRead);
    const key = JSON.stringify(["claude", "one"]);
    const at = (session: Parameters<typeof activeIndex>[1]["session"], requestId: string) =>
      activeIndex(made, { session, requestId });
    expect([
      at({ key, reads: false }, "a"),
      at(null, "a"),
      at({ key, reads: true }, "r1"),
      at(null, "r2"),
      // Its head is gone.
      at({ key: "x", reads: false }, "a"),
    ]).toEqual([0, 1, 2, 2, 1]);
    expect(nextIndex(made, -1, 1)).toBe(0);
  });

  it("groups thousands quickly", () => {
    const many = Array.from({ length: 5000 }, (_one, at) =>
      action(`r${at}`, at, ["claude", String(at % 50)]),
    );
    expect(rowsOf(many, none, none, isRead)).toHaveLength(100);
  });
});

describe("isSameRow", () => {
  const alike = { askedHash: "same" };
  const all = [
    request("t1", 1, { ...ofRun("r"), ...ended(2) }),
    request("t2", 3, ofRun("r")),
    request("a", 4, alike),
    request("b", 5, alike),
    request("c", 6, alike),
    request("z", 0, ended(1)),
  ];
  const differing = (before: readonly HeldRequest[], after: readonly HeldRequest[]): string[] => {
    const [one, other] = [rowsOf(before, none), rowsOf(after, none)];
    return said(other.filter((row) => !one.some((earlier) => isSameRow(earlier, row))));
  };

  it("recognizes rows made again from the same requests", () => {
    expect(said(rowsOf(all, none))).toEqual([
      "c × 3",
      "call 2",
      "past t1 turn 1",
      "t2 turn 2",
      "ended 1",
      "z",
    ]);
    expect(differing(all, all)).toEqual([]);
  });

  it("detects a changed request in a row and in a group", () => {
    const changed = (id: string): HeldRequest[] =>
      all.map((each) => (each.id === id ? { ...each, revision: 2 } : each));
    expect(differing(all, changed("z"))).toEqual(["z"]);
    expect(differing(all, changed("a"))).toEqual(["c × 3"]);
    expect(differing(all, [...all, request("d", 7, alike)])).toEqual(["d × 4"]);
    expect(differing(all, [...all, request("y", 8, ended(9))])).toEqual(["ended 2", "y"]);
  });
});

describe("step", () => {
  it("skips headings and calls, and stops at the ends", () => {
    const rows = rowsOf(
      [
        request("t1", 1, { ...ofRun("r"), ...ended(2) }),
        request("t2", 3, ofRun("r")),
        request("z", 0, ended(1)),
      ],
      none,
    );
    expect(said(rows)).toEqual(["call 2", "past t1 turn 1", "t2 turn 2", "ended 1", "z"]);
    expect(nextIndex(rows, 1, 1)).toBe(2);
    expect(nextIndex(rows, 2, 1)).toBe(4);
    expect(nextIndex(rows, 4, 1)).toBe(4);
    expect(nextIndex(rows, 1, -1)).toBe(1);
    expect(nextIndex(rows, -1, 1)).toBe(1);
    const by = (key: string, from: number, page = 2) => rowByKey(rows, from, key, page);
    expect([by("Home", 4), by("End", 1), by("ArrowDown", 2), by("ArrowUp", 4)]).toEqual([
      1, 4, 4, 2,
    ]);
    // Page Up and Down land on a request, never on a heading, and stay if there is nothing further.
    expect([by("PageDown", 1), by("PageDown", 1, 9), by("PageDown", 4)]).toEqual([2, 4, 4]);
    expect([by("PageUp", 4, 1), by("PageUp", 4, 9), by("PageUp", 1)]).toEqual([4, 1, 1]);
    expect(by("x", 1)).toBeNull();
  });
});

describe("expired requests", () => {
  const late = (atMs: number, reason = "waited-too-long"): Partial<HeldRequest> => ({
    phase: {
      kind: "ended",
      atMs,
      ending: {
        kind: "refused",
        gate: 1,
        by: { kind: "desk" },
        refusal: { code: -32057, message: "m", reason, flags: [] } as unknown as Refusal,
      },
    },
  });
  const other = (id: string): Partial<HeldRequest> => ({
    requester: { ...request(id, 0).requester, serverId: "other" },
  });

  it("of one server are one row that counts and opens, in place of the newest", () => {
    const all = [
      request("a", 1, late(10)),
      request("b", 2, late(30)),
      request("quit", 3, ended(20)),
      request("c", 4, late(15)),
      request("limit", 5, late(12, "rate-limited")),
      request("theirs", 6, { ...late(14), ...other("theirs") }),
    ];
    expect(said(rowsOf(all, none))).toEqual(["ended 6", "b × 3", "quit", "theirs", "limit"]);
    const key = rowsOf(all, none).find((row) => row.kind === "same")?.key ?? "";
    expect(said(rowsOf(all, none, new Set([key])))).toEqual([
      "ended 6",
      "b × 3",
      "b",
      "c",
      "a",
      "quit",
      "theirs",
      "limit",
    ]);
  });

  it("also group identical untouched requests of a server that died", () => {
    const gone = (atMs: number, kind = "server-died"): Partial<HeldRequest> => ({
      askedHash: "same",
      phase: { kind: "ended", atMs, ending: { kind: "cancelled", because: { kind } as never } },
    });
    const all = [
      ...[10, 11, 12].map((atMs) => request(`d${atMs}`, atMs, gone(atMs))),
      request("other", 5, { ...gone(9), askedHash: "other" }),
      request("lost", 6, gone(8, "disconnected")),
      request("begun", 7, { ...gone(7), attempts: [{ id: "x" }] as never }),
    ];
    expect(said(rowsOf(all, none))).toEqual(["ended 6", "d12 × 3", "other", "lost", "begun"]);
  });

  it("stay single when there are only two", () => {
    const all = [request("a", 1, late(10)), request("b", 2, late(30))];
    expect(said(rowsOf(all, none))).toEqual(["ended 2", "b", "a"]);
  });
});

it("shows the ended turns of a program's conversation as one row, and its side requests apart", () => {
  const turn = (id: string, atMs: number, more: Partial<HeldRequest> = {}): HeldRequest =>
    request(id, atMs, { ...ended(atMs), conversation: { id: "c" }, ...more });
  const all = [
    turn("title", 1, { conversation: { id: "c", side: "title" } }),
    turn("a", 2),
    turn("b", 3),
    turn("other", 4, { conversation: { id: "d" } }),
    turn("c", 5),
  ];
  expect(said(rowsOf(all, none))).toEqual(["ended 5", "c × 3", "other", "title"]);
  // With an open one they are one row, which unfolds.
  const open = [...all, request("open", 6, { conversation: { id: "c" } })];
  expect(said(rowsOf(open, none))).toEqual(["open turn 4", "ended 2", "other", "title"]);
  const unfolded = rowsOf(open, none, new Set(["open"]));
  expect(said(unfolded).slice(0, 5)).toEqual([
    "open turn 4",
    "past c turn 3",
    "past b turn 2",
    "past a turn 1",
    "ended 2",
  ]);
  // What was just decided stays in its place.
  expect(said(rowsOf(open, new Set(["c"]))).slice(0, 3)).toEqual(["open turn 4", "c", "ended 2"]);
});
