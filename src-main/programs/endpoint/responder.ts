// The HTTP response to one program: whole as JSON, or as events, with keep-alives until the first one.
import type http from "node:http";
import type {
  CompletionDocument,
  Dialect,
  EventWriter,
  ResponseFacts,
} from "#shared/dialects/dialect.ts";
import { jsonIn } from "#shared/json.ts";
import type { DialectRefusal } from "#shared/dialects/refusals.ts";
import { textOf } from "#shared/dialects/plain.ts";
import { blocksOf, isReasoning } from "#shared/request/document/blocks.ts";
import type { Block, ResponseDocument } from "#shared/request/document/message.ts";
import type { Delivery } from "../../core/ports.ts";

/** Delay before the first keep-alive: until then a refusal can still have its own HTTP status. */
const FIRST_SIGN_MS = 900;
const SIGN_EVERY_MS = 5000;

const CHANGED: DialectRefusal = {
  status: 500,
  code: "response_changed",
  message: "The response broke off and was replaced by another. Send the request again.",
};

const SENT: Delivery = { kind: "sent" };
const GONE: Delivery = { kind: "not-sent", detail: "the program hung up" };
const REPLACED: Delivery = {
  kind: "not-sent",
  detail: "the stream had begun with another response",
};

export class Responder {
  readonly #response: http.ServerResponse;
  readonly #dialect: Dialect;
  readonly #stream: { request: CompletionDocument } | null;
  #writer: EventWriter | null = null;
  #signs: NodeJS.Timeout | null = null;
  #isOver = false;
  /** The text sent on a live stream so far, and its blocks of reasoning as JSON. */
  #written = "";
  readonly #reasoning: string[] = [];

  /** @param gone called if the program disconnects before it got its response */
  constructor(
    response: http.ServerResponse,
    dialect: Dialect,
    stream: { request: CompletionDocument } | null,
    gone: () => void,
  ) {
    this.#response = response;
    this.#dialect = dialect;
    this.#stream = stream;
    response.once("close", () => {
      this.#stopSigns();
      if (this.#isOver) return;
      this.#isOver = true;
      gone();
    });
    if (stream !== null) this.#signAfter(FIRST_SIGN_MS);
  }

  /** Sends a part of a response while it is generated: text, or a block of reasoning. */
  live(part: string | Block, facts: ResponseFacts): void {
    if (this.#isOver || this.#stream === null || part === "") return;
    const writer = this.#begun(this.#stream, facts, false);
    if (typeof part === "string") {
      this.#written += part;
      this.#response.write(writer.text(part));
    } else {
      this.#reasoning.push(JSON.stringify(part));
      this.#response.write(writer.reasoning(part));
    }
    // Node holds writes back until nothing is left to do in this turn, such as recording the response.
    this.#response.socket?.uncork();
    // What comes next, such as a tool call, may take minutes, or wait for the user.
    this.#signAfter(SIGN_EVERY_MS);
  }

  async result(document: ResponseDocument, facts: ResponseFacts): Promise<Delivery> {
    if (this.#isOver) return GONE;
    if (this.#stream === null) {
      return this.#end(() => {
        this.#head(200, "application/json");
        return JSON.stringify(this.#dialect.response(document, facts));
      });
    }
    const writer = this.#begun(this.#stream, { ...facts, model: document.model }, true);
    const blocks = blocksOf(document.content);
    const reasoning = blocks.filter(isReasoning).map((block) => JSON.stringify(block));
    const isSame =
      textOf(blocks).startsWith(this.#written) &&
      this.#reasoning.every((block, at) => block === reasoning[at]);
    if (isSame) return this.#end(() => writer.end(document, facts.usage));
    // The user chose another response after the first one broke off: the program must not mix the two.
    const ended = await this.#end(() => writer.fail(CHANGED));
    return ended.kind === "sent" ? REPLACED : ended;
  }

  /** After the stream has started, the error is sent as an event. */
  async refusal(refusal: DialectRefusal, facts: ResponseFacts): Promise<Delivery> {
    if (this.#isOver) return GONE;
    if (this.#response.headersSent && this.#stream !== null) {
      const writer = this.#writer ?? this.#dialect.events(this.#stream.request, facts);
      const ended = await this.#end(() => writer.fail(refusal));
      return ended.kind === "sent" ? { ...ended, begun: true } : ended;
    }
    return this.#end(() => {
      refuse(this.#response, this.#dialect, refusal);
      return "";
    });
  }

  /** Closes the connection without a response. */
  drop(): void {
    this.#isOver = true;
    this.#response.destroy();
  }

  #begun(
    stream: { request: CompletionDocument },
    facts: ResponseFacts,
    isWhole: boolean,
  ): EventWriter {
    if (!this.#response.headersSent) this.#head(200, "text/event-stream");
    if (this.#writer !== null) return this.#writer;
    this.#writer = this.#dialect.events(stream.request, facts);
    this.#response.write(this.#writer.begin(isWhole));
    return this.#writer;
  }

  #sign(): void {
    if (!this.#response.headersSent) this.#head(200, "text/event-stream");
    this.#response.write(this.#dialect.keepAlive);
    this.#signAfter(SIGN_EVERY_MS);
  }

  #signAfter(waitMs: number): void {
    this.#stopSigns();
    this.#signs = setTimeout(() => this.#sign(), waitMs);
  }

  #stopSigns(): void {
    if (this.#signs !== null) clearTimeout(this.#signs);
    this.#signs = null;
  }

  #head(status: number, type: string): void {
    this.#response.writeHead(status, { "content-type": type, "cache-control": "no-cache" });
  }

  #end(last: () => string): Promise<Delivery> {
    this.#isOver = true;
    this.#stopSigns();
    const text = last();
    return new Promise((resolve) => {
      this.#response.once("error", () => resolve(GONE));
      this.#response.once("close", () => resolve(this.#response.writableFinished ? SENT : GONE));
      if (this.#response.writableEnded) resolve(SENT);
      else this.#response.end(text, () => resolve(SENT));
    });
  }
}

/** Sends an error in the dialect's format. Only limits with a retry time allow a retry. */
export function refuse(
  response: http.ServerResponse,
  dialect: Pick<Dialect, "error">,
  refusal: DialectRefusal,
): void {
  const { status, retryAfterS, provider } = refusal;
  if (provider !== undefined) {
    const { body = JSON.stringify(dialect.error(refusal)), retryAfter } = provider;
    const isJson = jsonIn(body) !== undefined;
    response.writeHead(status, {
      "content-type": isJson ? "application/json" : "text/plain; charset=utf-8",
      ...(retryAfter === undefined ? {} : { "retry-after": retryAfter }),
    });
    response.end(body);
    return;
  }
  response.writeHead(status, {
    "content-type": "application/json",
    ...(retryAfterS === undefined
      ? { "x-should-retry": "false" }
      : { "retry-after": String(retryAfterS) }),
  });
  response.end(JSON.stringify(dialect.error(refusal)));
}
