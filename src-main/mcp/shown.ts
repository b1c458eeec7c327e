// A message that was not understood, as a line for people.

/** Longest piece of an odd message that is shown as a line. */
const SHOWN_CHARACTERS = 2000;

/** The beginning of its JSON, and how much is missing. */
export function shown(raw: unknown): string {
  const text = JSON.stringify(raw) ?? String(raw);
  if (text.length <= SHOWN_CHARACTERS) return text;
  return `${text.slice(0, SHOWN_CHARACTERS)} … [${text.length - SHOWN_CHARACTERS} more characters]`;
}
