// What retention rules delete, and how much that frees. Pure. Content with several holders is stored and counted
// once, and deleted with its last holder.
import type { RetentionReach } from "#shared/ledger/retention.ts";
import type { Holder, HeldContents } from "./holdings.ts";

/** One retention rule. `serverId` null: for every server but `except`. */
export interface RetentionRule {
  serverId: string | null;
  except?: string[];
  endedBeforeMs: number | null;
  /** Limit per server. */
  bytesMost: number | null;
  textOnly: boolean;
}

export interface DueItem {
  sampleId: string;
  mediaOnly: boolean;
  /** The item is a question to the user, not a sampling request. */
  question?: boolean;
}

/** A holder whose content is deleted: all of it, or only its images and audio. */
interface Going {
  holder: Holder;
  mediaOnly: boolean;
}

/** What these rules would delete now, oldest first. */
export function dueOf(holdings: HeldContents, rules: readonly RetentionRule[]): DueItem[] {
  return [...goingOf(holdings, rules).values()]
    .toSorted((a, b) => (a.holder.endedMs ?? 0) - (b.holder.endedMs ?? 0))
    .map(({ holder, mediaOnly }) => ({
      sampleId: holder.sample,
      mediaOnly,
      question: holder.question,
    }));
}

/** What these rules would delete and keep of the requests that they apply to. */
export const reachOf = (holdings: HeldContents, rules: readonly RetentionRule[]): RetentionReach =>
  sumOf(
    holdings,
    goingOf(holdings, rules),
    holdings.holders.filter((holder) => rules.some((rule) => isAbout(rule, holder))),
  );

/** What deleting these items would free. Items that have not ended are kept. */
export function weightOf(holdings: HeldContents, items: readonly DueItem[]): RetentionReach {
  const asked = new Map(items.map((item) => [item.sampleId, item.mediaOnly]));
  const about = holdings.holders.filter(({ sample: request }) => asked.has(request));
  const going = about
    .filter(({ endedMs }) => endedMs !== null)
    .map((holder): Going => ({ holder, mediaOnly: asked.get(holder.sample) ?? false }))
    .filter(({ holder, mediaOnly }) => !mediaOnly || holdings.mediaOf(holder).length > 0);
  return sumOf(holdings, new Map(going.map((one) => [one.holder.sample, one])), about);
}

const isAbout = ({ serverId, except = [] }: RetentionRule, holder: Holder): boolean =>
  serverId === null ? !except.includes(holder.serverId) : serverId === holder.serverId;

function goingOf(holdings: HeldContents, rules: readonly RetentionRule[]): Map<string, Going> {
  const going = new Map<string, Going>();
  const go = (holder: Holder, mediaOnly: boolean): void => {
    // Deleting everything takes precedence over deleting only media.
    if (mediaOnly && going.has(holder.sample)) return;
    going.set(holder.sample, { holder, mediaOnly });
  };
  for (const rule of rules) {
    const about = holdings.holders.filter((holder) => isAbout(rule, holder));
    for (const holder of about) {
      if (holder.endedMs === null) continue;
      if (rule.endedBeforeMs !== null && holder.endedMs < rule.endedBeforeMs) go(holder, false);
      else if (rule.textOnly && holdings.mediaOf(holder).length > 0) go(holder, true);
    }
    if (rule.bytesMost === null) continue;
    for (const of of byServer(about)) {
      for (const holder of beyond(holdings, of, rule.bytesMost, rule.textOnly)) go(holder, false);
    }
  }
  return going;
}

function byServer(holders: readonly Holder[]): Holder[][] {
  const servers = new Map<string, Holder[]>();
  for (const holder of holders) {
    const of = servers.get(holder.serverId) ?? [];
    servers.set(holder.serverId, of);
    of.push(holder);
  }
  return [...servers.values()];
}

/**
 * The oldest holders of one server to delete so that the rest stays within `most` bytes. Holders that would free
 * nothing, since the remaining ones share all their content, are kept.
 */
function beyond(
  { bytes, mediaOf }: HeldContents,
  holders: readonly Holder[],
  most: number,
  textOnly: boolean,
): Holder[] {
  const newestFirst = holders.toSorted(
    (a, b) => (b.endedMs ?? Infinity) - (a.endedMs ?? Infinity) || (a.sample < b.sample ? 1 : -1),
  );
  const kept = new Set<number>();
  const others: [Holder, readonly number[]][] = [];
  let sum = 0;
  for (const holder of newestFirst) {
    const own =
      textOnly && holder.endedMs !== null ? withoutMedia(holder, mediaOf) : holder.contents;
    const more = own.filter((id) => !kept.has(id));
    const added = more.reduce((total, id) => total + (bytes.get(id) ?? 0), 0);
    // What has not ended cannot be deleted, but counts.
    if (holder.endedMs === null || (others.length === 0 && sum + added <= most)) {
      for (const id of more) kept.add(id);
      sum += added;
    } else others.push([holder, own]);
  }
  return others.filter(([, own]) => own.some((id) => !kept.has(id))).map(([holder]) => holder);
}

function withoutMedia(holder: Holder, mediaOf: HeldContents["mediaOf"]): readonly number[] {
  const media = new Set(mediaOf(holder));
  return media.size === 0 ? holder.contents : holder.contents.filter((id) => !media.has(id));
}

/** @param about the holders whose size is reported, before and after */
function sumOf(
  { holders, bytes, mediaOf }: HeldContents,
  going: ReadonlyMap<string, Going>,
  about: readonly Holder[],
): RetentionReach {
  const sizeOf = (ids: Iterable<number>): number => {
    let sum = 0;
    for (const id of ids) sum += bytes.get(id) ?? 0;
    return sum;
  };
  const goes = new Map(
    [...going.values()].map(({ holder, mediaOnly }) => [
      holder.sample,
      new Set(mediaOnly ? mediaOf(holder) : holder.contents),
    ]),
  );
  const stay = (holder: Holder): readonly number[] => {
    const own = goes.get(holder.sample);
    return own === undefined ? holder.contents : holder.contents.filter((id) => !own.has(id));
  };
  const remains = new Set(holders.flatMap(stay));
  const touched = new Set([...goes.values()].flatMap((ids) => [...ids]));
  const all = [...going.values()];
  const requests = all.filter(({ holder }) => !holder.question);
  return {
    requests: requests.length,
    mediaOnly: requests.filter(({ mediaOnly }) => mediaOnly).length,
    questions: all.length - requests.length,
    freed: sizeOf([...touched].filter((id) => !remains.has(id))),
    stays: sizeOf([...touched].filter((id) => remains.has(id))),
    before: sizeOf(new Set(about.flatMap(({ contents }) => contents))),
    after: sizeOf(new Set(about.flatMap(stay))),
  };
}
