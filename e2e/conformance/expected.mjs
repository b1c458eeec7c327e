// The expected results of the conformance suites. A scenario that is not named here fails the run, as does one
// that is named and no longer exists: a new version of a suite has to be reviewed.

/** Why a scenario needs what this client deliberately does not do. */
const MACHINE =
  "It signs in as a machine, without a person (an extension of the protocol); Countersign signs people in.";
const SKILLS = "An extension (skills); Countersign reads no skills.";

const LEGACY = ["2025-11-25"];
const MODERN = ["2026-07-28"];
const BOTH = [...LEGACY, ...MODERN];

/**
 * By suite: `passes` with the protocol versions at which each scenario is run, `notApplicable` with the reason.
 * @type {Record<"conformance-2025" | "conformance-2026", {
 *   passes: Record<string, readonly string[]>, notApplicable: Record<string, string> }>}
 */
export const expected = {
  "conformance-2025": {
    passes: {
      initialize: LEGACY,
      tools_call: LEGACY,
      "sse-retry": LEGACY,
      "elicitation-sep1034-client-defaults": LEGACY,
      "auth/metadata-default": LEGACY,
      "auth/metadata-var1": LEGACY,
      "auth/metadata-var2": LEGACY,
      "auth/metadata-var3": LEGACY,
      "auth/basic-cimd": LEGACY,
      "auth/scope-from-www-authenticate": LEGACY,
      "auth/scope-from-scopes-supported": LEGACY,
      "auth/scope-omitted-when-undefined": LEGACY,
      "auth/scope-step-up": LEGACY,
      "auth/scope-retry-limit": LEGACY,
      "auth/token-endpoint-auth-basic": LEGACY,
      "auth/token-endpoint-auth-post": LEGACY,
      "auth/token-endpoint-auth-none": LEGACY,
      "auth/pre-registration": LEGACY,
      "auth/2025-03-26-oauth-endpoint-fallback": ["2025-03-26"],
      "auth/resource-mismatch": LEGACY,
      "auth/offline-access-scope": LEGACY,
      "auth/offline-access-not-supported": LEGACY,
    },
    notApplicable: {
      "auth/2025-03-26-oauth-metadata-backcompat":
        "Its issuer names itself otherwise than the address it is found at, which RFC 8414, 3.3, forbids to take; the newer suite has that mended, and there it passes.",
      "auth/client-credentials-jwt": MACHINE,
      "auth/client-credentials-basic": MACHINE,
      "auth/cross-app-access-complete-flow": MACHINE,
    },
  },
  "conformance-2026": {
    passes: {
      initialize: LEGACY,
      tools_call: BOTH,
      "sse-retry": LEGACY,
      "elicitation-sep1034-client-defaults": LEGACY,
      "request-metadata": MODERN,
      "sep-2322-client-request-state": MODERN,
      "http-standard-headers": MODERN,
      "http-custom-headers": MODERN,
      "http-invalid-tool-headers": MODERN,
      "json-schema-ref-no-deref": MODERN,
      "json-schema-2020-12-preservation": BOTH,
      "auth/metadata-default": BOTH,
      "auth/metadata-var1": BOTH,
      "auth/metadata-var2": BOTH,
      "auth/metadata-var3": BOTH,
      "auth/basic-cimd": BOTH,
      "auth/scope-from-www-authenticate": BOTH,
      "auth/scope-from-scopes-supported": BOTH,
      "auth/scope-omitted-when-undefined": BOTH,
      "auth/scope-step-up": BOTH,
      "auth/scope-retry-limit": BOTH,
      "auth/token-endpoint-auth-basic": BOTH,
      "auth/token-endpoint-auth-post": BOTH,
      "auth/token-endpoint-auth-none": BOTH,
      "auth/pre-registration": BOTH,
      "auth/2025-03-26-oauth-metadata-backcompat": ["2025-03-26"],
      "auth/2025-03-26-oauth-endpoint-fallback": ["2025-03-26"],
      "auth/resource-mismatch": MODERN,
      "auth/offline-access-scope": MODERN,
      "auth/offline-access-not-supported": MODERN,
      "auth/authorization-server-migration": MODERN,
      "auth/iss-supported": MODERN,
      "auth/iss-not-advertised": MODERN,
      "auth/iss-supported-missing": MODERN,
      "auth/iss-wrong-issuer": MODERN,
      "auth/iss-unexpected": MODERN,
      "auth/iss-normalized": MODERN,
      "auth/metadata-issuer-mismatch": MODERN,
    },
    notApplicable: {
      "auth/client-credentials-jwt": MACHINE,
      "auth/client-credentials-basic": MACHINE,
      "auth/enterprise-managed-authorization": MACHINE,
      "auth/wif-jwt-bearer": MACHINE,
      "auth/dpop": "An extension (DPoP, RFC 9449) that Countersign does not speak.",
      "auth/dpop-nonce": "An extension (DPoP, RFC 9449) that Countersign does not speak.",
      "sep-2640-client-no-prefetch": SKILLS,
      "sep-2640-client-verify-digest": SKILLS,
      "sep-2640-client-verify-size": SKILLS,
      "sep-2640-client-verify-frontmatter": SKILLS,
    },
  },
};
