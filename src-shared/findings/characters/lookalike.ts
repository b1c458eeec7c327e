// Finds host names that imitate another domain: by letters of other scripts, punycode, a changed or missing letter,
// or the other domain as a prefix.
import data from "../data/domains.json" with { type: "json" };
import { domainOf } from "../phrases/hosts.ts";
import { skeleton } from "./skeleton.ts";
import { fromPunycode } from "./punycode.ts";

/** Domains that others could imitate. */
export interface Imitable {
  domains: ReadonlySet<string>;
  /** Hosts that never count as look-alikes, each by its whole name, so that other hosts of its domain still do. */
  exempt: ReadonlySet<string>;
  /** The first labels of the domains, where long enough that a near miss means something. */
  names: ReadonlySet<string>;
  byShape: ReadonlyMap<string, string>;
}
const NAME_MIN = 6;
/** Shorter domains occur at the start of other hosts by chance. */
const AHEAD_MIN = 8;

/** From host names or domains, such as those of the user's own servers; IP addresses are skipped. */
export function imitableOf(hosts: readonly string[]): Imitable {
  const domains = new Set(hosts.map(domainOf).filter((one) => /\.\D/u.test(one)));
  const names = new Set<string>();
  const byShape = new Map<string, string>();
  for (const domain of domains) {
    const name = domain.split(".")[0] ?? "";
    if (name.length < NAME_MIN) continue;
    names.add(name);
    for (const key of shapes(name)) byShape.set(key, domain);
  }
  return { domains, exempt: new Set(hosts), names, byShape };
}

/** Well-known domains. */
const FAMOUS = imitableOf(data.domains);

export interface Lookalike {
  how: "script" | "spelling" | "in-front";
  /** The decoded host and, if known, the domain that it looks like. */
  text: string;
  /** That domain; absent for a host that only mixes scripts. */
  twin?: string;
}

const kept = new Map<string, Lookalike | null>();
const KEPT_MAX = 5000;

/**
 * Which well-known domain or domain of `own` the host imitates, or null. Domains of `own` are still compared with the
 * well-known ones: others may have hosts in the same domain, as with `workers.dev`.
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

/** True when one label mixes Latin letters with Cyrillic or Greek ones. */
const isMixed = (host: string): boolean =>
  host
    .split(".")
    .some(
      (label) =>
        /\p{Script=Latin}/u.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(label),
    );

/** Normal forms that a name shares with near misses: digits as letters, `rn` as `m`, no doubled letters, no dashes. */
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
