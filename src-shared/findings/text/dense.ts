// A text in scripts without spaces, reduced to its letters, digits and sentence ends: no spaces, marks or invisible
// characters.

export interface Dense {
  /** UTF-16 units in lower case with compatibility forms resolved; sentence ends are `。`. */
  units: Uint16Array;
  /** The original position of each unit. */
  place: Uint32Array;
  count: number;
}

/** The reduced text as a string. */
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

/** What a unit becomes; 0: not computed yet, 1: dropped. */
const BECOMES = new Uint16Array(65_536);
/** By resulting unit: 1 for those of these scripts. */
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

/** No letter of these scripts has a lower unit. */
const FIRST = 0x2e80;
/** How many units of other scripts after them are kept, as they may belong to the same sentence. */
const BEHIND = 80;

/** The reduced text; null if there is nothing of these scripts. Text far from them is dropped. */
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
    // A single line break is layout; an empty line ends a sentence.
    if (made === 1 || (unit === FEED && text.charCodeAt(at + 1) !== FEED)) continue;
    has ||= IS_OF[made] === 1;
    units[count] = made;
    place[count] = at;
    count += 1;
  }
  return has ? { units, place, count } : null;
}
