// How long rules take over the whole history, through the thread, as the app asks for it.
import type { HistoryThread } from "../../../src-main/background/history.ts";
import { fromJsonText } from "../../../src-shared/ledger/history.ts";
import { ruleSchema } from "../../../src-shared/policy/rules/rule.ts";
import type { Rule } from "../../../src-shared/policy/rules/rule.ts";
import type { Measured } from "./run.ts";

const RUNS = 5;
const MOST = 1_000_000;

/** What one rule asks for: facts, everything, rare words, words that stand in most requests, both gates. */
const RULES: readonly [name: string, when: string, gate: Rule["gate"]][] = [
  ["facts", "server:github tool:summarize maxtokens:<=500 -has:findings", "request"],
  ["everything", "", "request"],
  ["协议", "协议", "request"],
  ["summarize", "summarize", "request"],
  ["server:github, both gates", "server:github", "both"],
];

const ruleOf = (id: string, when: string, gate: Rule["gate"]): Rule =>
  ruleSchema.parse({ id, name: id, when, gate, decide: "allow" });

export async function dryRunTimes(thread: HistoryThread, requests: number): Promise<Measured[]> {
  const rows: Measured[] = [];
  for (const [name, when, gate] of RULES) {
    const measured = await timesOf(thread, [ruleOf("new", when, gate)]);
    rows.push({
      ...measured,
      name: `dry run of one rule over ${requests}: ${name}, ${measured.name}`,
    });
  }
  const many = Array.from({ length: 99 }, (_, n) => ruleOf(`r${n}`, `server:other${n}`, "request"));
  const behind = await timesOf(thread, [...many, ruleOf("new", "server:github", "request")]);
  rows.push({ ...behind, name: `dry run of one rule behind 99 others, ${behind.name}` });
  return rows;
}

async function timesOf(thread: HistoryThread, rules: readonly Rule[]): Promise<Measured> {
  const times: number[] = [];
  let name = "";
  for (let run = 0; run < RUNS; run += 1) {
    const began = performance.now();
    const ran = await thread.read("dryRun", { rules, news: ["new"], count: MOST });
    times.push(performance.now() - began);
    if (!ran.ok) throw new Error(ran.failure.kind);
    const { allowed, contradicted } = fromJsonText(ran.value);
    name = `${allowed} allowed, ${contradicted} against the person (ms)`;
  }
  return { name, times };
}
