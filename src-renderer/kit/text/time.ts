// Durations, times and numbers in words. All times are in milliseconds.
import type { T } from "#words/index.ts";
import { numberFormat, timeFormat } from "#words/formats.ts";

/** `0:34`, `12:05`, `1:02:09`: minutes and seconds, with hours if any. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const h = Math.floor(seconds / 3600);
  const m = Math.floor((seconds % 3600) / 60);
  const pad = (value: number): string => String(value).padStart(2, "0");
  return h > 0 ? `${h}:${pad(m)}:${pad(seconds % 60)}` : `${m}:${pad(seconds % 60)}`;
}

/** The age of a pending item: seconds, then minutes, hours, days. */
export function age(t: T, ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return t("common.seconds", { value: String(seconds) });
  if (seconds < 3600) return t("common.minutesShort", { value: String(Math.floor(seconds / 60)) });
  if (seconds < 86_400)
    return t("common.hoursShort", { value: String(Math.floor(seconds / 3600)) });
  return t("common.daysShort", { value: String(Math.floor(seconds / 86_400)) });
}

/** A measured duration: `340 ms`, `1.9 s`, `74 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`. */
export function elapsed(t: T, ms: number): string {
  if (ms < 1000) return t("common.milliseconds", { value: String(Math.round(ms)) });
  const seconds = ms / 1000;
  if (seconds < 119.5) {
    return t("common.seconds", { value: decimal(seconds, ms < 10_000 ? 1 : 0) });
  }
  const [length, name, part, partName] =
    seconds < 3600
      ? ([60, "minutesShort", 1, "seconds"] as const)
      : seconds < 86_400
        ? ([3600, "hoursShort", 60, "minutesShort"] as const)
        : ([86_400, "daysShort", 3600, "hoursShort"] as const);
  const whole = t(`common.${name}`, { value: decimal(Math.floor(seconds / length)) });
  const rest = Math.floor((seconds % length) / part);
  return rest === 0 ? whole : `${whole} ${t(`common.${partName}`, { value: String(rest) })}`;
}

/** A duration that the user has set: `90 s`, `15 min`, `1.5 h`. */
export function span(t: T, ms: number): string {
  const [unit, name] =
    ms < 120_000
      ? ([1000, "seconds"] as const)
      : ms < 7_200_000
        ? ([60_000, "minutesShort"] as const)
        : ([3_600_000, "hoursShort"] as const);
  return t(`common.${name}`, { value: String(Number((ms / unit).toFixed(1))) });
}

/** `14:02:11`, local time. */
export function timeOfDay(atMs: number): string {
  return timeFormat({
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  }).format(atMs);
}

/** `14:02` for today, `12 Nov` for this year, else the date with its year. */
export function briefTime(atMs: number): string {
  const [at, today] = [new Date(atMs), new Date()];
  if (at.toDateString() === today.toDateString())
    return timeFormat({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(atMs);
  return timeFormat(
    at.getFullYear() === today.getFullYear()
      ? { day: "numeric", month: "short" }
      : { dateStyle: "medium" },
  ).format(atMs);
}

/** `24 Nov 2026, 14:02`, local time. */
export const dayTime = (atMs: number): string =>
  timeFormat({
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(atMs);

/** `1,012`, `1.9`, in the format of the UI language. */
export function decimal(value: number, digits = 0): string {
  return numberFormat({
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

/** `410 bytes`, `61 kB`, `93.4 MB`, `1.1 GB`; decimal units. */
export function size(t: T, bytes: number): string {
  if (bytes < 1000) return t("common.bytes", { value: decimal(bytes) });
  if (bytes < 1_000_000)
    return t("common.kilobytes", { value: decimal(bytes / 1000, bytes < 10_000 ? 1 : 0) });
  if (bytes < 1_000_000_000)
    return t("common.megabytes", {
      value: decimal(bytes / 1_000_000, bytes < 100_000_000 ? 1 : 0),
    });
  return t("common.gigabytes", { value: decimal(bytes / 1_000_000_000, 1) });
}

/** `410 bytes`, `61 KiB`, `32 MiB`: binary units, as in limits. A size above a limit is never rounded down to it. */
export function mebibytes(t: T, bytes: number): string {
  if (bytes < 1024) return t("common.bytes", { value: decimal(bytes) });
  const [unit, name] =
    bytes < 1024 ** 2 ? ([1024, "kibibytes"] as const) : ([1024 ** 2, "mebibytes"] as const);
  const value = bytes / unit;
  const digits = Number.isInteger(value) ? 0 : value < 10 ? 2 : 1;
  return t(`common.${name}`, {
    value: decimal(Math.ceil(value * 10 ** digits) / 10 ** digits, digits),
  });
}
