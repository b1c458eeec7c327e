// Host names that look like a well-known one: letters of other scripts, punycode, a letter exchanged or left out, the
// known name in front of a foreign one.
import data from "../data/domains.json" with { type: "json" };
import { domainOf } from "../phrases/hosts.ts";
import { skeleton } from "./skeleton.ts";
import { fromPunycode } from "./punycode.ts";

/** Domains that others could imitate. */
export interface Imitable {
  domains: ReadonlySet<string>;
  /** Hosts that imitate nobody, whatever they look like: each by its whole name, not all else of its domain. */
  exempt: ReadonlySet<string>;
  /** Their names without the ending, long enough that a near miss means something. */
  names: ReadonlySet<string>;
  byShape: ReadonlyMap<string, string>;
}
const NAME_MIN = 6;
/** Shorter ones stand in front of others by chance. */
const AHEAD_MIN = 8;

/**
 * Of host names or domains, such as those of the user's own servers; addresses of machines are none.
 * @param exempt hosts that the user has chosen, which are never said to look like another
 */
export function imitableOf(hosts: readonly string[], exempt: readonly string[] = []): Imitable {
  const domains = new Set(hosts.map(domainOf).filter((one) => /\.\D/u.test(one)));
  const names = new Set<string>();
  const byShape = new Map<string, string>();
  for (const domain of domains) {
    const name = domain.split(".")[0] ?? "";
    if (name.length < NAME_MIN) continue;
    names.add(name);
    for (const key of shapes(name)) byShape.set(key, domain);
  }
  return { domains, exempt: new Set(exempt), names, byShape };
}

/** Those that everybody knows. */
const FAMOUS = imitableOf(data.domains);

export interface Lookalike {
  how: "script" | "spelling" | "in-front";
  /** The host in readable letters and the one it looks like. */
  text: string;
  /** That one; left out where it is only mixed of several scripts. */
  twin?: string;
}

const kept = new Map<string, Lookalike | null>();
const KEPT_MAX = 5000;

/**
 * What `host` looks like without being it, of what everybody knows or of `own`; null: nothing that is known. A domain
 * among `own` takes nothing away from what everybody knows: others have hosts below it too, such as `workers.dev`.
 */
export function lookalikeOf(host: string, own: Imitable): Lookalike | null {
  if (own.exempt.has(host)) return null;
  const known = kept.get(host);
  const found = known === undefined ? looked(host, FAMOUS) : known;
  if (known === undefined) {
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(host, found);
  }
  if (own.domains.size === 0 || FAMOUS.domains.has(domainOf(host))) return found;
  const mine = looked(host, own);
  return mine?.twin === undefined ? (found ?? mine) : mine;
}

function looked(host: string, { domains, names, byShape }: Imitable): Lookalike | null {
  const domain = domainOf(host);
  if (domains.has(domain) || domains.has(host)) return null;
  const readable = host
    .split(".")
    .map((label) => (label.startsWith("xn--") ? (fromPunycode(label.slice(4)) ?? label) : label))
    .join(".");
  const like = (how: Lookalike["how"], known: string): Lookalike => ({
    how,
    text: `${readable} ≈ ${known}`,
    twin: known,
  });
  if (/\P{ASCII}/u.test(readable)) {
    const plain = readable.split(".").map(skeleton).join(".");
    const twin = domains.has(domainOf(plain)) ? domainOf(plain) : null;
    if (twin !== null) return like("script", twin);
    if (isMixed(readable)) return { how: "script", text: readable };
  }
  const name = domainOf(readable).split(".")[0] ?? "";
  if (name.length >= NAME_MIN && !names.has(name)) {
    for (const shape of shapes(name)) {
      const twin = byShape.get(shape);
      if (twin !== undefined) return like("spelling", twin);
    }
  }
  const ahead = [...domains].find(
    (one) => (one.length >= AHEAD_MIN && host.startsWith(`${one}.`)) || host.includes(`.${one}.`),
  );
  return ahead === undefined ? null : like("in-front", ahead);
}

/** Letters of Latin beside those of Cyrillic or Greek in one label. */
const isMixed = (host: string): boolean =>
  host
    .split(".")
    .some(
      (label) =>
        /\p{Script=Latin}/u.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(label),
    );

/** What a name has in common with near misses of it: digits as letters, `rn` as `m`, doubled letters, dashes. */
function shapes(name: string): string[] {
  const plain = skeletonOf(name);
  return [plain, plain.replace(/(.)\1/gu, "$1")];
}
function skeletonOf(name: string): string {
  return skeleton(name)
    .replaceAll("-", "")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replaceAll("l", "i")
    .replaceAll("cl", "d");
}
