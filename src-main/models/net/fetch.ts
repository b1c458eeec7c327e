// `fetch` over node:http: with the user's proxies and certificates, streaming bodies, and redirects refused.
import type http from "node:http";
import type tls from "node:tls";
import { exchange } from "../../net/exchange.ts";
import { ModelError } from "../generation/modelError.ts";
import { agentOf } from "./agent.ts";
import { IdleConnections } from "./idleConnections.ts";
import type { Proxy } from "./route.ts";
import { codeOf, proxyError, schemesOf, networkError } from "./networkErrors.ts";

export type Fetch = typeof globalThis.fetch;

/** What a request needs to know about the network; read for each request. */
export interface FetchRoutes {
  /** Routes to try in order, `null` being direct. Empty: the proxy's address can't be parsed. */
  of(url: URL): Promise<readonly (Proxy | null)[]>;
  /** Null: only the certificates that come with the runtime. */
  context(): tls.SecureContext | null;
}

/**
 * DNS, connection, TLS and the proxy's response together; a provider that takes longer is unavailable. A request may
 * set another limit as `connectMs` in its `RequestInit`.
 */
const CONNECT_TIMEOUT_MS = 10_000;

function connectMsOf(init: RequestInit): number {
  const said: unknown = Reflect.get(init, "connectMs");
  return typeof said === "number" ? said : CONNECT_TIMEOUT_MS;
}

const MAX_REDIRECTS = 5;

/**
 * Headers that may be sent to another origin when a redirect is followed: none that identify or authenticate the
 * sender.
 */
const HARMLESS = new Set(["accept", "accept-encoding", "accept-language", "range", "user-agent"]);

/**
 * The part of `fetch` that the AI SDK, lists and downloads use. A redirect is an error unless `redirect: "follow"` is
 * set on a GET. Rejects with a `ModelError` for certificates, proxies and redirects, with the reason of an aborted
 * signal, else with a TypeError whose cause is the network's error.
 */
export function createFetch(routes: FetchRoutes, kept = new IdleConnections()): Fetch {
  const by: Network = { routes, kept };
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const body = await bytesOf(init.body ?? null);
    const headers = new Headers(input instanceof Request ? input.headers : undefined);
    new Headers(init.headers).forEach((value, name) => headers.set(name, value));
    if (body.type !== null && !headers.has("content-type")) headers.set("content-type", body.type);
    const sent: Sent = {
      url,
      method: (init.method ?? (input instanceof Request ? input.method : "GET")).toUpperCase(),
      headers,
      body: body.bytes,
      signal: init.signal ?? undefined,
      connectMs: connectMsOf(init),
    };
    return init.redirect === "follow" && sent.method === "GET" && sent.body === null
      ? follow(sent, by)
      : refuseRedirect(sent, await send(sent, by));
  };
}

interface Network {
  routes: FetchRoutes;
  kept: IdleConnections;
}

interface Sent {
  url: URL;
  method: string;
  headers: Headers;
  body: string | Uint8Array | null;
  signal: AbortSignal | undefined;
  connectMs: number;
}

async function follow(sent: Sent, by: Network, hops = 0): Promise<Response> {
  const response = await send(sent, by);
  const to = redirectOf(sent.url, response);
  if (to === null) return response;
  await response.body?.cancel();
  const downgraded = sent.url.protocol === "https:" && to.protocol !== "https:";
  if (hops >= MAX_REDIRECTS || downgraded) throw redirectError(sent.url, to);
  const harmless = [...sent.headers].filter(([name]) => HARMLESS.has(name));
  const headers = to.origin === sent.url.origin ? sent.headers : new Headers(harmless);
  return follow({ ...sent, url: to, headers }, by, hops + 1);
}

async function refuseRedirect({ url }: Sent, response: Response): Promise<Response> {
  const to = redirectOf(url, response);
  if (to === null) return response;
  await response.body?.cancel();
  throw redirectError(url, to);
}

function redirectOf(from: URL, { status, headers }: Response): URL | null {
  const location = headers.get("location");
  if (location === null || ![301, 302, 303, 307, 308].includes(status)) return null;
  try {
    return new URL(location, from);
  } catch {
    return null;
  }
}

/** The target's origin and path only: a query may contain secrets. */
function redirectError(from: URL, to: URL): ModelError {
  const where = `${to.origin}${to.pathname}`.slice(0, 500);
  return new ModelError({ kind: "model-redirect", host: from.host, to: where });
}

/** Sends once: tries the next route only if the previous one could not be connected to. */
async function send(sent: Sent, { routes, kept }: Network): Promise<Response> {
  throwIfAborted(sent.signal);
  const list = await routes.of(sent.url);
  throwIfAborted(sent.signal);
  let failed: unknown = null;
  for (const way of list) {
    const context = contextFor(way, sent, routes);
    const trust = context === null ? {} : { secureContext: context };
    const secure = sent.url.protocol === "https:";
    const agent = way === null ? kept.agent(secure, context) : await agentOf(way, secure, trust);
    throwIfAborted(sent.signal);
    const tried = await sendBy(way, sent, { agent, ...trust });
    if ("response" in tried) return tried.response;
    failed = tried.error;
    if (!tried.again) break;
  }
  throw failed ?? proxyError({ name: sent.url.host }, "unreadable");
}

/** Loading certificates takes a moment, so only do it for a TLS connection. */
function contextFor(
  way: Proxy | null,
  { url }: Sent,
  routes: FetchRoutes,
): tls.SecureContext | null {
  const secure = url.protocol === "https:" || way?.url.protocol === "https:";
  return secure ? routes.context() : null;
}

type Tried = { response: Response } | { error: unknown; again: boolean };

async function sendBy(
  way: Proxy | null,
  sent: Sent,
  options: { agent: http.Agent; secureContext?: tls.SecureContext },
): Promise<Tried> {
  const { url, signal } = sent;
  let [socketCame, answerCame] = [false, false];
  try {
    const leaves = { ...sent, ...options, headers: headersOf(sent.headers), decompress: true };
    const response = await exchange(leaves, {
      begun(request) {
        request.once("socket", () => (socketCame = true));
        request.once("proxyConnect", ({ statusCode, headers }: ProxyAnswer) => {
          if (way === null || statusCode === 200) return;
          request.destroy(refusedBy(way, statusCode, headers));
        });
      },
      answered({ statusCode = 500, headers }) {
        answerCame = true;
        if (way !== null && statusCode === 407) throw refusedBy(way, statusCode, headers);
      },
      abortError: () => abortOf(signal),
      bodyError: (error) =>
        signal?.aborted === true ? abortOf(signal) : new TypeError("terminated", { cause: error }),
    });
    return { response };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    if (answerCame) return { error, again: false };
    if (signal?.aborted === true) return { error: abortOf(signal), again: false };
    // Before there is a socket, only the handshake with the proxy has happened.
    return way !== null && !socketCame && !(error instanceof ModelError)
      ? { error: unreachedBy(way, error), again: true }
      : { error: networkError(error, url.host), again: false };
  }
}

/** A proxy's response to CONNECT. */
interface ProxyAnswer {
  statusCode: number;
  headers: http.IncomingHttpHeaders;
}

function refusedBy(proxy: Proxy, status: number, headers: http.IncomingHttpHeaders): ModelError {
  if (status !== 407) return proxyError(proxy, "refused", { status });
  const schemes = schemesOf(headers["proxy-authenticate"] ?? "");
  const spoken = schemes.length === 0 || schemes.some((scheme) => /^basic$/i.test(scheme));
  return spoken
    ? proxyError(proxy, "login", { status })
    : proxyError(proxy, "scheme", { status, detail: schemes.join(", ").slice(0, 500) });
}

function unreachedBy(proxy: Proxy, error: Error): Error {
  // The proxy's own certificate, if it is reached over TLS.
  const known = networkError(error, proxy.name);
  if (known instanceof ModelError) return known;
  const code = codeOf(error);
  return proxyError(proxy, "unreachable", {
    detail: (code === "" ? error.message : code).slice(0, 500),
  });
}

/** The signal's own reason, as with `fetch`; Node 18 gives a DOMException called AbortError. */
function abortOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  if (reason instanceof Error) return reason;
  return Object.assign(new Error("This operation was aborted"), { name: "AbortError" });
}

function headersOf(headers: Headers): Record<string, string> {
  const all = Object.fromEntries(headers);
  // A proxy or provider that compresses a stream holds its pieces back.
  return { "accept-encoding": "identity", ...all };
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw abortOf(signal);
}

async function bytesOf(
  body: NonNullable<RequestInit["body"]> | null,
): Promise<{ bytes: string | Uint8Array | null; type: string | null }> {
  if (body === null) return { bytes: null, type: null };
  if (typeof body === "string" || body instanceof Uint8Array) return { bytes: body, type: null };
  const packed = new Response(body);
  return {
    bytes: new Uint8Array(await packed.arrayBuffer()),
    type: packed.headers.get("content-type"),
  };
}
