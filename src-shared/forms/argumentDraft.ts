// Arguments being entered in a form.
import type { JsonObject } from "../json.ts";

/** `json`: the text of the JSON view while it is edited, which may be no object. */
export interface ArgumentDraft {
  args: JsonObject;
  json: string | null;
}
