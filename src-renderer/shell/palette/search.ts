// What the palette finds: what can be done now, and places to go to. History is searched by main.
import type { Action, ActionGroup } from "../../state/actions.ts";

/** Places are found by typing; without a query the palette lists only what can be done. */
export type Place = "servers" | "settings" | "history";
export type Group = ActionGroup | Place;

/** What the palette lists; `aside` is foreign text, shown in the wire face. */
export interface Command extends Omit<Action, "group"> {
  group: Group;
  aside?: string;
  /** Found by these words as well: its name in the other language. */
  also?: string;
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
 * In the order of the groups, what is off now last: commands that hold every word of the query. What comes from History
 * fits already.
 */
export function search(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return GROUPS.flatMap((group) => {
    const own = commands.filter((one) => one.group === group && fits(one, words));
    return [...own.filter((one) => one.disabled !== true), ...own.filter((one) => one.disabled)];
  });
}

function fits({ group, label, aside = "", also = "" }: Command, words: readonly string[]): boolean {
  if (group === "history") return true;
  if (words.length === 0) return group !== "servers" && group !== "settings";
  const text = `${label} ${aside} ${also}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** How many of each group, in their order. */
export function countsOf(found: readonly Command[]): { group: Group; count: number }[] {
  return GROUPS.map((group) => ({
    group,
    count: found.filter((one) => one.group === group).length,
  })).filter(({ count }) => count > 0);
}
