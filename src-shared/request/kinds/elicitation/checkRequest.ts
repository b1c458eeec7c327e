// Checks an elicitation against the protocol and Countersign's caps. A request with an error is refused.
import type { ElicitationRequest, UrlRequest } from "./request.ts";
import { isUrlRequest } from "./request.ts";
import { readForm } from "./readForm.ts";
import type { ElicitationFlag } from "./flag.ts";
import { isLoopback, readAddress } from "./url.ts";

/** In UTF-16 units. */
export const MESSAGE_MAX = 100_000;
export const SCHEMA_MAX = 500_000;

export function checkRequest(request: ElicitationRequest): ElicitationFlag[] {
  const flags: ElicitationFlag[] = [];
  if (request.message.length > MESSAGE_MAX)
    flags.push({ severity: "error", code: "message-too-long", path: ["message"] });
  if (isUrlRequest(request)) return [...flags, ...checkUrl(request)];
  if (JSON.stringify(request.requestedSchema).length > SCHEMA_MAX)
    return [...flags, { severity: "error", code: "schema-too-large", path: ["requestedSchema"] }];
  return [...flags, ...readForm(request.requestedSchema).flags];
}

/** 2025-11-25, client/elicitation, "Safe URL Handling". */
function checkUrl({ url }: UrlRequest): ElicitationFlag[] {
  const path = ["url"];
  const address = readAddress(url);
  if (typeof address === "string") {
    const scheme = address === "url-scheme" ? { detail: schemeOf(url) } : {};
    return [{ severity: "error", code: address, path, ...scheme }];
  }
  return [
    ...(address.credentials ? [{ severity: "error", code: "url-credentials", path } as const] : []),
    ...(address.encrypted || isLoopback(address.host)
      ? []
      : [{ severity: "note", code: "url-not-encrypted", path } as const]),
  ];
}

const schemeOf = (url: string): string => url.split(":", 1)[0]?.slice(0, 30) ?? "";
