// A session of a host over Streamable HTTP: chooses the stream for each message.
import { createHash, timingSafeEqual } from "node:crypto";
import type http from "node:http";
import { drained } from "../../net/drained.ts";
import type { RpcMessage } from "#shared/rpc/readMessage.ts";
import type { HostEnd, SessionEnd } from "../../servers/gatewayPorts.ts";
import type { HostSession } from "../../servers/mcp/relayed/relayedSession.ts";
import { statusOf } from "./standardHeaders.ts";
import type { Repeated } from "./standardHeaders.ts";

/** The most unread output that is kept for a host. */
const BACKLOG_MAX_BYTES = 128 * 1024 * 1024;
/** What waits for a host without an open stream before its server is read no further. */
const WAITING_MAX = 1000;
const WAITING_MAX_CHARACTERS = 1024 * 1024;
/** What may wait for a server that does not read, beside one message. */
const UNREAD_MAX_CHARACTERS = 16 * 1024 * 1024;
/** 2026-07-28, basic, "Per-request metadata", and subscriptions. */
const VERSION_META = "io.modelcontextprotocol/protocolVersion";
const SUBSCRIPTION_META = "io.modelcontextprotocol/subscriptionId";

type Id = string | number;
interface PostedRequest {
  id: Id;
  progressToken: Id | null;
}
/** The messages of one POST: a single one, or a batch (2025-03-26). */
export interface PostedMessages {
  /** The JSON on one line. */
  text: string;
  isBatch: boolean;
  requests: PostedRequest[];
  initializes: boolean;
  /** The protocol version that each request of 2026-07-28 names. */
  version: string | null;
  /** It has only cancellations. */
  cancels: boolean;
  /** What the headers of a single request repeat since 2026-07-28; null for anything else. */
  repeated: Repeated | null;
}

interface Post {
  response: http.ServerResponse;
  requests: PostedRequest[];
  /** Keys of requests that got no response yet. */
  open: Set<string>;
  /** The stream has begun. Without a session it begins with its first message, as an error may be an HTTP status. */
  isStream: boolean;
}

/** The parameter that the header `Mcp-Name` repeats. */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

const sha256 = (text: string): Buffer => createHash("sha256").update(text, "utf8").digest();
const keyOf = (id: unknown): string => `${typeof id} ${String(id)}`;
const tokenKey = ({ progressToken }: PostedRequest): string[] =>
  progressToken === null ? [] : [keyOf(progressToken)];
const isId = (value: unknown): value is Id =>
  typeof value === "string" || typeof value === "number";
const objectIn = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};
const metaOf = (message: unknown): Record<string, unknown> =>
  objectIn(objectIn(objectIn(message)["params"])["_meta"]);

export function postedOf(
  text: string,
  messages: readonly RpcMessage[],
  isBatch: boolean,
): PostedMessages {
  const posted: PostedMessages = {
    text,
    isBatch,
    requests: [],
    initializes: false,
    version: null,
    repeated: null,
    cancels: messages.every((one) => "method" in one && one.method === "notifications/cancelled"),
  };
  for (const message of messages) {
    if (message.kind !== "request" && message.kind !== "notification") continue;
    const { method } = message;
    const params = objectIn(message.params);
    const { [VERSION_META]: named, progressToken } = objectIn(params["_meta"]);
    if (typeof named === "string") posted.version = named;
    if (message.kind === "notification") continue;
    const { id } = message;
    posted.initializes ||= method === "initialize" && posted.version === null;
    const about = NAMED_BY.get(method);
    const name = about === undefined ? null : params[about];
    if (!isBatch) posted.repeated = { method, name: typeof name === "string" ? name : null };
    posted.requests.push({ id, progressToken: isId(progressToken) ? progressToken : null });
  }
  return posted;
}

export class HttpSession implements HostEnd {
  readonly id: string;
  /** For 2026-07-28: there is no session on the wire, and a request ends with its stream. */
  readonly isStateless: boolean;
  readonly #wrap: { wrapId: string; token: string };
  readonly #ended: () => void;
  #session: HostSession | null = null;
  readonly #posts = new Set<Post>();
  #listening: http.ServerResponse | null = null;
  #waiting: string[] = [];
  #waitingCharacters = 0;
  /** Whoever waits until what waits has a stream. */
  #onTaken: (() => void)[] = [];
  /** Posted to a server that has not read it yet. */
  #unreadCharacters = 0;
  #lastUsedMs = Date.now();
  #isOver = false;

  constructor(
    {
      id,
      isStateless,
      ...wrap
    }: { id: string; wrapId: string; token: string; isStateless: boolean },
    ended: () => void,
  ) {
    this.id = id;
    this.isStateless = isStateless;
    this.#wrap = wrap;
    this.#ended = ended;
  }

  begin(session: HostSession): void {
    this.#session = session;
  }

  isOf({ wrapId, token }: { wrapId: string; token: string }): boolean {
    return this.#wrap.wrapId === wrapId && timingSafeEqual(sha256(token), sha256(this.#wrap.token));
  }

  notPassed(text: string, why: string): void {
    this.#session?.notPassed(text, why);
  }

  /** False if the server does not read what it was sent. */
  hasRoom({ text }: PostedMessages): boolean {
    const unread = this.#unreadCharacters;
    return unread === 0 || unread + text.length <= UNREAD_MAX_CHARACTERS;
  }

  /** Why it takes no such messages; null if it does. */
  refusal(posted: PostedMessages): string | null {
    if (posted.isBatch && this.#session?.takesBatches !== true)
      return "this protocol version has no batches";
    return this.isFree(posted) ? null : "its id is that of an open request";
  }

  /** True if none of its ids is in use; nor, where several windows of a host share the session, a progress token. */
  isFree({ requests }: PostedMessages): boolean {
    const ids = requests.map(({ id }) => keyOf(id));
    const posts = [...this.#posts];
    const open = new Set(posts.flatMap((post) => [...post.open]));
    const isUnique = new Set(ids).size === ids.length && ids.every((id) => !open.has(id));
    if (!isUnique || !this.isStateless) return isUnique;
    const tokens = new Set(posts.flatMap((post) => post.requests.flatMap(tokenKey)));
    return requests.flatMap(tokenKey).every((token) => !tokens.has(token));
  }

  /** Takes messages; responses to them are written to this HTTP response. */
  async post(posted: PostedMessages, response: http.ServerResponse): Promise<void> {
    this.#lastUsedMs = Date.now();
    const { requests } = posted;
    if (requests.length === 0) {
      // Without a session on the wire its id may be another window's; closing the stream cancels.
      if (!this.isStateless || !posted.cancels) await this.#receive(posted.text);
      response.writeHead(202).end();
      return;
    }
    const open = new Set(requests.map(({ id }) => keyOf(id)));
    const post: Post = { response, requests, open, isStream: false };
    this.#posts.add(post);
    response.once("close", () => this.#closed(post));
    if (!this.isStateless) this.#begin(post);
    // A host need not listen, and its server may have to be read for its response.
    if (this.#waiting.length > 0) {
      this.#begin(post);
      this.#takeWaiting(response);
    }
    await this.#receive(posted.text);
  }

  /** Opens the stream for messages that belong to no request (2025-11-25, "Listening for Messages from the Server"). */
  listen(response: http.ServerResponse): void {
    this.#lastUsedMs = Date.now();
    this.#listening?.end();
    this.#listening = response;
    response.once("close", () => {
      if (this.#listening === response) this.#listening = null;
      this.#lastUsedMs = Date.now();
    });
    stream(response, this.id);
    this.#takeWaiting(response);
  }

  send(text: string): void {
    const message = objectIn(JSON.parse(text));
    const { id, method, error } = message;
    if (typeof method !== "string" && isId(id)) {
      this.#responded(keyOf(id), text, statusOf(objectIn(error)["code"]));
      return;
    }
    const post = this.#related(message) ?? (this.#listening === null ? this.#newest() : undefined);
    if (post !== undefined) this.#event(post, text);
    else if (this.#listening !== null) event(this.#listening, text);
    else {
      this.#waiting.push(text);
      this.#waitingCharacters += text.length;
    }
  }

  #takeWaiting(response: http.ServerResponse | null): void {
    for (const text of this.#waiting.splice(0)) if (response !== null) event(response, text);
    this.#waitingCharacters = 0;
    for (const taken of this.#onTaken.splice(0)) taken();
  }

  /**
   * The streams of a session belong to one host: it gets no more before it has read them. Without one, a little waits for
   * the next.
   */
  ready(): Promise<void> | null {
    const streams = [...this.#posts].map(({ response }) => response);
    if (this.#listening !== null) streams.push(this.#listening);
    const waits = streams.flatMap((response) => drained(response) ?? []);
    const isFull =
      this.#waiting.length >= WAITING_MAX || this.#waitingCharacters >= WAITING_MAX_CHARACTERS;
    if (isFull) waits.push(new Promise((resolve) => this.#onTaken.push(resolve)));
    return waits.length === 0 ? null : Promise.all(waits).then(() => {});
  }

  end(): void {
    void this.close("host-left");
  }

  async close(because: SessionEnd): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ended();
    for (const { response } of this.#posts) response.end();
    this.#listening?.end();
    this.#takeWaiting(null);
    await this.#session?.close(because);
  }

  /** Writes a comment on every stream; ends a session that had no stream for `idleMs`. */
  keepAlive(idleMs: number): void {
    for (const post of this.#posts) {
      this.#begin(post);
      post.response.write(": waiting\n\n");
    }
    this.#listening?.write(": waiting\n\n");
    const isIdle = this.#posts.size === 0 && this.#listening === null;
    if (isIdle && Date.now() - this.#lastUsedMs > idleMs) this.end();
  }

  async #receive(text: string): Promise<void> {
    this.#unreadCharacters += text.length;
    try {
      await this.#session?.receive(Buffer.from(`${text}\n`, "utf8"));
    } finally {
      this.#unreadCharacters -= text.length;
    }
  }

  #begin(post: Post): void {
    if (post.isStream) return;
    post.isStream = true;
    stream(post.response, this.isStateless ? null : this.id);
  }

  #event(post: Post, text: string): void {
    this.#begin(post);
    event(post.response, text);
  }

  #responded(key: string, text: string, status: number): void {
    const post = [...this.#posts].find(({ open }) => open.delete(key));
    // The host disconnected: no stream is left for this response.
    if (post === undefined) return;
    if (!post.isStream && status !== 200) {
      post.response.writeHead(status, { "content-type": "application/json" }).end(text);
      return;
    }
    this.#event(post, text);
    if (post.open.size === 0) post.response.end();
  }

  /** The request that a progress or subscription notification belongs to. */
  #related(message: Record<string, unknown>): Post | undefined {
    const { progressToken } = objectIn(message["params"]);
    const subscription = metaOf(message)[SUBSCRIPTION_META];
    const is = (one: unknown, other: unknown): boolean => isId(one) && keyOf(one) === keyOf(other);
    return [...this.#posts].find(({ requests }) =>
      requests.some(
        (request) => is(progressToken, request.progressToken) || is(subscription, request.id),
      ),
    );
  }

  #newest = (): Post | undefined => [...this.#posts].at(-1);

  #closed(post: Post): void {
    this.#posts.delete(post);
    this.#lastUsedMs = Date.now();
    // Since 2026-07-28, closing the stream cancels the request; before that, the host may come back.
    if (!this.isStateless) return;
    for (const { id } of post.requests) {
      if (!post.open.has(keyOf(id))) continue;
      const method = "notifications/cancelled";
      void this.#receive(JSON.stringify({ jsonrpc: "2.0", method, params: { requestId: id } }));
    }
  }
}

function stream(response: http.ServerResponse, sessionId: string | null): void {
  response.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-cache, no-transform",
    ...(sessionId === null ? {} : { "mcp-session-id": sessionId }),
  });
  response.flushHeaders();
}

function event(response: http.ServerResponse, text: string): void {
  if (response.writableLength > BACKLOG_MAX_BYTES) response.destroy();
  else response.write(`event: message\ndata: ${text}\n\n`);
}
