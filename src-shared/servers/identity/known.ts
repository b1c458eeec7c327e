// What the user knows of a server, and what of it has changed since: as it is kept, and as the window sees it.
import type { Certificate, IdentityChange, KnownIdentity, ServerIdentity } from "./identity.ts";
import type { ToolChanged, ToolPart } from "./identity.ts";

/** The texts of a tool's description as they came; a schema as JSON with two spaces. */
export type ToolTexts = Partial<Record<ToolPart, string>>;

/** A tool as it was when the user last said that it is fine, or when it was first seen. */
export interface KnownTool {
  name: string;
  atMs: number;
  /** SHA-256 (hex) of each part that it has. */
  hashes: Partial<Record<ToolPart, string>>;
  /** The texts themselves; absent where they were too long to be kept. */
  texts?: ToolTexts;
}

export interface KnownServer {
  identity?: KnownIdentity;
  tools?: KnownTool[];
  /** What was approved of it is lost: nobody knows whether it still is that. */
  forgotten?: true;
}

/** A server's identity and tools beside what was known of them. */
export interface KnownView {
  identity: ServerIdentity | null;
  /** What the user says "this is fine" to: stands for all that is shown here. */
  hash: string;
  changed: IdentityChange[];
  /** When its identity was last approved; absent: never yet. */
  knownAtMs?: number;
  /** The certificate that was known before it was renewed. */
  renewed?: Certificate;
  tools: { changed: ToolChanged[]; added: string[]; gone: string[] };
}

/** A tool's description before and now. */
export interface ToolDifference {
  name: string;
  knownAtMs: number;
  /** Null: it is new, or what it was is too long to be kept. */
  before: ToolTexts | null;
  /** Null: the server no longer lists it. */
  now: ToolTexts | null;
}
