// What a rule may not rely on in a request: what of it hangs on a call, where several of them were open when it came; and
// the name of a server that stands for nobody in particular.
import type { ColumnName } from "../../filter/columns.ts";
import type { FilterItem } from "../../filter/matches.ts";
import type { Sample } from "../../sampling/life/sample.ts";
import type { ServerStanding } from "../judged.ts";

/** Columns that hang on which call led to a request. */
export const ORIGIN_COLUMNS: ReadonlySet<ColumnName> = new Set<ColumnName>([
  ...(["origin", "method", "call", "tool", "prompt", "resource", "thread", "turn"] as const),
]);

/** Columns that name a server, in the user's words or its own. */
export const NAME_COLUMNS: ReadonlySet<ColumnName> = new Set<ColumnName>(["server", "claims"]);

/** Columns of a request that a rule may not take as they are. */
export function unsureOf(
  { origin }: Pick<Sample, "origin">,
  name: ServerStanding["name"] = "own",
): NonNullable<FilterItem["unsure"]> {
  const unsure = new Map<ColumnName, "unknown" | "doubtful">();
  if (origin.kind === "ambiguous") for (const one of ORIGIN_COLUMNS) unsure.set(one, "unknown");
  // A rule that asks for another name does not match, for certain; one that asks for its absence may rely on nothing.
  if (name !== "own") for (const one of NAME_COLUMNS) unsure.set(one, "doubtful");
  return unsure;
}
