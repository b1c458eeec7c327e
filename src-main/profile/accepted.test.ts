// Rules that another program has written are applied once the user has accepted them, at the start and while the app
// runs.
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ruleSchema } from "#shared/rules/rule.ts";
import type { Rule } from "#shared/rules/rule.ts";
import { RulesService } from "../rules/rules.ts";
import { openAccepted } from "./accepted.ts";
import { openRules } from "../rules/ruleStore.ts";
import { openRuleUses } from "../rules/ruleUses.ts";
import { Secrets } from "./encryption/secrets.ts";

/** In place of the system's keychain. */
const cipher = {
  encrypt: (text: string, name: string) => Buffer.from(`${name}:${text}`, "utf8").reverse(),
  decrypt(bytes: Uint8Array, name: string): string {
    const text = Buffer.from(bytes).reverse().toString("utf8");
    if (!text.startsWith(`${name}:`)) throw new Error("another name");
    return text.slice(name.length + 1);
  },
};

let profile: string;
const at = (name: string): string => path.join(profile, name);
const opened: RulesService[] = [];
beforeEach(() => (profile = mkdtempSync(path.join(tmpdir(), "countersign-accepted-"))));
afterEach(() => {
  for (const rules of opened.splice(0)) rules.close();
  rmSync(profile, { recursive: true });
});

/** A start of the app. */
function start(keyStore: typeof cipher | null = cipher): RulesService {
  const secrets = new Secrets(at("secrets.json"), keyStore, (failure) =>
    expect.unreachable(failure.kind),
  );
  const rules = new RulesService({
    store: openRules(at("rules.json")),
    uses: openRuleUses(at("rule-uses.json")),
    accepted: openAccepted(profile, "rules", secrets),
    audience: { set: () => undefined },
  });
  opened.push(rules);
  return rules;
}
const rule = (id: string, over: Partial<Rule> = {}): Rule =>
  ruleSchema.parse({ name: id, decide: "ask", ...over, id });
const ids = (rules: RulesService) => rules.holding()?.map(({ id }) => id) ?? null;
const others = (text: string): void => writeFileSync(at("rules.json"), text);
const ALLOW = JSON.stringify({ rules: [rule("all", { decide: "allow" })] });

it("applies what the app has written, also after a restart", () => {
  const rules = start();
  expect(rules.save([rule("a")], 0).ok).toBe(true);
  expect(rules.save([rule("a"), rule("b")], 1).ok).toBe(true);
  expect(ids(rules)).toEqual(["a", "b"]);
  expect(ids(start())).toEqual(["a", "b"]);
  expect(readdirSync(at("accepted/rules"))).toHaveLength(1);
});

it("applies nothing that another program wrote until it is accepted, and shows the differences", () => {
  const rules = start();
  expect(rules.save([rule("a"), rule("used", { holds: { kind: "uses", left: 2 } })], 0).ok).toBe(
    true,
  );
  const before = readFileSync(at("rules.json"), "utf8");
  others(ALLOW);
  for (const one of [rules, start()]) {
    expect(ids(one)).toBeNull();
    expect(one.view()).toMatchObject({
      rules: [],
      faults: [{ fault: { kind: "unaccepted" } }],
      pending: { before, now: ALLOW },
    });
    expect(one.save([], one.view().revision)).toMatchObject({
      failure: { kind: "rules-unaccepted" },
    });
    expect(one.takeUse("used")).toBe(false);
  }
  expect(readFileSync(at("rules.json"), "utf8")).toBe(ALLOW);

  const shown = rules.view().pending?.hash ?? "";
  others(ALLOW.replace("ask", "refuse").replace("all", "other"));
  expect(rules.accept(shown)).toEqual({ ok: false, failure: { kind: "stale" } });
  expect(ids(rules)).toBeNull();
  expect(rules.accept(rules.view().pending?.hash ?? "").ok).toBe(true);
  expect(ids(rules)).toEqual(["other"]);
  expect(ids(start())).toEqual(["other"]);
});

it("applies again what was put back as it was accepted", () => {
  const rules = start();
  rules.save([rule("a")], 0);
  const before = readFileSync(at("rules.json"), "utf8");
  others(ALLOW);
  expect(ids(rules)).toBeNull();
  others(before);
  expect(ids(rules)).toEqual(["a"]);
});

it("cannot be told by another program what was accepted", () => {
  const rules = start();
  rules.save([rule("a")], 0);
  others(ALLOW);
  const kept = JSON.parse(readFileSync(at("secrets.json"), "utf8")) as Record<string, string>;
  // No entry, or the entry of another secret in its place.
  const hash = createHash("sha256").update(ALLOW).digest("hex");
  const moved = cipher.encrypt(JSON.stringify({ "rules.json": hash }), "chosen");
  for (const entry of [{}, { "accepted.rules": moved.toString("base64") }]) {
    writeFileSync(at("secrets.json"), JSON.stringify(entry));
    expect(ids(start())).toBeNull();
  }
  expect(existsSync(at("accepted/rules"))).toBe(true);
  // The accepted text is shown only while it is the accepted one.
  writeFileSync(at("secrets.json"), JSON.stringify(kept));
  for (const name of readdirSync(at("accepted/rules")))
    writeFileSync(at(`accepted/rules/${name}`), ALLOW);
  expect(start().view().pending).toMatchObject({ before: null, now: ALLOW });
});

it("asks at each start without a keychain, and notices later changes", () => {
  const first = start(null);
  first.save([rule("a")], 0);
  expect(ids(first)).toEqual(["a"]);
  others(ALLOW);
  expect(ids(first)).toBeNull();
  const second = start(null);
  expect(ids(second)).toBeNull();
  expect(second.accept(second.view().pending?.hash ?? "").ok).toBe(true);
  expect(ids(second)).toEqual(["all"]);
});

it.each([
  ["empties", (): void => others(`{"rules":[]}`), `{"rules":[]}`],
  ["deletes", (): void => rmSync(at("rules.json")), ""],
])(
  "applies nothing after another program %s the file until that is accepted",
  (_title, change, now) => {
    const rules = start();
    rules.save([rule("a", { decide: "refuse" })], 0);
    const before = readFileSync(at("rules.json"), "utf8");
    change();
    for (const one of [rules, start()]) {
      expect(ids(one)).toBeNull();
      expect(one.view().pending).toMatchObject({ before, now });
    }
    expect(rules.accept(rules.view().pending?.hash ?? "").ok).toBe(true);
    for (const one of [rules, start()]) expect(ids(one)).toEqual([]);
    expect(rules.save([rule("b")], rules.view().revision).ok).toBe(true);
    expect(ids(start())).toEqual(["b"]);
  },
);

it("asks about a missing file if it is not known what was accepted", () => {
  const rules = start();
  rules.save([rule("a")], 0);
  rmSync(at("rules.json"));
  rmSync(at("accepted/rules"), { recursive: true });
  expect(ids(start())).toBeNull();
});

it("does not ask about an empty or missing file if the user had deleted the rules", () => {
  const rules = start();
  rules.save([rule("a")], 0);
  rules.save([], 1);
  others(`[]`);
  expect([ids(rules), ids(start())]).toEqual([[], []]);
  rmSync(at("rules.json"));
  expect([ids(rules), ids(start())]).toEqual([[], []]);
});

it("does not ask if there are no rules", () => {
  others(`{"rules":[]}`);
  expect(ids(start())).toEqual([]);
});
