// One list of everything that can be called, and what a call of a template means.
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import { describe, expect, it } from "vitest";
import type { RunView, ServerView } from "#shared/servers/server.ts";
import { callOf, callsOf, itemsOf, listRows } from "./items.ts";

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
const call = (id: string, name: string, startedAtMs: number): RunView => ({
  id,
  serverId: "n",
  kind: "resource",
  name,
  arguments: {},
  startedAtMs,
  state: "done",
  lines: [],
  requestIds: [],
});

it("describes a prompt's arguments and a template's variables by a schema, as a tool does", () => {
  const schemas = itemsOf(server).map(({ schema }) => schema);
  expect(schemas).toEqual([
    { type: "object" },
    { type: "object", properties: { week: { type: "string" } }, required: ["week"] },
    { type: "object", properties: {}, required: [] },
    { type: "object", properties: { day: { type: "string" } }, required: [] },
  ]);
});

describe("the list", () => {
  it("has every kind under its server, and only matches of the filter", () => {
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
  it("is read at the expanded address, without arguments", () => {
    expect(callOf(template, { day: "12 Nov" })).toEqual({ name: "notes://12%20Nov/all", args: {} });
  });
  it("has the runs of its own addresses only", () => {
    const calls = {
      a: call("a", "notes://1/all", 2),
      b: call("b", "notes://today", 1),
      c: call("c", "notes://2/all", 1),
      d: call("d", "x-notes://2/all", 1),
    };
    expect(callsOf(template, calls).map(({ id }) => id)).toEqual(["c", "a"]);
  });
});
