// Elicitations as opaque documents of the desk.
import type { Json } from "../../../json.ts";
import type { RequestDocument, ResponseDocument } from "../../document/message.ts";
import { readRequest } from "./request.ts";
import type { ElicitationRequest } from "./request.ts";
import type { ElicitationResponse } from "./document.ts";

export const asHeldRequest = (request: ElicitationRequest): RequestDocument =>
  request as unknown as RequestDocument;
export const asHeldResponse = (response: ElicitationResponse): ResponseDocument =>
  response as unknown as ResponseDocument;

/** Null if the content was deleted or was never valid. */
export function requestIn(document: RequestDocument | null): ElicitationRequest | null {
  const read = readRequest(document as Json);
  return typeof read === "string" ? null : read;
}
