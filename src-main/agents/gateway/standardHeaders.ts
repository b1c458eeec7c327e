// The HTTP headers that repeat what a message says since 2026-07-28 (Streamable HTTP, "Standard headers"), and the HTTP
// status of an error.
import type { IncomingHttpHeaders } from "node:http";

/** The first version without sessions; versions are dates and sort as strings. */
const FIRST_WITHOUT_SESSION = "2026-07-28";
const HEADER_MISMATCH = -32020;
const INVALID_PARAMS = -32602;
const VERSION_HEADER = "mcp-protocol-version";

/** Errors that also are an HTTP status: no such method, invalid params, a version or a capability that is missing. */
const STATUS: ReadonlyMap<unknown, number> = new Map([
  [-32601, 404],
  [INVALID_PARAMS, 400],
  [HEADER_MISMATCH, 400],
  [-32021, 400],
  [-32022, 400],
]);

export const statusOf = (code: unknown): number => STATUS.get(code) ?? 200;

/** What the headers of a request repeat. */
export interface Repeated {
  method: string;
  /** The tool, prompt or resource. */
  name: string | null;
}

/**
 * Why a request without a session is refused unread; null if it is not. A request that names its version is of one without
 * sessions, whatever its headers say.
 */
export function wrongIn(
  headers: IncomingHttpHeaders,
  { version, repeated }: { version: string | null; repeated: Repeated | null },
): { code: number; message: string } | null {
  const named = valueOf(headers[VERSION_HEADER]) ?? "";
  if (repeated === null || (version === null && named < FIRST_WITHOUT_SESSION)) return null;
  if (version === null)
    return { code: INVALID_PARAMS, message: "The request names no protocol version in _meta." };
  const { method, name } = repeated;
  const header =
    (named === version ? null : "MCP-Protocol-Version") ??
    (valueOf(headers["mcp-method"]) === method ? null : "Mcp-Method") ??
    (name === null || valueOf(headers["mcp-name"]) === name ? null : "Mcp-Name");
  if (header === null) return null;
  const message = `The header ${header} does not repeat what the message says.`;
  return { code: HEADER_MISMATCH, message };
}

/** Values that a header cannot carry are Base64 of their UTF-8. */
function valueOf(header: string | string[] | undefined): string | null {
  if (typeof header !== "string") return null;
  const text = header.trim();
  const base64 = /^=\?base64\?(.*)\?=$/.exec(text)?.[1];
  return base64 === undefined ? text : Buffer.from(base64, "base64").toString("utf8");
}
