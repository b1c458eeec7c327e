// What the user has accepted of a server and what changed since, as stored and as shown.
import { z } from "zod";
import { identitySchema } from "./identity.ts";
import { TOOL_PARTS } from "./toolParts.ts";
import type { Certificate, IdentityChange, ServerIdentity } from "./identity.ts";
import type { ToolChanged } from "./toolParts.ts";

const partsSchema = z.partialRecord(z.enum(TOOL_PARTS), z.string());
/** The texts of a tool's description as received; schemas as JSON with two spaces of indentation. */
export type ToolTexts = z.infer<typeof partsSchema>;

/** A tool as the user last accepted it, or as it was first seen. */
const knownToolSchema = z.object({
  name: z.string(),
  atMs: z.number(),
  /** SHA-256 (hex) of each part that the tool has. */
  hashes: partsSchema,
  /** Absent if they were too long to store. */
  texts: partsSchema.exactOptional(),
});
export type KnownTool = z.infer<typeof knownToolSchema>;

export const knownServerSchema = z.object({
  identity: z.object({ identity: identitySchema, atMs: z.number() }).exactOptional(),
  tools: z.array(knownToolSchema).exactOptional(),
  /** The approved state is lost, so changes cannot be detected. */
  forgotten: z.literal(true).exactOptional(),
});
export type KnownServer = z.infer<typeof knownServerSchema>;

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
