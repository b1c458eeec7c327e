// Command lines that do harm where somebody copies them into a terminal, or a tool runs them: what they run is not there to
// be read, they open the machine to somebody, carry secrets out or delete what they find.
import { shown } from "./detector.ts";
import type { Detector } from "./detector.ts";
import { matchesAt } from "./scan.ts";
import type { Severity } from "./kinds.ts";

/** What runs what it is given. */
const RUNS = String.raw`(?:sudo\s{1,3}(?:-\S{1,20}\s{1,3}){0,3})?(?:\/(?:usr\/)?bin\/)?(?:(?:ba|z|da|k|fi)?sh|python3?|perl|ruby|node|php)\b(?!\s{1,3}-(?:m|c|e|n)\b|\.\w)`;
const SECRET_PLACE = String.raw`(?:\.ssh|id_(?:rsa|ed25519)|\.aws|\.env\b|\.netrc|\.npmrc|\.kube|\.git-credentials|\/etc\/(?:passwd|shadow)|credentials|keychain)`;

/** By what each begins with; a line of shell may go on after a backslash at its end. */
const FETCH = new RegExp(String.raw`(?:curl|wget)\b(?:[^\n|;]|\\\n){1,400}\|\s{0,3}${RUNS}`, "iuy");
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
  /rm\s{1,3}(?:-[a-z]{1,6}\s{1,3}|--[a-z-]{2,20}\s{1,3}){1,4}(?:(?:\/|~\/?|\$HOME\/?)(?:\*|(?=[\s"'`;&|)]|$))|--no-preserve-root)/iuy;
const CARRIES = new RegExp(
  String.raw`(?:curl|wget|nslookup|dig|host|nc|ncat)\s[^\n]{0,200}(?:\$\(|${"`"}|@)[^\n)]{0,60}${SECRET_PLACE}`,
  "iuy",
);
/** Fetched and given to a shell at once, the other way round: `sh -c "$(curl …)"`, `bash <(curl …)`. */
const GIVEN = /(?:ba|z|da)?sh\s{1,3}(?:-c\s{1,3}["']?\$\(|<\(|-c\s{1,3}["']?`)\s{0,3}$/iu;
const FETCHED = /(?:curl|wget)\s[^\n)`]{1,300}/iuy;
const IN_CLEAR = /\bhttp:\/\/|:\/\/\d{1,3}(?:\.\d{1,3}){3}\b/iu;

export const findCommands: Detector = (text, report, { scan }) => {
  const hit = (start: number, end: number, detail: string, severity?: Severity): void =>
    report({
      ...{ kind: "command", start, end, detail, example: shown(text.slice(start, end), 200) },
      ...(severity === undefined ? {} : { severity }),
    });
  const all = (of: RegExp, starts: readonly number[], detail: string, low = false): void => {
    for (const match of matchesAt(text, of, starts)) {
      const [found] = match;
      // Usual to install something, and as safe as the address that it comes from.
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
  /curl|wget|base64|powershell|iex|invoke-|iwr|irm|\/dev\/(?:tcp|udp)\/|rm |nslookup|dig |host |nc |ncat /iuy;
const STOPS = new Set("|;&\n\"'()`");

/** Names of commands where one may begin, of each part of a line the first: each part is read once, however long the line. */
function firstsOf(text: string, anchors: readonly number[]): number[] {
  const firsts: number[] = [];
  let end = -1;
  for (const at of anchors) {
    NAME.lastIndex = at;
    if (at < end || !NAME.test(text) || /[\w-]/u.test(text.charAt(at - 1))) continue;
    firsts.push(at);
    end = at + 1;
    while (end < text.length && !STOPS.has(text.charAt(end))) end += 1;
  }
  return firsts;
}
