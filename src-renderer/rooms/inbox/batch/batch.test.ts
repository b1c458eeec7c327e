// Which requests fold into one row, and which a batch may approve unseen.
import { describe, expect, it } from "vitest";
import type { ModelsView } from "#shared/models/model.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { ANY_MODEL } from "#shared/servers/policy/modelPolicy.ts";
import { planOf, verdictOf } from "./batchPlan.ts";
import type { BatchContext, ExclusionReason } from "./batchPlan.ts";
import { foldsOf } from "../folds.ts";
import { requestIdsOf, indexOfRequest, rowsOf, nextIndex } from "../rows.ts";

const asked = {
  messages: [{ role: "user" as const, content: { type: "text" as const, text: "Hello" } }],
  maxTokens: 10,
};
const request = (id: string, over: Partial<HeldRequest> = {}): HeldRequest => ({
  id,
  requester: {
    serverId: "s",
    name: "Notes",
    transport: "stdio",
    where: "x",
    protocolVersion: "2025-11-25",
    era: "legacy",
    encrypted: null,
  },
  origin: { kind: "none" },
  reply: { kind: "pushed", requestId: 1 },
  receivedAtMs: Number(id.replaceAll(/\D/g, "")),
  asked,
  askedHash: "h",
  proposed: asked,
  flags: [],
  media: [],
  attempts: [],
  timeline: [],
  phase: { kind: "request" },
  revision: 1,
  ...over,
});
const calledBy = (name: string): Partial<HeldRequest> => ({
  origin: {
    kind: "certain",
    call: { runId: name, method: "tools/call", name, arguments: {} },
  },
});

describe("identical requests", () => {
  const three = [request("a1"), request("a2"), request("a3")];

  it("are grouped from three on, with the newest in sight, and open", () => {
    expect(rowsOf(three.slice(1), new Set()).map(({ kind }) => kind)).toEqual([
      "request",
      "request",
    ]);
    const [row, ...rest] = rowsOf(three, new Set());
    expect(rest).toEqual([]);
    expect(row).toMatchObject({ kind: "same", request: { id: "a3" }, open: false });
    const opened = rowsOf(three, new Set(), new Set([row?.key ?? ""]));
    expect(opened.map(({ key }) => key)).toEqual([row?.key, "a3", "a2", "a1"]);
    expect(new Set(opened.map(({ key }) => key)).size).toBe(4);
  });

  it.each([
    ["another server", { requester: { ...request("x").requester, serverId: "t" } }],
    ["another request text", { askedHash: "i" }],
    ["another call", calledBy("tool")],
    ["one that was decided on", { phase: { kind: "response" as const } }],
    ["one without kept content", { askedHash: "" }],
  ])("do not include %s", (_, over) => {
    const folds = foldsOf([...three, request("b4", over)], new Map());
    expect([...folds.keys()].toSorted()).toEqual(["a1", "a2", "a3"]);
  });

  it("are grouped by tool, whatever the tools' names", () => {
    const names = ["翻译", "总结", "a b", "a_b", "a_20_b"];
    const all = names.flatMap((name, at) =>
      [1, 2, 3].map((number) => ({
        ...request(`${at}${number}`, calledBy(name)),
        origin: {
          kind: "certain" as const,
          call: { runId: `${at} ${number}`, method: "tools/call" as const, name, arguments: {} },
        },
      })),
    );
    const rows = rowsOf(all, new Set());
    expect(new Set(rows.map(({ key }) => key)).size).toBe(names.length);
    expect(rows.flatMap(requestIdsOf).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
  });

  it("stay with their call where one call asks several times", () => {
    const turns = ["a1", "a2", "a3", "b4"].map((id) =>
      request(id, { ...calledBy("loop"), ...(id === "b4" ? { askedHash: "i" } : {}) }),
    );
    const other = request("c5", calledBy("other"));
    expect(rowsOf([...turns, other], new Set()).map(({ kind }) => kind)).toEqual([
      "request",
      "call",
      "same",
      "request",
    ]);
  });

  it("are found by each of their ids, and selected together", () => {
    const rows = rowsOf([...three, request("z9", { askedHash: "z" })], new Set());
    expect(indexOfRequest(rows, "a2")).toBe(1);
    expect(indexOfRequest(rows, "z9")).toBe(0);
    expect(indexOfRequest(rows, "none")).toBe(-1);
    expect(rows.flatMap(requestIdsOf)).toEqual(["z9", "a3", "a2", "a1"]);
    expect(nextIndex(rows, 0, 1)).toBe(1);
  });
});

const models = (over: object = {}): ModelsView => ({
  providers: [
    {
      id: "p",
      name: "P",
      kind: "openai-compatible",
      state: { kind: "ready" },
      onThisMachine: false,
      models: [
        {
          ref: { providerId: "p", modelId: "m" },
          name: "m",
          enabled: true,
          abilities: {},
          ...over,
        },
      ],
    } as unknown as ModelsView["providers"][number],
  ],
  found: [],
  downloads: [],
  defaultModel: null,
  localSupported: true,
});
const around = (over: Partial<BatchContext> = {}): BatchContext => ({
  models: models(),
  policy: ANY_MODEL,
  draft: undefined,
  look: { kind: "found", high: 0, all: 0 },
  stopped: false,
  teamHolds: false,
  ...over,
});
const why = (one: HeldRequest, over: Partial<BatchContext> = {}): ExclusionReason | "goes" => {
  const verdict = verdictOf(one, around(over));
  return verdict.kind === "goes" ? "goes" : verdict.why;
};

describe("a batch", () => {
  it.each<[string, HeldRequest, Partial<BatchContext>, ExclusionReason | "goes"]>([
    ["plain", request("1"), {}, "goes"],
    ["low findings", request("1"), { look: { kind: "found", high: 0, all: 3 } }, "goes"],
    ["serious findings", request("1"), { look: { kind: "found", high: 1, all: 1 } }, "findings"],
    ["a scan that failed", request("1"), { look: { kind: "failed" } }, "not-inspected"],
    ["an unfinished scan", request("1"), { look: { kind: "waiting" } }, "not-yet"],
    [
      "an error",
      request("1", { flags: [{ code: "tool-undeclared", severity: "error", path: [] }] as never }),
      {},
      "flags",
    ],
    ["of a stopped server", request("1"), { stopped: true }, "stopped"],
    ["that the team can't approve now", request("1"), { teamHolds: true }, "team"],
    ["cannot be shown", request("1", { proposed: null }), {}, "flags"],
    [
      "another program",
      request("1", {
        requester: {
          ...request("1").requester,
          identityChanged: [{ kind: "program", path: "/x", before: "a", after: "b" }],
        },
      }),
      {},
      "identity",
    ],
    [
      "another tool",
      request("1", {
        requester: {
          ...request("1").requester,
          toolsChanged: [{ name: "t", parts: ["description"], knownAtMs: 1 }],
        },
      }),
      {},
      "identity",
    ],
    [
      "edited",
      request("1"),
      { draft: { gate: 1, document: { ...asked, systemPrompt: "mine" }, model: null } },
      "edited",
    ],
    [
      "unfinished JSON",
      request("1"),
      { draft: { gate: 1, document: asked, model: null, json: "{" } },
      "edited",
    ],
    [
      "values that the user redacts",
      request("1"),
      {
        draft: {
          gate: 1,
          document: asked,
          model: null,
          redact: [{ kind: "email", value: "a@b.de" }],
        },
      },
      "edited",
    ],
    [
      "values that a rule redacts",
      request("1", {
        judged: [
          {
            atMs: 1,
            gate: "request",
            decide: "ask",
            rule: { id: "r", name: "R" },
            changes: { redact: ["secrets"] },
          },
        ],
      }),
      {},
      "prepared",
    ],
    [
      "only a model assigned",
      request("1"),
      { draft: { gate: 1, document: asked, model: null } },
      "goes",
    ],
    ["answered", request("1", { phase: { kind: "response" } }), {}, "second-gate"],
    [
      "ended",
      request("1", {
        phase: { kind: "ended", atMs: 1, ending: { kind: "cancelled", because: { kind: "quit" } } },
      }),
      {},
      "ended",
    ],
    [
      "not for this server",
      request("1"),
      { policy: { ...ANY_MODEL, allowed: ["other/*"] } as never },
      "model",
    ],
    ["model is gone", request("1"), { models: { ...models(), providers: [] } }, "model"],
  ])("with one that is %s", (_, one, over, expected) => {
    expect(why(one, over)).toBe(expected);
  });

  it("lists its servers, findings and exclusions beforehand", () => {
    const all = [request("1"), request("2"), request("3", { phase: { kind: "response" } })];
    const plan = planOf(all, [
      verdictOf(request("1"), around()),
      verdictOf(request("2"), around({ look: { kind: "found", high: 2, all: 2 } })),
      verdictOf(all[2] ?? request("3"), around()),
    ]);
    expect(plan.approvable.map((one) => one.request.id)).toEqual(["1"]);
    expect(plan.excluded.map(({ request: { id }, why, serious }) => [id, why, serious])).toEqual([
      ["2", "findings", 2],
      ["3", "second-gate", 0],
    ]);
    expect(plan.approvable[0]).toMatchObject({ model: { modelId: "m" }, modelName: "m" });
    expect(plan).toMatchObject({ costUnknown: 1, costUsd: 0 });
  });
});
