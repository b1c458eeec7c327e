// A text in scripts without spaces, without what stands between its characters: spaces, marks, unseen characters.

export interface Dense {
  /** Lower case, compatibility forms resolved; ends of sentences are `。`. */
  text: string;
  /** Place of each character in the original, in UTF-16 units. */
  place: Uint32Array;
}

const HAS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const ENDS = /[。！？!?；;\n]/u;
const KEPT = /[\p{L}\p{N}:：】\]]/u;
const FEED = 0x0a;

/** What a unit becomes; 0: not looked at yet, 1: it is left out. */
const BECOMES = new Uint16Array(65_536);

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
  return made;
}

/** Null where the text has nothing of these scripts. */
export function denseOf(text: string): Dense | null {
  if (!HAS.test(text)) return null;
  const units = new Uint16Array(text.length);
  const place = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const made = BECOMES[unit] || becoming(unit);
    // A lone line break is only layout; an empty line ends what was said.
    if (made === 1 || (unit === FEED && text.charCodeAt(at + 1) !== FEED)) continue;
    units[count] = made;
    place[count] = at;
    count += 1;
  }
  const parts: string[] = [];
  for (let at = 0; at < count; at += 8192) {
    parts.push(String.fromCharCode(...units.subarray(at, Math.min(count, at + 8192))));
  }
  return { text: parts.join(""), place };
}
