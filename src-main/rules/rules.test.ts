// The rules of a real file: saved, read again when other programs change it, never overwritten while invalid, and never
// used more often than allowed.
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ruleSchema } from "#shared/rules/rule.ts";
import type { Rule } from "#shared/rules/rule.ts";
import { openRules } from "./ruleStore.ts";
import { openRuleUses } from "./ruleUses.ts";
import type { Accepted } from "../profile/accepted.ts";
import { ok } from "#shared/outcome.ts";
import { RulesFilesService } from "./rulesFiles.ts";
import { RulesService } from "./rules.ts";

let folder: string;
let opened: RulesService[];
const file = (name: string): string => path.join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-rules-"));
  opened = [];
});
afterEach(() => {
  for (const rules of opened) rules.close();
  rmSync(folder, { recursive: true });
});

/** The user changes these files; see accepted.test.ts for other programs. */
const accepted: Accepted = {
  differing: () => [],
  text: () => null,
  accept: () => ok(null),
};

function open(changed: () => void = () => undefined): RulesService {
  const uses = openRuleUses(file("uses/rule-uses.json"));
  const rules = new RulesService({
    store: openRules(file("rules.json")),
    uses,
    accepted,
    audience: { set: changed },
  });
  opened.push(rules);
  return rules;
}
const rule = (id: string, over: Partial<Rule> = {}): Rule =>
  ruleSchema.parse({ name: id, decide: "ask", ...over, id });
const left = (rules: RulesService, id: string): unknown => {
  const holds = rules.view().rules.find((one) => one.id === id)?.holds;
  return holds?.kind === "uses" ? holds.left : null;
};
const uses = (count: number): Rule["holds"] => ({ kind: "uses", left: count });

describe("saving", () => {
  it("starts without a file and without rules", () => {
    const rules = open();
    expect(rules.view()).toMatchObject({ revision: 0, rules: [], faults: [] });
    expect(rules.holding()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("writes what it was given, for its owner only, with the schema beside it", () => {
    const rules = open();
    expect(rules.save([rule("a"), rule("b")], 0)).toEqual({ ok: true, value: 1 });
    expect(statSync(file("rules.json")).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(["rules.json", "rules.schema.json"]);
    expect(
      open()
        .holding()
        ?.map(({ id }) => id),
    ).toEqual(["a", "b"]);
  });

  it("refuses a list that is based on an outdated one", () => {
    const rules = open();
    rules.save([rule("a")], 0);
    expect(rules.save([], 0)).toEqual({ ok: false, failure: { kind: "stale" } });
    expect(rules.view().rules).toHaveLength(1);
  });

  it.each([
    [[rule("a"), rule("a")], "id: twice"],
    [[rule("a", { when: "sever:x" })], "when: unknown-field"],
    [[{ ...rule("a"), secondLook: true, gate: "response" as const }], "secondLook"],
  ])("refuses a rule that would make the file invalid", (list, detail) => {
    expect(open().save(list, 0)).toMatchObject({
      failure: { kind: "rule-unusable", detail: expect.stringContaining(detail) as string },
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("keeps rules of a session and of a conversation in memory, before all others", () => {
    const rules = open();
    const thread: Rule["holds"] = { kind: "thread", thread: "run" };
    rules.save(
      [rule("file"), rule("s", { holds: { kind: "session" } }), rule("t", { holds: thread })],
      0,
    );
    expect(rules.holding()?.map(({ id }) => id)).toEqual(["s", "t", "file"]);
    expect(
      open()
        .holding()
        ?.map(({ id }) => id),
    ).toEqual(["file"]);
  });

  it("keeps a link a link, and the permissions of its target", () => {
    mkdirSync(file("versioned"));
    writeFileSync(file("versioned/mine.json"), "// Mine.\n[]");
    chmodSync(file("versioned/mine.json"), 0o640);
    symlinkSync("versioned/mine.json", file("rules.json"));
    expect(open().save([rule("a")], 0).ok).toBe(true);
    expect(lstatSync(file("rules.json")).isSymbolicLink()).toBe(true);
    expect(readFileSync(file("versioned/mine.json"), "utf8")).toContain('"id": "a"');
    expect(statSync(file("versioned/mine.json")).mode & 0o777).toBe(0o640);
    expect(readdirSync(file("versioned"))).toEqual(["mine.json"]);
  });

  it("changes nothing if it cannot be written", () => {
    const rules = open();
    rules.save([rule("a", { holds: uses(3) })], 0);
    // A folder where the new text would first be written.
    mkdirSync(file("rules.json.new"));
    writeFileSync(file("rules.json.new/x"), "");
    expect(rules.save([], 1).ok).toBe(false);
    expect(rules.takeUse("a")).toBe(false);
    expect(rules.view()).toMatchObject({ revision: 1, rules: [{ id: "a" }] });
  });
});

describe("a file that other programs change", () => {
  it("is read before the next request, and reported", () => {
    let told = 0;
    const rules = open(() => (told += 1));
    rules.save([rule("a")], 0);
    writeFileSync(file("rules.json"), JSON.stringify([rule("b"), rule("c")]));
    expect(rules.holding()?.map(({ id }) => id)).toEqual(["b", "c"]);
    expect([rules.view().revision, told]).toEqual([2, 2]);
    rmSync(file("rules.json"));
    expect(rules.holding()).toEqual([]);
  });

  it("is reported without any request, and without listening to other writes in its folder", async () => {
    const rules = await new Promise<RulesService>((resolve) => {
      const watching = open(() => resolve(watching));
      writeFileSync(file("rules.json"), JSON.stringify([rule("b")]));
    });
    expect(rules.view().rules).toMatchObject([{ id: "b" }]);
    const watchers = process.getActiveResourcesInfo().filter((kind) => kind === "FSEventWrap");
    expect(watchers).toEqual([]);
  });

  it("suspends all rules while it is invalid, those of the session too, and is not overwritten", () => {
    const rules = open();
    rules.save([rule("a"), rule("s", { holds: { kind: "session" } })], 0);
    writeFileSync(file("rules.json"), '{ "rules": [ { "id": "a" } ]');
    expect(rules.holding()).toBeNull();
    const { faults, revision } = rules.view();
    expect(faults).toMatchObject([{ line: 1, column: 29, fault: { kind: "json" } }]);
    expect(rules.save([], revision)).toMatchObject({ failure: { kind: "rules-broken" } });
    expect(readFileSync(file("rules.json"), "utf8")).toBe('{ "rules": [ { "id": "a" } ]');
    writeFileSync(file("rules.json"), "[]");
    expect(rules.holding()?.map(({ id }) => id)).toEqual(["s"]);
  });

  it("suspends all rules while it cannot be read", () => {
    mkdirSync(file("rules.json"));
    const rules = open();
    expect(rules.holding()).toBeNull();
    expect(rules.view().faults).toMatchObject([{ fault: { kind: "unreadable" } }]);
  });
});

describe("uses", () => {
  it("are taken from the file, one by one, until none is left", () => {
    const rules = open();
    rules.save([rule("a", { holds: uses(2) })], 0);
    expect([rules.takeUse("a"), left(open(), "a")]).toEqual([true, 1]);
    expect([rules.takeUse("a"), left(open(), "a")]).toEqual([true, 0]);
    expect([rules.takeUse("a"), rules.takeUse("b")]).toEqual([false, false]);
    expect(rules.view().revision).toBe(1);
  });

  it("are given back if the decision did not happen", () => {
    const rules = open();
    rules.save([rule("a", { holds: uses(1) }), rule("b", {})], 0);
    expect(rules.takeUse("a")).toBe(true);
    rules.returnUse("a");
    rules.returnUse("b");
    expect([left(open(), "a"), rules.takeUse("a"), rules.takeUse("a")]).toEqual([1, true, false]);
  });

  it("are not given back by a list that was edited meanwhile", () => {
    const rules = open();
    const one = rule("a", { holds: uses(5) });
    rules.save([one], 0);
    rules.takeUse("a");
    rules.takeUse("a");
    expect(rules.save([one, rule("b")], 1).ok).toBe(true);
    expect(left(rules, "a")).toBe(3);
    // More than there ever were: the user says so.
    rules.save([rule("a", { holds: uses(9) })], 2);
    expect(left(rules, "a")).toBe(9);
  });

  it("are renewed to their first number if the user says so", () => {
    const rules = open();
    const one = rule("a", { holds: uses(2) });
    rules.save([one], 0);
    rules.takeUse("a");
    rules.takeUse("a");
    expect(rules.save([one], 1).ok).toBe(true);
    expect(left(rules, "a")).toBe(0);
    expect(rules.save([one], 2, ["a"]).ok).toBe(true);
    expect([left(rules, "a"), left(open(), "a")]).toEqual([2, 2]);
  });

  it("that the user writes into the file are valid", () => {
    const rules = open();
    rules.save([rule("a", { holds: uses(1) })], 0);
    rules.takeUse("a");
    writeFileSync(file("rules.json"), JSON.stringify([rule("a", { holds: uses(2) })]));
    expect([rules.takeUse("a"), left(rules, "a")]).toEqual([true, 1]);
  });
});

it("counts what each rule has decided, over restarts, reports many at once, and writes seldom", () => {
  vi.useFakeTimers();
  let told = 0;
  const rules = open(() => (told += 1));
  const kept = () => open().view().used;
  rules.save([rule("a"), rule("b")], 0);
  for (let at = 1; at <= 100; at += 1) rules.onDecided("a", at);
  rules.onDecided("gone", 5);
  expect(told).toBe(1);
  vi.advanceTimersByTime(1000);
  expect([told, kept()]).toEqual([2, {}]);
  vi.advanceTimersByTime(29_000);
  expect([told, kept()]).toEqual([2, { a: { count: 100, lastAtMs: 100 } }]);
  rules.onDecided("a", 101);
  rules.close();
  expect(kept()).toEqual({ a: { count: 101, lastAtMs: 101 } });
  vi.useRealTimers();
});

describe("files that the user chooses", () => {
  const dialogs = (place: string | null) => ({
    placeToSave: () => Promise.resolve(place),
    fileToRead: () => Promise.resolve(place),
    reveal: () => undefined,
  });

  it("hold the rules in force, except for this session's, and are read without applying anything", async () => {
    const rules = open();
    rules.save([rule("a", { when: "server:x" }), rule("s", { holds: { kind: "session" } })], 0);
    const files = new RulesFilesService(rules, dialogs(file("out.json")));
    expect(await files.export()).toEqual({ ok: true, value: true });
    rules.save([], 1);
    expect(await files.import()).toEqual({
      ok: true,
      value: { rules: [rule("a", { when: "server:x" })], faults: [] },
    });
    expect(rules.view().rules).toEqual([]);
  });

  it("may be none, or none that can be read", async () => {
    const rules = open();
    expect(await new RulesFilesService(rules, dialogs(null)).import()).toEqual({
      ok: true,
      value: null,
    });
    expect(await new RulesFilesService(rules, dialogs(null)).export()).toEqual({
      ok: true,
      value: false,
    });
    const away = new RulesFilesService(rules, dialogs(file("away.json")));
    expect(await away.import()).toMatchObject({ failure: { kind: "config-unreadable" } });
  });
});
