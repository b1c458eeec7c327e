// Who a server really is: the program that is started or the address that is reached, and what of it is another one
// than when the user last approved. What the server says of itself is no part of it.

/** A file that is started or run, by its real path. `sha256` in hex; null where it could not be read. */
export interface IdentityFile {
  path: string;
  sha256: string | null;
}

/** What the desk saw of the certificate of an address: the leaf alone. */
export interface Certificate {
  /** SHA-256 (hex) of the certificate as sent (DER). */
  sha256: string;
  /** The names that it is for: common name and alternative names, sorted. */
  subject: string;
  /** Who signed it: organisation, else common name. */
  issuer: string;
  validToMs: number;
}

/**
 * A program that fetches or contains what really runs, so that its own hash says little. `pinned`: what is named can
 * only be that one version (`name@1.2.3`, `image@sha256:…`).
 */
export interface Runner {
  kind: "package" | "container" | "shell" | "module";
  /** What is run: a package, an image, a module; null where it cannot be told from the arguments. */
  what: string | null;
  pinned: boolean;
}

export type ServerIdentity =
  | {
      kind: "program";
      command: string;
      /** Secrets masked, as everywhere beside requests. */
      args: string[];
      /** Real path of what is started, symbolic links resolved; null where it was not found. */
      path: string | null;
      sha256: string | null;
      /** Scripts that the program is given to run. What these load is not looked at. */
      files?: IdentityFile[];
      runner?: Runner;
    }
  | {
      kind: "address";
      /** Scheme, host and port. */
      origin: string;
      /** What follows the origin, without its query; secrets masked. */
      pathname?: string;
      /** Of origin and path as they are, where something of the path is masked. */
      pathHash?: string;
      /** Of the connection that is open; absent before the first answer and without TLS. */
      certificate?: Certificate;
    }
  | { kind: "demo" };

/** One thing that is another one than when the user last approved. `null`: it was not there or not readable. */
export type IdentityChange =
  /** What was approved is lost, so that nothing can be compared. */
  | { kind: "forgotten" }
  | { kind: "kind"; before: ServerIdentity["kind"]; after: ServerIdentity["kind"] }
  /** Command and arguments, as they are shown. */
  | { kind: "command"; before: string; after: string }
  /** Another file, which holds something else, is found under the same command. */
  | { kind: "path"; before: string | null; after: string | null }
  /** The program file holds something else. */
  | { kind: "program"; path: string; before: string | null; after: string | null }
  | { kind: "script"; path: string; before: string | null; after: string | null }
  /** A script that it is given, the same to the byte, lies elsewhere: both paths. */
  | { kind: "moved"; before: string; after: string; sha256: string }
  /** Origin and path. */
  | { kind: "address"; before: string; after: string }
  /** Signed by somebody else, or for other names: more than a renewal. */
  | { kind: "certificate"; before: Certificate; after: Certificate };

/** What the user has approved of a server, and when. */
export interface KnownIdentity {
  identity: ServerIdentity;
  atMs: number;
}

/** The parts of a tool's description that can be another one. */
export const TOOL_PARTS = ["title", "description", "schema", "output", "annotations"] as const;
export type ToolPart = (typeof TOOL_PARTS)[number];

/** A tool that is described in another way than when the user last said that this is fine. */
export interface ToolChanged {
  name: string;
  parts: ToolPart[];
  /** When the user last said so, or when it was first seen. */
  knownAtMs: number;
  /** It was another one meanwhile and now reads as before. */
  back?: true;
}
