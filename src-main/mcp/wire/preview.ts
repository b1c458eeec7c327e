// The first words of a message for its row: what it says besides its envelope, without parsing it again.
import type { TrafficRow } from "../../../src-shared/servers/traffic.ts";

const PREVIEW_CHARACTERS = 160;
/** How far in the envelope is looked for, and how much is taken before secrets are hidden in it. */
const LOOK_CHARACTERS = 1024;

/** @param hide takes secrets out; `cut` says that the text it gets ends early */
export function previewOf(
  text: string,
  kind: TrafficRow["kind"],
  hide: (text: string, cut: boolean) => string,
): string {
  const start =
    kind === "other" || kind === "batch" ? 0 : contentAt(text.slice(0, LOOK_CHARACTERS));
  if (start === -1) return "";
  const end = start + LOOK_CHARACTERS;
  const said = hide(text.slice(start, end), end < text.length);
  const whole = end >= text.length && kind !== "other" && kind !== "batch";
  // The brace that closes the envelope belongs to it.
  const content = whole ? said.replace(/\}\s*$/, "") : said;
  return content.slice(0, PREVIEW_CHARACTERS).replace(/[\uD800-\uDBFF]$/, "");
}

/** Where the params, the result or the error begins; -1 where there is none in reach. */
function contentAt(head: string): number {
  const found = /"(?:params|result|error)"\s*:\s*/.exec(head);
  return found === null ? -1 : found.index + found[0].length;
}
