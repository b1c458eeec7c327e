// A malformed message, as a line to show.

/** The longest part of a malformed message that is shown. */
const SHOWN_CHARACTERS = 2000;

/** The start of its JSON, and how much is left out. */
export const excerptOf = (raw: unknown): string =>
  truncate(JSON.stringify(raw) ?? String(raw), SHOWN_CHARACTERS);

/** An untrusted text, truncated with a note of how much is left out. */
export const truncate = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)} … [${text.length - most} more characters]`;
