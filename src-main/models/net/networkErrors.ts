// Classifies errors on the way to a provider: its certificate, the proxy, or the network itself.
import type { CertificateFault, ModelFailure, ProxyFault } from "#shared/outcome.ts";
import { ModelError } from "../generation/modelError.ts";
import type { Proxy } from "./route.ts";

const CERTIFICATE_FAULTS: Readonly<Record<string, CertificateFault>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "unknown-issuer",
  UNABLE_TO_GET_ISSUER_CERT: "unknown-issuer",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "unknown-issuer",
  SELF_SIGNED_CERT_IN_CHAIN: "unknown-issuer",
  DEPTH_ZERO_SELF_SIGNED_CERT: "unknown-issuer",
  CERT_UNTRUSTED: "unknown-issuer",
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "not-yet-valid",
  CERT_REVOKED: "revoked",
  ERR_TLS_CERT_ALTNAME_INVALID: "wrong-name",
  HOSTNAME_MISMATCH: "wrong-name",
};
/** Further verification errors (OpenSSL's X509_V_ERR_ names as Node reports them). */
const OTHER_CERTIFICATE_FAULT =
  /^(CERT_|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|UNABLE_TO_DECRYPT_CERT|CRL_)/;

/** A failure of the proxy, in the form that travels through the AI SDK. */
export function proxyError(
  proxy: Pick<Proxy, "name">,
  reason: ProxyFault,
  more: { status?: number; detail?: string } = {},
): ModelError {
  const { status, detail = "" } = more;
  const failure: ModelFailure = { kind: "model-proxy", proxy: proxy.name, reason, detail };
  return new ModelError(status === undefined ? failure : { ...failure, status });
}

/** The authentication schemes that a proxy offers (RFC 9110, section 11.7.1), each once, as it spells them. */
export function schemesOf(offered: string | string[]): string[] {
  const bare = [offered]
    .flat()
    .join(", ")
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  // A name followed by an equals sign is a parameter of the preceding scheme.
  const names = bare.matchAll(/(?:^|,)\s*([A-Za-z][\w-]*)(?=\s*(?:,|$)|\s+[^\s=])/g);
  return [...new Set([...names].map(([, name = ""]) => name))];
}

/** An error that `fetch` may reject with: one of our failures, or a network error in undici's form. */
export function networkError(error: unknown, host: string): Error {
  if (error instanceof ModelError) return error;
  const code = codeOf(error);
  const reason = certificateFault(code);
  if (reason !== null) {
    const detail = `${code}: ${error instanceof Error ? error.message : ""}`.slice(0, 2000);
    return new ModelError({ kind: "model-certificate", host, reason, detail });
  }
  return new TypeError("fetch failed", { cause: error });
}

/** Null if the code is not about a certificate. */
export function certificateFault(code: string): CertificateFault | null {
  return CERTIFICATE_FAULTS[code] ?? (OTHER_CERTIFICATE_FAULT.test(code) ? "other" : null);
}

export function codeOf(error: unknown): string {
  const code: unknown =
    typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : "";
}
