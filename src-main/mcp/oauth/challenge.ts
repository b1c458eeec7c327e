// Reads `WWW-Authenticate` (RFC 9110, 11.6.1; RFC 6750, 3; RFC 9728, 5.1): several challenges may stand in one
// header, and a quoted value may hold what looks like a parameter.

/** What a server said when it turned a request away. All foreign. */
export interface Challenge {
  status: number;
  /** Where the server describes itself (RFC 9728). */
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

/** The words of a scope list (RFC 6749, 3.3), each once. */
export const scopesIn = (text: string): string[] => [
  ...new Set(text.split(/\s+/).filter((word) => word !== "")),
];

/**
 * What a response asks for: a sign-in (401), or more scopes (403 with `insufficient_scope`). Null for anything
 * else, also for a 401 that names schemes of which none is Bearer.
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
