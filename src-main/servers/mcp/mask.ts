// Masks secrets in text before it is shown or logged: the values of secret variables and headers, in every JSON
// spelling, and bearer tokens.

/** A value to mask, and the name shown in its place. */
export interface Secret {
  name: string;
  value: string;
}

/** Shorter values are masked only as whole words: masking "1" inside every number would make text unreadable. */
const SHORT = 6;
/** A shorter prefix of a secret at the end of a truncated text may well be a coincidence. */
const PARTIAL_MIN = 4;
/** Longest prefix (UTF-16 units) matched at the end of a truncated text; keeps the regular expression small. */
const PREFIX_MAX = 200;

const BEARER = /\b(bearer[ \t]+)[\w.~+/-]{8,}=*/gi;

interface Known {
  raw: string;
  /** Matches every spelling of the value inside a JSON string. */
  spelled: RegExp;
  plain: RegExp;
  /** Matches a truncated secret at the end of a text. */
  prefix: RegExp;
  shown: string;
}

export class Mask {
  readonly #known: Known[] = [];

  /** Adds secrets for every later `hide`. Former values stay masked when a secret changes. */
  learn(secrets: readonly Secret[]): void {
    for (const { name, value } of secrets) {
      const shown = `[secret ${name.replaceAll(/[^\w.-]/g, "")}]`;
      for (const raw of partsOf(value)) {
        if (this.#known.some((known) => known.raw === raw)) continue;
        const spelled = regex(raw, spelling);
        this.#known.push({
          raw,
          shown,
          plain: regex(raw, plainly),
          spelled,
          prefix: prefixPattern(raw),
        });
      }
    }
    // Longest first: a secret may contain another one.
    this.#known.sort((a, b) => b.raw.length - a.raw.length);
  }

  /** @param cut the text was truncated, so a secret may be cut off at its end */
  hide(text: string, cut = false): string {
    let hidden = text;
    // Only JSON escapes allow other spellings; skip that slow pattern without a backslash.
    const escaped = text.includes("\\");
    for (const { raw, plain, spelled, shown } of this.#known) {
      if (escaped) hidden = hidden.replaceAll(spelled, shown);
      else if (hidden.includes(raw)) hidden = hidden.replaceAll(plain, shown);
    }
    if (cut) hidden = this.#withoutPartial(hidden, escaped);
    return hidden.replaceAll(BEARER, "$1[secret]");
  }

  /**
   * True if a placeholder contains the text: a search for it may match masked text although the raw text doesn't
   * contain it.
   */
  isPartOfPlaceholder(lowerCase: string): boolean {
    return this.#known.some(({ shown }) => shown.toLowerCase().includes(lowerCase));
  }

  #withoutPartial(text: string, escaped: boolean): string {
    for (const { raw, shown, prefix } of this.#known) {
      if (escaped && prefix.test(text)) return text.replace(prefix, shown);
      for (let length = raw.length - 1; length >= PARTIAL_MIN; length -= 1) {
        if (text.endsWith(raw.slice(0, length))) return text.slice(0, -length) + shown;
      }
    }
    return text;
  }
}

/** The value itself and, for `Bearer x` or `Basic x`, also `x`. */
function partsOf(value: string): string[] {
  const credential = /^\s*[\w-]+\s+(\S.*)$/s.exec(value)?.[1]?.trim() ?? "";
  const parts = credential.length >= SHORT ? [value.trim(), credential] : [value.trim()];
  return parts.filter((part) => part !== "");
}

function regex(raw: string, spell: (unit: string) => string): RegExp {
  const whole = raw.split("").map(spell).join("");
  return raw.length >= SHORT
    ? new RegExp(whole, "g")
    : new RegExp(`(?<![A-Za-z0-9])${whole}(?![A-Za-z0-9])`, "g");
}

/** Matches the first units of the value in any spelling, possibly followed by half an escape, at the end of a text. */
function prefixPattern(raw: string): RegExp {
  const units = raw.slice(0, PREFIX_MAX).split("").map(spelling);
  const more = units.slice(PARTIAL_MIN).reduceRight((rest, unit) => `(?:${unit}${rest})?`, "");
  const halfEscape = "(?:\\\\(?:u[0-9a-fA-F]{0,3})?)?";
  return new RegExp(`${units.slice(0, PARTIAL_MIN).join("")}${more}${halfEscape}$`);
}

const plainly = (unit: string): string => unit.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&");

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\\\"',
  "\\": "\\\\\\\\",
  "/": "\\\\/",
  "\b": "\\\\b",
  "\f": "\\\\f",
  "\n": "\\\\n",
  "\r": "\\\\r",
  "\t": "\\\\t",
};

/** Pattern for one UTF-16 unit in every way that JSON may spell it (RFC 8259, section 7). */
function spelling(unit: string): string {
  const code = unit.charCodeAt(0).toString(16).padStart(4, "0");
  const digits = [...code]
    .map((digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit))
    .join("");
  const short = SHORT_ESCAPES[unit];
  const ways = [`\\\\u${digits}`, ...(short === undefined ? [] : [short]), plainly(unit)];
  return `(?:${ways.join("|")})`;
}
