// `fetch` for URLs that a server names: connects only to the address that the guard checked, limits the size of the
// response, and sends plain text only over loopback.
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
 * The library follows same-origin redirects itself; each passes through this function again.
 * @param send `longFetch` with the user's proxy and certificates
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
      const detail = error instanceof NetworkError ? error.message : "no complete response arrived";
      const address = displayAddress(target);
      throw new SignInError({ kind: "sign-in-unreachable", address, detail });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    }
  };
}

/** Empty if this machine cannot resolve the name, which is usual behind a proxy that resolves it instead. */
async function addressesOf(guard: AddressGuard, target: URL): Promise<string[]> {
  try {
    return await guard.allowedAddresses(target);
  } catch (error) {
    if (error instanceof SignInError && error.failure.kind === "sign-in-unreachable") return [];
    throw error;
  }
}

/** Serializes a form body, as `longFetch` takes text only. */
function withTextBody(init: RequestInit): RequestInit {
  const { body } = init;
  return body instanceof URLSearchParams ? { ...init, body: body.toString() } : init;
}

/** A DNS lookup that returns the checked addresses instead of resolving again. */
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
