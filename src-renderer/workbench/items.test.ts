// One list of what can be called, and what a call of a template means.
import { defaultPolicy } from "../../src-shared/servers/policy/policy.ts";
import { describe, expect, it } from "vitest";
import type { ElicitationView } from "../../src-shared/servers/elicitation.ts";
import type { RunView, ServerView } from "../../src-shared/servers/server.ts";
import { callOf, itemsOf, listRows, questionsOf, runsOf } from "./items.ts";

const server: ServerView = {
  id: "n",
  name: "notes",
  source: "stored",
  endpoint: { kind: "demo" },
  era: "auto",
  policy: defaultPolicy,
  enabled: true,
  state: { kind: "connected", sinceMs: 0 },
  tools: [{ name: "sum", description: "Adds numbers", inputSchema: { type: "object" } }],
  prompts: [{ name: "digest", arguments: [{ name: "week", required: true }] }],
  resources: [
    { uri: "notes://today", name: "today", template: false },
    { uri: "notes://{day}/all", name: "by day", template: true },
  ],
  asked: 0,
  rubbish: { count: 0, last: null },
};
const run = (id: string, name: string, startedAtMs: number): RunView => ({
  id,
  serverId: "n",
  kind: "resource",
  name,
  arguments: {},
  startedAtMs,
  state: "done",
  lines: [],
  sampleIds: [],
});

describe("the list", () => {
  it("holds every kind under its server, and what fits the filter only", () => {
    expect(listRows([server], "").map((row) => row.kind)).toEqual([
      "server",
      "item",
      "item",
      "item",
      "item",
    ]);
    const found = listRows([server], "ADDS notes").flatMap((row) =>
      row.kind === "item" ? [row.item.name] : [],
    );
    expect(found).toEqual(["sum"]);
    expect(listRows([server], "nothing like it")).toEqual([]);
  });
});

describe("a template", () => {
  const template = itemsOf(server).find((item) => item.template);
  if (template === undefined) throw new Error("no template");
  it("is read at the address that it gives, without arguments", () => {
    expect(callOf(template, { day: "12 Nov" })).toEqual({ name: "notes://12%20Nov/all", args: {} });
  });
  it("owns the runs of its addresses, and no others", () => {
    const runs = {
      a: run("a", "notes://1/all", 2),
      b: run("b", "notes://today", 1),
      c: run("c", "notes://2/all", 1),
      d: run("d", "x-notes://2/all", 1),
    };
    expect(runsOf(template, runs).map(({ id }) => id)).toEqual(["c", "a"]);
  });
});

describe("the questions beside a call", () => {
  const asked = (
    id: string,
    serverId: string,
    runIds: string[],
    state: ElicitationView["state"] = { kind: "waiting" },
  ): ElicitationView => ({
    ...{ id, serverId, runIds, state, serverName: serverId, receivedAtMs: 0, asked: null },
    reply: { kind: "pushed", requestId: id },
  });
  const refused = { kind: "refused", code: -32065, message: "too many", atMs: 0 } as const;
  const shown = (views: ElicitationView[], runId?: string, bare: string[] = []): string[] =>
    questionsOf(
      Object.fromEntries(views.map((view) => [view.id, view])),
      "n",
      runId,
      new Set(bare),
    ).map(({ id }) => id);

  it("are those of its run, and what the server asks beside every run", () => {
    const views = [asked("a", "n", ["r"]), asked("b", "n", ["s"]), asked("c", "n", [])];
    expect(shown([...views, asked("d", "m", [])], "r")).toEqual(["a", "c"]);
  });
  it("are those of servers too that offer nothing to choose", () => {
    expect(shown([asked("a", "n", []), asked("b", "m", [])], undefined, ["m"])).toEqual(["a", "b"]);
  });
  it("name the latest that were refused by themselves and belong to no run", () => {
    const views = ["a", "b", "c", "d"].map((id) => asked(id, "n", [], refused));
    expect(shown(views)).toEqual(["b", "c", "d"]);
  });
});
