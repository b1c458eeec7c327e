// Changes single fields of a JSON text and leaves every other byte as it is.
import { applyEdits, modify } from "jsonc-parser";

/** `value` undefined removes the field. A path whose parents are missing is made. */
export function withField(text: string, path: (string | number)[], value: unknown): string {
  return applyEdits(text, modify(text, path, value, {}));
}
