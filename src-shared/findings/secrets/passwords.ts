// Finds values labelled as password, secret, token or key, and tokens known by their format that the rules of
// secretlint do not cover.
import { masked } from "../text/detector.ts";
import type { Check } from "../text/detector.ts";
import { matchesAt } from "../text/scan.ts";
import type { Scan } from "../text/scan.ts";
import { FORMS } from "./secretForms.ts";

const NAMED =
  /(?:passwor[dt]|passwd|pwd|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|密码|密碼|口令|密钥|密鑰|令牌)["'`]?\s{0,3}(?:[:=：]|=>|:=|是|为|is\b)\s{0,3}["'`]?([^\s"'`<>{}()[\],;，。；]{6,400})/iuy;
const BEARER = /(?:Bearer|Basic)\s{1,5}([A-Za-z0-9._~+/-]{16,2000}={0,2})/uy;
type Form = keyof typeof FORMS;
const FORM_NAMES = Object.keys(FORMS) as Form[];

/** The places where a token may begin; Telegram's has digits before its anchor. */
const startsOf = (text: string, form: Form, scan: Scan): readonly number[] =>
  form === "telegram" ? scan.at(form).map((at) => at - digitsBefore(text, at, 10)) : scan.at(form);

function digitsBefore(text: string, at: number, most: number): number {
  let count = 0;
  while (count < most && /\d/u.test(text.charAt(at - count - 1))) count += 1;
  return count;
}
/** A word that runs into the match; scripts without spaces are exempt. */
const WORD_BEFORE =
  /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{N}]$/u;
/** Values in the place of a secret that are none. */
const PLACEHOLDER =
  /^(?:x{3,}|\*{3,}|\.{3,}|<.*|\$.*|%.*|your.*|my.?(?:password|token|secret|api).*|example.*|changeme.*|placeholder.*|null|none|undefined|true|false|string|required|optional|process\.env.*|os\.environ.*|env\..*|config\..*|redacted.*|todo.*|…|.*\.\.\.|.*…|https?:.*|[a-z]+(?:[._-][a-z]+)*\??|[A-Z]+(?:_[A-Z]+)*|[a-zA-Z]+)$/iu;

const PRIVATE_KEY = /-----BEGIN (?:[A-Z]{2,10} )?PRIVATE KEY(?: BLOCK)?-----/uy;

/** Header lines of a key (RFC 1421, RFC 4880); line ends may be JSON escapes. */
const KEY_HEADERS =
  /(?:(?:\s|\\[nrt]){1,8}[A-Z][A-Za-z]{1,30}(?:-[A-Za-z]{1,30})?: [^\n\\]{0,200}){0,20}/uy;
/** Matched in pieces, so that the regular expression's stack does not grow with the text. */
const KEY_PIECE = /[A-Za-z0-9+/=\s\\]{1,4000}/uy;
/** A key with an end line extends to it, whatever is in between, up to this length in UTF-16 units. */
const CLOSED_MAX = 10_000;

/** The end of a private key: its end line, or else the last character that a key may have. */
function keyEnd(text: string, from: number): number {
  const near = text.slice(from, from + CLOSED_MAX).indexOf("-----END");
  if (near !== -1) return from + near;
  KEY_HEADERS.lastIndex = from;
  let end = from + (KEY_HEADERS.exec(text)?.[0].length ?? 0);
  for (;;) {
    KEY_PIECE.lastIndex = end;
    const piece = KEY_PIECE.exec(text)?.[0];
    if (piece === undefined) break;
    end += piece.length;
  }
  while (end > from && /\s/u.test(text.charAt(end - 1))) end -= 1;
  return end;
}

export const findPasswords: Check = (text, report, { scan }) => {
  for (const match of matchesAt(text, PRIVATE_KEY, scan.at("private-key"))) {
    const end = keyEnd(text, match.index + match[0].length);
    report({ kind: "private-key", start: match.index, end, example: match[0] });
  }
  for (const match of matchesAt(text, NAMED, scan.at("named"))) {
    const value = (match[1] ?? "").replace(/[.!?:]+$/u, "");
    if (!isSecret(value)) continue;
    const start = match.index + match[0].lastIndexOf(match[1] ?? "");
    report({ kind: "password", start, end: start + value.length, example: masked(value) });
  }
  for (const match of matchesAt(text, BEARER, scan.at("bearer"))) {
    const value = match[1] ?? "";
    if (!isSecret(value) || !/\d/u.test(value)) continue;
    const start = match.index + match[0].length - value.length;
    report({
      kind: "access-key",
      start,
      end: start + value.length,
      detail: "bearer",
      example: masked(value),
    });
  }
  for (const detail of FORM_NAMES) {
    for (const match of matchesAt(text, FORMS[detail], startsOf(text, detail, scan))) {
      const [value] = match;
      if (!/\d/u.test(value) || new Set(value).size < 10) continue;
      const before = text.slice(Math.max(0, match.index - 2), match.index);
      if (/^\w/u.test(value) && WORD_BEFORE.test(before)) continue;
      const end = match.index + value.length;
      report({ kind: "access-key", start: match.index, end, detail, example: masked(value) });
    }
  }
};

/** True for a mix of letters with digits or signs that is not a placeholder or a number. */
function isSecret(value: string): boolean {
  if (value.length < 6 || PLACEHOLDER.test(value) || /^[\d.,:/-]+$/u.test(value)) return false;
  const kinds = [/[a-z]/u, /[A-Z]/u, /\d/u, /[^\w.-]/u].filter((kind) => kind.test(value)).length;
  return kinds >= 2 && /\d|[^\w.-]/u.test(value) && new Set(value).size >= 5;
}
