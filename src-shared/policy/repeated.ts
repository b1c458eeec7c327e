// What a person decides by hand again and again in the same way, of the same call of the same server: each could be a rule.
import type { RowFacts } from "../ledger/history.ts";

/** The same decision about requests of one call, so often. */
export interface Repeated {
  /** The newest of them: a rule is proposed for requests like it. */
  sampleId: string;
  serverName: string;
  /** The call that led to them; null where none is known. */
  call: string | null;
  /**
   * `approved`: as they came, each answered by a model; `rejected`: at the first gate; `edited`: approved after an edit
   * of the request, the same one or others.
   */
  how: "approved" | "rejected" | "edited";
  times: number;
}

/** Twice may be chance. */
const TIMES_LEAST = 3;
/** So many are said; more would be a list to work through. */
const SAID_MOST = 3;

type Decided = Pick<
  RowFacts,
  "id" | "serverId" | "serverName" | "call" | "state" | "gate" | "edited" | "byHand" | "decidedBy1"
>;

/** @param rows of the history, newest first; those that nobody decided at the first gate count for nothing */
export function repeatedOf(rows: readonly Decided[]): Repeated[] {
  const groups = new Map<string, { ways: Set<Way>; newest: Decided; times: number }>();
  for (const row of rows) {
    if (!row.decidedBy1.includes("me")) continue;
    const key = JSON.stringify([row.serverId, row.call]);
    const group = groups.get(key);
    if (group === undefined)
      groups.set(key, { ways: new Set([wayOf(row)]), newest: row, times: 1 });
    else {
      group.ways.add(wayOf(row));
      group.times += 1;
    }
  }
  return [...groups.values()]
    .flatMap(({ ways, newest, times }): Repeated[] => {
      const { id: sampleId, serverName, call } = newest;
      const [how] = ways;
      // One that went another way says that the person looks at each.
      if (ways.size > 1 || times < TIMES_LEAST || how === undefined || how === "otherwise") {
        return [];
      }
      return [{ sampleId, serverName, call, how, times }];
    })
    .toSorted((a, b) => b.times - a.times)
    .slice(0, SAID_MOST);
}

type Way = Repeated["how"] | "otherwise";

function wayOf({ state, gate, edited, byHand }: Decided): Way {
  if (state === "rejected" && gate === 1) return "rejected";
  if (state !== "replied" || byHand || edited.some((part) => part !== "request"))
    return "otherwise";
  return edited.length === 0 ? "approved" : "edited";
}
