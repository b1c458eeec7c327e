// One pass over a text that finds all fixed prefixes (anchors), numbers, line starts and letters of other scripts.
// The regular expressions of the detectors are only tried there.

/** The anchors in lower case, by who uses them; each has at least two units. */
const ANCHORS = {
  named: [
    ..."passwor|passwd|pwd|passphrase|secret|token|密码|密碼|口令|密钥|密鑰|令牌".split("|"),
    ...["api", "access", "private"].flatMap((one) => [`${one}key`, `${one}_key`, `${one}-key`]),
  ],
  bearer: ["bearer", "basic"],
  jwt: ["eyj"],
  google: ["aiza"],
  stripe: ["sk_live_", "sk_test_", "rk_live_", "rk_test_"],
  aws: ["akia", "asia"],
  openai: ["sk-"],
  telegram: [":aa"],
  sendgrid: ["sg."],
  azure: ["accountkey="],
  "private-key": ["-----begin "],
  "control-token": [
    "<|",
    "<｜",
    "<<sys>>",
    "<</sys>>",
    "[inst]",
    "[/inst]",
    "<start_of_turn>",
    "</start_of_turn>",
    "<end_of_turn>",
    "</end_of_turn>",
    "\n\nhuman: ",
    "\n\nassistant: ",
  ],
  discord: ["/api/webhooks/"],
  sas: ["sig="],
  token: [
    ..."pypi-|dop_v1_|doo_v1_|dor_v1_|dp.pt.|dp.st.|dp.ct.|dp.sa.|age-secret-key-1|akid|ltai".split(
      "|",
    ),
    ..."gocspx-|ya29.|xai-|pplx-|r8_|nvapi-|lsv2_pt_|lsv2_sk_|sbp_|atatt3".split("|"),
  ],
  command: [
    ..."curl|wget|base64 |powershell|iex|invoke-|iwr|irm|/dev/tcp/|/dev/udp/|rm -|nslookup".split(
      "|",
    ),
    ..."dig |host |ping |nc |ncat ".split("|"),
  ],
  /** The at sign of a mail address, spelled out or escaped. */
  "spelled-at": [
    ...["(", "[", "{", "<", "（"].flatMap((open) =>
      ["at", "@", "ät", "ar", "艾"].flatMap((one) => [open + one, `${open} ${one}`]),
    ),
    ..."&#64;|&#x40;|&commat;| at ".split("|"),
  ],
  scheme: ["://"],
  www: ["www."],
  /** Prefixes or parts of what secretlint's rules find; see `secretSigns.ts`. */
  sign: [
    ..."secret_access|secretaccess|-----begin|npm_|xox|xapp-|hooks.slack|mongodb|mysql|postgres".split(
      "|",
    ),
    ..."t3blbkfj|sk-ant-api0|gsk_|hf_|lin_api_|ntn_|sg.|shppa_|shpca_|shpat_|shpss_|ghp_".split(
      "|",
    ),
    ..."gho_|ghu_|ghs_|ghr_|github_pat_|glpat-|glc_|glsa_|ops_ey|hvs.|hvb.|hvr.|vcp_|vci_".split(
      "|",
    ),
    ..."vca_|vcr_|vck_|dapi|dckr_pat_|figd_".split("|"),
  ],
} as const satisfies Record<string, readonly string[]>;
export type AnchorGroup = keyof typeof ANCHORS;
const GROUPS = Object.keys(ANCHORS) as AnchorGroup[];

export interface Scan {
  /** The places of the group's anchors in order, in UTF-16 units. */
  at(group: AnchorGroup): readonly number[];
  /** The starts of runs of ASCII digits. */
  numbers: readonly number[];
  /** Line starts that may be a heading, a turn or a comment, by their first character. */
  lines: readonly number[];
  /** Letters of other scripts and circled letters, and every high surrogate. */
  odd: readonly number[];
}

// Each unit belongs to one of 64 classes, and a table has an entry for every three in a row.
const CLASSES = 64;
const CLASS = new Uint8Array(65_536);
const [OTHER, DIGIT, LINE, ODD] = [0, 1, 2, 3];
let classes = 4;
const LINE_ENDS = "\n\r\u2028\u2029";
/** Case folding as of `/iu`: U+017F is an `s`, U+212A a `k`. */
const FOLDED = new Uint16Array(65_536).map((_, unit) => unit);
for (let unit = 65; unit <= 90; unit += 1) FOLDED[unit] = unit + 32;
FOLDED[0x17f] = 115;
FOLDED[0x212a] = 107;

const ODD_LETTER =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Coptic}\u24b6-\u24e9\ud800-\udbff]/u;
for (let unit = 0x80; unit < 0xffff; unit += 1) {
  if (ODD_LETTER.test(String.fromCharCode(unit))) CLASS[unit] = ODD;
}
for (const sign of "0123456789") CLASS[sign.charCodeAt(0)] = DIGIT;
for (const sign of LINE_ENDS) CLASS[sign.charCodeAt(0)] = LINE;
const signs = new Set(GROUPS.flatMap((group) => ANCHORS[group].flatMap((one) => [...one])));
for (const sign of signs) {
  const unit = sign.charCodeAt(0);
  if (CLASS[unit] !== OTHER) continue;
  CLASS[unit] = classes;
  CLASS[sign.toUpperCase().charCodeAt(0)] = classes;
  classes += 1;
}
if (classes > CLASSES) throw new Error("too many letters");
CLASS[0x17f] = CLASS[115] ?? OTHER;
CLASS[0x212a] = CLASS[107] ?? OTHER;

const classOf = (sign: string): number => CLASS[sign.charCodeAt(0)] ?? OTHER;
const threeOf = (first: number, second: number, third: number): number =>
  (first << 12) | (second << 6) | third;

// What to do where these three classes end.
const DO = new Uint8Array(CLASSES ** 3);
const [AN_ANCHOR, A_NUMBER, A_LINE, AN_ODD] = [1, 2, 4, 8];
interface Anchor {
  text: string;
  group: number;
}
/** Anchors by the three classes that end with their third letter, or the second if there are only two. */
const BY_THREE = new Map<number, Anchor[]>();
for (let first = 0; first < CLASSES; first += 1) {
  for (let second = 0; second < CLASSES; second += 1) {
    for (let third = 0; third < CLASSES; third += 1) {
      DO[threeOf(first, second, third)] =
        (third === DIGIT && second !== DIGIT ? A_NUMBER : 0) |
        (second === LINE && third !== LINE ? A_LINE : 0) |
        (third === ODD ? AN_ODD : 0);
    }
  }
}
for (const [group, name] of GROUPS.entries()) {
  for (const text of ANCHORS[name]) {
    const [a, b, c] = [...text].map(classOf);
    const befores = c === undefined ? Array.from({ length: CLASSES }, (_, one) => one) : [a ?? 0];
    for (const before of befores) {
      const three = c === undefined ? threeOf(before, a ?? 0, b ?? 0) : threeOf(before, b ?? 0, c);
      DO[three] = (DO[three] ?? 0) | AN_ANCHOR;
      const known = BY_THREE.get(three) ?? [];
      known.push({ text, group });
      BY_THREE.set(three, known);
    }
  }
}

/** Scans `text` for the places that the detectors need. */
export function scanOf(text: string): Scan {
  const found: number[][] = GROUPS.map(() => []);
  const numbers: number[] = [];
  const lines: number[] = [];
  const odd: number[] = [];
  if (isHead(text, 0)) lines.push(0);
  const { length } = text;
  let three = 0;
  for (let at = 0; at < length; at += 1) {
    three = ((three << 6) | (CLASS[text.charCodeAt(at)] ?? 0)) & 0x3ffff;
    const what = DO[three] ?? 0;
    if (what === 0) continue;
    if ((what & AN_ANCHOR) !== 0) anchorsAt(text, at, three, found);
    if ((what & A_NUMBER) !== 0) numbers.push(at);
    if ((what & A_LINE) !== 0 && isHead(text, at)) lines.push(at);
    if ((what & AN_ODD) !== 0) odd.push(at);
  }
  return { at: (group) => found[GROUPS.indexOf(group)] ?? [], numbers, lines, odd };
}

function anchorsAt(text: string, at: number, three: number, found: number[][]): void {
  for (const { text: anchor, group } of BY_THREE.get(three) ?? []) {
    const start = at - (anchor.length === 2 ? 1 : 2);
    if (start < 0 || !standsAt(text, start, anchor)) continue;
    const before = found[group] ?? [];
    // A two-letter anchor is found before a longer one that begins one unit earlier.
    const last = before.at(-1) ?? -1;
    if (last > start) before.splice(-1, 0, start);
    else if (last < start) before.push(start);
  }
}

/** The text with its case folded like the anchors. */
export function folded(text: string): string {
  let plain = "";
  for (let at = 0; at < text.length; at += 1) {
    plain += String.fromCharCode(FOLDED[text.charCodeAt(at)] ?? 0);
  }
  return plain;
}

function standsAt(text: string, start: number, anchor: string): boolean {
  for (let at = 0; at < anchor.length; at += 1) {
    if (FOLDED[text.charCodeAt(start + at)] !== anchor.charCodeAt(at)) return false;
  }
  return true;
}

/** 1 for characters before the first word of a heading, 2 for the first character of such a word or comment. */
const HEAD = new Uint8Array(65_536);
for (const sign of " \t>*#_-") HEAD[sign.charCodeAt(0)] = 1;
for (const sign of "sSaAdDuUhH/[<(【{系\u017f") HEAD[sign.charCodeAt(0)] = 2;
const BEFORE_MAX = 8;

function isHead(text: string, start: number): boolean {
  for (let at = start; at <= start + BEFORE_MAX; at += 1) {
    const what = HEAD[text.charCodeAt(at)] ?? 0;
    if (what !== 1) return what === 2;
  }
  return false;
}

/**
 * All non-overlapping matches of `of` (sticky) that begin at one of `starts` (ascending): the same as a search of the
 * whole text, as long as every match begins at one of them.
 */
export function* matchesAt(
  text: string,
  of: RegExp,
  starts: Iterable<number>,
): Generator<RegExpExecArray> {
  if (!of.sticky) throw new Error("not sticky");
  let done = 0;
  for (const start of starts) {
    if (start < done) continue;
    of.lastIndex = start;
    const match = of.exec(text);
    if (match === null) continue;
    done = of.lastIndex;
    yield match;
  }
}
