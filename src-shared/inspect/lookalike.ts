// Host names that look like a well-known one: letters of other scripts, punycode, a letter exchanged or left out, the
// known name in front of a foreign one.
import data from "./data/domains.json" with { type: "json" };
import { domainOf } from "./hosts.ts";
import { skeleton } from "./skeleton.ts";
import { fromPunycode } from "./punycode.ts";

const KNOWN: ReadonlySet<string> = new Set(data.domains);
/** The names of known domains without their ending, long enough that a near miss means something. */
const NAMES = new Map<string, string>(
  data.domains.flatMap((domain) => {
    const name = domain.split(".")[0] ?? "";
    return name.length >= 6 ? [[name, domain] as const] : [];
  }),
);
const BY_SHAPE = new Map<string, string>();
for (const [name, domain] of NAMES) for (const key of shapes(name)) BY_SHAPE.set(key, domain);

export interface Lookalike {
  how: "script" | "spelling" | "in-front";
  /** The host in readable letters and the one it looks like. */
  text: string;
}

const kept = new Map<string, Lookalike | null>();
const KEPT_MAX = 5000;

/** What `host` looks like without being it; null: nothing that is known. */
export function lookalikeOf(host: string): Lookalike | null {
  const known = kept.get(host);
  if (known !== undefined) return known;
  const found = looked(host);
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(host, found);
  return found;
}

function looked(host: string): Lookalike | null {
  const domain = domainOf(host);
  if (KNOWN.has(domain) || KNOWN.has(host)) return null;
  const readable = host
    .split(".")
    .map((label) => (label.startsWith("xn--") ? (fromPunycode(label.slice(4)) ?? label) : label))
    .join(".");
  const like = (how: Lookalike["how"], known: string): Lookalike => ({
    how,
    text: `${readable} ≈ ${known}`,
  });
  if (/\P{ASCII}/u.test(readable)) {
    const plain = readable.split(".").map(skeleton).join(".");
    const twin = KNOWN.has(domainOf(plain)) ? domainOf(plain) : null;
    if (twin !== null) return like("script", twin);
    if (isMixed(readable)) return { how: "script", text: readable };
  }
  const name = domainOf(readable).split(".")[0] ?? "";
  if (name.length >= 6 && !NAMES.has(name)) {
    for (const shape of shapes(name)) {
      const twin = BY_SHAPE.get(shape);
      if (twin !== undefined) return like("spelling", twin);
    }
  }
  const ahead = data.domains.find(
    (one) => (one.length >= 8 && host.startsWith(`${one}.`)) || host.includes(`.${one}.`),
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
