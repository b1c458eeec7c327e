// Which actions of a session are allowed together.
import { expect, it } from "vitest";
import type { ActionFile, ActionRequest } from "#shared/request/kinds/action/document.ts";
import type { Draft } from "#shared/request/life/decision.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { actionParams } from "../../../testing/actions.ts";
import { whyReadStays, whyStays } from "./sessionPlan.ts";
import type { StayContext } from "./sessionPlan.ts";

const PATH = "/work/src/a.ts";
const FILE: ActionFile = { path: PATH, real: PATH, state: "text", bytes: 1 };
const read = (over: Partial<ActionRequest> = {}, more: Partial<HeldRequest> = {}): HeldRequest =>
  ({
    id: "a",
    requestKind: "action",
    phase: { kind: "request" },
    flags: [],
    proposed: actionParams({ tool: "Read", input: { file_path: PATH }, files: [FILE], ...over }),
    ...more,
  }) as unknown as HeldRequest;
const of = (over: Partial<ActionFile>): Partial<ActionRequest> => ({
  files: [{ ...FILE, ...over }],
});

it("allows only reads of files inside of the folder together, and says why the others stay", () => {
  const rows: [HeldRequest, string | null][] = [
    [read(), null],
    [read(of({ state: "binary" })), null],
    [read({ tool: "Bash", input: { command: "cat a" } }), "command"],
    [read({ tool: "Edit", input: { file_path: PATH, old_string: "a", new_string: "b" } }), "edit"],
    [read({ tool: "Write", input: { file_path: PATH, content: "" } }), "write"],
    [read({ tool: "Grep", input: { pattern: "x" } }), "search"],
    [read({ tool: "WebFetch", input: { url: "https://a.example", prompt: "x" } }), "fetch"],
    [read({ tool: "mcp__notes__read", input: {} }), "mcp-call"],
    // A field that the table doesn't know.
    [read({ input: { file_path: PATH, as: "root" } }), "other"],
    [read(of({ isGuarded: true })), "guarded"],
    [read(of({ isLinked: true })), "linked"],
    [read(of({ real: "/work/../etc/passwd" })), "outside"],
    [read(of({ real: "/worker/a.ts" })), "outside"],
    [read(of({ real: "/work" })), "outside"],
    [read({ session: { id: "s", folder: null } }), "outside"],
    [read(of({ state: "absent" })), "unread"],
    [read(of({ state: "unreadable" })), "unread"],
    [read(of({ path: "/work/b.ts" })), "unread"],
    [read({ files: [] }), "unread"],
    [read({ files: [FILE, FILE] }), "unread"],
    [read({ files: [{ path: PATH, real: PATH, state: "too-large", bytes: 1 }] }), "unread"],
    [read({ projectSettings: [{ file: "s", keys: ["env"] }] }), "settings"],
    [read({}, { flags: [{ severity: "note", code: "action-guarded", path: [] }] }), "flags"],
    [read({}, { phase: { kind: "ended" } as never }), "ended"],
    [read({}, { proposed: null }), "ended"],
  ];
  for (const [request, why] of rows)
    expect([request.proposed, whyReadStays(request)]).toEqual([request.proposed, why]);
});

it("leaves a read with any finding, an edit, or without a whole scan", () => {
  const found = (all: number) => ({ kind: "found", high: 0, all }) as const;
  const around = (over: Partial<StayContext>): StayContext => ({
    look: found(0),
    draft: undefined,
    stopped: false,
    teamHolds: false,
    ...over,
  });
  const rows: [Partial<StayContext>, string | null][] = [
    [{}, null],
    [{ look: found(1) }, "findings"],
    [{ look: { kind: "failed" } }, "not-inspected"],
    [{ look: { kind: "waiting" } }, "not-yet"],
    [{ draft: { gate: "respond" } as Draft }, "edited"],
    [{ stopped: true }, "stopped"],
    [{ teamHolds: true }, "team"],
  ];
  for (const [over, why] of rows)
    expect([over, whyStays(read(), around(over))]).toEqual([over, why]);
});
