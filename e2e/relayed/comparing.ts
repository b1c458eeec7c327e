// Compares what was recorded direct with what was recorded through the desk.

/** A part of a message that differs from run to run, and what stands in its place. */
export type Mask = [RegExp, string];

export interface Comparison {
  /** Messages on this wire. */
  count: number;
  /** The first lines that differ; null if none do. */
  difference: { at: number; direct: string; through: string } | null;
}

/** Capabilities are declared by the desk as well: they are left out, the bytes around them stay. */
const CAPABILITIES =
  /"(capabilities|io\.modelcontextprotocol\/clientCapabilities)":\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g;

const withoutCapabilities = (line: string): string =>
  /"method":"(initialize|server\/discover)"|clientCapabilities"/.test(line)
    ? line.replaceAll(CAPABILITIES, '"$1":…')
    : line;

function masked(line: string, masks: readonly Mask[]): string {
  let text = withoutCapabilities(line);
  for (const [pattern, instead] of masks) text = text.replaceAll(pattern, instead);
  return text;
}

/** Line by line, byte by byte, in order. */
export function compared(
  direct: readonly string[],
  through: readonly string[],
  masks: readonly Mask[],
): Comparison {
  const count = Math.max(direct.length, through.length);
  for (let at = 0; at < count; at += 1) {
    const lines = { direct: direct[at] ?? "(nothing)", through: through[at] ?? "(nothing)" };
    if (masked(lines.direct, masks) !== masked(lines.through, masks))
      return { count, difference: { at, ...lines } };
  }
  return { count, difference: null };
}
