// Masks secrets in command lines and addresses before they are shown, stored or logged, by known secret formats and
// by position. Only the confirmation of a server's start shows them unmasked.
import { FORMS } from "../../findings/secrets/secretForms.ts";
import { TOKEN_SIGNS } from "../../findings/secrets/secretSigns.ts";
import { isSecretHeader } from "./secretNames.ts";
import type { ServerIdentity } from "../identity/identity.ts";
import type { Endpoint } from "../server.ts";

export const MASK = "•••";

/** Range of a secret in a text, in UTF-16 units. */
type Span = readonly [start: number, end: number];

/** Masks every recognised secret. Idempotent. */
export const maskedText = (text: string): string => without(text, spansIn(text));

/** Masks each argument, and an argument as a whole if the one before it names a secret: `-k abc`, `--api-key abc`. */
export const maskedArguments = (args: readonly string[]): string[] =>
  args.map((word, index) => without(word, spansOfArgument(word, args[index - 1])));

/** Masks an address. Something that cannot be parsed is masked as a whole. */
export const maskedAddress = (address: string): string =>
  IS_ADDRESS.test(address) ? maskedText(address) : MASK;

/** Masks a path without its origin. */
const maskedPath = (path: string): string => maskedText(`x://x${path}`).slice("x://x".length);

/** Masks a server's identity, to be shown and stored. */
export function maskedIdentity(identity: ServerIdentity): ServerIdentity {
  if (identity.kind === "demo") return identity;
  if (identity.kind === "address") {
    const { pathname } = identity;
    return pathname === undefined ? identity : { ...identity, pathname: maskedPath(pathname) };
  }
  const { command, args, runner } = identity;
  const what = runner === undefined || runner.what === null ? null : maskedText(runner.what);
  return {
    ...identity,
    command: maskedText(command),
    args: maskedArguments(args),
    ...(runner && { runner: { ...runner, what } }),
  };
}

/** A server's masked command line or address. */
export function whereOf(endpoint: Endpoint<unknown>): string {
  switch (endpoint.kind) {
    case "stdio":
      return maskedArguments([endpoint.command, ...endpoint.args])
        .map(quoted)
        .join(" ");
    case "http":
    case "sse":
      return maskedAddress(endpoint.url);
    case "demo":
      return "countersign-demo";
  }
}

/**
 * The secrets that are masked in an endpoint, to be masked in its traffic as well. Excludes short plain words and
 * numbers, which would match everywhere.
 */
export function secretsIn(endpoint: Endpoint<unknown>): string[] {
  if (endpoint.kind === "demo") return [];
  const words = endpoint.kind === "stdio" ? [endpoint.command, ...endpoint.args] : [endpoint.url];
  return words
    .flatMap((word, index) =>
      spansOfArgument(word, words[index - 1]).map(([start, end]) => word.slice(start, end)),
    )
    .filter((secret) => !/^(?:[a-z]{1,5}|\d{1,5})$/.test(secret));
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./\\~•-]+$/.test(word) ? word : JSON.stringify(word);

function without(text: string, spans: readonly Span[]): string {
  const between = [0, ...spans.map(([, end]) => end)].map((from, index) =>
    text.slice(from, spans[index]?.[0]),
  );
  return between.join(MASK);
}

/** Parameter names that denote secrets in addresses and command lines, but not in general. */
const ALSO_SECRET = /^(?:k|sig|code|sid|session(?:_?id)?|jwt|pin|otp|pw)$/i;

const namesSecret = (name: string): boolean => {
  const bare = name.replace(/^-+/, "").replaceAll("-", "_");
  return (
    ALSO_SECRET.test(bare) ||
    isSecretHeader(bare) ||
    isSecretHeader(bare.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2"))
  );
};

const IS_ADDRESS = /^["']?[a-z][a-z0-9+.-]*:\/\//i;
/** Ambiguous short flags: their value is masked only if it looks like a password. */
const MAYBE_FLAG = /^-[apstu]$/i;

/** `curl -u name:password`: the password follows the first colon. Does not apply to `uid:gid`. */
const LOGIN_FLAG = /^(?:-u|--user|--proxy-user|-U|--basic-auth)$/;

function spansOfArgument(word: string, before = ""): Span[] {
  const whole: Span[] = [[0, word.length]];
  // An address after `-k` is not a key; its own secrets are masked separately.
  const isValue = word !== "" && !/^--?[a-z]/i.test(word) && !IS_ADDRESS.test(word);
  if (isValue && /^--?[a-z]/i.test(before) && namesSecret(before)) return whole;
  if (isValue && MAYBE_FLAG.test(before) && isPassword(word)) return whole;
  const login = LOGIN_FLAG.test(before) ? word.indexOf(":") + 1 : 0;
  if (login > 0 && login < word.length && !IS_ADDRESS.test(word) && !/^\d+:\d+$/.test(word))
    return [[login, word.length]];
  if (/^-[kp]./.test(word) && isPassword(word.slice(2))) return [[2, word.length]];
  // Names can be nested, as in `--header=Authorization: Bearer abc` or `-e API_KEY=abc`; the rest is the value.
  for (let from = 0; ;) {
    const [begin, name] = /^-{0,2}([\w.-]+)[=:](?=.)/s.exec(word.slice(from)) ?? [];
    if (begin === undefined || name === undefined) break;
    from += begin.length;
    const isAddress = begin.endsWith(":") && word.startsWith("//", from);
    if (namesSecret(name) && !isAddress) return [[from, word.length]];
  }
  return spansIn(word);
}

/** All secrets in a text, in order, with overlapping ranges merged. */
function spansIn(text: string): Span[] {
  const found = [...inAddresses(text), ...named(text), ...knownForms(text), ...bareTokens(text)];
  const spans: [number, number][] = [];
  for (const [start, end] of found.toSorted((a, b) => a[0] - b[0])) {
    const last = spans.at(-1);
    if (start === end) continue;
    if (last === undefined || start >= last[1]) spans.push([start, end]);
    else last[1] = Math.max(last[1], end);
  }
  return spans;
}

/** The value is matched by a lookahead, because it can itself be a name with a value. */
const NAMED =
  /(?<![\w.-]|:\/\/)(-{0,2}[\w.-]+)\\*["']?\s{0,3}(?:=|:(?!\s{0,3}\/\/))\s{0,3}(?=\\*"([^"\\]+)|\\*'([^'\\]+)|((?:(?:Bearer|Basic|Token)\s+)?[^\s"'&;,{}]+))/dgi;
const FLAG = /(?<=^|\s)(--?[a-z][\w-]*)\s+(?!-)("[^"]*"|'[^']*'|[^\s"']+)/dgi;

function* named(text: string): Generator<Span> {
  for (const { 1: name = "", indices = [] } of text.matchAll(NAMED)) {
    const span = indices[2] ?? indices[3] ?? indices[4];
    if (span !== undefined && namesSecret(name)) yield span;
  }
  for (const { 1: flag = "", 2: value = "", indices = [] } of text.matchAll(FLAG)) {
    const [, , span] = indices;
    if (span === undefined || IS_ADDRESS.test(value)) continue;
    if (namesSecret(flag) || (MAYBE_FLAG.test(flag) && isPassword(value))) yield span;
  }
}

const everywhere = ({ source, flags }: RegExp): RegExp =>
  new RegExp(source, `${flags.replace("y", "")}g`);
const SIGNS = TOKEN_SIGNS.map(everywhere);
const KNOWN: readonly RegExp[] = [
  ...Object.values(FORMS).map(everywhere),
  /-----BEGIN [\s\S]*?(?:-----END[^-]*-----|$)/g,
  // Key prefixes of many providers, for keys shorter than the known formats.
  /(?<![A-Za-z0-9])(?:[spr]k[-_]|gh[oprsu]_|github_pat_|glpat-|hf_|gsk_|npm_|pat-|eyJ)(?=[\w.-]*(?:\d|[a-z][A-Z]|[A-Z]{2}))[\w.-]{6,}/g,
  /(?:xox[a-z]|xapp)-[\w-]+/g,
  /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[^\s"'<>]+/gi,
  /(?<=\b(?:Bearer|Basic)\s+)[\w.~+/-]{8,}=*/gi,
  // `user:password@host` without a scheme, excluding packages and images.
  /(?<=(?<=^|[\s="'])(?!(?:npm|jsr|file|git|oci|workspace|mailto|acct):)[\w.+-]+:)[^\s:@/"']+(?=@(?!sha\d)[a-z])/gi,
];
const WORD = /[^\s"'`&;,?#/@=:|<>{}()[\]\\]/;

function* knownForms(text: string): Generator<Span> {
  for (const form of KNOWN) {
    for (const { index, 0: found } of text.matchAll(form)) yield [index, index + found.length];
  }
  for (const sign of SIGNS) {
    for (const { index } of text.matchAll(sign)) {
      let [start, end] = [index, index];
      while (start > 0 && WORD.test(text.charAt(start - 1))) start -= 1;
      while (end < text.length && WORD.test(text.charAt(end))) end += 1;
      yield [start, end];
    }
  }
}

/** Words that look like a random token; excludes paths, versions and digests. */
function* bareTokens(text: string): Generator<Span> {
  for (const { index, 0: word } of text.matchAll(
    /(?<=^|[\s="'])[\w.~+-]{16,}={0,2}(?=$|[\s"'&;,])/g,
  )) {
    if (isToken(word)) yield [index, index + word.length];
  }
}

/** A text that starts with a scheme is one address as a whole, as its password can contain any character. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/.+|(?<![a-z0-9+.-])[a-z0-9+.-]+:\/\/[^\s"<>]+/gis;

function* inAddresses(text: string): Generator<Span> {
  for (const { index, 0: address } of text.matchAll(ADDRESS)) {
    for (const [start, end] of inAddress(address)) yield [index + start, index + end];
  }
}

function* inAddress(address: string): Generator<Span> {
  let at = address.indexOf("://") + 3;
  const authority = /^[^/?#]*/.exec(address.slice(at))?.[0] ?? "";
  // Passwords can contain characters that should be escaped. Digits alone are a port.
  const odd = /^[^/?#@:]+:(?!\d+(?:[/?#]|$))[^@]*@/.exec(address.slice(at))?.[0].length ?? 0;
  const login = Math.max(authority.lastIndexOf("@"), odd - 1);
  if (login >= 0) {
    const colon = address.slice(at, at + login).indexOf(":");
    const user = address.slice(at, at + (colon < 0 ? login : colon));
    yield [colon < 0 || isToken(user) ? at : at + colon + 1, at + login];
    at += login + 1;
  }
  at += /^[^/?#]*/.exec(address.slice(at))?.[0].length ?? 0;
  const path = /^[^?#]*/.exec(address.slice(at))?.[0] ?? "";
  let before = "";
  for (const { index, 1: segment = "" } of path.matchAll(/\/([^/]*)/g)) {
    const start = at + index + 1;
    const isNamed = namesSecret(before) && /^[^=]*\d/.test(segment) && segment.length > 3;
    if (isNamed || isToken(segment)) yield [start, start + segment.length];
    before = segment;
  }
  yield* inParameters(address, at + path.length);
}

/** Secrets in query and fragment, also inside percent-encoded values. */
function* inParameters(address: string, from: number): Generator<Span> {
  // A git commit identifies what is run and is not a secret.
  const isCommit = address.startsWith("git+") && /#[0-9a-f]{7,64}$/.test(address);
  const end = isCommit ? address.lastIndexOf("#") : address.length;
  for (const { index, 0: part } of address.slice(from, end).matchAll(/[^?#&;]+/g)) {
    const [name = "", ...rest] = part.split("=");
    const value = rest.length === 0 ? part : rest.join("=");
    const start = from + index + part.length - value.length;
    const plain = decoded(value);
    const isSecret =
      (rest.length > 0 && namesSecret(decoded(name))) || isToken(plain.replaceAll("/", ""));
    if (isSecret || (plain !== value && spansIn(plain).length > 0))
      yield [start, start + value.length];
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Mixed case with digits or signs, and nothing that suggests a path, port, version or package. */
const isPassword = (word: string): boolean =>
  word.length >= 6 &&
  /^[^\s/\\@.:]+$/.test(word) &&
  /\d|[^\w-]/.test(word) &&
  /[A-Z]/.test(word) &&
  /[a-z]/.test(word);

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Too long and too random to be a name that a person chose. */
function isToken(word: string): boolean {
  if (UUID.test(word)) return true;
  if (!/^[\w.~+=%-]+$/.test(word)) return false;
  return (
    word.split(/[-_.~+=%]/).some((run) => isMixed(run)) ||
    (/^[\w-]+$/.test(word) && isMixed(word.replaceAll(/[-_]/g, ""), 24, 6))
  );
}

/** Whether letters and digits alternate often: about 45% of the positions in random text, 10 to 20% in words. */
function isMixed(run: string, least = 16, changes = 4): boolean {
  if (run.length < least || !/\d/.test(run)) return false;
  const found = run.match(/\d(?=[a-z])|[a-z](?=\d)/gi)?.length ?? 0;
  const all = found + (run.match(/[a-z](?=[A-Z])/g)?.length ?? 0);
  return all >= changes && all >= run.length / 5;
}
