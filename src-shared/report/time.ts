// Times in reports: to the millisecond and with their time zone, as reports are read elsewhere.

/**
 * Formats times in this machine's zone, such as `Nov 22, 2026, 21:29:43.063 GMT+01:00`.
 * @param language BCP 47
 */
export function zonedTimes(language: string): (atMs: number) => string {
  const format = new Intl.DateTimeFormat(language, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    fractionalSecondDigits: 3,
    timeZoneName: "longOffset",
  });
  return (atMs) => format.format(atMs);
}
