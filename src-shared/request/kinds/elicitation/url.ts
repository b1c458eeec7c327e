// Parses the address of a page that a server wants opened, splits off its registered domain, and finds deceptive
// letters. Uses the strict grammar (RFC 3986), so that browsers cannot interpret it as another host.
import { parse } from "tldts";
import { imitableOf, lookalikeOf } from "../../../findings/characters/lookalike.ts";
import { fromPunycode } from "../../../findings/characters/punycode.ts";
import { looksLike, skeleton } from "../../../findings/characters/skeleton.ts";

export interface Address {
  encrypted: boolean;
  /** `before + domain + after` is the original address. */
  before: string;
  /** The registrable domain by the public suffix list; the whole host for IP addresses and local names. */
  domain: string;
  after: string;
  host: string;
  credentials: boolean;
}

/** Why it cannot be opened. */
export type AddressFault = "url-malformed" | "url-scheme" | "url-too-long";

/** Maximum length of an address, in UTF-16 units. */
export const URL_MAX = 8000;

const GRAMMAR =
  /^(https?):\/\/([^\s/?#\\]*)(?:[/?#](?:[\p{L}\p{N}\-._~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})*)?$/iu;
const HOST_PORT = /^(?:(.*)@)?(\[[0-9a-f:.]+\]|[^:@[\]]+)(:\d{1,5})?$/iu;

export function readAddress(url: string): Address | AddressFault {
  if (url.length > URL_MAX) return "url-too-long";
  if (!/^https?:/iu.test(url)) return "url-scheme";
  const [, scheme, authority] = GRAMMAR.exec(url) ?? [];
  const [, credentials, host] = HOST_PORT.exec(authority ?? "") ?? [];
  if (scheme === undefined || authority === undefined || host === undefined || !isPlainHost(host))
    return "url-malformed";
  const domain = registrableIn(host);
  const start = scheme.length + 3 + authority.lastIndexOf(host) + host.length - domain.length;
  return {
    encrypted: scheme.toLowerCase() === "https",
    before: url.slice(0, start),
    domain,
    after: url.slice(start + domain.length),
    host,
    credentials: credentials !== undefined,
  };
}

/**
 * False for a host that browsers would normalise to another one: escapes, compatibility letters, unusual IP
 * notations.
 */
function isPlainHost(host: string): boolean {
  if (host.startsWith("[")) return true;
  if (host.length > 253 || host !== host.normalize("NFKC")) return false;
  const labels = host.replace(/\.$/u, "").split(".");
  const isName = labels.every((label) => /^[\p{L}\p{N}\p{M}_-]{1,63}$/u.test(label));
  const isNumber = /^(?:\d+|0x[0-9a-f]*)$/iu.test(labels.at(-1) ?? "");
  return isName && (!isNumber || parse(host).isIp === true);
}

function registrableIn(host: string): string {
  const plain = host.replace(/\.$/u, "");
  const { domain } = parse(plain, { allowPrivateDomains: true });
  const count = domain?.split(".").length ?? 0;
  return count === 0
    ? host
    : host
        .split(".")
        .slice(-count - (host === plain ? 0 : 1))
        .join(".");
}

/** Whether the host is this machine. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?$/iu.test(host);

/** A letter of the host that can be mistaken for another one. */
export interface OddLetter {
  letter: string;
  /** `U+0435` */
  code: string;
  /** ISO 15924 code of its script, if it is one of `SCRIPTS`. */
  script?: string;
  /** The Latin letter that it resembles, if any. */
  like?: string;
}

/** By ISO 15924 code. */
const SCRIPTS = {
  Latn: /\p{Script=Latin}/u,
  Cyrl: /\p{Script=Cyrillic}/u,
  Grek: /\p{Script=Greek}/u,
  Armn: /\p{Script=Armenian}/u,
  Cher: /\p{Script=Cherokee}/u,
  Hani: /\p{Script=Han}/u,
} as const;

/** Deceptive letters of a host. */
export interface Letters {
  /** The host with punycode decoded; null if it is plain ASCII. */
  readable: string | null;
  /** At most `ODD_MAX`, without duplicates. */
  odd: OddLetter[];
  /** The well-known domain or Latin name that it imitates. */
  imitates: string | null;
}

const ODD_MAX = 8;
const NOBODYS_OWN = imitableOf([]);

/** Finds deceptive letters in a host. */
export function lettersOf(host: string): Letters {
  const plain = host.toLowerCase().replace(/\.$/u, "");
  const decoded = plain.split(".").map(labelInLetters).join(".");
  const foreign = [...new Set([...decoded].filter((letter) => /\P{ASCII}/u.test(letter)))];
  return {
    readable: decoded === plain && foreign.length === 0 ? null : decoded,
    odd: foreign.slice(0, ODD_MAX).map(oddLetter),
    imitates: lookalikeOf(plain, NOBODYS_OWN)?.twin ?? latinTwin(decoded),
  };
}

const labelInLetters = (label: string): string =>
  label.startsWith("xn--") ? (fromPunycode(label.slice(4)) ?? label) : label;

/** The Latin name that a host in other scripts resembles as a whole; null if it can be a real word. */
function latinTwin(host: string): string | null {
  const name = registrableIn(host);
  const ending = name.slice(name.lastIndexOf(".") + 1);
  const hasOther = [...name].some(
    (letter) => /\P{ASCII}/u.test(letter) && !SCRIPTS.Latn.test(letter) && like(letter) !== null,
  );
  if (!hasOther || /\P{ASCII}/u.test(ending)) return null;
  const twin = [...name].map((letter) => like(letter) ?? letter).join("");
  return /^[\p{ASCII}]+$/u.test(twin) ? twin : null;
}

function like(letter: string): string | null {
  if (!/\P{ASCII}/u.test(letter)) return null;
  const plain = looksLike(letter);
  const other = plain === letter ? skeleton(letter) : plain;
  return other !== letter && /^[a-z0-9]$/iu.test(other) ? other.toLowerCase() : null;
}

function oddLetter(letter: string): OddLetter {
  const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const script = Object.entries(SCRIPTS).find(([, is]) => is.test(letter))?.[0];
  const twin = like(letter);
  return {
    letter,
    code: `U+${code}`,
    script,
    like: twin ?? undefined,
  };
}

/** The host of the page's redirect (`redirect_uri`, RFC 6749, section 4.1.1); null if there is none. */
export function returnsTo({ after }: Address): string | null {
  const raw = /[?&](?:redirect_uri|return_to|returnTo)=([^&#]{1,4000})/u.exec(after)?.[1];
  if (raw === undefined) return null;
  try {
    const target = readAddress(decodeURIComponent(raw));
    return typeof target === "string" ? null : target.host;
  } catch {
    return null;
  }
}
