// Parses numbers, sizes, durations, money and times in filters, and turns comparisons into ranges of values.
import type { FieldKind, Comparison } from "./fields.ts";

/** A range of numbers: a missing end is open; `over` and `under` exclude `min` and `max`. */
export interface Bounds {
  min?: number;
  max?: number;
  over?: true;
  under?: true;
}
export type AmountKind = Exclude<FieldKind, "words" | "text">;

/** A parsed value. "=" matches from `from` to below `below`, which depends on the precision written. */
interface Reading {
  from: number;
  below: number;
}

const KILO = { k: 1e3, 千: 1e3, 万: 1e4, m: 1e6, 亿: 1e8 };
const UNITS: Record<"number" | "size" | "duration" | "money", Record<string, number>> = {
  number: { "": 1, ...KILO },
  size: {
    "": 1,
    b: 1,
    k: 1e3,
    kb: 1e3,
    m: 1e6,
    mb: 1e6,
    g: 1e9,
    gb: 1e9,
    kib: 1024,
    mib: 1024 ** 2,
    gib: 1024 ** 3,
  },
  duration: {
    ms: 1,
    s: 1e3,
    sec: 1e3,
    m: 6e4,
    min: 6e4,
    h: 36e5,
    d: 864e5,
    w: 6048e5,
    毫秒: 1,
    秒: 1e3,
    分: 6e4,
    分钟: 6e4,
    小时: 36e5,
    天: 864e5,
    周: 6048e5,
  },
  money: { "": 1, $: 1, usd: 1, 美元: 1 },
};
const AMOUNT = /^(\$?)(\d{1,15}(?:\.\d{1,12})?|\d{1,3}(?:,\d{3}){1,4}|\.\d{1,12})\s?([^\d.,\s]*)$/u;
/** Tolerance for numbers that were 32-bit floats (0.7 as 0.699999988). */
const CLOSE = 1e-7;

/** Normalises what the user wrote: half-width digits, lower case. */
export const plainAmount = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

function amountOf(kind: keyof typeof UNITS, text: string): Reading | null {
  const [, dollar, digits, unit] = AMOUNT.exec(text) ?? [];
  if (digits === undefined || unit === undefined || (dollar !== "" && kind !== "money"))
    return null;
  const units = UNITS[kind];
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  if (factor === undefined) return null;
  const plain = digits.replaceAll(",", "");
  const value = Number(plain) * factor;
  if (kind === "number") {
    const around = Math.min(0.4, CLOSE * Math.max(1, value));
    return { from: value - around, below: value + around };
  }
  const step = factor / 10 ** (plain.split(".")[1]?.length ?? 0);
  return { from: value, below: value + step };
}

const DATE =
  /^(\d{4})(?:[-/.年](\d{1,2})月?(?:[-/.]?(\d{1,2})日?(?:[t ](\d{1,2}):(\d{2})(?::(\d{2}))?)?)?)?年?$/u;
const CLOCK = /^(\d{1,2}):(\d{2})$/;
const DAYS_AGO: Record<string, number> = { today: 0, 今天: 0, yesterday: 1, 昨天: 1 };

/** A local time: a whole year, month, day, minute or second, or a duration ago. */
function timeOf(text: string, nowMs: number): Reading | null {
  const now = new Date(nowMs);
  const day = (back: number): number =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - back).getTime();
  const ago = Object.hasOwn(DAYS_AGO, text) ? DAYS_AGO[text] : undefined;
  if (ago !== undefined) return { from: day(ago), below: day(ago - 1) };
  const clock = CLOCK.exec(text);
  if (clock !== null) {
    const [hours, minutes] = [Number(clock[1]), Number(clock[2])];
    if (hours > 23 || minutes > 59) return null;
    const from = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hours, minutes);
    return { from: from.getTime(), below: from.getTime() + 60_000 };
  }
  const length = amountOf("duration", text);
  // Open-ended: "within the last seven days" includes the future.
  if (length !== null) return { from: nowMs - length.from, below: Number.POSITIVE_INFINITY };
  return dateOf(text);
}

function dateOf(text: string): Reading | null {
  const match = DATE.exec(text);
  if (match === null) return null;
  const given = match.slice(1).filter((part) => part !== undefined);
  const [year = 0, month = 1, date = 1, hours = 0, minutes = 0, seconds = 0] = given.map(Number);
  const parts = [year, month - 1, date, hours, minutes, seconds] as const;
  const from = new Date(...parts);
  const isReal =
    from.getMonth() === month - 1 &&
    from.getDate() === date &&
    hours < 24 &&
    minutes < 60 &&
    seconds < 60;
  if (!isReal || year < 1970) return null;
  const next = [...parts] as [number, number, number, number, number, number];
  // A date with five parts denotes a minute, with six a second; hours alone cannot be written.
  const last = given.length - 1;
  next[last] = (next[last] ?? 0) + 1;
  return { from: from.getTime(), below: new Date(...next).getTime() };
}

const readingOf = (kind: AmountKind, text: string, nowMs: number): Reading | null =>
  kind === "date" ? timeOf(text, nowMs) : amountOf(kind, text);

/** Whether the text is a valid value of this kind. */
export const isAmount = (kind: AmountKind, text: string): boolean =>
  readingOf(kind, text, 0) !== null;

const NOTHING: Bounds = { min: 1, max: 0 };

/** The range for a comparison. An invalid value matches nothing. */
export function boundsOf(kind: AmountKind, by: Comparison, text: string, nowMs: number): Bounds {
  const read = readingOf(kind, text, nowMs);
  if (read === null) return NOTHING;
  const { from, below } = read;
  if (by === ">=") return { min: from };
  if (by === "<") return { max: from, under: true };
  if (by === "=")
    return {
      min: from,
      ...(below === Number.POSITIVE_INFINITY ? {} : { max: below, under: true }),
    };
  if (kind === "date") {
    // A duration denotes a single moment, so "after" starts right there.
    const end = below === Number.POSITIVE_INFINITY ? from : below;
    return by === ">" ? { min: end } : { max: end, under: true };
  }
  const edge = kind === "number" ? below : from;
  return by === ">" ? { min: edge, over: true } : { max: edge };
}

/** The range from first to last, both included; null is open. */
export const rangeOf = (
  kind: AmountKind,
  from: string | null,
  to: string | null,
  nowMs: number,
): Bounds => ({
  ...(from === null ? {} : boundsOf(kind, ">=", from, nowMs)),
  ...(to === null ? {} : boundsOf(kind, "<=", to, nowMs)),
});

/** Whether a value is in the range; an unknown value (null) never is. */
export function within(value: number | null, { min, max, over, under }: Bounds): boolean {
  if (value === null) return false;
  if (min !== undefined && (over ? value <= min : value < min)) return false;
  return max === undefined || (under ? value < max : value <= max);
}
