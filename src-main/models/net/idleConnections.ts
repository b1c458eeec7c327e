// Direct connections that were just used and may be reused, for a moment only: a server that closes one can't be told
// from one that has already read the request, and no request is sent twice.
import http from "node:http";
import https from "node:https";
import type tls from "node:tls";
import type { Duplex } from "node:stream";

/**
 * How long a connection may stay idle, in milliseconds. Servers wait longer before they close one (gunicorn 2 s;
 * Node, uvicorn and llama.cpp 5 s), so both ends don't close it at once; rules that approve one request after the
 * other reuse it much sooner.
 */
export const IDLE_MS = 1000;
/** The most idle connections per address. */
const FREE_MOST = 4;
/** If a server announces a shorter timeout than this, it may be closing already. In seconds, as announced. */
const SHORT_HINT_S = 1;

interface Kept {
  agent: http.Agent;
  context: tls.SecureContext | null;
}

export class IdleConnections {
  readonly #idleMs: number;
  /** When a connection became idle, by the wall clock, which goes on while the machine sleeps. */
  readonly #idleSinceMs = new WeakMap<Duplex, number>();
  #plain: Kept | null = null;
  #secure: Kept | null = null;

  constructor(idleMs = IDLE_MS) {
    this.#idleMs = idleMs;
  }

  /** The agent for one request. Connections made with other certificates than `context` are not reused. */
  agent(secure: boolean, context: tls.SecureContext | null): http.Agent {
    const kept = secure ? this.#secure : this.#plain;
    if (kept !== null && kept.context === context) {
      this.#closeOld(kept.agent);
      return kept.agent;
    }
    const agent = this.#made(secure);
    if (secure) this.#secure = { agent, context };
    else this.#plain = { agent, context };
    return agent;
  }

  #made(secure: boolean): http.Agent {
    const options = { keepAlive: true, timeout: this.#idleMs, maxFreeSockets: FREE_MOST };
    // Each new connection verifies the certificate again.
    const agent = secure
      ? new https.Agent({ ...options, maxCachedSessions: 0 })
      : new http.Agent(options);
    const keep = agent.keepSocketAlive.bind(agent);
    agent.keepSocketAlive = (socket) => {
      if (!mayKeep(socket)) return false;
      this.#idleSinceMs.set(socket, Date.now());
      return keep(socket);
    };
    return agent;
  }

  /** The agent's own timer closes them too, but not while the machine sleeps or main is busy. */
  #closeOld({ freeSockets }: http.Agent): void {
    const sinceMs = Date.now() - this.#idleMs;
    for (const socket of Object.values(freeSockets).flatMap((free) => free ?? [])) {
      if ((this.#idleSinceMs.get(socket) ?? 0) < sinceMs) socket.destroy();
    }
  }
}

/**
 * A faulty server may send a second response on a connection, which would be taken for the response to the next
 * request, possibly of another MCP server. Requests to other machines therefore get a connection each; models on this
 * machine, which rules may call many times in a row, reuse theirs.
 */
function mayKeep(socket: Duplex): boolean {
  const address: unknown = Reflect.get(socket, "remoteAddress");
  if (typeof address !== "string" || !LOOPBACK.test(address)) return false;
  return socket.readableLength === 0 && hintOf(socket) > SHORT_HINT_S;
}

/** An address as a socket reports it: IPv4, IPv6, or IPv4 mapped into IPv6. */
const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/i;

/** The server's announced idle timeout in seconds (`Keep-Alive: timeout=5`), which Node 18 ignores. */
function hintOf(socket: Duplex): number {
  const request: unknown = Reflect.get(socket, "_httpMessage");
  const answer: unknown = Reflect.get(Object(request), "res");
  const headers: unknown = Reflect.get(Object(answer), "headers");
  const said = String(Reflect.get(Object(headers), "keep-alive") ?? "");
  const seconds = /(?:^|[\s,;])timeout=(\d+)/i.exec(said)?.[1];
  return seconds === undefined ? Infinity : Number(seconds);
}
