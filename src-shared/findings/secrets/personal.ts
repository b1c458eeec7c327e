// Finds personal data: mail addresses, phone numbers, cards, bank accounts, identity numbers. Check digits are
// verified where there are any, as most long numbers are something else.
import { isValidIBAN } from "ibantools";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
// Imported one by one: all countries of the library take longer to load than all the other detectors.
import { validate as brCpf } from "stdnum/lib/cjs/br/cpf.js";
import { validate as cnRic } from "stdnum/lib/cjs/cn/ric.js";
import { validate as esDni } from "stdnum/lib/cjs/es/dni.js";
import { validate as frNir } from "stdnum/lib/cjs/fr/nir.js";
import { validate as gbNino } from "stdnum/lib/cjs/gb/nino.js";
import { validate as inAadhaar } from "stdnum/lib/cjs/in/aadhaar.js";
import { validate as itCodiceFiscale } from "stdnum/lib/cjs/it/codicefiscale.js";
import { validate as usSsn } from "stdnum/lib/cjs/us/ssn.js";
import type { Check, Report } from "../text/detector.ts";
import { shownEnds } from "../text/detector.ts";
import { findMails } from "./mails.ts";
import { matchesAt } from "../text/scan.ts";

const SPACELESS = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]`;
/** A letter or digit that would make a number part of a word; scripts without spaces are exempt. */
const WORD = String.raw`(?!${SPACELESS})[\p{L}\p{N}]`;
const DIGITS = new RegExp(
  String.raw`(?<!${WORD}|[.,_$€£#/=-])[+(]?\d(?:[ .()/\u00a0-]{0,2}\d){6,24}(?!${WORD}|[_=]|[.,]\d)`,
  "uy",
);
const IBAN = new RegExp(
  String.raw`(?<!${WORD})[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?(?!${WORD})`,
  "iuy",
);
/** Lower-case matches need this word before them, as hashes and names look the same. */
const IBAN_WORD = /iban[^\n]{0,20}$/iu;
/** Words before a number that say it is a phone number. */
const PHONE_WORD =
  /(?:phone|tel|call|mobile|cell|fax|whatsapp|sms|手机|电话|電話|联系|致电|热线)[^\n]{0,20}$/iu;

export const findPersonal: Check = (text, report, { scan }) => {
  findMails(text, scan, report);
  const { numbers } = scan;
  if (numbers.length === 0) return;
  const begins = (letters: number): number[] =>
    letters === 0 ? [...numbers] : numbers.flatMap((at) => lettersBefore(text, at, letters));
  for (const match of matchesAt(text, IBAN, begins(2))) {
    const [found] = match;
    const plain = found.replaceAll(/[ -]/gu, "").toUpperCase();
    if (!isValidIBAN(plain)) continue;
    const before = text.slice(Math.max(0, match.index - 30), match.index);
    if (/[a-z]/u.test(found) && !IBAN_WORD.test(before)) continue;
    const end = match.index + found.length;
    report({ kind: "iban", start: match.index, end, example: shownEnds(found) });
  }
  for (const match of matchesAt(text, DIGITS, digitsFrom(text, numbers))) {
    numberIn(text, match[0], match.index, report);
  }
  findLettered(text, report, begins);
};

const NOWHERE: readonly number[] = [];
/** The start of `letters` letters right before `to`, or with one space in between; empty if there are none. */
function lettersBefore(text: string, to: number, letters: number): readonly number[] {
  const end = text.charCodeAt(to - 1) === 0x20 ? to - 1 : to;
  for (let at = end - letters; at < end; at += 1) {
    const unit = text.charCodeAt(at) & ~32;
    if (!(unit >= 65 && unit <= 90)) return NOWHERE;
  }
  return [end - letters];
}

/** Numbers of seven digits or more, with their separators and a `+` or `(` before them. */
function* digitsFrom(text: string, numbers: readonly number[]): Generator<number> {
  for (const at of numbers) {
    if (!hasDigits(text, at)) continue;
    const before = text.charCodeAt(at - 1);
    if (before === 0x2b || before === 0x28) yield at - 1;
    yield at;
  }
}

const DIGITS_MIN = 7;
function hasDigits(text: string, from: number): boolean {
  let digits = 0;
  let gap = 0;
  for (let at = from; gap <= 2; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 48 && unit <= 57) {
      digits += 1;
      gap = 0;
      if (digits === DIGITS_MIN) return true;
    } else if (BETWEEN[unit] === 1) gap += 1;
    else return false;
  }
  return false;
}
const BETWEEN = new Uint8Array(256);
for (const sign of " .()/\u00a0-") BETWEEN[sign.charCodeAt(0)] = 1;

function numberIn(text: string, found: string, start: number, report: Report): void {
  const end = start + found.length;
  const digits = found.replace(/\D/gu, "");
  const example = shownEnds(found);
  if (isCard(digits, found)) report({ kind: "card", start, end, example });
  else if (isIdentity(digits, found)) report({ kind: "national-id", start, end, example });
  else if (isPhone(digits, found, text.slice(Math.max(0, start - 40), start))) {
    report({ kind: "phone", start, end, example });
  }
}

/** Issuers' first digits and lengths (ISO/IEC 7812); `isCard` adds the Luhn check. */
const CARD =
  /^(?:4\d{12}(?:\d{3})?(?:\d{3})?|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|6(?:011|5\d\d)\d{12}|62\d{14,17}|35(?:2[89]|[3-8]\d)\d{12}|3(?:0[0-5]|[68]\d)\d{11})$/u;

function isCard(digits: string, found: string): boolean {
  if (!CARD.test(digits) || !/^\d+$|^\d{4}([ -])\d{4}\1|^\d{4}([ -])\d{6}\2/u.test(found))
    return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - i));
    const twice = i % 2 === 1 ? digit * 2 : digit;
    sum += twice > 9 ? twice - 9 : twice;
  }
  return sum % 10 === 0 && new Set(digits).size > 1;
}

/** Numbers whose format and check digits leave little doubt. `LETTERED` has those with letters. */
function isIdentity(digits: string, found: string): boolean {
  if (/^\d{17}$/u.test(digits)) return false;
  if (/^\d{18}$/u.test(found)) return cnRic(digits).isValid;
  if (/^\d{3}-\d{2}-\d{4}$/u.test(found)) return usSsn(digits).isValid;
  if (/^\d{3}\.\d{3}\.\d{3}-\d{2}$/u.test(found)) return brCpf(digits).isValid;
  if (/^[2-9]\d{3} \d{4} \d{4}$/u.test(found)) return inAadhaar(digits).isValid;
  return /^[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?\d{2} ?\d{3} ?\d{3} ?\d{2}$/u.test(found)
    ? frNir(digits).isValid
    : false;
}

/** Each with the number of letters before its first digit. */
const LETTERED: readonly (readonly [
  form: RegExp,
  country: string,
  validate: (value: string) => { isValid: boolean },
  capitals: number,
])[] = [
  [new RegExp(String.raw`(?<!${WORD})\d{17}[Xx](?!${WORD})`, "uy"), "CN", cnRic, 0],
  [new RegExp(String.raw`(?<!${WORD})\d{6} \d{8} \d{3}[\dXx](?!${WORD})`, "uy"), "CN", cnRic, 0],
  [/(?<![\p{L}\p{N}])\d{8}-?[A-Z](?![\p{L}\p{N}])/uy, "ES", esDni, 0],
  [
    /(?<![\p{L}\p{N}])[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z](?![\p{L}\p{N}])/uy,
    ...(["IT", itCodiceFiscale, 6] as const),
  ],
  [
    /(?<![\p{L}\p{N}])[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![\p{L}\p{N}])/uy,
    ...(["GB", gbNino, 2] as const),
  ],
];

function findLettered(text: string, report: Report, begins: (letters: number) => number[]): void {
  for (const [form, country, validate, capitals] of LETTERED) {
    for (const match of matchesAt(text, form, begins(capitals))) {
      const [found] = match;
      if (!validate(found).isValid) continue;
      const end = match.index + found.length;
      report({
        kind: "national-id",
        start: match.index,
        end,
        detail: country,
        example: shownEnds(found),
      });
    }
  }
}

/** A valid international number, or one in a common national format. */
function isPhone(digits: string, found: string, before: string): boolean {
  if (digits.length < 7 || digits.length > 15) return false;
  if (found.startsWith("+")) return parsePhoneNumberFromString(found)?.isValid() === true;
  if (/^1[3-9]\d[ -]?\d{4}[ -]?\d{4}$/u.test(found)) return isValid(found, "CN");
  if (/^(?:1[ .-])?\(?[2-9]\d{2}\)?[ .-]{1,2}[2-9]\d{2}[ .-]\d{4}$/u.test(found))
    return isValid(found, "US");
  return (
    PHONE_WORD.test(before) &&
    ["US", "GB", "CN", "DE", "FR"].some((country) => isValid(found, country))
  );
}
const isValid = (found: string, country: string): boolean =>
  parsePhoneNumberFromString(found, { defaultCountry: country as "US" })?.isValid() === true;
