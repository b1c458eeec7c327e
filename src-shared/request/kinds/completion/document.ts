// A program's request to a model, as the desk holds it. Without schemas: lists need it before anything is opened.
import { isJsonObject } from "../../../json.ts";
import type { Json } from "../../../json.ts";
import type { CompletionDocument, CompletionFields } from "../../../dialects/dialect.ts";
import { WRITING } from "../../../dialects/writing.ts";
import type { RequestDocument } from "../../document/message.ts";

/** The document of a completion; null for anything else, or where the content was deleted. */
export function completionIn(document: RequestDocument | Json): CompletionDocument | null {
  if (!isJsonObject(document) || !Array.isArray(document["messages"])) return null;
  const { completion } = document;
  return isCompletion(completion) ? (document as CompletionDocument) : null;
}

const isCompletion = (value: Json | undefined): value is CompletionFields =>
  isJsonObject(value) &&
  typeof value["dialect"] === "string" &&
  Object.hasOwn(WRITING, value["dialect"]) &&
  typeof value["model"] === "string" &&
  isJsonObject(value["fields"]);
