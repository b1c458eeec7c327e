// Which route of the endpoint a path names, however a program spells the base address (docs/endpoint.md).
import { DIALECTS } from "#shared/dialects/registry.ts";
import type { Dialect } from "#shared/dialects/dialect.ts";

export interface PostRoute {
  kind: "ask" | "count";
  dialect: Dialect;
  /** The deployment that the path names, as Azure's do; null where the body names the model. */
  model: string | null;
}

export type EndpointRoute = { kind: "models" } | { kind: "model"; model: string } | PostRoute;

/** Base addresses, which an SDK may add to one that has them already, or leave out. */
const BASES: ReadonlySet<string> = new Set(["v1", "openai"]);

/** By the segments after the base address. */
const POSTS: readonly [path: string, Omit<PostRoute, "model">][] = [
  ["/messages/count_tokens", { kind: "count", dialect: DIALECTS["anthropic-messages"] }],
  ...Object.values(DIALECTS).map((dialect): [string, Omit<PostRoute, "model">] => [
    dialect.path.slice("/v1".length),
    { kind: "ask", dialect },
  ]),
];

const segmentsOf = (url: string): string[] =>
  (url.split("?")[0] ?? "").split("/").filter((segment) => segment !== "");

/** Whether the endpoint answers for this address, if only with an error in a dialect's shape. */
export function isEndpoint(url: string): boolean {
  const [first] = segmentsOf(url);
  return (first !== undefined && BASES.has(first)) || routeOf(url) !== null;
}

/**
 * Empty segments say nothing. The route's own segments count as they are, so that nothing encoded names one; only the
 * name of a model is decoded, once, and may have slashes.
 */
export function routeOf(url: string): EndpointRoute | null {
  const segments = segmentsOf(url);
  while (BASES.has(segments[0] ?? "")) segments.shift();
  const [first, ...rest] = segments;
  if (first === "models") {
    if (rest.length === 0) return { kind: "models" };
    const model = nameIn(rest);
    return model === null ? null : { kind: "model", model };
  }
  const path = `/${segments.join("/")}`;
  const isDeployment = first === "deployments";
  const found = POSTS.find(([end]) => (isDeployment ? path.endsWith(end) : path === end));
  if (found === undefined) return null;
  const [end, post] = found;
  if (!isDeployment) return { ...post, model: null };
  const model = nameIn(rest.slice(0, 1 - end.split("/").length));
  return model === null ? null : { ...post, model };
}

/** Null for what is no name: nothing, a broken encoding, or a step to another folder. */
function nameIn(segments: readonly string[]): string | null {
  try {
    const names = segments.map(decodeURIComponent);
    const isName = names.length > 0 && !names.some((name) => name === "." || name === "..");
    return isName ? names.join("/") : null;
  } catch {
    return null;
  }
}
