// How soon a filter is answered that nobody has asked before: each is asked once, as the window asks it (beside what has
// ended), whatever was asked before it.
import type { HistoryThread } from "../../../src-main/background/history.ts";
import { ALL_ENDED } from "../../../src-shared/ledger/history.ts";
import type { Measured } from "./run.ts";

/** By what they ask for; none of them twice. */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  endings: ["is:rejected", "-is:rejected", "is:replied", "is:cancelled", "-is:cancelled"],
  servers: ["server:github", "-server:github", "server:notes tool:plan", "-tool:*"],
  patterns: ["model:claude*", "model:*son*", "model:*4", "-model:gpt*", "server:*e*"],
  amounts: ["tokens:>900", "tokens:>300", "tokens:100..400", "size:>1200", "waited:>1m", "cost:>0"],
  times: ["before:2023-12-01", "after:2023-12-20", "after:2023-11-20 before:2023-11-25"],
  words: ["summarize", "climate", "budget", "error4711", "协议", "会议", "谢谢", "协"],
  phrases: ['"climate energy"', '"the following"', '"user policy"', '"weather price table"'],
  "words begun": ["error4*", "plan1*", "sum*", "re*", "a*"],
  "several words": [
    "climate energy",
    "climate energy data model server",
    "weather OR travel",
    "协议 climate report -budget",
    "plan travel city weather price table list compare explain",
  ],
  "without words": ["-summarize", "-协议", '-"climate energy"', "-table -list"],
  "all together": [
    "协议 OR climate OR server:notes",
    "server:github is:replied model:claude* tokens:>400 -tool:plan report",
    "server:notes tool:search 会议",
    "size:>1000 OR waited:>1h OR offers:x*",
    "(deploy OR release) model:gpt* -server:files tokens:<900",
  ],
};

export async function firstAsks(thread: HistoryThread): Promise<Measured[]> {
  const all: { filter: string; ms: number }[] = [];
  const rows: Measured[] = [];
  // What the history opens with.
  await thread.read("find", ALL_ENDED);
  for (const [kind, filters] of Object.entries(FILTERS)) {
    const asked: typeof all = [];
    for (const filter of filters) {
      const began = performance.now();
      const found = await thread.read("find", `(${filter}\n) ${ALL_ENDED}`);
      asked.push({ filter, ms: performance.now() - began });
      if (!found.ok) throw new Error(found.failure.kind);
    }
    const times = asked.map(({ ms }) => ms);
    rows.push({ name: `  asked for the first time, ${kind} (ms)`, times });
    all.push(...asked);
  }
  const worst = all.reduce((a, b) => (b.ms > a.ms ? b : a));
  return [
    { name: "any filter asked for the first time (ms)", times: all.map(({ ms }) => ms) },
    { name: `  the worst of them: ${worst.filter} (ms)`, times: [worst.ms] },
    ...rows,
  ];
}
