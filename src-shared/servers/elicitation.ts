// Questions that a server has for the person (elicitation, since 2025-06-18): what was asked, what the
// person answered, what became of it. Nothing in an answer comes from anybody but the person.
import { isJsonObject } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import type { CancelReason } from "../sampling/life/sample.ts";
import type { ElicitAnswer } from "./elicitAnswer.ts";
export type { ElicitAnswer } from "./elicitAnswer.ts";
import type { ServerId } from "./server.ts";

/** A question as it can be shown. `url` wants a page opened, which is never done for a server. */
export type Elicited =
  | { kind: "form"; message: string; schema: JsonObject }
  | { kind: "url"; message: string; url: string };

/** Largest question that is taken, in characters of its JSON text. */
export const ELICITATION_CHARACTERS_MAX = 1_000_000;

/** Questions of one server that may wait at once, where its policy does not say fewer. */
export const ELICITATIONS_WAITING_MAX = 50;

/**
 * Reads the params of `elicitation/create`. Without a mode it is a form (2025-11-25, "Elicitation
 * Requests"). A text instead of a question names what is wrong, by its JSON path.
 */
export function readElicitation(params: Json | undefined): Elicited | string {
  if (!isJsonObject(params)) return "params";
  const { mode, message, requestedSchema, url } = params;
  if (typeof message !== "string") return "params.message";
  if (mode === "url") return typeof url === "string" ? { kind: "url", message, url } : "params.url";
  if (mode !== undefined && mode !== "form") return "params.mode";
  if (!isJsonObject(requestedSchema)) return "params.requestedSchema";
  return { kind: "form", message, schema: requestedSchema };
}

/** How the answer travels: under the request's id, or in the repeated call beside its siblings. */
export type ElicitationReply =
  | { kind: "pushed"; requestId: string | number }
  | { kind: "embedded"; key: string; siblings: number };

export type ElicitationState =
  | { kind: "waiting" }
  /** Answered, and held until everything else that the server asked beside it is decided. */
  | { kind: "ready"; answer: ElicitAnswer }
  | { kind: "leaving"; answer: ElicitAnswer }
  | { kind: "answered"; answer: ElicitAnswer; atMs: number }
  | { kind: "not-sent"; answer: ElicitAnswer; detail: string; atMs: number }
  | { kind: "unknown"; answer: ElicitAnswer; atMs: number }
  /** Refused by itself: the error that the server got, or, embedded, why the call is not repeated. */
  | {
      kind: "refused";
      code: number;
      message: string;
      atMs: number;
      /** So many more were refused like this one, and are only counted. */
      more?: number;
    }
  /** Nobody waits for it any more. `answer` is what the person had given; it was not sent. */
  | { kind: "ended"; because: CancelReason; answer?: ElicitAnswer; atMs: number };

export interface ElicitationView {
  id: string;
  serverId: ServerId;
  /** The person's name for the server, as it was. */
  serverName: string;
  /** Runs that may have caused it, those that were open when it came. */
  runIds: string[];
  reply: ElicitationReply;
  /** Null when it cannot be read. */
  asked: Elicited | null;
  receivedAtMs: number;
  state: ElicitationState;
}

/** True while the person can decide on it. */
export const asksPerson = (view: ElicitationView): boolean => view.state.kind === "waiting";

/** True until it has ended. */
export const isElicitationOpen = ({ state }: ElicitationView): boolean =>
  state.kind === "waiting" || state.kind === "ready" || state.kind === "leaving";
