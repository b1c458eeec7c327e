// Rules that hold tool calls, which otherwise pass.
import { beforeEach, expect, it } from "vitest";
import type { JsonObject } from "#shared/json.ts";
import { ruleSchema } from "#shared/rules/rule.ts";
import type { Rule } from "#shared/rules/rule.ts";
import type { HeldByRule } from "../ports.ts";
import type { Desk } from "../desk/desk.ts";
import { deskFor } from "../testing/deskFor.ts";
import type { FakeLedger, FakeServer } from "../testing/fakes.ts";
import { FakeBook, FakeInspector } from "../testing/rules.ts";

const rule = (when: string, decide: Rule["decide"] = "ask"): Rule =>
  ruleSchema.parse({ id: `r${when.length}${decide}`, name: "Rule", when, decide });

let book: FakeBook;
let inspector: FakeInspector;
let ledger: FakeLedger;
let server: FakeServer;
let desk: Desk;
beforeEach(() => {
  book = new FakeBook();
  inspector = new FakeInspector();
  ({ ledger, server, desk } = deskFor({ rules: book, inspector, masterSwitch: "review" }));
});

const isHeld = async (
  name: string,
  annotations?: JsonObject,
  otherParams?: JsonObject,
): Promise<boolean> => (await heldBy(name, annotations, otherParams)) !== null;

function heldBy(
  name: string,
  annotations?: JsonObject,
  otherParams?: JsonObject,
): Promise<HeldByRule | null> {
  const params = {
    name,
    arguments: { path: "/tmp" },
    ...(annotations ? { annotations } : {}),
    ...(otherParams ? { otherParams } : {}),
  };
  return desk.heldByRule(
    server.request(params, {
      requestKind: "tool-call",
      origin: {
        kind: "certain",
        call: { runId: "run", method: "tools/call", name, arguments: params.arguments },
      },
    }),
  );
}

it("holds what a rule asks about or refuses, by the tool's annotations, in every mode", async () => {
  book.rules = [rule("kind:tool-call destructive:yes"), rule("kind:tool-call tool:drop", "refuse")];
  expect(await isHeld("delete", { destructiveHint: true })).toBe(true);
  expect(await isHeld("read", { readOnlyHint: true, destructiveHint: true })).toBe(false);
  expect(await isHeld("write", { destructiveHint: false })).toBe(false);
  expect(await isHeld("drop", { readOnlyHint: true })).toBe(true);
  // By the protocol, a tool without annotations may be destructive.
  expect(await isHeld("unsaid")).toBe(true);
  expect(desk.requests()).toEqual([]);
  expect(ledger.rows).toEqual([]);
});

it("lets the first matching rule decide, and ignores rules that do not name the kind", async () => {
  book.rules = [rule("kind:tool-call tool:delete", "allow"), rule("kind:tool-call readonly:no")];
  expect(await isHeld("delete")).toBe(false);
  expect(await isHeld("write")).toBe(true);
  book.rules = [rule("")];
  expect(await isHeld("write")).toBe(false);
});

it("neither allows nor trusts a call that asks for more than its tool and arguments", async () => {
  const version = { _meta: { fastmcp: { version: "1" } } };
  const usual = { _meta: { "claudecode/toolUseId": "t" } };
  const allows = rule("kind:tool-call tool:read", "allow");
  book.rules = [allows, rule("kind:tool-call")];
  expect(await isHeld("read", {}, usual)).toBe(false);
  for (const others of [version, { task: {} }, { _meta: [] }])
    expect(await isHeld("read", {}, others)).toBe(true);
  book.rules = [rule("kind:tool-call tool:read has:metadata", "allow"), rule("kind:tool-call")];
  expect(await isHeld("read", {}, version)).toBe(false);
  // A claim is about the tool as it is listed.
  book.rules = [rule("kind:tool-call destructive:yes")];
  expect(await isHeld("read", { readOnlyHint: true }, usual)).toBe(false);
  expect(await isHeld("read", { readOnlyHint: true }, version)).toBe(true);
  book.rules = [rule("kind:tool-call has:metadata")];
  expect(await isHeld("read", {}, usual)).toBe(false);
  expect(await isHeld("read", {}, version)).toBe(true);
});

it("names the rule, and whether the user reviews the result too", async () => {
  const held = rule("kind:tool-call tool:delete");
  book.rules = [
    { ...held, secondLook: true },
    { ...held, id: "other", when: "kind:tool-call" },
  ];
  expect(await heldBy("delete")).toEqual({
    rule: { id: held.id, name: "Rule" },
    reviewsResponse: true,
  });
  expect(await heldBy("write")).toEqual({
    rule: { id: "other", name: "Rule" },
    reviewsResponse: false,
  });
  book.rules = null;
  expect(await heldBy("write")).toEqual({ rule: null, reviewsResponse: true });
});

it("holds every call while the rules file has a fault", async () => {
  expect(await isHeld("read", { readOnlyHint: true })).toBe(false);
  book.rules = null;
  expect(await isHeld("read", { readOnlyHint: true })).toBe(true);
});

it("scans if a rule asks for findings, and holds a call that could not be scanned", async () => {
  book.rules = [rule("kind:tool-call findings:high")];
  expect(await isHeld("write")).toBe(false);
  inspector.findings = [
    {
      kind: "access-key",
      severity: "high",
      path: ["arguments", "path"],
      line: 1,
      offset: 0,
      length: 4,
    },
  ];
  expect(await isHeld("write")).toBe(true);
  inspector.findings = [];
  inspector.late = true;
  expect(await isHeld("write")).toBe(true);
});
