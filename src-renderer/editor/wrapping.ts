// How an editor finds its line breaks: by counting columns where that is exact or at worst wraps early, else by
// measuring in the page. Measuring lays out every line once, about a millisecond per thousand characters.

/**
 * How reliable counting columns is for a text in the monospace font. `even`: all characters have the same width, so
 * it is exact; `wide`: CJK characters count as two columns and are narrower, so it wraps early; `uneven`: only
 * measuring is correct.
 */
export type Widths = "even" | "wide" | "uneven";

/** Characters the monospace font has at the width of its digits: Latin, Greek, Cyrillic, common punctuation. */
const even =
  "\\t\\n\\r -~\\u00A1-\\u00AC\\u00AE-\\u017F\\u0391-\\u03A1\\u03A3-\\u03C9\\u0400-\\u045F" +
  "\\u2013\\u2014\\u2018\\u2019\\u201C\\u201D\\u2022\\u2026";
/** Characters the editor counts as two columns (`isFullWidthCharacter`) and draws no wider. */
const wide =
  "\\u2E80-\\u2FDF\\u3000-\\u31BF\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uAC00-\\uD7AF\\uF900-\\uFAFF\\uFF01-\\uFF5E";
const isEven = new RegExp(`^[${even}]*$`);
const isWide = new RegExp(`^[${even}${wide}]*$`);

/** Longer texts are never measured: it would block the window. */
const mostMeasured = 100_000;
/** Longer `wide` texts are not measured but may wrap early: measuring takes half a frame. */
const mostMeasuredWide = 16_000;

/** Texts too long to be measured are not examined at all. */
export function widthsOf(text: string): Widths {
  if (text.length > mostMeasured) return "uneven";
  if (isEven.test(text)) return "even";
  return isWide.test(text) ? "wide" : "uneven";
}

/** The widths of two texts combined. */
export function widthsTogether(one: Widths, other: Widths): Widths {
  if (one === "uneven" || other === "uneven") return "uneven";
  return one === "wide" || other === "wide" ? "wide" : "even";
}

/** Monaco's `wrappingStrategy` for a text of `length` UTF-16 units. */
export function wrappingFor(widths: Widths, length: number): "simple" | "advanced" {
  if (widths === "even" || length > mostMeasured) return "simple";
  return widths === "wide" && length > mostMeasuredWide ? "simple" : "advanced";
}

/** The same for a text whose widths are not known yet. */
export const wrappingOf = (text: string): "simple" | "advanced" =>
  wrappingFor(widthsOf(text), text.length);
