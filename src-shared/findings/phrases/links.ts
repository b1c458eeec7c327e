// Finds links and images by which data could leak: long or encoded parameters, placeholders for a value, images that
// load by themselves, and hosts that are IP addresses or imitate others.
import { base64Bytes, isWords, utf8Text } from "../text/decode.ts";
import { shown } from "../text/detector.ts";
import type { Check, Hit, Report } from "../text/detector.ts";
import type { Address } from "./hosts.ts";
import { lookalikeOf } from "../characters/lookalike.ts";
import type { Imitable } from "../characters/lookalike.ts";

/** Longer values are seldom typed by people, in UTF-16 units. */
const VALUE_MAX = 80;
/** A placeholder of a template, a shell, or an instruction to a model. */
const PLACE =
  /\{\{?[^{}]{1,80}\}?\}|\$\{?[A-Za-z_]\w*\}?|%7B[^%]{1,40}%7D|\[(?:[A-Z_ ]{3,40}|(?:insert|your|the|encoded|base64|data|secret|summary|conversation)[^\]]{0,60})\]|<(?:[A-Z_ ]{3,40}|(?:insert|your|the|encoded|base64|data|secret|summary|conversation)[^>]{0,60})>/iu;
const PRIVATE =
  /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0$|169\.254\.)|^\[::1?\]$/u;
const IP = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\]|0x[0-9a-f]{6,8}|\d{8,10})$/iu;

export const findLinks: Check = (text, report, { addresses, own, gate }) => {
  const isAnswer = gate === "response";
  for (const address of addresses) {
    const image = isImage(text, address);
    const at = { start: address.start, end: address.end, example: shown(address.text, 200) };
    const carries = carriedBy(text, address);
    if (carries !== null) {
      const { severity, ...what } = carries;
      // Serious in an image, which is fetched without a click, and in a response, where encoded words in a link are
      // hidden from the user.
      const isLow = severity === "low" && !(what.detail === "encoded" && (image || isAnswer));
      report({ kind: "carrying-link", ...at, ...what, ...(isLow ? { severity } : {}) });
    }
    if (image) report({ kind: "remote-image", ...at });
    hostHits(address, at, report, own);
  }
};

/** True for Markdown `![…](` and for HTML elements with `src`, `srcset`, `href` or `poster`. */
function isImage(text: string, { start }: Address): boolean {
  const before = text.slice(Math.max(0, start - 300), start);
  return (
    /!\[[^\]\n]{0,250}\]\(\s*<?$/u.test(before) ||
    /<(?:img|image|source|video|audio|iframe|embed|input)\b[^<>]{0,250}\s(?:src|srcset|href|poster)\s*=\s*["']?$/iu.test(
      before,
    )
  );
}

type Carries = Pick<Hit, "detail" | "severity">;

function carriedBy(text: string, { end, text: address }: Address): Carries | null {
  const query = address.search(/[?#]/u);
  const after = text.slice(end, end + 100);
  // `https://a.b/?d=` followed by `<…>`, `[…]` or words such as "with the data appended"
  const isOpen = query !== -1 && address.endsWith("=");
  if (query !== -1 && PLACE.test(address.slice(query))) return { detail: "template" };
  if (
    isOpen &&
    /^(?:<|\[|\{|["'`]?\s*\+|["'`]?\s*(?:followed|with|and then|plus|后|加上))/iu.test(after)
  ) {
    return { detail: "template" };
  }
  const path = query === -1 ? address : address.slice(0, query);
  if (path.split(/[/.]/u).some(saysWords)) return { detail: "encoded" };
  if (query === -1) {
    const place = PLACE.exec(address)?.[0] ?? "";
    return /secret|data|conversation|summary|token|key|history|base64|encoded|prompt/iu.test(place)
      ? { detail: "template" }
      : null;
  }
  const values = address
    .slice(query + 1)
    .split(/[&;]/u)
    .map((pair) => pair.slice(pair.indexOf("=") + 1));
  // Low severity, as pagination uses such values; serious findings in the decoded text are reported separately.
  if (values.some(saysWords)) return { detail: "encoded", severity: "low" };
  const long = values.find((value) => value.length > VALUE_MAX);
  if (long === undefined) return null;
  // Low severity, as prose and signatures are common in URLs.
  return { detail: "long", severity: "low" };
}

/** Shorter parts are names and ids, in UTF-16 units. */
const ENCODED_MIN = 24;
const ENCODED_MAX = 4000;

/** True for a part of a URL that decodes to readable text, which only someone hiding it would encode. */
function saysWords(part: string): boolean {
  if (part.length < ENCODED_MIN || !/^[A-Za-z0-9+/_-]+={0,2}$/u.test(part)) return false;
  if (!/[a-z]/u.test(part) || !/[A-Z]/u.test(part)) return false;
  const text = utf8Text(base64Bytes(part, 0, Math.min(part.length, ENCODED_MAX), ENCODED_MAX));
  return text !== null && isWords(text);
}

function hostHits(
  { host }: Address,
  at: Pick<Hit, "start" | "end">,
  report: Report,
  own: Imitable,
): void {
  if (host === "") return;
  if (IP.test(host)) {
    if (!PRIVATE.test(host)) report({ kind: "ip-host", ...at, example: host });
    return;
  }
  const like = lookalikeOf(host, own);
  if (like !== null)
    report({ kind: "lookalike-domain", ...at, detail: like.how, example: like.text });
}
