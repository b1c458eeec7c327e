// Knows whose certificates are trusted beside those that come with the runtime: files of variables, of the system, of the user.
import { X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import tls from "node:tls";
import type { CertificateView } from "../../../src-shared/settings/network.ts";

/** What can be trusted, and what was looked at for it. */
export interface Trust {
  /** Null: only what comes with the runtime, so that nothing has to be said to TLS. */
  context: tls.SecureContext | null;
  files: CertificateView[];
}

/** Where Linux systems keep the certificates that their owner trusts; the first that exists counts. */
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
 * Reads all of them anew. Costs some ten milliseconds where there is something beside the built-in list, so keep it.
 * `bundles` are looked for instead of the usual ones of the system.
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

/** The store of macOS and Windows, where this runtime can read it (Node 22.15 and newer). */
function systemCertificates(): readonly string[] {
  const read: unknown = Reflect.get(tls, "getCACertificates");
  if (typeof read !== "function") return [];
  try {
    const list: unknown = Reflect.apply(read, tls, ["system"]);
    return Array.isArray(list) ? list.filter((pem): pem is string => typeof pem === "string") : [];
  } catch {
    // A store that cannot be opened adds nothing; what comes with the runtime is still trusted.
    return [];
  }
}

/** What one PEM file holds. Entries that are no certificate are passed over. */
export function readFile(
  file: string,
  from: From,
): { view: CertificateView; certificates: string[] } {
  const view = (part: Partial<CertificateView>): CertificateView => ({
    ...{ file, from, count: 0, subject: "", expiresAtMs: null, fault: null },
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
  // The system's own bundle is long and known to be right; only what others name is looked into.
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

/** The common name, else the organisation, else all of it on one line. */
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
