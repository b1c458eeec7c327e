// Tokens per image, as each vendor documents it (pages read in November 2026):
//   Anthropic  platform.claude.com/docs/en/build-with-claude/vision, "Evaluate image size", "How Claude resizes and pads
//              images": one token per 28 × 28 pixels, instead of the earlier width × height / 750
//   OpenAI     developers.openai.com/api/docs/guides/images-vision, "Model sizing behavior", "Calculating costs": patches
//              of 32 pixels or tiles of 512, by model, at the default detail
//   Google     ai.google.dev/gemini-api/docs/image-understanding, "Token calculation", and /media-resolution, "Token
//              counts": 258 per tile before Gemini 3, about 1120 per image from then on
//   Mistral    github.com/mistralai/mistral-common, tokens/tokenizers/image.py
// For other models the window says that images are not counted.
import type { Pixels } from "../../sampling/document/pixels.ts";

type Rule = (pixels: Pixels) => number;

/** Scales down, never up, so that the longer side has at most `most` pixels. */
function within({ width, height }: Pixels, most: number): Pixels {
  const scale = Math.min(1, most / Math.max(width, height));
  return { width: width * scale, height: height * scale };
}
const rounded = ({ width, height }: Pixels): Pixels => ({
  width: Math.max(1, Math.round(width)),
  height: Math.max(1, Math.round(height)),
});
/** The number of squares with this side that cover the image. */
const squares = ({ width, height }: Pixels, side: number): number =>
  Math.ceil(width / side) * Math.ceil(height / side);

const CLAUDE_PATCH = 28;

/** Claude: pads to whole patches and scales down to the largest size within both limits. */
const claudePatches =
  (mostPixels: number, mostTokens: number): Rule =>
  ({ width, height }) => {
    const [long, short] = [Math.max(width, height), Math.min(width, height)];
    const scaledTo = (side: number): Pixels => ({
      width: side,
      height: Math.max(1, Math.round((side * short) / long)),
    });
    const fits = (pixels: Pixels): boolean =>
      Math.ceil(pixels.width / CLAUDE_PATCH) * CLAUDE_PATCH <= mostPixels &&
      squares(pixels, CLAUDE_PATCH) <= mostTokens;
    const whole = { width: long, height: short };
    if (fits(whole)) return squares(whole, CLAUDE_PATCH);
    let [fitting, tooLong] = [1, long];
    while (fitting + 1 < tooLong) {
      const middle = Math.floor((fitting + tooLong) / 2);
      if (fits(scaledTo(middle))) fitting = middle;
      else tooLong = middle;
    }
    return squares(scaledTo(fitting), CLAUDE_PATCH);
  };

const OPENAI_PATCH = 32;

/** OpenAI: scales to the maximum side, then to the maximum number of patches; each patch costs `factor` tokens. */
const openaiPatches =
  (mostPixels: number, mostPatches: number, factor: number): Rule =>
  (pixels) => {
    const fitted = rounded(within(pixels, mostPixels));
    const count = squares(fitted, OPENAI_PATCH);
    if (count <= mostPatches) return Math.ceil(count * factor);
    const { width, height } = fitted;
    const fits = Math.sqrt((OPENAI_PATCH ** 2 * mostPatches) / (width * height));
    // Makes both sides whole patches; a side shorter than a patch counts as one.
    const share = (side: number): number => {
      const across = (side * fits) / OPENAI_PATCH;
      return Math.max(1, Math.floor(across)) / across;
    };
    const scale = fits * Math.min(share(width), share(height));
    const scaled = {
      width: Math.max(1, Math.floor(width * scale)),
      height: Math.max(1, Math.floor(height * scale)),
    };
    return Math.ceil(Math.min(mostPatches, squares(scaled, OPENAI_PATCH)) * factor);
  };

const openaiTiles =
  (base: number, each: number): Rule =>
  (pixels) => {
    const fitted = within(pixels, 2048);
    const scale = Math.min(1, 768 / Math.min(fitted.width, fitted.height));
    const scaled = { width: fitted.width * scale, height: fitted.height * scale };
    return base + each * squares(rounded(scaled), 512);
  };

const GEMINI_TILE = 258;
const geminiTiles: Rule = (pixels) => {
  const { width, height } = pixels;
  const side = Math.floor(Math.min(width, height) / 1.5);
  if ((width <= 384 && height <= 384) || side === 0) return GEMINI_TILE;
  return GEMINI_TILE * squares(pixels, side);
};
/** The documented approximate cost at the default resolution, whatever the image's size. */
const gemini3: Rule = () => 1120;

/** Mistral: one token per patch and one for the end of each row. */
const mistralPatches =
  (patch: number, mostPixels: number): Rule =>
  (pixels) => {
    const { width, height } = rounded(within(pixels, mostPixels));
    return (Math.ceil(width / patch) + 1) * Math.ceil(height / patch);
  };

/**
 * Captures a Claude model's major and minor version: `claude-opus-4-7`, `claude-3.5-sonnet`. Models from 4.7 on
 * accept larger images.
 */
const CLAUDE_VERSION = /claude-(?:[a-z]+-)*(\d{1,2})(?:[.-](\d{1,2}))?(?!\d)/;

function claudeRule(name: string): Rule | undefined {
  const version = CLAUDE_VERSION.exec(name);
  if (version === null) return undefined;
  const [major, minor] = [Number(version[1]), Number(version[2] ?? 0)];
  return major > 4 || (major === 4 && minor >= 7)
    ? claudePatches(2576, 4784)
    : claudePatches(1568, 1568);
}

/** By lower-case model id; the first match applies. */
const RULES: readonly (readonly [RegExp, Rule])[] = [
  // The page does not mention GPT-6 yet; measurements agree with GPT-5.6 (dataset JOHNISKING/image-token-cost on
  // huggingface.co, September 2026).
  [/gpt-(5\.6|6(\.\d)?)(-(sol|terra|luna|astra))?(-\d|:|$)/, openaiPatches(65_535, Infinity, 1.2)],
  [/gpt-5\.5(-\d|:|$)/, openaiPatches(6000, 10_000, 1.2)],
  [/gpt-5\.4(-mini|-nano)?(-\d|:|$)/, openaiPatches(2048, 2500, 1.2)],
  [/gpt-5\.2(-\d|:|$)/, openaiPatches(2048, 6144, 1.2)],
  [/gpt-4\.1-mini/, openaiPatches(2048, 6144, 1.62)],
  // No longer in OpenAI's table, as these models are being retired; these are the last documented values.
  [/gpt-5-mini/, openaiPatches(2048, 1536, 1.2)],
  [/gpt-5-nano/, openaiPatches(2048, 1536, 1.5)],
  [/gpt-4\.1-nano/, openaiPatches(2048, 1536, 2.46)],
  [/(^|\/)o4-mini/, openaiPatches(2048, 1536, 1.72)],
  [/gpt-4o-mini/, openaiTiles(2833, 5667)],
  [/gpt-4o|gpt-4\.1|gpt-4\.5/, openaiTiles(85, 170)],
  [/(^|\/)gpt-5(\.1)?(-chat|-\d|:|$)/, openaiTiles(70, 140)],
  [/(^|\/)o[13](-pro|-\d|:|$)/, openaiTiles(75, 150)],
  [/gemini-(1\.5|2)/, geminiTiles],
  [/gemini-3/, gemini3],
  // Sizes from `params.json` beside the published weights: 14-pixel patches, merged two by two.
  [/pixtral/, mistralPatches(16, 1024)],
  [/mistral-(small|medium)/, mistralPatches(28, 1540)],
];

/** Estimates the tokens of an image of this size, or null if the model's rule is unknown. */
export function imageTokens(modelId: string, pixels: Pixels): number | null {
  const name = modelId.toLowerCase();
  const rule = claudeRule(name) ?? RULES.find(([known]) => known.test(name))?.[1];
  return rule === undefined ? null : rule(pixels);
}
