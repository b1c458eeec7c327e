// What was found in texts before: a conversation is sent whole with every turn, and only its new texts need a scan. In
// memory, by the text itself, so that no hash of it is anywhere.
import type { Finding } from "./findings.ts";

/** The findings in a text, wherever it stands, and the number of places not scanned. */
export interface TextFindings {
  findings: readonly Omit<Finding, "path">[];
  unseen: number;
}

/** Scanning a shorter text costs about as much as looking it up. In UTF-16 units. */
const SHORT = 200;
/** The most texts are kept that have this many UTF-16 units together; the longest unused go first. */
const UNITS_MAX = 16_000_000;

export class ScannedTexts {
  /** By what surrounds a text, and the text; the last used comes last. */
  readonly #known = new Map<string, TextFindings>();
  #units = 0;

  /**
   * The findings of a text as they were found before, else by `scan`.
   * @param around all that they depend on besides the text
   */
  async of(text: string, around: string, scan: () => Promise<TextFindings>): Promise<TextFindings> {
    if (text.length < SHORT) return scan();
    const key = `${around}\n${text}`;
    const known = this.#known.get(key);
    if (known !== undefined) {
      this.#known.delete(key);
      this.#known.set(key, known);
      return known;
    }
    const found = await scan();
    this.#known.set(key, found);
    this.#units += key.length;
    for (const oldest of this.#known.keys()) {
      if (this.#units <= UNITS_MAX) break;
      this.#known.delete(oldest);
      this.#units -= oldest.length;
    }
    return found;
  }
}
