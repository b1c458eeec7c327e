// The endpoint on which programs call models: the providers' own paths, with a token of the desk (docs/endpoint.md).
import type http from "node:http";
import type { Socket } from "node:net";
import { DIALECTS } from "#shared/dialects/registry.ts";
import type {
  CompletionDocument,
  Dialect,
  DialectName,
  ReadBody,
} from "#shared/dialects/dialect.ts";
import type { DialectRefusal } from "#shared/dialects/refusals.ts";
import { isJsonObject, jsonIn } from "#shared/json.ts";
import type { Json } from "#shared/json.ts";
import { repeatedField } from "#shared/jsonText.ts";
import { measure, valuesMax } from "#shared/request/document/measure.ts";
import { CONVERSATION_HEADERS } from "#shared/request/parts/conversation.ts";
import type { RequestHeaders } from "#shared/request/parts/conversation.ts";
import { shapeFlags } from "#shared/request/checks/depth.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { Requesters } from "../../core/requesters.ts";
import type { RuleEngine } from "../../core/rules/ruleEngine.ts";
import { bearerOf, bodyOf } from "../../net/loopback.ts";
import type { LoopbackRoute, ReadingRoom } from "../../net/loopback.ts";
import type { AdmittedProgram, ProgramsService } from "../programs.ts";
import type { CallerProgram } from "#shared/request/life/heldRequest.ts";
import type { ConnectionEnds } from "./callerProgram.ts";
import type { CompletionAsked, HeldCompletions } from "./heldCompletions.ts";
import { isEndpoint, routeOf } from "./paths.ts";
import type { PostRoute } from "./paths.ts";
import { refuse, Responder } from "./responder.ts";

/** The same limit as for a server's message. */
const BODY_MAX_BYTES = 64 * 1024 * 1024;

export interface EndpointParts {
  programs: Pick<ProgramsService, "admit">;
  held: HeldCompletions;
  models: {
    /** Names of the models that the program may use. */
    names(programId: string): string[];
    /** The dialects that the provider of the named model speaks itself; null: the program may use no such model. */
    dialectsFor(programId: string, document: CompletionDocument): readonly DialectName[] | null;
    /** Resolves once no provider is being asked for its models. */
    whenListed(): Promise<void>;
  };
  /** Tells whether the program's requests pass whatever they say: nothing is redacted, and no rule may refuse one. */
  rules: Pick<RuleEngine, "passesUnread">;
  requesters: Pick<Requesters, "policyOf">;
  countTokens(document: RequestDocument): number;
  /** What runs behind a connection; null where the system does not tell. */
  callerOf: ((ends: ConnectionEnds) => Promise<CallerProgram | null>) | null;
  /** Absent: 64 MB. */
  bodyMaxBytes?: number;
  /** Absent: that of the port. */
  room?: ReadingRoom;
}

type Unread = NonNullable<Extract<ReadBody, { ok: false }>["unread"]>;

export class Endpoint implements LoopbackRoute {
  readonly #parts: EndpointParts;
  /** Looked up once a connection. */
  readonly #callers = new WeakMap<Socket, Promise<CallerProgram | null>>();

  constructor(parts: EndpointParts) {
    this.#parts = parts;
  }

  serves(path: string): boolean {
    return isEndpoint(path);
  }

  serve(request: http.IncomingMessage, response: http.ServerResponse): void {
    // A program that disconnects meanwhile gets no response.
    response.on("error", () => {});
    this.#serve(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, shapeFor(request), FAULT);
    });
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const [path = ""] = (request.url ?? "").split("?");
    const route = routeOf(path);
    const isPost = route !== null && "dialect" in route;
    const shape = isPost ? route.dialect : shapeFor(request);
    const no = (refusal: DialectRefusal): void => refuse(response, shape, refusal);
    const program = admitted(this.#parts.programs, request);
    const method = isPost ? "POST" : "GET";
    if (program === null || program === "expired") {
      response.setHeader("connection", "close");
      no(program === null ? UNKNOWN_TOKEN : EXPIRED_TOKEN);
    } else if (route === null) {
      response.setHeader("connection", "close");
      no({ status: 404, code: "not_found", message: `Countersign has no ${path}.` });
    } else if (request.method !== method) {
      response.setHeader("allow", method);
      no({ status: 405, code: "method_not_allowed", message: `Use ${method} for ${path}.` });
    } else if ("dialect" in route) await this.#post(request, response, { program, route });
    else if (route.kind === "models")
      json(response, shape.models(this.#parts.models.names(program.id)));
    else if ((await this.#modelFor(program.id, named(shape, route.model))) === null)
      no(noModel(route.model));
    else json(response, shape.model(route.model));
  }

  async #post(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    { program, route }: { program: AdmittedProgram; route: PostRoute },
  ): Promise<void> {
    const { dialect } = route;
    const isCount = route.kind === "count";
    const no = (refusal: DialectRefusal): void => refuse(response, dialect, refusal);
    const limits = this.#parts.requesters.policyOf(program.id).limits;
    const portMax = this.#parts.bodyMaxBytes ?? BODY_MAX_BYTES;
    const maxBytes = Math.min(portMax, limits.requestBytes);
    /** Its desk refuses it unread, in a row from which the user can raise the limit. */
    const tooMuch = (over: Pick<CompletionAsked, "bytes" | "unread">, messages = 0): void => {
      if (isCount)
        return no({ ...TOO_LARGE, message: "The request is beyond its program's limits." });
      const document = unreadDocument(dialect, messages);
      this.#parts.held.ask(
        { program, dialect, document, stream: false, key: null, headers: {}, body: "", ...over },
        (gone) => new Responder(response, dialect, null, gone),
      );
    };
    const got = await bodyOf(request, maxBytes, this.#parts.room);
    if ("fault" in got) {
      response.setHeader("connection", "close");
      if (got.fault === "busy") no(BUSY);
      else if (got.fault === "gone" || maxBytes === portMax) no(TOO_LARGE);
      else {
        const said = Number(request.headers["content-length"] ?? 0);
        tooMuch({ bytes: Math.max(said, maxBytes + 1), unread: { unread: true } });
      }
      return;
    }
    const body = got.text;
    const parsed = jsonIn(body);
    if (parsed === undefined) {
      no({ status: 400, code: "invalid_json", message: "The body is not JSON." });
      return;
    }
    const bytes = Buffer.byteLength(body);
    const most = valuesMax(limits.messages);
    const { values, messages } = measure(parsed, most);
    if (values > most) return tooMuch({ bytes, unread: { values, unread: true } });
    // One may be the system prompt.
    if (messages > limits.messages + 1) return tooMuch({ bytes }, messages);
    const fault = faultIn(parsed, body);
    if (fault !== null) {
      no(fault);
      return;
    }
    const done = dialect.read(withModel(parsed, route.model));
    const read = done.ok ? done : isCount ? null : await this.#unread(program.id, dialect, done);
    if (read === null) {
      if (!done.ok) no(done.error);
      return;
    }
    const { document, stream } = read;
    if (!isCount && (await this.#modelFor(program.id, document)) === null) {
      no(noModel(document.completion.model));
      return;
    }
    const beta = betaOf(request);
    if (dialect.name === "anthropic-messages" && beta !== null) document.completion.beta = beta;
    if (isCount) {
      json(response, { input_tokens: this.#parts.countTokens(document) });
      return;
    }
    const given = request.headers["idempotency-key"];
    const key = typeof given === "string" && given !== "" ? given.slice(0, 500) : null;
    this.#parts.held.ask(
      {
        program,
        dialect,
        document,
        stream,
        key,
        headers: saysConversation(request),
        body,
        value: parsed,
        bytes,
        ...this.#callerOf(request.socket),
      },
      (gone) => new Responder(response, dialect, stream ? { request: document } : null, gone),
    );
  }

  /** What can't be read passes only where nobody has to read it: to a provider that speaks the dialect itself. */
  async #unread(
    programId: string,
    { name }: Dialect,
    { unread }: Extract<ReadBody, { ok: false }>,
  ): Promise<Unread | null> {
    if (unread === undefined || !this.#parts.rules.passesUnread(programId)) return null;
    const exact = await this.#modelFor(programId, unread.document);
    return exact?.includes(name) === true ? unread : null;
  }

  /** A provider may not have listed its models yet. */
  async #modelFor(
    programId: string,
    document: CompletionDocument,
  ): Promise<readonly DialectName[] | null> {
    const { models } = this.#parts;
    const found = models.dialectsFor(programId, document);
    if (found !== null) return found;
    await models.whenListed();
    return models.dialectsFor(programId, document);
  }

  #callerOf(socket: Socket): Pick<CompletionAsked, "caller"> {
    const { callerOf } = this.#parts;
    if (callerOf === null) return {};
    return {
      caller: () => {
        const found = this.#callers.get(socket) ?? callerOf(socket);
        this.#callers.set(socket, found);
        return found;
      },
    };
  }
}

/**
 * The first token that a program has. OpenAI's SDKs send a bearer token, Anthropic's `x-api-key`, Azure's `api-key`.
 * Claude Code sends a key of its user beside the token that leads it here.
 */
function admitted(programs: EndpointParts["programs"], request: http.IncomingMessage) {
  const { "x-api-key": anthropic, "api-key": azure } = request.headers;
  for (const token of [anthropic, azure, bearerOf(request)]) {
    const program = typeof token === "string" ? programs.admit(token) : null;
    if (program !== null) return program;
  }
  return null;
}

/** What no reader of the dialect may get, or null. */
function faultIn(parsed: Json, body: string): DialectRefusal | null {
  const [shape] = shapeFlags(parsed);
  const invalid = { status: 400, code: "invalid_request" };
  if (shape !== undefined) return { ...invalid, message: `${shape.code}: ${shape.detail}` };
  const twice = repeatedField(body);
  if (twice === null) return null;
  const message = `${twice}: It is there twice, and readers differ in which one they take`;
  return { ...invalid, param: twice, message };
}

/** A deployment's name in the path is what counts, as at Azure: its clients need not name a model in the body. */
const withModel = (body: Json, model: string | null): Json =>
  model !== null && isJsonObject(body) ? { ...body, model } : body;

/** Betas that a program asks for by a header; Anthropic refuses their fields without it. */
function betaOf({ headers }: http.IncomingMessage): string | null {
  const given = headers["anthropic-beta"];
  const beta = Array.isArray(given) ? given.join(",") : given;
  return beta !== undefined && /^[\w.,: -]{1,2000}$/.test(beta) ? beta : null;
}

/** What is read of a conversation; other headers go no further. */
const saysConversation = ({ headers }: http.IncomingMessage): RequestHeaders =>
  Object.fromEntries(CONVERSATION_HEADERS.map((name) => [name, headers[name]]));

/** The dialect for errors and lists on paths that several dialects share, or none has. */
const shapeFor = ({ headers }: http.IncomingMessage): Dialect =>
  DIALECTS[headers["anthropic-version"] === undefined ? "openai-chat" : "anthropic-messages"];

/** A request of nothing to this model. */
const named = ({ name }: Dialect, model: string): CompletionDocument => ({
  messages: [],
  completion: { dialect: name, model, fields: {} },
});

/** In place of a request that is beyond its program's limits; the desk keeps nothing of it. */
const unreadDocument = (dialect: Dialect, messages: number): CompletionDocument => ({
  ...named(dialect, ""),
  messages: Array.from({ length: messages }, () => ({
    role: "user" as const,
    content: { type: "text", text: "" },
  })),
});

const TOO_LARGE: DialectRefusal = {
  status: 413,
  code: "request_too_large",
  message: "The body is larger than 64 MB.",
};
/** A fault of Countersign's own: the program must not wait for ever. */
const FAULT: DialectRefusal = {
  status: 500,
  code: "internal_error",
  message: "Countersign failed to handle the request.",
};
const noModel = (name: string): DialectRefusal => ({
  status: 404,
  code: "model_not_found",
  param: "model",
  message: `Countersign has no model ${JSON.stringify(name.slice(0, 200))} for this program. GET /v1/models lists its models.`,
});
const BUSY: DialectRefusal = {
  status: 503,
  code: "busy",
  retryAfterS: 5,
  message: "Countersign reads too much at once. Try again.",
};
const UNKNOWN_TOKEN: DialectRefusal = {
  status: 401,
  code: "invalid_token",
  message: "Countersign knows no program with this token. Create one in Agents.",
};
const EXPIRED_TOKEN: DialectRefusal = {
  status: 401,
  code: "expired_token",
  message: "This program's access to Countersign has expired.",
};

function json(response: http.ServerResponse, value: Json): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}
