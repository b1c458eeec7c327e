// The pieces that can be added to a request that asks for context (`includeContext`). The user selects them, and
// nothing is added that is not in the document at gate 1.

export type PieceKind =
  /** A running call of Countersign: its arguments, progress and log lines so far. */
  | "call"
  /** A call of Countersign that has ended, with its result. */
  | "result"
  /** An earlier request of the same call, with the response that the server got. */
  | "sample"
  /** The instructions that the server sent when it was connected. */
  | "instructions"
  | "resource"
  | "prompt";

/** A piece without its text, which may be large and is fetched when shown or added. */
export interface ContextPiece {
  /** Stable for a request, also when the text grows. */
  id: string;
  kind: PieceKind;
  serverId: string;
  /** The user's name for the server. */
  server: string;
  /** True when the piece is from the server that sent the request. */
  own: boolean;
  /** Name of the tool or prompt, or URI of the resource: text from outside. Empty for instructions. */
  title: string;
  /** Length of the text in UTF-16 units, and an estimate of its tokens. */
  characters: number;
  tokens: number;
  /** Changes with the text. */
  stamp: string;
  /** Number of secrets that were replaced by `SECRET_MARK`. */
  masked: number;
  /** Names of secrets that are too short to search for and may still be in the text. */
  left: string[];
  /** Selected by default. */
  preset: boolean;
  /** When it happened, in milliseconds since the epoch; null when it has no time. */
  atMs: number | null;
}

/** A piece with its text. */
export interface WholePiece extends ContextPiece {
  text: string;
}

/** Replaces a secret in a piece. */
export const SECRET_MARK = "[secret]";

/** The values of the protocol (all versions); an absent field means `none`. */
export type ContextWish = "none" | "thisServer" | "allServers" | "unknown";

/** What `includeContext` asks for; any other value is `unknown`. */
export function contextWish(includeContext: unknown): ContextWish {
  switch (includeContext) {
    case undefined:
    case "none":
      return "none";
    case "thisServer":
    case "allServers":
      return includeContext;
    default:
      return "unknown";
  }
}
