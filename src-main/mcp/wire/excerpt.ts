// A message that was not understood, as a line for people.

/** Longest piece of an odd message that is shown as a line. */
const SHOWN_CHARACTERS = 2000;

/** The beginning of its JSON, and how much is missing. */
export const excerptOf = (raw: unknown): string =>
  truncate(JSON.stringify(raw) ?? String(raw), SHOWN_CHARACTERS);

/** A foreign text, at most so many characters of it; what is left out is counted in it. */
export const truncate = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)} … [${text.length - most} more characters]`;
