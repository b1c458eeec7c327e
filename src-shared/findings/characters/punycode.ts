// Decodes labels of internationalised host names (RFC 3492, section 6.2).

/** The decoded label (without `xn--`); null when it is invalid. */
export function fromPunycode(label: string): string | null {
  const dash = label.lastIndexOf("-");
  const out = dash > 0 ? Array.from(label.slice(0, dash), (c) => c.codePointAt(0) ?? 0) : [];
  let [n, i, bias] = [128, 0, 72];
  let at = dash > 0 ? dash + 1 : 0;
  if (label.length > 63) return null;
  while (at < label.length) {
    const before = i;
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = digitOf(label.charCodeAt(at));
      at += 1;
      if (digit < 0 || i > 0x7fffffff) return null;
      i += digit * weight;
      const least = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
      if (digit < least) break;
      weight *= 36 - least;
    }
    const length = out.length + 1;
    bias = adapted(i - before, length, before === 0);
    n += Math.floor(i / length);
    i %= length;
    if (n > 0x10ffff || (n >= 0xd800 && n <= 0xdfff)) return null;
    out.splice(i, 0, n);
    i += 1;
  }
  return String.fromCodePoint(...out);
}

const digitOf = (unit: number): number =>
  unit >= 97 && unit <= 122 ? unit - 97 : unit >= 48 && unit <= 57 ? unit - 22 : -1;

function adapted(delta: number, length: number, first: boolean): number {
  let rest = first ? Math.floor(delta / 700) : delta >> 1;
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}
