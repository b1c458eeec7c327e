// `fetch` without timeouts: the built-in one aborts a response that is silent for five minutes, and the user may take
// longer. Redirects are left to the caller; nothing is decompressed or cached.
import type { Certificate } from "#shared/servers/identity/identity.ts";
import { exchange } from "../../../net/exchange.ts";
import type { Sent } from "../../../net/exchange.ts";
import { certificateOfSocket, noteCertificate } from "../identity/certificate.ts";

const CONNECT_TIMEOUT_MS = 15_000;
/** After this silence the system probes whether the peer is still there (TCP keep-alive). */
const KEEP_ALIVE_MS = 30_000;

/** There was no response. `uploaded`: the request was sent completely, so it may have arrived. */
export class NetworkError extends Error {
  readonly code: string;
  readonly uploaded: boolean;
  constructor(error: unknown, uploaded: boolean) {
    const { code, message } = Object(error) as Partial<NodeJS.ErrnoException>;
    super(code ?? message);
    this.code = code ?? "";
    this.uploaded = uploaded;
  }
}

/** We aborted it. `uploaded`: the request was sent completely, so it may have arrived. */
export class AbortError extends Error {
  override readonly name = "AbortError";
  readonly uploaded: boolean;
  constructor(uploaded: boolean) {
    super("This operation was aborted");
    this.uploaded = uploaded;
  }
}

export interface LongFetchInit extends RequestInit {
  /** Aborts if no response has started after this time; absent: waits for ever. */
  responseTimeoutMs?: number;
  /** Called when the system has taken the whole request. */
  onUploaded?: (() => void) | undefined;
}

interface Peer {
  /** Called with the address that was actually connected to. */
  peer?: (ip: string) => void;
}

/**
 * Supports the part of `fetch` that the protocol library uses: method, headers, a text body, a signal. `more`: DNS
 * lookup, agent and trusted certificates other than the defaults, and a callback for the address that was connected
 * to.
 */
export async function longFetch(
  url: string | URL,
  init: LongFetchInit = {},
  { peer, ...more }: Pick<Sent, "lookup" | "agent" | "secureContext"> & Peer = {},
): Promise<Response> {
  const signal = init.signal ?? undefined;
  if (signal?.aborted === true) throw new AbortError(false);
  let uploaded = (): boolean => false;
  let late: NodeJS.Timeout | undefined;
  let answered = false;
  let certificate: Certificate | null = null;
  const sent: Sent = {
    url: new URL(url),
    method: init.method ?? "GET",
    headers: Object.fromEntries(new Headers(init.headers)),
    body: typeof init.body === "string" ? init.body : null,
    connectMs: CONNECT_TIMEOUT_MS,
    decompress: false,
    signal,
    ...more,
  };
  try {
    const response = await exchange(sent, {
      begun(request) {
        uploaded = () => answered || request.writableFinished;
        const { responseTimeoutMs, onUploaded } = init;
        if (onUploaded !== undefined) request.once("finish", onUploaded);
        const end = (): void => void request.destroy(new AbortError(uploaded()));
        if (responseTimeoutMs !== undefined) late = setTimeout(end, responseTimeoutMs);
        // A stream may be silent for hours; a peer that vanished is still noticed.
        request.once("socket", (socket) => socket.setKeepAlive(true, KEEP_ALIVE_MS));
      },
      answered({ socket }) {
        answered = true;
        clearTimeout(late);
        certificate = certificateOfSocket(socket);
        if (socket.remoteAddress !== undefined) peer?.(socket.remoteAddress);
      },
      abortError: () => new AbortError(uploaded()),
      bodyError: (error) => error,
    });
    noteCertificate(response, certificate);
    return response;
  } catch (error) {
    throw error instanceof AbortError ? error : new NetworkError(error, uploaded());
  } finally {
    clearTimeout(late);
  }
}
