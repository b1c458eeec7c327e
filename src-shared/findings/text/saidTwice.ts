// A system prompt that came as blocks is in the document twice: as one text, and as it came.
import { systemText } from "../../dialects/anthropicMessagesWriting.ts";
import { isJsonObject } from "../../json.ts";
import type { Json } from "../../json.ts";

/** The blocks whose `text` the system prompt says again, as long as it is not edited; all else in them is said once. */
export function promptBlocks(document: Json): ReadonlySet<Json> {
  if (!isJsonObject(document) || !isJsonObject(document["completion"])) return NONE;
  const { systemPrompt, completion } = document;
  const { fields } = completion;
  const system = isJsonObject(fields) ? fields["system"] : undefined;
  return Array.isArray(system) && systemText(system) === systemPrompt ? new Set(system) : NONE;
}

const NONE: ReadonlySet<Json> = new Set();
