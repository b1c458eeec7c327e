// Changes single fields of a JSON text and leaves every other byte as it is.
import { applyEdits, modify, visit } from "jsonc-parser";

/** `value` undefined removes the field. Missing parents are created. */
export function withField(text: string, path: (string | number)[], value: unknown): string {
  return applyEdits(text, modify(text, path, value, {}));
}

/** Whether an object in the text has a field twice: a reader may take the first, while the last one is shown. */
export function hasTwins(text: string): boolean {
  const open: Set<string>[] = [];
  let found = false;
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (name) => {
      const names = open.at(-1);
      if (names?.has(name) === true) found = true;
      names?.add(name);
    },
  });
  return found;
}
