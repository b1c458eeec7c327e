// Chunks of Google's `streamGenerateContent` (ai.google.dev/api/generate-content).
import { isJsonObject, type JsonObject } from "#shared/json.ts";
import {
  countsOf,
  errorOf,
  hasError,
  strictObject,
  strictObjects,
  strictText,
  textIn,
  withKnown,
  withoutNulls,
  type StreamError,
  type StreamReader,
} from "./fields.ts";

export function geminiReader(): StreamReader {
  return {
    take(value, name) {
      if (name === "error" || hasError(value)) return [failed(errorOf(value))];
      const { promptFeedback, usageMetadata, responseId } = value;
      const candidates = strictObjects(value["candidates"], "candidates").map(candidateOf);
      const usage = countsOf(usageMetadata, ["promptTokenCount", "candidatesTokenCount"]);
      const blocked = isJsonObject(promptFeedback) ? textIn(promptFeedback["blockReason"]) : null;
      const isEmpty = candidates.length === 0 && usage === undefined && blocked === null;
      if (isEmpty) return [];
      return [
        withKnown(
          {},
          {
            responseId: textIn(responseId),
            candidates: candidates.length === 0 ? undefined : candidates,
            usageMetadata: usage,
            promptFeedback: blocked === null ? undefined : withKnown({}, { blockReason: blocked }),
          },
        ),
      ];
    },
    failed,
  };
}

const failed = ({ message, code, type, status }: StreamError): JsonObject => ({
  error: {
    code: typeof code === "number" ? code : null,
    message,
    status: textIn(status) ?? type ?? String(code ?? "UNKNOWN"),
  },
});

/** Sources and ratings are left out: nothing here uses them. */
function candidateOf(candidate: JsonObject): JsonObject {
  const content = strictObject(candidate["content"], "content");
  const parts = strictObjects(content["parts"], "parts").map(partOf);
  return withKnown(
    {},
    {
      content: parts.length === 0 ? undefined : { ...withoutNulls(content), parts },
      finishReason: textIn(strictText(candidate["finishReason"], "finishReason")),
      finishMessage: textIn(candidate["finishMessage"]),
      continuationToken: textIn(candidate["continuationToken"]),
    },
  );
}

/** What is within a call stays as it is. */
function partOf(part: JsonObject): JsonObject {
  const known = withoutNulls(part);
  if (Object.hasOwn(known, "text")) strictText(known["text"], "text");
  return known;
}
