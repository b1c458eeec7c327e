// What the user has accepted of a server and what changed since, as stored and as shown.
import type { Certificate, IdentityChange, KnownIdentity, ServerIdentity } from "./identity.ts";
import type { ToolChanged, ToolPart } from "./identity.ts";

/** The texts of a tool's description as received; schemas as JSON with two spaces of indentation. */
export type ToolTexts = Partial<Record<ToolPart, string>>;

/** A tool as the user last accepted it, or as it was first seen. */
export interface KnownTool {
  name: string;
  atMs: number;
  /** SHA-256 (hex) of each part that the tool has. */
  hashes: Partial<Record<ToolPart, string>>;
  /** Absent if they were too long to store. */
  texts?: ToolTexts;
}

export interface KnownServer {
  identity?: KnownIdentity;
  tools?: KnownTool[];
  /** The approved state is lost, so changes cannot be detected. */
  forgotten?: true;
}

/** A server's identity and tools compared with what was accepted. */
export interface KnownView {
  identity: ServerIdentity | null;
  /** Digest of everything shown here; accepting it names this hash. */
  hash: string;
  changed: IdentityChange[];
  /** When the identity was last approved; absent if never. */
  knownAtMs?: number;
  /** The approved certificate, if it has been renewed since. */
  renewed?: Certificate;
  tools: { changed: ToolChanged[]; added: string[]; gone: string[] };
}

/** A tool's description before and now. */
export interface ToolDifference {
  name: string;
  knownAtMs: number;
  /** Null: the tool is new, or its old texts were too long to store. */
  before: ToolTexts | null;
  /** Null: the server no longer lists the tool. */
  now: ToolTexts | null;
}
