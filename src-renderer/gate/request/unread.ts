// Flags of values that could not be read when the request arrived, for as long as the user has not changed the value.
import type { Json } from "#shared/json.ts";
import { sameJson } from "#shared/sampling/document/change.ts";
import type { Flag, FlagCode } from "#shared/sampling/document/flag.ts";
import { valueAt } from "#shared/sampling/document/fix.ts";
import type { RequestDocument } from "#shared/sampling/document/message.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";

/** Codes that only arrival can detect, as the editable document no longer contains the original value. */
const UNREAD: ReadonlySet<FlagCode> = new Set<FlagCode>([
  "field-wrong-type",
  "temperature-not-number",
  "content-not-block",
  "message-not-object",
  "number-rounded",
  "number-shown-rounded",
  "numbers-rounded-more",
]);

/** The flags of the sample whose value is unchanged in the document. */
export function unreadIn(sample: Sample, document: RequestDocument): Flag[] {
  const proposed = sample.proposed as Json;
  return sample.flags.filter(
    ({ code, path }) =>
      UNREAD.has(code) && sameJson(valueAt(proposed, path), valueAt(document as Json, path)),
  );
}
