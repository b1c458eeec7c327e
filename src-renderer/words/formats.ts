// Numbers and times as the shown language writes them. One formatter of each style is kept: making one takes longer
// than all that it writes on a screen.
import { currentLanguage } from "./index.ts";

const numbers = new Map<string, Intl.NumberFormat>();
const times = new Map<string, Intl.DateTimeFormat>();

export function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const language = currentLanguage();
  const style = language + JSON.stringify(options);
  const known = numbers.get(style);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(language, options);
  numbers.set(style, made);
  return made;
}

/** In the person's own time zone, which may change while the app runs. */
export function timeFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const language = currentLanguage();
  const style = `${language} ${new Date().getTimezoneOffset()} ${JSON.stringify(options)}`;
  const known = times.get(style);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(language, options);
  times.set(style, made);
  return made;
}
