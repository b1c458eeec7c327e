// How the text of a medium stands in a ledger (FORMAT.md, Content).

/**
 * What a server calls base64 may be any text, but neither SQLite's nor PostgreSQL's texts can contain a NUL or a lone
 * surrogate, so anything but plain ASCII is stored as a JSON string.
 */
export const storedForm = (text: string): string =>
  /[^\x20-\x7e]/.test(text) || text.startsWith('"') ? JSON.stringify(text) : text;

export const fromStoredForm = (stored: string): string =>
  stored.startsWith('"') ? String(JSON.parse(stored)) : stored;
