// What stands against sending a completion, as far as it shows without schemas.
import type { Kind } from "../kind.ts";
import { shapeFlags } from "../../checks/depth.ts";
import type { Flag } from "../../document/flag.ts";
import type { CompletionDocument } from "../../../dialects/dialect.ts";
import { completionIn } from "./document.ts";

const error = (code: Flag["code"], path: Flag["path"], detail?: string): Flag => ({
  severity: "error",
  code,
  path,
  ...(detail === undefined ? {} : { detail }),
});

/** The document's fields that a body of any dialect has; `modelPreferences` ranks models at the desk. */
const WRITTEN: ReadonlySet<string> = new Set([
  "messages",
  "systemPrompt",
  "maxTokens",
  "temperature",
  "tools",
  "toolChoice",
  "modelPreferences",
]);

/** The fields that would be approved but never sent, as their dialect has no place for them. */
function unwritten({ completion, ...document }: CompletionDocument): Flag[] {
  const hasStops = completion.dialect !== "openai-responses";
  return Object.keys(document)
    .filter((name) => !WRITTEN.has(name) && !(hasStops && name === "stopSequences"))
    .map((name) => error("not-in-dialect", [name], name));
}

export const checkDraft: Kind["checkRequest"] = (document, proposed) => {
  const shape = shapeFlags(document);
  if (shape.length > 0) return shape;
  const held = completionIn(document);
  if (held === null) return [error("field-wrong-type", ["completion"])];
  const { unread } = held.completion;
  if (unread !== undefined) return [error("field-wrong-type", ["completion"], unread)];
  if (held.messages.length === 0) return [error("no-messages", ["messages"])];
  const asked = proposed?.maxTokens ?? Number.POSITIVE_INFINITY;
  return [
    ...((held.maxTokens ?? 0) > asked
      ? [error("max-tokens-above-asked", ["maxTokens"], String(asked))]
      : []),
    ...unwritten(held),
  ];
};
