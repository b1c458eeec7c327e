// Texts shared by parts of the history: actors, documents, times.
import { currentLanguage } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { attemptName } from "#request/attempts/attemptWords.ts";
import type { Doc, Step } from "#shared/ledger/documents.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";

/** A document's name; the response to a replay is kept but sent to nobody. */
export const docName = (t: T, step: Step, { reply }: Pick<HeldRequest, "reply">): string =>
  t(`history.step.${step === "sent" && reply.kind === "replay" ? "kept" : step}`);

/** A document's name in a list of all documents: `2 Approved · 1 · smollm2`. */
export function docTitle(t: T, doc: Doc, request: Pick<HeldRequest, "reply" | "attempts">): string {
  const { attempts } = request;
  const name = docName(t, doc.step, request);
  if (doc.attempt === undefined || attempts.length < 2 || doc.step === "sent") return name;
  return `${name} · ${attemptName(t, attempts, doc.attempt)}`;
}

/**
 * `14:02:58` for today, `12 Nov 14:02` for this year, else the date with its year.
 * @param todayMs the start of today, epoch milliseconds
 */
export function shortTime(atMs: number, todayMs: number): string {
  if (atMs >= todayMs && atMs < todayMs + DAY_MS) return format(atMs, clock);
  const sameYear = new Date(atMs).getFullYear() === new Date(todayMs).getFullYear();
  return format(atMs, sameYear ? dayAndTime : dayAndYear);
}
const DAY_MS = 86_400_000;

/** Full date and time. */
export const wholeTime = (atMs: number): string => format(atMs, whole);

const clock: Intl.DateTimeFormatOptions = {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
};
const dayAndTime: Intl.DateTimeFormatOptions = {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
};
const dayAndYear: Intl.DateTimeFormatOptions = { dateStyle: "medium" };
const whole: Intl.DateTimeFormatOptions = {
  year: "numeric",
  month: "short",
  day: "numeric",
  ...clock,
};

const formats = new Map<string, Map<object, Intl.DateTimeFormat>>();

/** Formats are cached: creating one takes longer than rendering a row. */
function format(atMs: number, options: Intl.DateTimeFormatOptions): string {
  const language = currentLanguage();
  const ofLanguage = formats.get(language) ?? new Map<object, Intl.DateTimeFormat>();
  formats.set(language, ofLanguage);
  const known = ofLanguage.get(options) ?? new Intl.DateTimeFormat(language, options);
  ofLanguage.set(options, known);
  return known.format(atMs);
}
