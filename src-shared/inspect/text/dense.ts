// A text in scripts without spaces, without what stands between its characters: spaces, marks, unseen characters.

export interface Dense {
  /** Lower case, compatibility forms resolved, as UTF-16 units; ends of sentences are `。`. */
  units: Uint16Array;
  /** Place of each in the original, in UTF-16 units. */
  place: Uint32Array;
  count: number;
}

/** The whole as a text. */
export function textOf({ units, count }: Dense): string {
  const parts: string[] = [];
  for (let at = 0; at < count; at += 8192) {
    parts.push(String.fromCharCode(...units.subarray(at, Math.min(count, at + 8192))));
  }
  return parts.join("");
}

const HAS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const ENDS = /[。！？!?；;\n]/u;
const KEPT = /[\p{L}\p{N}:：】\]]/u;
const FEED = 0x0a;
const STOP = "。".charCodeAt(0);

/** What a unit becomes; 0: not looked at yet, 1: it is left out. */
const BECOMES = new Uint16Array(65_536);
/** 1 for what is of these scripts, of what was looked at. */
const IS_OF = new Uint8Array(65_536);

function becoming(unit: number): number {
  const sign = String.fromCharCode(unit);
  let plain = "";
  if (ENDS.test(sign)) plain = "。";
  else if (KEPT.test(sign)) {
    const simple = sign.normalize("NFKC").toLowerCase();
    plain = simple.length === 1 ? simple : sign;
  }
  const made = plain === "" ? 1 : plain.charCodeAt(0);
  BECOMES[unit] = made;
  if (HAS.test(plain)) IS_OF[made] = 1;
  return made;
}

/** The first unit that one of these scripts can have. */
const FIRST = 0x2e80;
/** How much of other scripts behind them still belongs to what they say, in UTF-16 units. */
const BEHIND = 80;

/** Null where the text has nothing of these scripts. What lies far from them is left out. */
export function denseOf(text: string): Dense | null {
  const { length } = text;
  let at = 0;
  while (at < length && text.charCodeAt(at) < FIRST) at += 1;
  if (at === length) return null;
  const units = new Uint16Array(length - at);
  const place = new Uint32Array(length - at);
  let count = 0;
  let last = at;
  let has = false;
  for (; at < length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= FIRST) last = at;
    else if (at - last >= BEHIND) continue;
    const made = at - last === BEHIND - 1 ? STOP : BECOMES[unit] || becoming(unit);
    // A lone line break is only layout; an empty line ends what was said.
    if (made === 1 || (unit === FEED && text.charCodeAt(at + 1) !== FEED)) continue;
    has ||= IS_OF[made] === 1;
    units[count] = made;
    place[count] = at;
    count += 1;
  }
  return has ? { units, place, count } : null;
}
