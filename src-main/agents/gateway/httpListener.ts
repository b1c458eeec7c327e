// Serves hosts over Streamable HTTP (2025-03-26 to 2026-07-28), with a path and a token for each wrapped server.
import { randomUUID } from "node:crypto";
import type http from "node:http";
import { errorText, readText } from "#shared/rpc/readMessage.ts";
import { bearerOf, bodyOf, respond } from "../../net/loopback.ts";
import type { LoopbackRoute } from "../../net/loopback.ts";
import { UNKNOWN_ENTRY } from "./gateway.ts";
import type { Admission } from "./gateway.ts";
import { MCP_PREFIX } from "./hostEntries.ts";
import { HttpSession, postedOf } from "./httpSession.ts";
import type { PostedMessages } from "./httpSession.ts";
import { wrongIn } from "./standardHeaders.ts";

const SESSION_HEADER = "mcp-session-id";
/** The same limit as on the socket. */
const BODY_MAX_BYTES = 64 * 1024 * 1024;
/** The longest silence on a stream: Node's own client times out after 300 s. */
const KEEP_ALIVE_MS = 15_000;
/** A host without an open stream for this long counts as gone; if it returns, it starts a new session. */
const IDLE_MS = 5 * 60_000;

type Wrapped = { wrapId: string; token: string };
/** Why a request belongs to no session, in an HTTP response to the host. */
type NoSession = { status: number; message: string };

export class HttpListener implements LoopbackRoute {
  readonly #admit: Admission;
  readonly #sessions = new Set<HttpSession>();
  readonly #tick: NodeJS.Timeout;

  constructor(admit: Admission) {
    this.#admit = admit;
    this.#tick = setInterval(() => {
      for (const session of this.#sessions) session.keepAlive(IDLE_MS);
    }, KEEP_ALIVE_MS);
    this.#tick.unref();
  }

  serves(path: string): boolean {
    return path.startsWith(MCP_PREFIX);
  }

  serve(request: http.IncomingMessage, response: http.ServerResponse): void {
    // A host that disconnects meanwhile gets no response.
    response.on("error", () => {});
    void this.#serve(request, response);
  }

  async close(): Promise<void> {
    clearInterval(this.#tick);
    await Promise.all([...this.#sessions].map((session) => session.close("quit")));
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { method } = request;
    if (method === "POST") {
      const body = await bodyOf(request, BODY_MAX_BYTES);
      if ("fault" in body) {
        if (body.fault === "busy") respond(response, 503, "Countersign reads too much at once.");
        else respond(response, 413, "The message is too large for Countersign.");
        return;
      }
      const posted = postedIn(body.text);
      if ("why" in posted) {
        this.#named(request)?.notPassed(body.text, posted.why);
        wrongJson(response, posted.error);
      } else await this.#post(request, posted, response);
      return;
    }
    if (method !== "GET" && method !== "DELETE") {
      response.setHeader("allow", "POST, GET, DELETE");
      respond(response, 405, "Streamable HTTP has POST, GET and DELETE.");
      return;
    }
    const session = this.#named(request);
    if (session === null) noSession(response, null, UNKNOWN_SESSION);
    else if (method === "GET") session.listen(response);
    else {
      session.end();
      response.writeHead(204).end();
    }
  }

  async #post(
    request: http.IncomingMessage,
    posted: PostedMessages,
    response: http.ServerResponse,
  ): Promise<void> {
    const id = posted.requests[0]?.id ?? null;
    if (posted.isBatch && request.headers[SESSION_HEADER] === undefined) {
      wrongJson(response, errorText(JSON.stringify(id), NO_BATCH));
      return;
    }
    const isSession = request.headers[SESSION_HEADER] !== undefined || posted.initializes;
    const wrong = isSession ? null : wrongIn(request.headers, posted);
    if (wrong !== null) {
      rpcError(response, 400, { id, ...wrong });
      return;
    }
    const session = await this.#sessionFor(request, posted);
    if (!(session instanceof HttpSession)) {
      noSession(response, id, session);
      return;
    }
    if (!session.hasRoom(posted)) {
      rpcError(response, 503, { id, code: -32010, message: UNREAD });
      return;
    }
    const refusal = session.refusal(posted);
    if (refusal === null) {
      await session.post(posted, response);
      return;
    }
    session.notPassed(posted.text, refusal);
    wrongJson(response, errorText(JSON.stringify(id), refusal));
  }

  /** Since 2026-07-28 requests name no session, so use any in which its ids are free. */
  async #sessionFor(
    request: http.IncomingMessage,
    posted: PostedMessages,
  ): Promise<HttpSession | NoSession> {
    const wrapped = wrappedIn(request);
    if (request.headers[SESSION_HEADER] !== undefined)
      return this.#named(request) ?? UNKNOWN_SESSION;
    if (posted.initializes) return this.#open(wrapped, false);
    if (posted.version === null) return UNKNOWN_SESSION;
    const free = [...this.#sessions].find(
      (session) => session.isOf(wrapped) && session.isStateless && session.isFree(posted),
    );
    return free ?? this.#open(wrapped, true);
  }

  #named(request: http.IncomingMessage): HttpSession | null {
    const id = request.headers[SESSION_HEADER];
    const wrapped = wrappedIn(request);
    return (
      [...this.#sessions].find((session) => session.id === id && session.isOf(wrapped)) ?? null
    );
  }

  async #open(wrapped: Wrapped, isStateless: boolean): Promise<HttpSession | NoSession> {
    const id = randomUUID();
    const session = new HttpSession({ id, ...wrapped, isStateless }, () =>
      this.#sessions.delete(session),
    );
    const admitted = await this.#admit({ ...wrapped, folder: null }, session);
    if (typeof admitted === "string")
      return { status: admitted === UNKNOWN_ENTRY ? 401 : 200, message: admitted };
    session.begin(admitted);
    this.#sessions.add(session);
    return session;
  }
}

const UNREAD =
  "The server does not read what it is sent. This message was not sent. Try again once it does.";
const UNKNOWN_SESSION: NoSession = {
  status: 404,
  message: "Countersign has no such session. Begin a new one.",
};

const wrappedIn = (request: http.IncomingMessage): Wrapped => ({
  wrapId: (request.url ?? "").slice(MCP_PREFIX.length).split(/[?#]/)[0] ?? "",
  token: bearerOf(request),
});

const NO_BATCH = "a batch begins no session";
const NOT_JSON = errorText(null, "This is not a JSON-RPC message.", -32700);

/** The messages of a body; or why it has none, and the error for it in JSON. */
function postedIn(body: string): PostedMessages | { why: string; error: string } {
  const { isJson, isBatch, text, messages } = readText(body, "host");
  if (!isJson) return { why: "it is not JSON", error: NOT_JSON };
  const refused = messages.flatMap((one) => (one.kind === "refused" ? [one] : []));
  const [first] = refused;
  if (first === undefined)
    return postedOf(
      text,
      messages.flatMap((one) => (one.kind === "message" ? [one.message] : [])),
      isBatch,
    );
  return { why: first.why, error: errorText(first.isResponse ? null : first.id, first.why) };
}

/** Nothing of it reaches a session. @param error in JSON */
function wrongJson(response: http.ServerResponse, error: string): void {
  response.writeHead(400, { "content-type": "application/json" });
  response.end(error);
}

function noSession(
  response: http.ServerResponse,
  id: string | number | null,
  { status, message }: NoSession,
): void {
  if (status === 401) response.setHeader("www-authenticate", "Bearer");
  rpcError(response, status, { id, code: -32010, message });
}

function rpcError(
  response: http.ServerResponse,
  status: number,
  { id, ...error }: { id: string | number | null; code: number; message: string },
): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, error }));
}
