// A dry run over real files says what judging each request by itself, as it stood, would have said.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { COLUMNS, rowOf } from "../../../../src-shared/filter/columns.ts";
import { factsOf } from "../../../../src-shared/filter/facts.ts";
import { testOf } from "../../../../src-shared/filter/matches.ts";
import type { FilterItem } from "../../../../src-shared/filter/matches.ts";
import { parse } from "../../../../src-shared/filter/parse.ts";
import { print } from "../../../../src-shared/filter/print.ts";
import { query } from "../../../../src-shared/filter/testing.ts";
import { indexText } from "../../../../src-shared/filter/text.ts";
import { textOf } from "../../../../src-shared/filter/texts.ts";
import type { DryRun, RuleProposal } from "../../../../src-shared/ipc/rules.ts";
import { fromJsonText } from "../../../../src-shared/ledger/history.ts";
import { sampleAt } from "../../../../src-shared/policy/atGate.ts";
import { ruleSchema } from "../../../../src-shared/policy/rule.ts";
import type { Rule, RuleGate } from "../../../../src-shared/policy/rule.ts";
import type { Sample } from "../../../../src-shared/sampling/sample.ts";
import type { Database } from "../../sql.ts";
import { CatchUp } from "../catchUp.ts";
import { openIndexFile } from "../indexFile.ts";
import { readItem } from "../items.ts";
import { LedgerFile } from "../ledgerFile.ts";
import { PAST } from "../past.ts";
import { LedgerWriter } from "../testing.ts";
import { DryRunJob } from "./dryRun.ts";
import { proposalOf } from "./proposal.ts";
import { gateView } from "./gateView.ts";
import { Fates, fate } from "./testing.ts";

let folder: string;
let writer: LedgerWriter;
let fates: Fates;
let index: Database;
let ledger: LedgerFile;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countersign-dry-run-"));
  writer = new LedgerWriter(path.join(folder, "ledger.db"));
  fates = new Fates(writer);
});

afterEach(() => {
  index.close();
  ledger.close();
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

const nowMs = (): number => performance.now();

/** Reads all that was told into the index. */
function settle(): void {
  const file = LedgerFile.open(path.join(folder, "ledger.db"), null);
  if (file === null) throw new Error("no ledger");
  ledger = file;
  index = openIndexFile(path.join(folder, "history.db"), null);
  const catchUp = new CatchUp(index, ledger, nowMs);
  while (catchUp.step(50));
}

const rule = (more: Partial<Rule> & Pick<Rule, "decide">, id = "new"): Rule =>
  ruleSchema.parse({ id, name: `rule ${id}`, ...more });

function begun(rules: readonly Rule[], news: readonly string[] = [], count = 1e6): DryRunJob {
  const job = DryRunJob.begin({ index, ledger }, { rules, news, count }, nowMs);
  if (!job.ok) throw new Error(JSON.stringify(job.failure));
  return job.value;
}

function run(rules: readonly Rule[], news: readonly string[] = [], count = 1e6): DryRun {
  const job = begun(rules, news, count);
  while (job.step(20));
  return fromJsonText(job.result());
}

const samples = (): Sample[] =>
  (index.prepare("SELECT row FROM shown ORDER BY n").raw().all() as string[][]).map(([row]) => {
    const read = readItem(ledger, JSON.parse(row ?? "").facts.id);
    if (read === null) throw new Error("not read");
    return read.sample;
  });

const GATES: RuleGate[] = ["request", "response"];

it("has every column as it was at each gate, where it says that it has", () => {
  for (const one of fc.sample(fate, { numRuns: 250, seed: 7 }))
    fates.tell({ ...one, forgotten: false });
  settle();
  const bits = {
    request: [PAST.request, PAST.readRequest],
    response: [PAST.response, PAST.readResponse],
  };
  for (const gate of GATES) {
    const [came = 0, read = 0] = bits[gate];
    const rows = index.prepare(`SELECT * FROM ${gateView(gate)}`).all() as Record<
      string,
      unknown
    >[];
    const byId = new Map(rows.map((row) => [row["id"], row]));
    let sure = 0;
    for (const sample of samples()) {
      const then = sampleAt(sample, gate);
      const row = byId.get(`\n${sample.id}\n`) ?? {};
      expect((Number(row["past"]) & came) !== 0).toBe(then !== null);
      if (then === null || (Number(row["past"]) & read) !== 0) continue;
      sure += 1;
      const was = rowOf(factsOf(then));
      for (const name of Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]) {
        const [found, wanted] = [row[name], was[name]].map((value) =>
          typeof value === "string" ? value.split("\n").toSorted().join("\n") : value,
        );
        expect(found, `${gate} ${name} ${sample.id}`).toEqual(wanted);
      }
    }
    expect(sure).toBeGreaterThan(40);
  }
});

const items = new Map<string, FilterItem | null>();

function itemAt(sample: Sample, gate: RuleGate): FilterItem | null {
  const key = `${sample.id} ${gate}`;
  const known = items.get(key);
  if (known !== undefined) return known;
  const then = sampleAt(sample, gate);
  const indexed = then === null ? "" : indexText(textOf(then));
  const item = then === null ? null : { row: rowOf(factsOf(then)), indexed: () => indexed };
  items.set(key, item);
  return item;
}

/** What the rules would have decided, by judging each request by itself; null: nobody. */
function reference(rules: readonly Rule[], sample: Sample, gate: RuleGate): Rule | null {
  const item = itemAt(sample, gate);
  if (item === null) return null;
  if (gate === "response" && reference(rules, sample, "request")?.decide === "refuse") return null;
  const first = rules.find(({ when, gate: at }) => {
    const parsed = parse(when).query;
    if (parsed === null) throw new Error(when);
    return (at === gate || at === "both") && testOf(parsed, Date.now())(item);
  });
  return first ?? null;
}

it("decides as judging each request by itself would, for any rules over any requests", () => {
  for (const one of fc.sample(fate, { numRuns: 120, seed: 11 }))
    fates.tell({ ...one, forgotten: false });
  settle();
  const all = samples();
  const often = fc
    .constantFrom(
      ...[
        "alpha",
        "-alpha",
        "server:notes",
        "tool:summarize translate",
        "has:system",
        "is:waiting",
      ],
      ...[
        "is:edited",
        "edited:request",
        "model:gpt-5",
        "has:answer",
        "findings:>0",
        "-has:findings",
      ],
      ...[
        "mended",
        "tokens:>5",
        "system:*",
        "attempts:0",
        "by:me",
        "alpha OR beta",
        "maxtokens:<200",
      ],
    )
    .filter((text) => parse(text).query !== null);
  const anyRule = fc.record({
    when: fc.oneof(often, often, query.map(print)),
    gate: fc.constantFrom("request", "response", "both"),
    decide: fc.constantFrom("ask", "allow", "refuse"),
  });
  let decisions = 0;
  fc.assert(
    fc.property(
      fc.array(anyRule, { minLength: 1, maxLength: 4 }),
      fc.subarray([0, 1, 2, 3], { minLength: 1 }),
      (drawn, asked) => {
        const rules = drawn.map((more, at) =>
          rule(more as Partial<Rule> & Pick<Rule, "decide">, `r${at}`),
        );
        const news = asked.filter((at) => at < rules.length).map((at) => `r${at}`);
        if (news.length === 0) return;
        const wanted = all.flatMap((sample) =>
          GATES.flatMap((gate) => {
            const decided = reference(rules, sample, gate);
            return decided !== null && news.includes(decided.id)
              ? [`${sample.id} ${gate} ${decided.id}`]
              : [];
          }),
        );
        decisions += wanted.length;
        const found = run(rules, news);
        expect(found.more).toBe(0);
        expect(
          found.items.map(({ id, gate, rule: { id: by } }) => `${id} ${gate} ${by}`).toSorted(),
        ).toEqual(wanted.toSorted());
        expect(found.allowed + found.refused + found.asked).toBe(wanted.length);
      },
    ),
    { numRuns: 50 },
  );
  expect(decisions).toBeGreaterThan(500);
});

describe("what goes against the person", () => {
  it("comes first: allowed though rejected or edited, refused though approved", () => {
    fates.tell({ ends: "rejected1", text: "alpha" });
    fates.tell({ ends: "replied" });
    fates.tell({ ends: "replied", edit: "text" });
    fates.tell({ ends: "refused-all" });
    fates.tell({ ends: "cancelled" });
    settle();
    const { items, ...allow } = run([rule({ decide: "allow" })]);
    expect(items.map(({ id, against, was }) => [id, against, was.by])).toEqual([
      ["s3", "edited", "me"],
      ["s1", "rejected", "me"],
      ["s5", undefined, ""],
      ["s4", undefined, "me"],
      ["s2", undefined, "me"],
    ]);
    expect(allow).toMatchObject({
      judged: 5,
      total: 5,
      allowed: 5,
      contradicted: 2,
      passedOver: 0,
    });
    const refuse = run([rule({ decide: "refuse" })]);
    expect(
      refuse.items.filter(({ against }) => against === "approved").map(({ id }) => id),
    ).toEqual(["s3", "s2"]);
    expect(run([rule({ decide: "ask" })]).contradicted).toBe(0);
  });

  it("at the second gate: an answer that was rejected, changed, or not the one that was taken", () => {
    for (const ends of [
      "rejected2",
      "reply-edited",
      "second-answer",
      "replied",
      "by-hand",
    ] as const)
      fates.tell({ ends });
    settle();
    const { items } = run([rule({ decide: "allow", gate: "response" })]);
    expect(items.map(({ id, against }) => [id, against])).toEqual([
      ["s3", "edited"],
      ["s2", "edited"],
      ["s1", "rejected"],
      ["s4", undefined],
    ]);
  });

  it("is not what a rule changes just as the person did", () => {
    fates.tell({ system: "You are brief.", edit: { system: "You are kind." } });
    fates.tell({ system: "You are brief.", edit: "text" });
    settle();
    const changes = { system: { from: "You are brief.", to: "You are kind." } };
    const { items, changed } = run([rule({ decide: "allow", changes })]);
    expect(changed).toBe(2);
    expect(items.map(({ id, against }) => [id, against])).toEqual([
      ["s2", "edited"],
      ["s1", undefined],
    ]);
    expect(items[0]?.changes).toEqual(changes);
  });
});

it("says nothing of content that was forgotten, and judges what the facts still tell", () => {
  fates.tell({ forgotten: true, text: "alpha" });
  fates.tell({ forgotten: true, server: "files" });
  fates.tell({ text: "alpha" });
  settle();
  expect(run([rule({ decide: "allow", when: "alpha server:notes" })])).toMatchObject({
    judged: 2,
    unjudged: 1,
    allowed: 1,
  });
  expect(run([rule({ decide: "allow", when: "server:files" })])).toMatchObject({
    judged: 3,
    unjudged: 0,
    allowed: 1,
  });
  // What an earlier rule would have said of it is not known either.
  const before = rule({ decide: "ask", when: "maxtokens:>100" }, "before");
  expect(run([before, rule({ decide: "allow", when: "server:files" })], ["new"])).toMatchObject({
    unjudged: 1,
    allowed: 0,
  });
});

it("passes over what never came before rules, and takes the newest", () => {
  fates.tell({ text: "oldest" });
  for (const ends of ["refused-at-once", "replay", "replied"] as const) fates.tell({ ends });
  settle();
  expect(run([rule({ decide: "allow" })], [], 3)).toMatchObject({
    judged: 1,
    passedOver: 2,
    total: 4,
    allowed: 1,
  });
});

it("holds back what has findings of weight, and an answer that another rule wants seen", () => {
  fates.tell({ system: "You are \u202eodd." });
  fates.tell();
  settle();
  const first = run([rule({ decide: "allow" })]);
  expect(first).toMatchObject({ allowed: 1, asked: 1, held: 1 });
  expect(first.items.at(-1)?.held).toEqual({ kind: "findings", groups: ["characters"] });
  expect(run([rule({ decide: "allow", when: "has:findings" })])).toMatchObject({
    allowed: 1,
    held: 0,
  });
  const look = rule({ decide: "allow", secondLook: true }, "look");
  const answers = rule({ decide: "allow", gate: "response" });
  expect(run([look, answers], ["new"])).toMatchObject({ allowed: 0, asked: 2, held: 2 });
});

it("looks only at rules that hold, and at a thread's own requests", () => {
  fates.tell();
  fates.tell();
  settle();
  const thread = rule({ decide: "allow", holds: { kind: "thread", thread: "run-s2" } });
  expect(run([thread]).items.map(({ id }) => id)).toEqual(["s2"]);
  const over = rule({ decide: "refuse", holds: { kind: "until", atMs: 1000 } }, "over");
  const off = rule({ decide: "refuse", on: false }, "off");
  expect(run([over, off, rule({ decide: "allow" })], ["new"])).toMatchObject({
    allowed: 2,
    refused: 0,
  });
  expect(run([off], ["off"]).refused).toBe(2);
  const [first] = samples();
  const exactly = rule({ decide: "allow", exactly: first?.askedHash ?? "" });
  expect(run([exactly]).allowed).toBe(2);
  expect(run([rule({ decide: "allow", exactly: "0".repeat(64) })]).allowed).toBe(0);
});

it("can be stopped, and gives what it had", () => {
  for (let n = 0; n < 20; n += 1) fates.tell();
  settle();
  const job = begun([rule({ decide: "allow", when: "alpha" })]);
  job.step(0.0001);
  job.cancel();
  expect(job.step(1000)).toBe(false);
  expect(fromJsonText(job.result())).toMatchObject({ cancelled: true, judged: 0, total: 20 });
});

it("says which rule cannot be read", () => {
  fates.tell();
  settle();
  const begin = DryRunJob.begin(
    { index, ledger },
    { rules: [rule({ decide: "allow", when: "(" }, "bad")], news: [], count: 9 },
    nowMs,
  );
  expect(begin).toEqual({
    ok: false,
    failure: { kind: "invalid-argument", channel: "rules.dryRun", detail: "bad" },
  });
});

describe("a rule that is proposed", () => {
  const proposal = (id: string, gate: RuleGate = "request"): RuleProposal => {
    const found = proposalOf({ index, ledger }, id, gate);
    if (!found.ok) throw new Error(JSON.stringify(found.failure));
    return found.value;
  };

  it("shows what it matches, and what it misses by one part each", () => {
    fates.tell({ text: "alpha" });
    fates.tell({ text: "beta 协议" });
    fates.tell({ maxTokens: 4000 });
    fates.tell({ server: "files" });
    fates.tell({ server: "files", maxTokens: 4000 });
    fates.tell({ system: "You are brief." });
    fates.tell({ forgotten: true, text: "only here", answer: "only there" });
    fates.tell({ ends: "rejected1" });
    settle();
    const { rule: made, matches, misses, matched, exactly } = proposal("s1");
    expect(matches.map(({ id }) => id)).toEqual(["s8", "s2"]);
    expect(matched).toBe(3);
    expect(misses.map(({ id, part }) => [id, part])).toEqual([
      ["s6", "-has:system"],
      ["s4", "server:notes"],
      ["s3", "maxtokens:<=500"],
    ]);
    // The dry run agrees with what is promised.
    expect(
      run([made])
        .items.map(({ id }) => id)
        .toSorted(),
    ).toEqual(["s1", "s2", "s8"]);
    expect(run([rule({ decide: "allow", exactly })]).items.map(({ id }) => id)).toContain("s1");
  });

  it("is made for answers as well", () => {
    fates.tell();
    fates.tell({ ends: "rejected1" });
    settle();
    const { rule: made, matched } = proposal("s1", "response");
    expect([made.gate, matched]).toEqual(["response", 1]);
    expect(run([made])).toMatchObject({ allowed: 1, contradicted: 0 });
    expect(proposalOf({ index, ledger }, "s2", "response").ok).toBe(false);
  });

  it("brings edits that were made again and again", () => {
    const edit = { system: "You are kind." };
    for (let n = 0; n < 3; n += 1) fates.tell({ system: "You are brief.", edit });
    fates.tell({ system: "You are brief.", ends: "open" });
    fates.tell({ system: "You are brief.", ends: "open", server: "files" });
    settle();
    expect(proposal("s4").edit).toEqual({
      system: { from: "You are brief.", to: "You are kind." },
      times: 3,
    });
    expect(proposal("s4").route).toEqual({
      model: { providerId: "local", modelId: "gpt-5" },
      times: 3,
    });
    expect(proposal("s5").edit).toBe(undefined);
  });

  it("cannot be made of what was forgotten, or never was", () => {
    fates.tell({ forgotten: true });
    settle();
    const failed = (id: string) => proposalOf({ index, ledger }, id, "request");
    expect(failed("s1")).toEqual({ ok: false, failure: { kind: "content-forgotten" } });
    expect(failed("nobody")).toEqual({ ok: false, failure: { kind: "not-found", what: "sample" } });
  });
});
