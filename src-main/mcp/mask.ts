// Takes secrets out of a text before anybody sees it: the values of secret variables and headers however
// JSON may spell them, and bearer tokens.

/** A value to hide, and the name that stands in its place. */
export interface Secret {
  name: string;
  value: string;
}

/** Shorter values are hidden only where they stand alone: "1" inside of every number would hide nothing. */
const SHORT = 6;
/** Anything shorter at the end of a cut text cannot be told from chance. */
const PARTIAL_MIN = 4;
/** Units of a begun secret that are looked for in every spelling; a regular expression has its limits. */
const PREFIX_MAX = 200;

const BEARER = /\b(bearer[ \t]+)[\w.~+/-]{8,}=*/gi;

interface Known {
  raw: string;
  /** Every spelling of the value inside a JSON string. */
  spelled: RegExp;
  plain: RegExp;
  /** Its beginning, at the end of a text. */
  prefix: RegExp;
  shown: string;
}

export class Mask {
  readonly #known: Known[] = [];

  /** Hides these from now on, also in what came before. What was hidden stays so when it is changed. */
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
    // A value that holds another is hidden first.
    this.#known.sort((a, b) => b.raw.length - a.raw.length);
  }

  /** @param cut the text is only the beginning: a secret may be cut at its end */
  hide(text: string, cut = false): string {
    let hidden = text;
    // Escapes can spell a value in many ways; without any there is but one.
    const escaped = text.includes("\\");
    for (const { raw, plain, spelled, shown } of this.#known) {
      if (escaped) hidden = hidden.replaceAll(spelled, shown);
      else if (hidden.includes(raw)) hidden = hidden.replaceAll(plain, shown);
    }
    if (cut) hidden = this.#withoutPartial(hidden, escaped);
    return hidden.replaceAll(BEARER, "$1[secret]");
  }

  /** True for a part of what stands in the place of a secret. */
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

/** The value, and of `Bearer x` or `Basic x` the `x` too. */
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

/** The first units of it, however spelled, and perhaps half an escape, at the end of a text. */
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

/** One UTF-16 unit in every way that JSON may write it (RFC 8259, section 7). */
function spelling(unit: string): string {
  const code = unit.charCodeAt(0).toString(16).padStart(4, "0");
  const digits = [...code]
    .map((digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit))
    .join("");
  const short = SHORT_ESCAPES[unit];
  const ways = [`\\\\u${digits}`, ...(short === undefined ? [] : [short]), plainly(unit)];
  return `(?:${ways.join("|")})`;
}
