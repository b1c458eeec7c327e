// What could be added to a request that asks for context (`includeContext`), piece by piece. The user ticks;
// nothing is added that does not stand in the document at gate 1.

export type PieceKind =
  /** A call of ours that runs now: its arguments, progress and log lines so far. */
  | "call"
  /** A call of ours that has ended, with its result. */
  | "result"
  /** An earlier request of the same call, with the answer that the server got. */
  | "sample"
  /** What the server said of itself when it was connected. */
  | "instructions"
  | "resource"
  | "prompt";

/** One piece without its text, which may be large: that is fetched when it is shown or added. */
export interface ContextPiece {
  /** Stays the same for one sample, also when the text grows. */
  id: string;
  kind: PieceKind;
  serverId: string;
  /** The user's name for the server: this connection is the one that it stands for. */
  server: string;
  /** It is the server that asks. */
  own: boolean;
  /** Name of the tool or prompt, address of the resource; foreign text. Empty for instructions. */
  title: string;
  /** UTF-16 units of its text, and about how many tokens that is. */
  characters: number;
  tokens: number;
  /** Changes with the text. */
  stamp: string;
  /** Values of secrets in it that were replaced by `SECRET_MARK`. */
  masked: number;
  /** Names of secrets that are too short to be looked for, and whose values may stand in it. */
  left: string[];
  /** Ticked beforehand. */
  preset: boolean;
  /** When it came about, milliseconds since the epoch; null where it has no time. */
  atMs: number | null;
}

/** A piece with its exact text. */
export interface WholePiece extends ContextPiece {
  text: string;
}

/** Stands in a piece where a secret stood. */
export const SECRET_MARK = "[secret]";

/** The values that the protocol knows (all revisions); an absent member means `none`. */
export type ContextWish = "none" | "thisServer" | "allServers" | "unknown";

/** What `includeContext` asks for, whatever it says. */
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
