// The OAuth redirect listener on loopback (RFC 8252, 7.3). It takes one callback, for a limited time, and responds
// with fixed text only. Any web page can send the browser here, so a callback without this sign-in's state is ignored
// and the wait goes on.
import http from "node:http";
import net from "node:net";
import { timingSafeEqual } from "node:crypto";
import { detailOf, SignInAborted, SignInError } from "./failure.ts";
import { CALLBACK_PATH } from "./registration.ts";

/** Text of the page in the browser, in each language, as the browser's language may differ from the app's. */
export interface CallbackWords {
  done: readonly CallbackText[];
  foreign: readonly CallbackText[];
}
interface CallbackText {
  language: string;
  text: string;
}

export interface CallbackListener {
  port: number;
  /** The parameters of the callback. Rejects with a `SignInError` or `SignInAborted`. */
  parameters: Promise<URLSearchParams>;
  /** Called for each callback with a wrong or missing state, with the number so far. */
  onForeign: ((count: number) => void) | null;
  close(): void;
}

const HOST = "127.0.0.1";

/** Picks a TCP port that is free now. */
export async function freePort(): Promise<number> {
  const server = net.createServer();
  await bound(server, 0);
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export interface ExpectedCallback {
  /** The state that the callback must carry (RFC 6749, 10.12). */
  state: string;
  timeMs: number;
  signal: AbortSignal;
  words: CallbackWords;
}

/** Listens on `port`, or on any free port if it has been taken since. */
export async function listenForCallback(
  port: number,
  { state, timeMs, signal, words }: ExpectedCallback,
): Promise<CallbackListener> {
  const server = http.createServer();
  await bound(server, port).catch(() => bound(server, 0));
  const bind = server.address() as net.AddressInfo;
  let close = (): void => {};
  let foreign = 0;
  const answer = new Promise<URLSearchParams>((resolve, reject) => {
    const late = (): void => {
      const kind = foreign === 0 ? "sign-in-timeout" : "sign-in-state-mismatch";
      reject(new SignInError({ kind, afterMs: timeMs }));
    };
    const timer = setTimeout(late, timeMs);
    const stop = (): void => reject(new SignInAborted());
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    server.on("request", (request, response) => {
      const params = callbackParameters(request, bind.port);
      if (params === null) {
        respond(response, 404, "");
        return;
      }
      const mine = sameText(params.get("state") ?? "", state);
      respond(response, mine ? 200 : 400, pageOf(mine ? words.done : words.foreign));
      if (mine) {
        resolve(params);
        return;
      }
      foreign += 1;
      listener.onForeign?.(foreign);
    });
    close = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      server.close();
      // Lets the response to the browser go out first.
      setTimeout(() => server.closeAllConnections(), 1000).unref();
    };
  });
  // Prevents an unhandled rejection if nobody reads `parameters`.
  answer.catch(() => {});
  const listener: CallbackListener = {
    port: bind.port,
    parameters: answer,
    onForeign: null,
    close: () => close(),
  };
  return listener;
}

async function bound(server: net.Server, port: number): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host: HOST, port, exclusive: true }, () => {
        server.off("error", reject);
        resolve();
      });
    });
  } catch (error) {
    throw new SignInError({ kind: "sign-in-no-listener", detail: detailOf(error) });
  }
}

/** The parameters of a request that can be the callback; null for stray requests (a favicon, a port scan). */
function callbackParameters(request: http.IncomingMessage, port: number): URLSearchParams | null {
  if (request.method !== "GET" || request.headers.host !== `${HOST}:${port}`) return null;
  let url: URL;
  try {
    url = new URL(request.url ?? "/", `http://${HOST}:${port}`);
  } catch {
    // Any page can request an invalid URL such as `//[` here; it must not crash the app.
    return null;
  }
  const { searchParams } = url;
  const says = searchParams.has("code") || searchParams.has("error");
  return url.pathname === CALLBACK_PATH && says ? searchParams : null;
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function pageOf(texts: readonly CallbackText[]): string {
  const said = texts.map(({ language, text }) => `<p lang="${language}">${text}</p>`).join("");
  return `<!doctype html><html><head><meta charset="utf-8"><title>Countersign</title></head><body>${said}</body></html>`;
}

/** Fixed text only: nothing from the request is echoed. */
function respond(response: http.ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    connection: "close",
  });
  response.end(body);
}
