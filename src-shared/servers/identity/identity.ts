// A server's identity: the program that is started or the address that is reached, and how it differs from what the
// user last approved. Does not include anything the server says about itself.
import { z } from "zod";

/** A file that is started or executed, by its real path. `sha256` in hex; null if it could not be read. */
const fileSchema = z.object({ path: z.string(), sha256: z.string().nullable() });
export type IdentityFile = z.infer<typeof fileSchema>;

/** The leaf certificate of an address. */
const certificateSchema = z.object({
  /** SHA-256 (hex) of the certificate in DER. */
  sha256: z.string(),
  /** Common name and alternative names, sorted. */
  subject: z.string(),
  /** The issuer's organisation, or else its common name. */
  issuer: z.string(),
  validToMs: z.number(),
});
export type Certificate = z.infer<typeof certificateSchema>;

/**
 * A launcher that fetches or contains what really runs, so that its own hash says little. `pinned`: the arguments
 * name exactly one version (`name@1.2.3`, `image@sha256:…`).
 */
const runnerSchema = z.object({
  kind: z.enum(["package", "container", "shell", "module"]),
  /** The package, image or module that is run; null if the arguments do not tell. */
  what: z.string().nullable(),
  pinned: z.boolean(),
});
export type Runner = z.infer<typeof runnerSchema>;

export const identitySchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("program"),
    command: z.string(),
    /** With secrets masked. */
    args: z.array(z.string()),
    /** Real path of the program, with symbolic links resolved; null if it was not found. */
    path: z.string().nullable(),
    sha256: z.string().nullable(),
    /** Scripts in the arguments. The files that they load are not checked. */
    files: z.array(fileSchema).exactOptional(),
    runner: runnerSchema.exactOptional(),
  }),
  z.object({
    kind: z.literal("address"),
    /** Scheme, host and port. */
    origin: z.string(),
    /** The path without the query, with secrets masked. */
    pathname: z.string().exactOptional(),
    /** Hash of the unmasked origin and path; only if part of the path is masked. */
    pathHash: z.string().exactOptional(),
    /** Of the open connection; absent before the first response and without TLS. */
    certificate: certificateSchema.exactOptional(),
  }),
  z.object({ kind: z.literal("demo") }),
]);
export type ServerIdentity = z.infer<typeof identitySchema>;

/** One difference from what the user last approved. `null`: absent or not readable. */
export type IdentityChange =
  /** The approved identity is lost, so there is nothing to compare with. */
  | { kind: "forgotten" }
  | { kind: "kind"; before: ServerIdentity["kind"]; after: ServerIdentity["kind"] }
  /** Command and arguments as shown. */
  | { kind: "command"; before: string; after: string }
  /** The command resolves to another file with other content. */
  | { kind: "path"; before: string | null; after: string | null }
  /** The program file's content changed. */
  | { kind: "program"; path: string; before: string | null; after: string | null }
  | { kind: "script"; path: string; before: string | null; after: string | null }
  /** A script with identical content moved; both are paths. */
  | { kind: "moved"; before: string; after: string; sha256: string }
  /** Origin and path. */
  | { kind: "address"; before: string; after: string }
  /** Another issuer or other names: not just a renewal. */
  | { kind: "certificate"; before: Certificate; after: Certificate };

/** The identity that the user approved, and when. */
export interface KnownIdentity {
  identity: ServerIdentity;
  atMs: number;
}
