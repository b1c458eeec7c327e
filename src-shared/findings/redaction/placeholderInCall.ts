// Whether a tool would get a placeholder in place of its value.
import { isJsonObject } from "../../json.ts";
import type { Json } from "../../json.ts";
import { blocksOf } from "../../request/document/blocks.ts";
import type { ResponseDocument } from "../../request/document/message.ts";
import { tolerantMark } from "./redactMarks.ts";
import type { PutBack } from "./redactRestore.ts";
import { walkFree } from "./redactWalk.ts";

const CALLS: ReadonlySet<string> = new Set(["tool_use", "tool_call"]);

/**
 * True if a tool call of the response, as restored, still has a placeholder or text that resembles one. The model may
 * have it from an earlier request: a program sends signed reasoning again as it got it, with the placeholders of then.
 */
export function hasPlaceholderInCall(
  { content }: Pick<ResponseDocument, "content">,
  putBack: PutBack | undefined,
): boolean {
  const calls = blocksOf(content).filter((block) => isJsonObject(block) && CALLS.has(block.type));
  if (calls.length === 0) return false;
  // Not all are listed.
  if ((putBack?.doubtfulMore ?? 0) > 0) return true;
  const doubtful = putBack?.doubtful ?? [];
  let found = false;
  const text = (given: string): string => {
    found ||= tolerantMark().test(given) || doubtful.some((one) => given.includes(one));
    return given;
  };
  for (const call of calls) walkFree(call as Json, { text, number: (number) => number });
  return found;
}
