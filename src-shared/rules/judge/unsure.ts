// What a rule must not rely on: facts about the call when several were open, and a server name that is not verified
// or not unique.
import type { ColumnName } from "../../filter/columns.ts";
import type { ItemFacts } from "../../filter/facts.ts";
import type { FilterItem } from "../../filter/matches.ts";
import type { HeldRequest } from "../../request/life/heldRequest.ts";
import type { ServerStanding } from "../judged.ts";

/** Columns that depend on which call led to a request. */
const ORIGIN_COLUMNS: ReadonlySet<ColumnName> = new Set<ColumnName>([
  "origin",
  "method",
  "call",
  "tool",
  "prompt",
  "resource",
  "thread",
  "turn",
]);

/** Columns that name a server or program, as the user or the server itself calls it. */
export const NAME_COLUMNS: ReadonlySet<ColumnName> = new Set<ColumnName>([
  "server",
  "program",
  "claims",
]);

/** Columns that have the arguments of a response's tool calls. */
export const CALL_COLUMNS: ReadonlySet<ColumnName> = new Set<ColumnName>(["calls"]);

/** Columns of a request that rules must not rely on. */
export function unsureOf(
  { origin }: Pick<HeldRequest, "origin">,
  { path, paths, hasLongCall }: Pick<ItemFacts, "path" | "paths" | "hasLongCall">,
  name: ServerStanding["name"] = "own",
): NonNullable<FilterItem["unsure"]> {
  const unsure = new Map<ColumnName, "unknown" | "doubtful">();
  if (origin.kind === "ambiguous") for (const one of ORIGIN_COLUMNS) unsure.set(one, "unknown");
  // What holds for one of several files holds for no action as a whole, and no filter has such names.
  if (paths.length > 0) unsure.set("path", "doubtful");
  if ([path, ...paths].some((one) => /[\p{Cc}\p{Cs}]/u.test(one ?? "")))
    unsure.set("path", "unknown");
  if (hasLongCall) unsure.set("calls", "unknown");
  // `doubtful`: a rule for another name certainly does not match, but `not` must not rely on the name either.
  if (name !== "own") for (const one of NAME_COLUMNS) unsure.set(one, "doubtful");
  return unsure;
}
