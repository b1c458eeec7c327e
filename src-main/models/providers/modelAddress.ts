// Parses and compares providers' addresses. Pure.
import { fail, ok, type Failure, type Outcome } from "#shared/outcome.ts";

/**
 * The address as stored: http or https, without credentials (they belong in the key), query, fragment or trailing
 * slash.
 */
export function readBaseUrl(text: string): Outcome<string, Failure> {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    return refused("not an address");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return refused("neither http nor https");
  if (url.username !== "" || url.password !== "") return refused("holds a user name or password");
  if (url.search !== "" || url.hash !== "") return refused("holds a query or fragment");
  // Users paste the whole URL of a request; cut it down to the base address.
  const path = url.pathname.replace(/\/+$/, "").replace(/\/(chat\/completions|models)$/, "");
  return ok(`${url.origin}${path}`);
}

/** True if both are spellings of one address; the names of the loopback host count as one. */
export function sameAddress(a: string, b: string): boolean {
  return normal(a) === normal(b);
}

/** True for an address that never leaves this machine. */
export function isLoopback(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function normal(address: string): string {
  const url = new URL(address);
  const host = isLoopback(address) ? "loopback" : url.hostname;
  return `${url.protocol}//${host}:${url.port}${url.pathname.replace(/\/+$/, "")}`;
}

function refused(detail: string): Outcome<string, Failure> {
  return fail({ kind: "invalid-argument", channel: "models.addProvider", detail });
}
