// Parses `WWW-Authenticate` (RFC 9110, 11.6.1; RFC 6750, 3; RFC 9728, 5.1): one header may hold several challenges,
// and a quoted value may look like a parameter.

/** What a server sent with a 401 or 403. Untrusted text. */
export interface Challenge {
  status: number;
  /** URL of the protected resource metadata (RFC 9728). */
  resourceMetadata: string | null;
  scopes: string[] | null;
  error: string | null;
  description: string | null;
}

interface Scheme {
  name: string;
  params: Map<string, string>;
}

const TOKEN = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y;
const VALUE = /\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+\-.^_`|~0-9A-Za-z:/?@]+))/y;
const BETWEEN = /[\s,=]*/y;

function schemesOf(header: string): Scheme[] {
  const found: Scheme[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(header);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  while (at < header.length) {
    take(BETWEEN);
    const name = take(TOKEN)?.[0];
    if (name === undefined) break;
    const value = take(VALUE);
    if (value === null) found.push({ name: name.toLowerCase(), params: new Map() });
    else {
      const text = value[1]?.replace(/\\(.)/g, "$1") ?? value[2] ?? "";
      const { params } = found.at(-1) ?? { params: new Map<string, string>() };
      if (!params.has(name.toLowerCase())) params.set(name.toLowerCase(), text);
    }
  }
  return found;
}

/** The unique scopes of a space-separated list (RFC 6749, 3.3). */
export const scopesIn = (text: string): string[] => [
  ...new Set(text.split(/\s+/).filter((word) => word !== "")),
];

/**
 * The challenge of a response: sign-in required (401) or more scopes required (403 with `insufficient_scope`). Null
 * for anything else, also for a 401 that offers schemes but not Bearer.
 */
export function challengeIn(response: Response): Challenge | null {
  const { status } = response;
  if (status !== 401 && status !== 403) return null;
  const header = response.headers.get("www-authenticate") ?? "";
  const schemes = schemesOf(header);
  const bearer = schemes.find(({ name }) => name === "bearer");
  if (status === 401 && bearer === undefined && schemes.length > 0) return null;
  const param = (name: string): string | null => bearer?.params.get(name) ?? null;
  if (status === 403 && param("error") !== "insufficient_scope") return null;
  const scope = param("scope");
  return {
    status,
    resourceMetadata: param("resource_metadata"),
    scopes: scope === null ? null : scopesIn(scope),
    error: param("error"),
    description: param("error_description"),
  };
}
