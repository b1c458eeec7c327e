// What is known of an agent's hook: the weakest thing decides.
import { z } from "zod";
import type { AgentTable } from "./agent.ts";
import { agentCheckSchema, OUTDATED } from "./agentRow.ts";
import type { AgentCheck, AgentNeed, Outdated, ToolsState } from "./agentRow.ts";
import type { AgentDifference } from "./entry.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What the agent and its hook were when it was seen to work: null where that can't be told. */
const groundSchema = z.strictObject({
  version: z.string().nullable(),
  /** SHA-256 (hex) of its config file, and of the hook's script. */
  file: sha256.nullable(),
  hook: sha256.nullable(),
});
export type Ground = z.infer<typeof groundSchema>;

/** An event of the agent was decided through this entry, or a check has passed. */
const proofSchema = groundSchema.extend({
  atMs: z.number(),
  outdated: z.strictObject({ why: z.enum(OUTDATED), sinceMs: z.number() }).nullable(),
});

/** What is known of an entry, and stored with it. */
export const knownSchema = z.strictObject({
  proof: proofSchema.nullable(),
  /** The last check; null as well once what it found no longer counts. */
  check: agentCheckSchema.nullable(),
  /** Where its first event came from: a process that ran before the set-up, or one that has read it at its start. */
  heardFrom: z.enum(["running", "restarted"]).nullable(),
});
export type Known = z.infer<typeof knownSchema>;

export const UNKNOWN: Known = { proof: null, check: null, heardFrom: null };

/** @param entry null while the agent is not set up */
export function toolsState(
  { limitMs, unitMs, blocksOnFailure }: AgentTable["hook"],
  entry: { known: Known; differences: readonly AgentDifference[]; needs: AgentNeed[] } | null,
): ToolsState {
  if (entry === null) return { kind: "direct" };
  const { known, differences, needs } = entry;
  const { proof, check } = known;
  if (check !== null && ranIn(check)) return { kind: "not-held", check };
  if (differences.length > 0) return { kind: "changed", what: [...differences] };
  if (proof === null || proof.outdated !== null || needs.length > 0)
    return { kind: "unchecked", outdated: proof?.outdated ?? null, needs };
  const held = { sinceMs: proof.atMs, check };
  return blocksOnFailure || unitMs === null
    ? { kind: "held", ...held }
    : { kind: "opens", limitMs, ...held };
}

/** What the user has to do in the agent, until it is seen to be done. @param isTrusted its own files say so */
export function needsOf(
  { needs }: Pick<AgentTable, "needs">,
  { proof, heardFrom }: Known,
  seen: { isTrusted: boolean; hasWay: boolean },
): AgentNeed[] {
  const isDone: Record<AgentNeed, boolean> = {
    node: seen.hasWay,
    trust: seen.isTrusted || (proof !== null && proof.outdated === null),
    "trusted-folder": heardFrom !== null,
    restart: heardFrom === "restarted",
  };
  return (["node", ...needs] as const).filter((need) => !isDone[need]);
}

/** What has changed since the proof no longer counts. It stays so, also once it is as before. */
export function compared(
  known: Known,
  now: Ground & { differences: readonly AgentDifference[] },
  nowMs: number,
): Known {
  const { proof, check } = known;
  if (proof === null || proof.outdated !== null) return known;
  const why = changeOf(proof, now);
  if (why === null) return known;
  const kept = check !== null && ranIn(check) ? check : null;
  return { ...known, check: kept, proof: { ...proof, outdated: { why, sinceMs: nowMs } } };
}

function changeOf(
  proof: Ground,
  now: Ground & { differences: readonly AgentDifference[] },
): Outdated | null {
  const differ = (of: "version" | "file" | "hook"): boolean => proof[of] !== now[of];
  // Where a program does not say its version it may be the same.
  if (proof.version !== null && now.version !== null && differ("version")) return "version";
  const isHook = now.differences.some((one) => one === "script" || one === "socket");
  if (isHook || differ("hook")) return "hook";
  return now.differences.length > 0 || differ("file") ? "file" : null;
}

/** An event was decided, with nothing else than was written. What a check found stays true. */
export const decidedAt = (known: Known, now: Ground, nowMs: number): Known =>
  known.proof !== null && known.proof.outdated === null
    ? known
    : { ...known, proof: { ...now, atMs: nowMs, outdated: null } };

/** No try got past the desk, and the desk has decided in at least one. */
const passed = (check: AgentCheck): boolean =>
  !ranIn(check) && check.results.some((one) => one.came === "held" && one.try !== "absent");

/** @param before what the agent and its hook were when the check began */
export function checkedAt(known: Known, check: AgentCheck, before: Ground): Known {
  if (!passed(check)) return { ...known, check: ranIn(check) ? check : known.check };
  const proof = { ...before, atMs: check.atMs, outdated: null };
  return { proof, check, heardFrom: "restarted" };
}

const ranIn = ({ results }: AgentCheck): boolean => results.some(({ came }) => came === "ran");
