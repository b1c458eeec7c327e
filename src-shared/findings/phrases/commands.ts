// Finds command lines that do harm when copied into a terminal or run by a tool: they run code that the reader cannot
// see, open a shell to others, send secrets out or delete everything.
import { shown } from "../text/detector.ts";
import type { Check } from "../text/detector.ts";
import { matchesAt } from "../text/scan.ts";
import type { Severity } from "../kinds.ts";

/** A shell or interpreter that runs its input, with its prefixes. */
const RUNS = String.raw`(?:(?:sudo|env|nohup|exec|command|xargs)\s{1,3}(?:-\S{1,20}\s{1,3}){0,3}){0,2}(?:\/(?:usr\/)?bin\/)?(?:(?:ba|z|da|k|fi)?sh|python3?|perl|ruby|node|php)\b(?!\s{1,3}-(?:m|c|e|n)\b|\.\w)`;
const SECRET_PLACE = String.raw`(?:\.ssh\b|id_(?:rsa|ed25519)|\.aws\b|\.env\b|\.netrc|\.npmrc|\.kube\b|\.git-credentials|\/etc\/(?:passwd|shadow)|credentials|keychain)`;

/**
 * A download piped to an interpreter. A command may continue after a backslash at the end of a line, and a URL may
 * contain a `;`.
 */
const FETCH = new RegExp(
  String.raw`(?:curl|wget)\b((?:[^\n|;\\]|\\\n?|;(?=\S)){1,400})\|\s{0,3}${RUNS}`,
  "iuy",
);
/** A URL, host or option: without one, the text only mentions the command. */
const ASKS = /:\/\/|\w\.[a-z]{2,}|\d\.\d|localhost|\$|<|\s-{1,2}[a-z]/iu;
const ENCODED = new RegExp(
  String.raw`base64\s{1,3}(?:-d|--decode)\b[^\n|;]{0,80}\|\s{0,3}${RUNS}`,
  "iuy",
);
const POWERSHELL =
  /powershell(?:\.exe)?\b[^\n]{0,120}\s[-/]e(?:nc(?:odedcommand)?|c)?\s{1,3}["']?[A-Za-z0-9+/]{40}/iuy;
const DOWNLOADED =
  /(?:iex|invoke-expression)\b[^\n]{0,40}(?:\b(?:iwr|irm|invoke-webrequest|invoke-restmethod)\b|downloadstring)|(?:iwr|irm|invoke-webrequest|invoke-restmethod)\b[^\n|]{1,200}\|\s{0,3}(?:iex|invoke-expression)\b/iuy;
const SHELL_OUT = /\/dev\/(?:tcp|udp)\/[\w.-]{3,100}\/\d{1,5}/uy;
const DELETES =
  /rm\s{1,3}(?:-[a-z]{1,6}\s{1,3}|--[a-z-]{0,20}\s{1,3}){1,4}(?:["']?(?:\/|~\/?|\$HOME\b\/?|\$\{HOME\}\/?)["']?(?:\*|(?=[.,]?(?:[\s"'`;&|)。，！]|$)))|--no-preserve-root)/iuy;
const CARRIES = new RegExp(
  String.raw`(?:curl|wget|nslookup|dig|host|ping|nc|ncat)\s[^\n]{0,200}\$\([^\n()]{0,60}${SECRET_PLACE}|(?:curl|wget|nslookup|dig|ping|nc|ncat)\s[^\n]{0,200}${"`"}\w{1,20}\s[^\n)${"`"}]{0,60}${SECRET_PLACE}|(?:curl|wget)\s[^\n]{0,200}@["']?[^\s@)]{0,60}${SECRET_PLACE}|(?:nc|ncat)\s[^\n<]{0,100}<\s{0,3}["']?[^\s<)]{0,60}${SECRET_PLACE}`,
  "iuy",
);
/** A download passed to a shell the other way round: `sh -c "$(curl …)"`, `bash <(curl …)`. */
const GIVEN = /(?:ba|z|da)?sh\s{1,3}(?:-c\s{1,3}["']?\$\(|<\(|-c\s{1,3}["']?`)\s{0,3}$/iu;
const FETCHED = /(?:curl|wget)\s[^\n)`]{1,300}/iuy;
const IN_CLEAR = /\bhttp:\/\/|:\/\/\d{1,3}(?:\.\d{1,3}){3}\b/iu;

export const findCommands: Check = (text, report, { scan }) => {
  const hit = (start: number, end: number, detail: string, severity?: Severity): void =>
    report({
      kind: "command",
      start,
      end,
      detail,
      example: shown(text.slice(start, end), 200),
      ...(severity === undefined ? {} : { severity }),
    });
  const all = (of: RegExp, starts: readonly number[], detail: string, low = false): void => {
    for (const match of matchesAt(text, of, starts)) {
      const [found, asked] = match;
      if (asked !== undefined && !ASKS.test(asked)) continue;
      // A common way to install software: as safe as the address it is loaded from.
      const usual = low && !IN_CLEAR.test(found);
      hit(match.index, match.index + found.length, detail, usual ? "low" : undefined);
    }
  };
  const commands = firstsOf(text, scan.at("command"));
  if (commands.length === 0) return;
  all(CARRIES, commands, "carries");
  all(FETCH, commands, "fetched", true);
  all(DOWNLOADED, commands, "fetched", true);
  for (const match of matchesAt(text, FETCHED, commands)) {
    const { index } = match;
    const given = GIVEN.exec(text.slice(Math.max(0, index - 40), index));
    if (given === null) continue;
    const usual = IN_CLEAR.test(match[0]) ? undefined : "low";
    hit(index - given[0].trimStart().length, index + match[0].length, "fetched", usual);
  }
  all(ENCODED, commands, "encoded");
  all(POWERSHELL, commands, "encoded");
  all(SHELL_OUT, commands, "shell");
  all(DELETES, commands, "deletes");
};

const NAME =
  /(curl|wget|powershell|iex|iwr|irm)\b|(invoke-|nslookup|dig |host |ping |nc |ncat )|base64 |\/dev\/(?:tcp|udp)\/|rm -/iuy;
const STOP = /[|;&\n"'()`]/u;
/**
 * The same name again within this distance is skipped, as the match of the first one extends over it. In UTF-16
 * units.
 */
const SAME_WITHIN = 32;

/**
 * The places of command names to try. A word of prose such as "host" must not hide another name after it, and the
 * same name is tried anew in each part of a line; within a part, repetitions are skipped so that long texts are
 * scanned in linear time.
 */
function firstsOf(text: string, anchors: readonly number[]): number[] {
  const firsts: number[] = [];
  const last = new Map<string, number>();
  for (const at of anchors) {
    NAME.lastIndex = at;
    const match = /[\w-]/u.test(text.charAt(at - 1)) ? null : NAME.exec(text);
    if (match === null) continue;
    // Names without a group are always tried, as their expressions fail within a few units.
    const name = (match[1] ?? match[2])?.toLowerCase();
    const before = name === undefined ? undefined : last.get(name);
    const isNear = before !== undefined && at - before < SAME_WITHIN;
    if (isNear && !STOP.test(text.slice(before, at))) continue;
    if (name !== undefined) last.set(name, at);
    firsts.push(at);
  }
  return firsts;
}
