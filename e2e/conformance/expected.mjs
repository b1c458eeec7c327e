// What the conformance suites are expected to find. A scenario that is not named here fails the run, as does one
// that is named and no longer exists: a new version of a suite is looked at, not waved through.

/** Why a scenario asks for what this client does not do, on purpose. */
const ELICITATION =
  "It asks for elicitation, which Countersign does not declare: a desk for sampling has no forms to fill in.";
const MACHINE =
  "It signs in as a machine, without a person (an extension of the protocol); Countersign signs people in.";
const SKILLS = "An extension (skills); Countersign reads no skills.";

/**
 * By suite: `passes` with the revisions at which each scenario is run, `notApplicable` with the reason.
 * @type {Record<"conformance-2025" | "conformance-2026", {
 *   passes: Record<string, readonly string[]>, notApplicable: Record<string, string> }>}
 */
export const expected = {
  "conformance-2025": {
    passes: {
      initialize: ["2025-11-25"],
      tools_call: ["2025-11-25"],
      "sse-retry": ["2025-11-25"],
    },
    notApplicable: {
      "elicitation-sep1034-client-defaults": ELICITATION,
      "auth/client-credentials-jwt": MACHINE,
      "auth/client-credentials-basic": MACHINE,
      "auth/cross-app-access-complete-flow": MACHINE,
    },
  },
  "conformance-2026": {
    passes: {
      initialize: ["2025-11-25"],
      tools_call: ["2025-11-25", "2026-07-28"],
      "sse-retry": ["2025-11-25"],
      "request-metadata": ["2026-07-28"],
      "sep-2322-client-request-state": ["2026-07-28"],
      "http-standard-headers": ["2026-07-28"],
      "http-custom-headers": ["2026-07-28"],
      "http-invalid-tool-headers": ["2026-07-28"],
      "json-schema-ref-no-deref": ["2026-07-28"],
      "json-schema-2020-12-preservation": ["2025-11-25", "2026-07-28"],
    },
    notApplicable: {
      "elicitation-sep1034-client-defaults": ELICITATION,
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
