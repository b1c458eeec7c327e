// Where the lines of an editor wrap: counted where that is exact or at least never too late, measured in the page
// elsewhere. Measuring lays every line out once, a millisecond for each thousand characters.

/**
 * What counting columns says of a text in the wire face: `even`: every character has the same width, so it is exact;
 * `wide`: with characters of CJK, which are counted as two columns and are narrower than that, so it wraps early;
 * `uneven`: only measuring tells.
 */
export type Widths = "even" | "wide" | "uneven";

/** What the wire face has itself, each with the width of its digits: Latin, Greek, Cyrillic, common punctuation. */
const even =
  "\\t\\n\\r -~\\u00A1-\\u00AC\\u00AE-\\u017F\\u0391-\\u03A1\\u03A3-\\u03C9\\u0400-\\u045F" +
  "\\u2013\\u2014\\u2018\\u2019\\u201C\\u201D\\u2022\\u2026";
/** What the editor counts as two columns (`isFullWidthCharacter`) and draws no wider. */
const wide =
  "\\u2E80-\\u2FDF\\u3000-\\u31BF\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uAC00-\\uD7AF\\uF900-\\uFAFF\\uFF01-\\uFF5E";
const isEven = new RegExp(`^[${even}]*$`);
const isWide = new RegExp(`^[${even}${wide}]*$`);

/** Above this many characters nothing is measured: it would stop the window. */
const mostMeasured = 100_000;
/** Above this, text that may wrap early does: half a frame. */
const mostMeasuredWide = 16_000;

/** Of a text that is too long to be measured nothing is said: it is not even looked through. */
export function widthsOf(text: string): Widths {
  if (text.length > mostMeasured) return "uneven";
  if (isEven.test(text)) return "even";
  return isWide.test(text) ? "wide" : "uneven";
}

/** Of a text put together from two. */
export function widthsTogether(one: Widths, other: Widths): Widths {
  if (one === "uneven" || other === "uneven") return "uneven";
  return one === "wide" || other === "wide" ? "wide" : "even";
}

/** Monaco's `wrappingStrategy` for a text of `length` UTF-16 units. */
export function wrappingFor(widths: Widths, length: number): "simple" | "advanced" {
  if (widths === "even" || length > mostMeasured) return "simple";
  return widths === "wide" && length > mostMeasuredWide ? "simple" : "advanced";
}

/** The same for a text that is not looked at before. */
export const wrappingOf = (text: string): "simple" | "advanced" =>
  wrappingFor(widthsOf(text), text.length);
