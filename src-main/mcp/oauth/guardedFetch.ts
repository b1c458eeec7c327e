// `fetch` for what a server names: goes only where the guard allows, to the very address that was checked, reads
// no more than a document has, and never sends anything in plain text beyond this machine.
import type { LookupFunction } from "node:net";
import net from "node:net";
import { NetworkError, type longFetch } from "../transports/longFetch.ts";
import { displayAddress } from "./addresses.ts";
import type { AddressGuard } from "./addresses.ts";
import { SignInAborted, SignInError } from "./failure.ts";

export type GuardedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

const TIMEOUT_MS = 30_000;
const BODY_MAX_BYTES = 1024 * 1024;

/**
 * Redirects are left to the library, which follows those that stay at their origin: each comes by here.
 * @param send the user's way into the network: its proxy and certificates
 */
export function guardedFetch(
  guard: AddressGuard,
  signal: AbortSignal,
  send: typeof longFetch,
): GuardedFetch {
  return async (url, init = {}) => {
    const target = new URL(url);
    const addresses = await addressesOf(guard, target);
    if (signal.aborted) throw new SignInAborted();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), TIMEOUT_MS);
    const stop = (): void => late.abort();
    signal.addEventListener("abort", stop, { once: true });
    try {
      const sent = { ...withTextBody(init), signal: late.signal };
      const response = await send(target, sent, { lookup: pinned(addresses) });
      return await readWhole(response, target);
    } catch (error) {
      if (signal.aborted) throw new SignInAborted();
      if (error instanceof SignInError) throw error;
      const detail = error instanceof NetworkError ? error.message : "no whole answer came";
      const address = displayAddress(target);
      throw new SignInError({ kind: "sign-in-unreachable", address, detail });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    }
  };
}

/** None where this machine does not know the name: behind a proxy that is usual, and the proxy looks it up. */
async function addressesOf(guard: AddressGuard, target: URL): Promise<string[]> {
  try {
    return await guard.allowedAddresses(target);
  } catch (error) {
    if (error instanceof SignInError && error.failure.kind === "sign-in-unreachable") return [];
    throw error;
  }
}

/** A form as the text that it is. */
function withTextBody(init: RequestInit): RequestInit {
  const { body } = init;
  return body instanceof URLSearchParams ? { ...init, body: body.toString() } : init;
}

/** The addresses that were checked, in place of another look-up. */
function pinned(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: net.isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    const [first] = all;
    const unknown = Object.assign(new Error("ENOTFOUND"), { code: "ENOTFOUND" });
    if (first === undefined) callback(unknown, "");
    else if (options.all === true) callback(null, all);
    else callback(null, first.address, first.family);
  };
}

async function readWhole(response: Response, target: URL): Promise<Response> {
  const { status, headers, body } = response;
  if (body === null) return response;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = body.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return new Response(Buffer.concat(chunks).toString("utf8"), { status, headers });
    bytes += value.length;
    chunks.push(value);
    if (bytes <= BODY_MAX_BYTES) continue;
    await reader.cancel();
    const address = displayAddress(target);
    throw new SignInError({ kind: "sign-in-bad-metadata", address, detail: "larger than 1 MiB" });
  }
}
