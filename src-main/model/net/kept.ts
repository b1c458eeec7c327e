// The straight connections that were just used and may be used again: for a moment only, because a server that closes
// one cannot be told from one that has read what was sent on it, and no request is sent twice.
import http from "node:http";
import https from "node:https";
import type tls from "node:tls";
import type { Duplex } from "node:stream";

/**
 * How long a connection may stand idle, in milliseconds. Servers wait longer before they close one (gunicorn 2 s; Node,
 * uvicorn and llama.cpp 5 s), so that none is closed by both ends at once; rules that let one request after the other
 * pass ask again much sooner.
 */
export const IDLE_MS = 1000;
/** So many of one address. */
const FREE_MOST = 4;
/** A server that says it waits no longer than this may be closing already. In seconds, as it says them. */
const SHORT_HINT_S = 1;

interface Kept {
  agent: http.Agent;
  context: tls.SecureContext | null;
}

export class KeptConnections {
  readonly #idleMs: number;
  /** When a connection fell idle, by the clock of the wall: it goes on while the machine sleeps. */
  readonly #idleSinceMs = new WeakMap<Duplex, number>();
  #plain: Kept | null = null;
  #secure: Kept | null = null;

  constructor(idleMs = IDLE_MS) {
    this.#idleMs = idleMs;
  }

  /** For one request. Connections that were made under another trust than `context` are not used again. */
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
    // Each certificate is looked at anew with a new connection.
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

  /** The agent's own timer closes them, but not while the machine sleeps or main is busy. */
  #closeOld({ freeSockets }: http.Agent): void {
    const sinceMs = Date.now() - this.#idleMs;
    for (const socket of Object.values(freeSockets).flatMap((free) => free ?? [])) {
      if ((this.#idleSinceMs.get(socket) ?? 0) < sinceMs) socket.destroy();
    }
  }
}

/**
 * An endpoint at fault may send a second answer on a connection, which would be taken for the answer to whatever is
 * asked on it next, by another server perhaps. What goes to other machines has a connection of its own for each request;
 * models on this one, which rules ask one time after the other, keep theirs.
 */
function mayKeep(socket: Duplex): boolean {
  const address: unknown = Reflect.get(socket, "remoteAddress");
  if (typeof address !== "string" || !LOOPBACK.test(address)) return false;
  return socket.readableLength === 0 && hintOf(socket) > SHORT_HINT_S;
}

/** An address as a socket tells it, of either kind, or of the older within the newer. */
const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/i;

/** How long the server says it waits, in seconds (`Keep-Alive: timeout=5`). Node 18 does not look at it. */
function hintOf(socket: Duplex): number {
  const request: unknown = Reflect.get(socket, "_httpMessage");
  const answer: unknown = Reflect.get(Object(request), "res");
  const headers: unknown = Reflect.get(Object(answer), "headers");
  const said = String(Reflect.get(Object(headers), "keep-alive") ?? "");
  const seconds = /(?:^|[\s,;])timeout=(\d+)/i.exec(said)?.[1];
  return seconds === undefined ? Infinity : Number(seconds);
}
