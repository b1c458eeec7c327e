import type { Action, ActionGroup } from "#data/view.ts";
// Search in the palette: available actions and places to open. Main searches History.

/** Places are only found by search; without a query the palette lists only actions. */
export type Place = "servers" | "settings" | "history";
export type Group = ActionGroup | Place;

/** An entry of the palette; `aside` is untrusted text, shown in the monospace font. */
export interface Command extends Omit<Action, "group"> {
  group: Group;
  aside?: string;
  /** Extra search text: its name in the other language. */
  keywords?: string;
}

const GROUPS: readonly Group[] = [
  "request",
  "go",
  "app",
  "waiting",
  "servers",
  "settings",
  "history",
];

/**
 * Commands that contain every word of the query, in group order, unavailable ones last. History results already
 * match.
 */
export function search(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return GROUPS.flatMap((group) => {
    const own = commands.filter((one) => one.group === group && fits(one, words));
    return [...own.filter((one) => one.disabled !== true), ...own.filter((one) => one.disabled)];
  });
}

function fits(
  { group, label, aside = "", keywords = "" }: Command,
  words: readonly string[],
): boolean {
  if (group === "history") return true;
  if (words.length === 0) return group !== "servers" && group !== "settings";
  const text = `${label} ${aside} ${keywords}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** How many of each group, in group order. */
export function countByGroup(found: readonly Command[]): { group: Group; count: number }[] {
  return GROUPS.map((group) => ({
    group,
    count: found.filter((one) => one.group === group).length,
  })).filter(({ count }) => count > 0);
}
