import { expect, it } from "vitest";
import type { AgentCheck, CheckResult, ToolsState } from "./agentRow.ts";
import { tableOf } from "./tables.ts";
import { UNKNOWN, checkedAt, compared, decidedAt, needsOf, toolsState } from "./toolsState.ts";
import type { Known } from "./toolsState.ts";

const GROUND = { version: "1.0.0", file: "f", hook: "h" };
const SEEN = { isTrusted: false, hasWay: true };
const checkOf = (...came: CheckResult["came"][]): AgentCheck => ({
  atMs: 9,
  version: "1.0.0",
  folder: "/tmp/x",
  command: "touch canary-1",
  results: came.map((one, at) => ({
    try: (["rejected", "undecided", "absent", "subagent"] as const)[at] ?? "rejected",
    came: one,
    tookMs: 1,
  })),
  tokens: null,
});
const GOOD = checkOf("held", "held", "held", "not-tried");
const BAD = checkOf("held", "held", "ran", "held");

/** What happens to the entry, in order, at 1, 2, 3 … */
type Step =
  | "event"
  | "early event"
  | "decided"
  | "version"
  | "version unknown"
  | "file"
  | "script"
  | "gone"
  | AgentCheck;

const NOW: Partial<Record<Step & string, object>> = {
  version: { version: "1.0.1" },
  "version unknown": { version: null },
  file: { file: "g" },
  script: { differences: ["script"] },
  gone: { differences: ["entry-gone"] },
};

function after(steps: readonly Step[], agent: "claude-code" | "codex" | "opencode"): ToolsState {
  const { hook, needs } = tableOf(agent);
  let known: Known = UNKNOWN;
  const now = { ...GROUND, differences: [] as never[] };
  for (const [index, step] of steps.entries()) {
    const atMs = index + 1;
    Object.assign(now, { differences: [] }, typeof step === "string" ? NOW[step] : {});
    known = compared(known, now, atMs);
    if (step === "event" || step === "decided") known = { ...known, heardFrom: "restarted" };
    if (step === "early event") known = { ...known, heardFrom: "running" };
    if (step === "decided") known = decidedAt(known, now, atMs);
    if (typeof step === "object")
      known = checkedAt(known, step, { version: now.version, file: now.file, hook: now.hook });
  }
  return toolsState(hook, {
    known,
    differences: now.differences,
    needs: needsOf({ needs }, known, SEEN),
  });
}

const ROWS: [agent: "claude-code" | "codex" | "opencode", steps: Step[], state: object][] = [
  ["claude-code", [], { kind: "unchecked", outdated: null, needs: ["restart"] }],
  ["codex", [], { kind: "unchecked", outdated: null, needs: ["trust", "restart"] }],
  ["codex", ["event"], { kind: "unchecked", needs: ["trust"] }],
  ["claude-code", ["event"], { kind: "unchecked", outdated: null, needs: [] }],
  ["claude-code", ["early event"], { kind: "unchecked", needs: ["restart"] }],
  ["claude-code", ["decided"], { kind: "held", sinceMs: 1, check: null }],
  ["opencode", ["decided"], { kind: "held", sinceMs: 1, check: null }],
  ["codex", ["decided"], { kind: "opens", sinceMs: 1, limitMs: 3_600_000, check: null }],
  ["claude-code", ["decided", "decided"], { kind: "held", sinceMs: 1 }],
  ["claude-code", ["decided", "version"], { outdated: { why: "version", sinceMs: 2 }, needs: [] }],
  ["claude-code", ["decided", "version unknown"], { kind: "held" }],
  ["claude-code", ["decided", "file"], { outdated: { why: "file", sinceMs: 2 } }],
  ["codex", ["decided", "file"], { outdated: { why: "file", sinceMs: 2 }, needs: ["trust"] }],
  ["claude-code", ["decided", "script"], { kind: "changed", what: ["script"] }],
  ["claude-code", ["decided", "script", "event"], { outdated: { why: "hook", sinceMs: 2 } }],
  ["claude-code", ["decided", "gone", "event"], { outdated: { why: "file", sinceMs: 2 } }],
  ["claude-code", ["decided", "file", "decided"], { kind: "held", sinceMs: 3, check: null }],
  ["claude-code", [GOOD], { kind: "held", sinceMs: 9, check: GOOD }],
  ["codex", [GOOD], { kind: "opens", check: GOOD }],
  ["claude-code", ["decided", GOOD], { kind: "held", sinceMs: 9, check: GOOD }],
  ["claude-code", [GOOD, "version"], { kind: "unchecked", outdated: { why: "version" } }],
  ["claude-code", [GOOD, "version", "decided"], { kind: "held", sinceMs: 3, check: null }],
  ["claude-code", [BAD], { kind: "not-held", check: BAD }],
  // One decided event doesn't close what a check has found open.
  ["claude-code", [BAD, "decided"], { kind: "not-held", check: BAD }],
  ["claude-code", ["decided", BAD, "version"], { kind: "not-held", check: BAD }],
  ["claude-code", [BAD, "gone"], { kind: "not-held", check: BAD }],
  ["claude-code", [BAD, GOOD], { kind: "held", check: GOOD }],
  ["claude-code", [checkOf("not-tried", "not-tried", "held")], { kind: "unchecked" }],
  ["claude-code", [BAD, checkOf("not-tried")], { kind: "not-held", check: BAD }],
];

it.each(ROWS)("%s after %j", (agent, steps, state) => {
  expect(after(steps, agent)).toMatchObject(state);
});
