// Finds mail addresses, also those spelled out to hide them from machines: "name (at) host dot tld",
// "name[@]host.tld", "name&#64;host.tld".
import type { Report } from "../text/detector.ts";
import { matchesAt } from "../text/scan.ts";
import type { Scan } from "../text/scan.ts";

const LOCAL = /[\p{L}\p{N}._%+-]/u;
/** Longest local part (RFC 5321, section 4.5.3.1.1). */
const LOCAL_MAX = 64;
const DOMAIN = /(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}])/uy;
/** Example domains (RFC 2606) and mailboxes that nobody reads: not personal data. */
const NOBODY =
  /@(?:[\w.-]+\.)?(?:example|test|invalid|localhost)(?:\.(?:com|org|net))?$|^(?:no-?reply|donotreply|git)@/iu;

const OPEN = String.raw`[([{<（]`;
const CLOSE = String.raw`[)\]}>）]`;
/** The at sign, spelled out or escaped; without brackets it may just be a word. */
const AT = String.raw`${OPEN} ?(?:at|@|ät|arroba|arobase|艾特) ?${CLOSE}|&#64;|&#x40;|&commat;|(?<bare> at(?= ))`;
const DOT_IN_BRACKETS = String.raw` {0,2}${OPEN} ?(?:dot|\.|punkt|punto|ponto|point|点) ?${CLOSE} {0,2}`;
const DOT = String.raw`(?:${DOT_IN_BRACKETS}|\.| {1,2}dot {1,2})`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`;
const SPELLED = new RegExp(
  String.raw`(?:${AT}) {0,2}(?<host>(?:${LABEL}${DOT}){1,5}\p{L}{2,24})(?![\p{L}\p{N}(]|\.\p{L})`,
  "iuy",
);
const SPELLED_DOT = new RegExp(`${DOT_IN_BRACKETS}| {1,2}dot {1,2}`, "giu");
/** Before a local part whose address has no brackets: "write to jane at host dot com". */
const TOLD = /(?:\b(?:to|mail|e-mail|email|contact|address|is|bcc|cc)|[:：]) {1,2}$/iu;
const TOLD_MAX = 16;
/** Words before a plain "at" that are no local part. */
const NO_NAME =
  /^(?:us|me|it|them|him|her|you|look|looking|be|out|up|down|home|page|site|store|shop|available|found|hosted|located|sold|work|works|working|go|online|live|free|now|here|there|only|meet|visit|arrive|start|stay)$/iu;

/** Reports every personal mail address in `text`. */
export function findMails(text: string, scan: Scan, report: Report): void {
  if (text.includes("@")) findWritten(text, report);
  const ats = scan.at("spelled-at");
  if (ats.length > 0) findSpelled(text, ats, report);
}

function findWritten(text: string, report: Report): void {
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    const start = nameBefore(text, at);
    DOMAIN.lastIndex = at + 1;
    const domain = DOMAIN.exec(text)?.[0];
    if (domain === undefined || start === at) continue;
    const end = at + 1 + domain.length;
    const found = text.slice(start, end);
    if (NOBODY.test(found)) continue;
    report({ kind: "email", start, end, example: `${found.charAt(0)}…@${domain}` });
  }
}

/** Searches backwards from the at sign, as trying every letter as a start would be slow. */
function nameBefore(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < LOCAL_MAX && LOCAL.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function findSpelled(text: string, ats: readonly number[], report: Report): void {
  for (const match of matchesAt(text, SPELLED, ats)) {
    const said = match.groups?.["host"] ?? "";
    const isBare = match.groups?.["bare"] !== undefined;
    let nameEnd = match.index;
    while (match.index - nameEnd < 2 && text.charAt(nameEnd - 1) === " ") nameEnd -= 1;
    const start = nameBefore(text, nameEnd);
    const name = text.slice(start, nameEnd);
    if (name === "" || (isBare && !isTold(text, start, name, said))) continue;
    const mail = `${name}@${said.replace(SPELLED_DOT, ".")}`;
    if (NOBODY.test(mail)) continue;
    const end = match.index + match[0].length;
    report({ kind: "email", start, end, example: mail.charAt(0) + "…" + mail.slice(name.length) });
  }
}

/** True when "name at host dot tld" is meant as an address: by its brackets, or by the word before it. */
function isTold(text: string, start: number, name: string, host: string): boolean {
  if (NO_NAME.test(name)) return false;
  if (/[([{<（]/u.test(host)) return true;
  return / dot /iu.test(host) && TOLD.test(text.slice(Math.max(0, start - TOLD_MAX), start));
}
