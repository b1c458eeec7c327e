// Changes single fields of a JSON text and leaves every other byte as it is.
import { applyEdits, modify } from "jsonc-parser";

/** `value` undefined removes the field. Missing parents are created. */
export function withField(text: string, path: (string | number)[], value: unknown): string {
  return applyEdits(text, modify(text, path, value, {}));
}

/** Servers over HTTP may format a message on several lines; JSON strings contain no raw line breaks. */
export const onOneLine = (text: string): string =>
  text.includes("\n") ? text.replaceAll(/[\r\n]+/g, " ") : text;
