// The endpoint on which programs call models: the providers' own paths below `/v1/`, with a token of the desk
// (docs/endpoint.md).
import type http from "node:http";
import type { Socket } from "node:net";
import { dialectAt, DIALECTS } from "../../src-shared/dialects/registry.ts";
import type {
  CompletionDocument,
  Dialect,
  DialectName,
  ReadBody,
} from "../../src-shared/dialects/dialect.ts";
import type { DialectRefusal } from "../../src-shared/dialects/refusals.ts";
import type { Json } from "../../src-shared/json.ts";
import { repeatedField } from "../../src-shared/jsonText.ts";
import type { ServerLimits } from "../../src-shared/policy/limits/limits.ts";
import { measure, valuesMax } from "../../src-shared/sampling/document/measure.ts";
import { shapeFlags } from "../../src-shared/sampling/checks/depth.ts";
import type { RequestDocument } from "../../src-shared/sampling/document/message.ts";
import { bearerOf, bodyOf } from "../net/loopback.ts";
import type { LoopbackRoute, ReadingRoom } from "../net/loopback.ts";
import type { AdmittedProgram, ProgramAdmission } from "../services/programs/programPorts.ts";
import type { CallerProgram } from "../../src-shared/sampling/life/sample.ts";
import type { ConnectionEnds } from "./callerProgram.ts";
import type { CompletionAsked, HeldCompletions } from "./heldCompletions.ts";
import { refuse, Responder } from "./responder.ts";

/** The same limit as for a server's message. */
const BODY_MAX_BYTES = 64 * 1024 * 1024;
const COUNT_PATH = "/v1/messages/count_tokens";
const MODELS_PATH = "/v1/models";

export interface EndpointParts {
  programs: ProgramAdmission;
  held: HeldCompletions;
  /** Names of the models that the program may use. */
  models(programId: string): string[];
  /** The dialects that the provider of the named model speaks itself; null: the program may use no such model. */
  modelFor(programId: string, document: CompletionDocument): readonly DialectName[] | null;
  /** Resolves once no provider is being asked for its models. */
  whenListed(): Promise<void>;
  /** Whether the program's requests pass whatever they say: nothing is redacted, and no rule may refuse one. */
  passesUnread(programId: string): boolean;
  countTokens(document: RequestDocument): number;
  /** What runs behind a connection; null where the system does not tell. */
  callerOf: ((ends: ConnectionEnds) => Promise<CallerProgram | null>) | null;
  /** The program's own limits. */
  limitsOf(programId: string): Pick<ServerLimits, "requestBytes" | "messages">;
  /** Absent: 64 MB. */
  bodyMaxBytes?: number;
  /** Absent: that of the port. */
  room?: ReadingRoom;
}

type Unread = NonNullable<Extract<ReadBody, { ok: false }>["unread"]>;

export class Endpoint implements LoopbackRoute {
  readonly prefix = "/v1/";
  readonly #parts: EndpointParts;
  /** Looked up once a connection. */
  readonly #callers = new WeakMap<Socket, Promise<CallerProgram | null>>();

  constructor(parts: EndpointParts) {
    this.#parts = parts;
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
    const isCount = path === COUNT_PATH;
    const dialect = dialectAt(isCount ? DIALECTS["anthropic-messages"].path : path);
    const shape = dialect ?? shapeFor(request);
    const no = (refusal: DialectRefusal): void => refuse(response, shape, refusal);
    const program = this.#parts.programs.admit(tokenOf(request));
    if (program === null || program === "expired") {
      response.setHeader("connection", "close");
      no(program === null ? UNKNOWN_TOKEN : EXPIRED_TOKEN);
    } else if (path === MODELS_PATH && request.method === "GET") {
      json(response, shape.models(this.#parts.models(program.id)));
    } else if (dialect === null) {
      response.setHeader("connection", "close");
      no({ status: 404, code: "not_found", message: `Countersign has no ${path}.` });
    } else if (request.method !== "POST") {
      response.setHeader("allow", "POST");
      no({ status: 405, code: "method_not_allowed", message: `Use POST for ${path}.` });
    } else await this.#post(request, response, { program, dialect, isCount });
  }

  async #post(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    { program, dialect, isCount }: { program: AdmittedProgram; dialect: Dialect; isCount: boolean },
  ): Promise<void> {
    const no = (refusal: DialectRefusal): void => refuse(response, dialect, refusal);
    const limits = this.#parts.limitsOf(program.id);
    const portMax = this.#parts.bodyMaxBytes ?? BODY_MAX_BYTES;
    const maxBytes = Math.min(portMax, limits.requestBytes);
    /** Its desk refuses it unread, in a row from which the user can raise the limit. */
    const tooMuch = (over: Pick<CompletionAsked, "bytes" | "unread">, messages = 0): void => {
      if (isCount)
        return no({ ...TOO_LARGE, message: "The request is beyond its program's limits." });
      const document = unreadDocument(dialect, messages);
      this.#parts.held.ask(
        { program, dialect, document, stream: false, key: null, body: "", ...over },
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
    const parsed = parsedOf(body);
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
    const [shape] = shapeFlags(parsed);
    if (shape !== undefined) {
      no({
        ...{ status: 400, code: "invalid_request" },
        message: `${shape.code}: ${shape.detail}`,
      });
      return;
    }
    const twice = repeatedField(body);
    if (twice !== null) {
      no({
        ...{ status: 400, code: "invalid_request", param: twice },
        message: `${twice}: It is there twice, and readers differ in which one they take`,
      });
      return;
    }
    const done = dialect.read(parsed);
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
      { program, dialect, document, stream, key, body, bytes, ...this.#callerOf(request.socket) },
      (gone) => new Responder(response, dialect, stream ? { request: document } : null, gone),
    );
  }

  /** What can't be read passes only where nobody has to read it: to a provider that speaks the dialect itself. */
  async #unread(
    programId: string,
    { name }: Dialect,
    { unread }: Extract<ReadBody, { ok: false }>,
  ): Promise<Unread | null> {
    if (unread === undefined || !this.#parts.passesUnread(programId)) return null;
    const exact = await this.#modelFor(programId, unread.document);
    return exact?.includes(name) === true ? unread : null;
  }

  /** A provider may not have listed its models yet. */
  async #modelFor(
    ...asked: Parameters<EndpointParts["modelFor"]>
  ): Promise<readonly DialectName[] | null> {
    const { modelFor, whenListed } = this.#parts;
    const found = modelFor(...asked);
    if (found !== null) return found;
    await whenListed();
    return modelFor(...asked);
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

/** OpenAI's SDKs send a bearer token, Anthropic's `x-api-key`. */
function tokenOf(request: http.IncomingMessage): string {
  const key = request.headers["x-api-key"];
  return typeof key === "string" && key !== "" ? key : bearerOf(request);
}

/** Betas that a program asks for by a header; Anthropic refuses their fields without it. */
function betaOf({ headers }: http.IncomingMessage): string | null {
  const given = headers["anthropic-beta"];
  const beta = Array.isArray(given) ? given.join(",") : given;
  return beta !== undefined && /^[\w.,: -]{1,2000}$/.test(beta) ? beta : null;
}

/** The dialect for errors and lists on paths that several dialects share, or none has. */
const shapeFor = ({ headers }: http.IncomingMessage): Dialect =>
  DIALECTS[headers["anthropic-version"] === undefined ? "openai-chat" : "anthropic-messages"];

/** In place of a request that is beyond its program's limits; the desk keeps nothing of it. */
const unreadDocument = ({ name }: Dialect, messages: number): CompletionDocument => ({
  messages: Array.from({ length: messages }, () => ({
    role: "user" as const,
    content: { type: "text", text: "" },
  })),
  completion: { dialect: name, model: "", fields: {} },
});

const TOO_LARGE: DialectRefusal = {
  ...{ status: 413, code: "request_too_large" },
  message: "The body is larger than 64 MB.",
};
/** A fault of Countersign's own: the program must not wait for ever. */
const FAULT: DialectRefusal = {
  ...{ status: 500, code: "internal_error" },
  message: "Countersign failed to handle the request.",
};
const noModel = (name: string): DialectRefusal => ({
  ...{ status: 404, code: "model_not_found", param: "model" },
  message: `Countersign has no model ${JSON.stringify(name.slice(0, 200))} for this program. GET /v1/models lists its models.`,
});
const BUSY: DialectRefusal = {
  ...{ status: 503, code: "busy", retryAfterS: 5 },
  message: "Countersign reads too much at once. Try again.",
};
const UNKNOWN_TOKEN: DialectRefusal = {
  ...{ status: 401, code: "invalid_token" },
  message: "Countersign knows no program with this token. Create one in Servers › Programs.",
};
const EXPIRED_TOKEN: DialectRefusal = {
  ...{ status: 401, code: "expired_token" },
  message: "This program's access to Countersign has expired.",
};

function parsedOf(body: string): Json | undefined {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return undefined;
  }
}

function json(response: http.ServerResponse, value: Json): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}
