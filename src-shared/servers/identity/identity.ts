// A server's identity: the program that is started or the address that is reached, and how it differs from what the
// user last approved. Does not include anything the server says about itself.

/** A file that is started or executed, by its real path. `sha256` in hex; null if it could not be read. */
export interface IdentityFile {
  path: string;
  sha256: string | null;
}

/** The leaf certificate of an address. */
export interface Certificate {
  /** SHA-256 (hex) of the certificate in DER. */
  sha256: string;
  /** Common name and alternative names, sorted. */
  subject: string;
  /** The issuer's organisation, or else its common name. */
  issuer: string;
  validToMs: number;
}

/**
 * A launcher that fetches or contains what really runs, so that its own hash says little. `pinned`: the arguments
 * name exactly one version (`name@1.2.3`, `image@sha256:…`).
 */
export interface Runner {
  kind: "package" | "container" | "shell" | "module";
  /** The package, image or module that is run; null if the arguments do not tell. */
  what: string | null;
  pinned: boolean;
}

export type ServerIdentity =
  | {
      kind: "program";
      command: string;
      /** With secrets masked. */
      args: string[];
      /** Real path of the program, with symbolic links resolved; null if it was not found. */
      path: string | null;
      sha256: string | null;
      /** Scripts in the arguments. The files that they load are not checked. */
      files?: IdentityFile[];
      runner?: Runner;
    }
  | {
      kind: "address";
      /** Scheme, host and port. */
      origin: string;
      /** The path without the query, with secrets masked. */
      pathname?: string;
      /** Hash of the unmasked origin and path; only if part of the path is masked. */
      pathHash?: string;
      /** Of the open connection; absent before the first response and without TLS. */
      certificate?: Certificate;
    }
  | { kind: "demo" };

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

/** The parts of a tool's description that are compared. */
export const TOOL_PARTS = ["title", "description", "schema", "output", "annotations"] as const;
export type ToolPart = (typeof TOOL_PARTS)[number];

/** A tool whose description differs from the one that the user last accepted. */
export interface ToolChanged {
  name: string;
  parts: ToolPart[];
  /** When the user accepted it, or when the tool was first seen. */
  knownAtMs: number;
  /** It changed and then changed back. */
  back?: true;
}
