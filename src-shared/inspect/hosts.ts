// Addresses in a text: where each stands and which host it names. No look-up, nothing is loaded.

export interface Address {
  start: number;
  end: number;
  /** As it stands, without what closes a sentence or a bracket behind it. */
  text: string;
  /** Lower case, without port, login or a closing dot. Empty where none can be read. */
  host: string;
}

/** Longest address that is read, in UTF-16 units; what is longer is cut there. */
const ADDRESS_MAX = 8000;
const BEGIN = /(?:https?|ftp|wss?):\/\/|(?<![\w@.-])www\.(?=[\w-])/giu;
const STOP = /[\s<>"`|\\^\p{Cc}“”„«»「」『』【】（），。；！？、]/u;
const CLOSING = /[.,;:!?'*_~]$/u;

/** Every address of `text`, in order. `{` and `}` are taken in where they stand for a value to be put in. */
export function addressesIn(text: string): Address[] {
  const found: Address[] = [];
  let after = 0;
  for (const match of text.matchAll(BEGIN)) {
    const start = match.index;
    if (start < after) continue;
    const end = endOf(text, start + match[0].length);
    if (end <= start + match[0].length) continue;
    after = end;
    const address = text.slice(start, end);
    found.push({ start, end, text: address, host: hostOf(address) });
  }
  return found;
}

/** The hosts that a text names, each once. */
export const hostsIn = (text: string): string[] => [
  ...new Set(addressesIn(text).flatMap(({ host }) => (host === "" ? [] : [host]))),
];

function endOf(text: string, from: number): number {
  const limit = Math.min(text.length, from + ADDRESS_MAX);
  let open = 0;
  let end = from;
  for (; end < limit; end += 1) {
    const sign = text.charAt(end);
    // A place for a value, such as `{data}` or `${x}`.
    if (sign === "{" || sign === "}") continue;
    if (STOP.test(sign)) break;
    if (sign === "(") open += 1;
    if (sign === ")" && (open -= 1) < 0) break;
    if (sign === "]" && !text.slice(from, end).includes("[")) break;
  }
  while (end > from && CLOSING.test(text.charAt(end - 1))) end -= 1;
  return end;
}

const HOST = /^(?:[a-z]+:\/\/)?(?:[^/?#@]*@)?(\[[0-9a-f:.]+\]|[^/?#:@]+)/iu;

/** The host of an address, or an empty text. */
export function hostOf(address: string): string {
  const host = HOST.exec(address)?.[1]?.toLowerCase().replace(/\.$/u, "") ?? "";
  return /[.:]|^localhost$/u.test(host) ? host : "";
}

/** The last two labels, three where the second is a short one such as `co`: near enough to who owns it. */
export function domainOf(host: string): string {
  if (/^[\d.]+$|:/u.test(host)) return host;
  const labels = host.split(".");
  const second = labels.at(-2) ?? "";
  return labels.slice(second.length <= 3 ? -3 : -2).join(".");
}
