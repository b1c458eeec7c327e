// How many tokens an image is to a model, by the rules that its maker has published, each read in 2025:
//   Anthropic  docs: "Vision", "Calculate image costs"          width × height / 750, first scaled into 1568 pixels
//   OpenAI     docs: "Images and vision", "Calculating costs"   tiles of 512 pixels, or patches of 32, by model
//   Google     docs: "Image understanding", "Token calculation" 258 a tile, 1 where both sides have at most 384 pixels
//   Mistral    docs: "Vision", FAQ on cost                      width × height / 256 or / 784, first scaled down
// A model whose rule is not in the table has none: its images are said not to be counted.
import type { Pixels } from "../sampling/pixels.ts";

type Rule = (pixels: Pixels) => number;

/** Scaled down, never up, until its long side has at most so many pixels. */
function within({ width, height }: Pixels, most: number): Pixels {
  const scale = Math.min(1, most / Math.max(width, height));
  return { width: width * scale, height: height * scale };
}

const ANTHROPIC_MOST = 1600;
const anthropic: Rule = (pixels) => {
  const { width, height } = within(pixels, 1568);
  return Math.min(ANTHROPIC_MOST, Math.ceil((width * height) / 750));
};

/** High detail, which is what is asked for where nothing is said. */
const tiles =
  (base: number, each: number): Rule =>
  (pixels) => {
    const fitted = within(pixels, 2048);
    const scale = Math.min(1, 768 / Math.min(fitted.width, fitted.height));
    const across = Math.ceil((fitted.width * scale) / 512);
    return base + each * across * Math.ceil((fitted.height * scale) / 512);
  };

const PATCH = 32;
const PATCHES_MOST = 1536;
const patches =
  (factor: number): Rule =>
  ({ width, height }) => {
    const count = (scale: number): number =>
      Math.ceil((width * scale) / PATCH) * Math.ceil((height * scale) / PATCH);
    if (count(1) <= PATCHES_MOST) return Math.ceil(count(1) * factor);
    const fits = Math.sqrt((PATCH * PATCH * PATCHES_MOST) / (width * height));
    const [across, down] = [(width * fits) / PATCH, (height * fits) / PATCH];
    // A strip that is thinner than a patch is one patch thin.
    const share = (side: number): number => Math.max(1, Math.floor(side)) / side;
    const whole = Math.min(share(across), share(down));
    return Math.ceil(Math.min(PATCHES_MOST, count(fits * whole)) * factor);
  };

const GEMINI_TILE = 258;
const gemini: Rule = ({ width, height }) => {
  if (width <= 384 && height <= 384) return GEMINI_TILE;
  const side = Math.floor(Math.min(width, height) / 1.5);
  if (side === 0) return GEMINI_TILE;
  return GEMINI_TILE * Math.ceil(width / side) * Math.ceil(height / side);
};

const mistral =
  (most: number, area: number): Rule =>
  (pixels) => {
    const { width, height } = within(pixels, most);
    return Math.ceil((width * height) / area);
  };

/** By the name of the model, in lower case; the first that fits. */
const RULES: readonly (readonly [RegExp, Rule])[] = [
  [/claude/, anthropic],
  [/gpt-4\.1-mini|gpt-5-mini/, patches(1.62)],
  [/gpt-4\.1-nano|gpt-5-nano/, patches(2.46)],
  [/(^|\/)o4-mini/, patches(1.72)],
  [/gpt-4o-mini/, tiles(2833, 5667)],
  [/gpt-4o|gpt-4\.1|gpt-4\.5|gpt-4-turbo/, tiles(85, 170)],
  [/(^|\/)gpt-5(-chat|-\d|$)/, tiles(70, 140)],
  [/(^|\/)o[13](-pro|-\d|$)/, tiles(75, 150)],
  [/gemini-(1\.5|2)/, gemini],
  [/pixtral/, mistral(1024, 256)],
  [/mistral-(small|medium)/, mistral(1540, 784)],
];

/** About how many tokens an image of this size is to the model; null where its maker's rule is not known. */
export function imageTokens(modelId: string, pixels: Pixels): number | null {
  const name = modelId.toLowerCase();
  const rule = RULES.find(([known]) => known.test(name))?.[1];
  return rule === undefined ? null : rule(pixels);
}
