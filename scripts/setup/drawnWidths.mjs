// Monaco shows direction controls as boxes ("[U+202E]", eight columns) and wraps its lines as if they took one
// column or none: the text after them was beyond the edge of the paper, out of reach of scrolling. In the built
// window they count as wide as they are shown (monaco-editor 0.57, viewLineRenderer.js, isControlCharacter).

const DIRECTION =
  "charCode >= 0x202A && charCode <= 0x202E || charCode >= 0x2066 && charCode <= 0x2069" +
  " || charCode === 0x200E || charCode === 0x200F || charCode === 0x061C";

/** Files of Monaco, a text that occurs once in each, and what is inserted after it. */
const DRAWN_WIDTHS = [
  {
    file: "/vs/editor/browser/view/domLineBreaksComputer.js",
    steps: [
      {
        at: /if \(isFullWidthCharacter\(charCode\)\) \{\s*charWidth\+\+;\s*\}/,
        behind:
          ` if (${DIRECTION}) { sb.appendString("[U+" + charCode.toString(16).toUpperCase().padStart(4, "0") + "]");` +
          " producedCharacters = 8; charWidth = 8; } else",
      },
    ],
  },
  {
    file: "/vs/editor/common/viewModel/monospaceLineBreaksComputer.js",
    steps: [
      {
        at: /function computeCharWidth\(charCode,[^)]*\) \{/,
        behind: ` if (${DIRECTION}) return 8;`,
      },
      {
        at: /function computeCharPixelWidth\(charCode,[^)]*\) \{/,
        behind: ` if (${DIRECTION}) return 8 * fontInfo.typicalHalfwidthCharacterWidth;`,
      },
    ],
  },
];

/**
 * Inserts the widths; fails where Monaco's source has changed.
 * @returns {{ name: string, transform: (code: string, id: string) => { code: string, map: null } | null }}
 */
export function drawnWidths() {
  return {
    name: "drawn-widths",
    transform(code, id) {
      const steps = DRAWN_WIDTHS.find(({ file }) => id.endsWith(file))?.steps;
      if (steps === undefined) return null;
      let widened = code;
      for (const { at, behind } of steps) {
        if (widened.split(at).length !== 2) {
          throw new Error(
            `${id} has no single ${at.source}: look at scripts/setup/drawnWidths.mjs`,
          );
        }
        widened = widened.replace(at, (found) => found + behind);
      }
      return { code: widened, map: null };
    },
  };
}
