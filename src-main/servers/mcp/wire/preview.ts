// The first words of a message for its row: its content without the envelope, found without parsing it again.
import type { TrafficRow } from "#shared/servers/traffic.ts";

const PREVIEW_CHARACTERS = 160;
/** How much of the envelope is searched, and how much is taken before secrets are masked. */
const LOOK_CHARACTERS = 1024;

/** @param hide masks secrets; `cut`: the text that it gets is truncated */
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

/** The start of the params, the result or the error; -1 if it is not within the searched part. */
function contentAt(head: string): number {
  const found = /"(?:params|result|error)"\s*:\s*/.exec(head);
  return found === null ? -1 : found.index + found[0].length;
}
