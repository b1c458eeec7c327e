// The certificates that are trusted in addition to the runtime's: from environment variables, the system and the
// user.
import { X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import tls from "node:tls";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { CertificateView } from "#shared/settings/network.ts";

/** The trusted certificates, and the files that were read for them. */
export interface Trust {
  /** Null: only the runtime's own, so TLS needs no options. */
  context: tls.SecureContext | null;
  files: CertificateView[];
}

/** Where Linux systems keep trusted certificates; the first file that exists is used. */
const SYSTEM_BUNDLES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
];
/** Far above any bundle; a larger file is something else. */
const MAX_BYTES = 16 << 20;

type From = CertificateView["from"];
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads all certificates again, which takes some ten milliseconds if there are any besides the built-in ones, so
 * cache the result. `bundles` replaces the system's usual files.
 */
export function readTrust(
  chosen: readonly string[],
  env: Environment,
  bundles: readonly string[] = process.platform === "linux" ? SYSTEM_BUNDLES : [],
): Trust {
  const builtIn = new Set(tls.rootCertificates.map(bodyOf));
  const more = new Map<string, string>();
  const take = (certificates: readonly string[]): void => {
    for (const pem of certificates) if (!builtIn.has(bodyOf(pem))) more.set(bodyOf(pem), pem);
  };
  const files: CertificateView[] = [];
  const takeFile = (file: string, from: From): void => {
    const read = readFile(file, from);
    files.push(read.view);
    take(read.certificates);
  };
  for (const name of ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"]) {
    const file = env[name];
    if (file !== undefined && file !== "") takeFile(file, { kind: "variable", name });
  }
  for (const file of chosen) takeFile(file, { kind: "person" });
  const system = bundles.find(exists);
  if (system !== undefined) takeFile(system, { kind: "system" });
  take(systemCertificates());
  if (more.size === 0) return { context: null, files };
  const ca = [...tls.rootCertificates, ...more.values()];
  return { context: tls.createSecureContext({ ca }), files };
}

/** The store of macOS and Windows, if this runtime can read it (Node 22.15 and later). */
function systemCertificates(): readonly string[] {
  const read: unknown = Reflect.get(tls, "getCACertificates");
  if (typeof read !== "function") return [];
  try {
    const list: unknown = Reflect.apply(read, tls, ["system"]);
    return Array.isArray(list) ? list.filter((pem): pem is string => typeof pem === "string") : [];
  } catch {
    // A store that can't be opened adds nothing; the runtime's own certificates are still trusted.
    return [];
  }
}

/** The certificates of a file that the user has named. */
export function readAuthorities(file: string): Outcome<string, Failure> {
  const { view, certificates } = readFile(file, { kind: "person" });
  return view.fault === null
    ? ok(certificates.join("\n"))
    : fail({ kind: "certificate-unusable", file, reason: view.fault });
}

/** The contents of one PEM file. Entries that are not certificates are skipped. */
export function readFile(
  file: string,
  from: From,
): { view: CertificateView; certificates: string[] } {
  const view = (part: Partial<CertificateView>): CertificateView => ({
    file,
    from,
    count: 0,
    subject: "",
    expiresAtMs: null,
    fault: null,
    ...part,
  });
  let text: string;
  try {
    if (statSync(file).size > MAX_BYTES) {
      return { view: view({ fault: "too-large" }), certificates: [] };
    }
    text = readFileSync(file, "utf8");
  } catch {
    return { view: view({ fault: "unreadable" }), certificates: [] };
  }
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  // The system's own bundle is long and known to be valid; only files named elsewhere are checked.
  const certificates = from.kind === "system" ? blocks : blocks.filter((pem) => parsed(pem));
  const first = certificates[0] === undefined ? null : parsed(certificates[0]);
  if (first === null) return { view: view({ fault: "no-certificate" }), certificates: [] };
  const expiresAtMs = Date.parse(first.validTo);
  return {
    view: view({
      count: certificates.length,
      subject: subjectOf(first),
      expiresAtMs: Number.isNaN(expiresAtMs) ? null : expiresAtMs,
    }),
    certificates,
  };
}

function parsed(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

/** The common name, else the organisation, else the whole subject on one line. */
function subjectOf({ subject }: X509Certificate): string {
  const named = /^CN=(.+)$/m.exec(subject)?.[1] ?? /^O=(.+)$/m.exec(subject)?.[1];
  return (named ?? subject.replaceAll("\n", ", ")).slice(0, 300);
}

const bodyOf = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, "");

function exists(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
