// Finds HTML that is not visible when rendered: hidden, without size or contrast, off the page, or collapsed.
import { shown } from "../text/detector.ts";
import type { Check } from "../text/detector.ts";

/** An opening tag; the length is limited to keep the search linear. */
const TAG = /<([a-z][a-z0-9-]{0,20})\b([^<>]{0,600})>/giu;
const STYLES: readonly (readonly [RegExp, string])[] = [
  [/display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)/iu, "not-drawn"],
  [/font-size\s*:\s*0*(?:\.0*|0|1|0?\.\d+)\s*(?:px|pt|em|rem|%)?\s*(?:[;"'!]|$)/iu, "no-size"],
  [/opacity\s*:\s*0*(?:0|\.0\d*|0\.0\d*)\s*(?:[;"'!]|$)/iu, "unseen"],
  [/(?:text-indent|left|top|margin-left)\s*:\s*-\d{3,}/iu, "off-page"],
  [
    /(?:^|[^-])color\s*:\s*(?:transparent|white|#fff(?:fff)?\b|rgba?\(\s*255\s*,\s*255\s*,\s*255)/iu,
    "no-contrast",
  ],
  [/(?:^|[;"'\s])(?:width|height|max-height)\s*:\s*0(?:px)?\s*(?:[;"'!]|$)/iu, "no-size"],
  [/clip(?:-path)?\s*:\s*(?:rect\(\s*0|inset\(\s*(?:50|100)%)/iu, "unseen"],
];
const TEXT_MAX = 4000;

export const findHiddenStyles: Check = (text, report) => {
  if (!text.includes("<")) return;
  for (const match of text.matchAll(TAG)) {
    const [tag, name = "", attributes = ""] = match;
    const detail = hiddenBy(name.toLowerCase(), attributes);
    if (detail === null) continue;
    const open = match.index + tag.length;
    const inside = textInside(text.slice(open, open + TEXT_MAX), name);
    if (inside.trim().length < 2) continue;
    report({
      kind: "hidden-by-style",
      start: match.index,
      end: open + inside.length,
      detail,
      example: shown(inside.trim(), 200),
      // A collapsed part has a visible title.
      ...(detail === "folded" ? { severity: "low" } : {}),
    });
  }
};

function hiddenBy(name: string, attributes: string): string | null {
  if (name === "details") return /\sopen\b/iu.test(attributes) ? null : "folded";
  if (name === "template" || name === "noscript") return null;
  if (
    /\s(?:hidden)(?:[\s=]|$)/iu.test(attributes) &&
    !/type\s*=\s*["']?hidden/iu.test(attributes)
  ) {
    return "not-drawn";
  }
  if (/\scolor\s*=\s*["']?(?:white|#fff(?:fff)?)\b/iu.test(attributes)) return "no-contrast";
  const style = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/iu.exec(attributes);
  if (style === null) return null;
  const said = style[1] ?? style[2] ?? style[3] ?? "";
  return STYLES.find(([of]) => of.test(said))?.[1] ?? null;
}

/** The text up to the closing tag, or else to the next empty line. */
function textInside(rest: string, name: string): string {
  const close = rest.toLowerCase().indexOf(`</${name.toLowerCase()}`);
  return close === -1 ? (rest.split("\n\n", 1)[0] ?? "") : rest.slice(0, close);
}
